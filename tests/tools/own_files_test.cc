#include "tools/net/own_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/temporary_directory.h"

namespace gauntlet::tools {

namespace {

namespace fs = std::filesystem;

/// The user's folder, programs of others beside it, and a folder in which work is done.
class OwnFiles : public ::testing::Test {
 protected:
  OwnFiles() {
    for (const char* file :
         {"work/ann/bot.py", "work/ann/data/net.bin", "work/lib/a.jar", "work/lib/b.jar",
          "work/two words/bot", "other/bot", "home/bot.py", "home/bots/bot", "home/.local/bin/mine",
          "home/.local/share/keys", "home/.local/lib/x.so", "tools/bin/interpreter", "tools/lib/x"})
      write(file, "");
    write("work/script", "#!/usr/bin/env interpreter\nelse /etc/passwd\n");
    fs::create_symlink(base_ / "other/bot", base_ / "work/link");
    fs::create_symlink(base_ / "other", base_ / "linked");
  }

  void write(const std::string& name, const std::string& text) const {
    const fs::path path = base_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    chmod(path.c_str(), 0755);
  }
  std::string full(const std::string& name) const { return (base_ / name).string(); }
  /// Where it sees files, without the path of all of them.
  std::vector<std::string> places(const std::string& command, const std::string& folder) const {
    const Surroundings here{full(folder), full("home"),
                            full("tools/bin") + "::" + full("home/.local/bin") + ":/usr/bin:/bin"};
    std::vector<std::string> found;
    for (const OwnFile& file : own_files(command, here)) {
      EXPECT_TRUE(file.place.starts_with(base_.string())) << file.place;
      EXPECT_EQ(file.source, fs::canonical(file.place)) << file.place;
      found.push_back(file.place.substr(base_.string().size() + 1));
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  std::vector<std::string> places(const std::string& command) const {
    return places(command, "work");
  }

  const TemporaryDirectory directory_;
  const fs::path base_ = fs::canonical(directory_.path());
};

using Names = std::vector<std::string>;

TEST_F(OwnFiles, AreTheFoldersOfWhatTheCommandNames) {
  EXPECT_EQ(places("python3 ann/bot.py {port}"), Names{"work/ann"});
  EXPECT_EQ(places("python3 -u ./ann/../ann/bot.py"), Names{"work/ann"});
  EXPECT_EQ(places("python3 bot.py", "work/ann"), Names{"work/ann"});
  EXPECT_EQ(places("bash -c 'cd ann; exec python3 bot.py'"), Names{"work/ann"});
  EXPECT_EQ(places("java -cp lib/a.jar:lib/b.jar Main"), Names{"work/lib"});
  EXPECT_EQ(places("run --net=ann/data/net.bin"), Names{"work/ann/data"});
  EXPECT_EQ(places("ann/bot.py ann/data/net.bin"), Names{"work/ann"}) << "one is in the other";
  EXPECT_EQ(places("'two words/bot' x"), Names{"work/two words"});
  EXPECT_EQ(places("sh ../other/bot"), Names{"other"});
  EXPECT_EQ(places("sh " + full("other/bot") + " 2>/dev/null"), Names{"other"});
  EXPECT_EQ(places("no/such/bot --level 5"), Names{});
}

TEST_F(OwnFiles, AreNoneOfTheSystemsAndNoneOfTheKernels) {
  EXPECT_EQ(places("/usr/bin/env true"), Names{});
  EXPECT_EQ(places("bash -c 'cat /proc/self/maps /sys/kernel /dev/null'"), Names{});
}

TEST_F(OwnFiles, AreNeverAFolderThatHoldsMoreThanAProgram) {
  EXPECT_EQ(places("python3 ~/bot.py"), Names{"home/bot.py"});
  EXPECT_EQ(places("python3 $HOME/bot.py ${HOME}/bot.py"), Names{"home/bot.py"});
  EXPECT_EQ(places("python3 bot.py", "home"), Names{"home/bot.py"});
  EXPECT_EQ(places("~/bots/bot"), Names{"home/bots"});
  for (const char* wide : {"/", "/tmp", "/home", "..", "~/", "$HOME", "../home/bots/.."})
    EXPECT_EQ(places("run " + std::string(wide)), Names{}) << wide;
}

TEST_F(OwnFiles, LinksAreFollowed) {
  EXPECT_EQ(places("ann/../link", "work/lib/.."), (Names{"other", "work"}));
  EXPECT_EQ(places("../linked/bot"), (Names{"linked", "other"}));
}

TEST_F(OwnFiles, WhatPathHasIsThereWithItsLibraries) {
  EXPECT_EQ(places("interpreter ann/bot.py"), (Names{"tools", "work/ann"}));
  EXPECT_EQ(places("./script"), (Names{"tools", "work"})) << "by its first line";
  EXPECT_EQ(places("mine"), (Names{"home/.local/bin", "home/.local/lib"}));
}

TEST(MergedFiles, AreWithoutWhatLiesInOthers) {
  const OwnFile outer{"/a/b", "/a/b"}, inner{"/a/b/c", "/a/b/c"}, beside{"/a/bc", "/a/bc"};
  EXPECT_EQ(merged({inner, beside, outer, outer}), (std::vector{outer, beside}));
}

}  // namespace

}  // namespace gauntlet::tools
