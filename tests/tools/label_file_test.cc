// The file of labelled positions and the command that fits to it: interrupted, damaged, threads.
#include "tools/lab/label_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {
namespace {

constexpr search::sudokill::LabelRecipe kRecipe{.seed = 3, .candidates = 24};

class Labels : public ::testing::Test {
 protected:
  std::string path(const std::string& name = "labels") const {
    return directory_.path() + "/" + name;
  }
  std::string text(const std::string& name = "labels") const {
    std::ostringstream all;
    all << std::ifstream(path(name)).rdbuf();
    return all.str();
  }
  void write(const std::string& text) const { std::ofstream(path()) << text; }
  std::string refusal() const {
    const auto file = LabelFile::open(path(), kRecipe);
    return file.ok() ? "none" : engine::message_of(file);
  }
  Ended fit(const std::string& name, std::vector<std::string> words) const {
    std::vector<std::string> all = {GAUNTLET_BINARY, "fit", "sudokill", "--labels", path(name),
                                    "--candidates",  "24",  "--seed",   "3",        "--json"};
    all.insert(all.end(), words.begin(), words.end());
    return ChildProcess(all, directory_.path(), ChildProcess::Options{}).wait();
  }

  const TemporaryDirectory directory_;
};

TEST_F(Labels, AreTheSameWhateverTheThreads) {
  ASSERT_EQ(fit("one", {"--positions", "2000", "--threads", "1"}).code, 0);
  ASSERT_EQ(fit("three", {"--positions", "2000", "--threads", "3"}).code, 0);
  EXPECT_GT(text("one").size(), 10'000u);
  EXPECT_EQ(text("one"), text("three"));
}

TEST_F(Labels, GoOnAfterAnInterruptAsIfThereHadBeenNone) {
  ASSERT_EQ(fit("labels", {"--positions", "1500"}).code, 0);
  const std::string whole = text();
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{20}, whole.find('\n') + 1, whole.size() / 3, whole.size() / 2,
        whole.size() - 1, whole.size()}) {
    write(whole.substr(0, length));
    ASSERT_EQ(fit("labels", {"--positions", "1500"}).code, 0) << length;
    ASSERT_EQ(text(), whole) << length;
  }
}

TEST_F(Labels, NoticeThatTheirFileIsGone) {
  const auto file = LabelFile::open(path(), kRecipe);
  ASSERT_TRUE(file.ok()) << engine::message_of(file);
  EXPECT_TRUE((*file)->add({}).ok());
  EXPECT_TRUE((*file)->loss().ok());
  std::filesystem::remove(path());
  const auto error = (*file)->add({});
  ASSERT_FALSE(error.ok());
  EXPECT_TRUE(absl::IsDataLoss(error));
  EXPECT_NE(engine::message_of(error).find("labels' was removed, moved or replaced in use"),
            std::string::npos)
      << engine::message_of(error);
  write("another");
  EXPECT_FALSE((*file)->loss().ok());
  EXPECT_EQ(text(), "another");
}

TEST_F(Labels, AFileOfWeightsThatIsNotWrittenLeavesNothing) {
  ASSERT_TRUE(WeightsFile::open(path("weights"), {"heading"}).ok());
  EXPECT_FALSE(std::filesystem::exists(path("weights")));
  std::ofstream(path("empty")).close();
  ASSERT_TRUE(WeightsFile::open(path("empty"), {"heading"}).ok());
  EXPECT_TRUE(std::filesystem::exists(path("empty"))) << "it was there before";
  {
    const auto file = WeightsFile::open(path("weights"), {"heading"});
    ASSERT_TRUE(file.ok()) << engine::message_of(file);
    EXPECT_FALSE(WeightsFile::open(path("weights"), {"heading"}).ok());
    EXPECT_TRUE(std::filesystem::exists(path("weights"))) << "it is another run's";
    EXPECT_TRUE((*file)->write("heading\n1").ok());
  }
  EXPECT_EQ(text("weights"), "heading\n1");
  const auto other = WeightsFile::open(path("weights"), {"title", "--table", "ratings"});
  EXPECT_NE(
      engine::message_of(other).find(
          "holds no ratings; give --table a new file, or one that an earlier run has written"),
      std::string::npos)
      << engine::message_of(other);
}

TEST_F(Labels, WeightsAreNotWrittenOverAnotherFile) {
  for (const bool is_replaced : {false, true}) {
    const auto file = WeightsFile::open(path("weights"), {"heading"});
    ASSERT_TRUE(file.ok()) << engine::message_of(file);
    std::filesystem::remove(path("weights"));
    if (is_replaced) std::ofstream(path("weights")) << "another";
    const auto error = (*file)->write("heading\n1");
    ASSERT_FALSE(error.ok());
    EXPECT_TRUE(absl::IsDataLoss(error));
    EXPECT_NE(engine::message_of(error).find(
                  "weights' was removed, moved or replaced in use; the weights "
                  "were not written"),
              std::string::npos)
        << engine::message_of(error);
    EXPECT_EQ(text("weights"), is_replaced ? "another" : "");
  }
}

TEST_F(Labels, WhenDamagedGetASentence) {
  ASSERT_EQ(fit("labels", {"--positions", "300"}).code, 0);
  const std::string whole = text();
  const std::size_t second = whole.find('\n') + 1;
  for (std::size_t at = second; at < second + 110; ++at) {
    std::string damaged = whole;
    damaged[at] = damaged[at] == '1' ? '2' : '1';
    write(damaged);
    const std::string sentence = refusal();
    ASSERT_NE(sentence.find("is damaged: line "), std::string::npos) << at << ": " << sentence;
    ASSERT_EQ(text(), damaged) << "nothing is written into it";
  }
  for (const char* other : {"hello\n", "gauntlet sudokill labels 1, seed 3\n", "\n", "\t\t\t\n"}) {
    write(other);
    EXPECT_NE(refusal().find("is no file of labels"), std::string::npos) << other;
    EXPECT_EQ(text(), other);
  }
  write(whole.substr(0, second) + std::string(100'000, '9') + "\n");
  EXPECT_NE(refusal().find("is damaged: line 2"), std::string::npos);
}

TEST_F(Labels, ThatAreEnoughAreLeftAlone) {
  ASSERT_EQ(fit("labels", {"--positions", "1500"}).code, 0);
  const std::string whole = text();
  for (const char* positions : {"1500", "100", "1"}) {
    ASSERT_EQ(fit("labels", {"--positions", positions}).code, 0);
    ASSERT_EQ(text(), whole) << positions;
  }
}

TEST_F(Labels, ThatLackALineAreDamaged) {
  ASSERT_EQ(fit("labels", {"--positions", "600"}).code, 0);
  const std::string whole = text();
  std::size_t begin = whole.find('\n') + 1, lines = 0;
  for (; begin < whole.size() / 2; ++lines) {
    const std::size_t end = whole.find('\n', begin) + 1;
    write(whole.substr(0, begin) + whole.substr(end));
    ASSERT_NE(refusal().find("is damaged: line "), std::string::npos) << lines;
    begin = end;
  }
  EXPECT_GT(lines, 5u);
}

TEST_F(Labels, OfAnotherRecipeAreRefused) {
  ASSERT_TRUE(LabelFile::open(path(), kRecipe).ok());
  const auto other = LabelFile::open(path(), {.seed = 4, .candidates = 24});
  ASSERT_FALSE(other.ok());
  EXPECT_NE(engine::message_of(other).find("made in another way"), std::string::npos);
  EXPECT_FALSE(LabelFile::open(directory_.path(), kRecipe).ok()) << "a directory";
}

TEST_F(Labels, AreFittedTo) {
  const Ended ended = fit("labels", {"--positions", "4000", "--weights", path("weights.h")});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto report = boost::json::parse(ended.out).as_object();
  EXPECT_GE(report.at("positions").to_number<int>(), 4000);
  const auto& held_out = report.at("held_out").as_object();
  EXPECT_GT(held_out.at("positions").to_number<int>(), 100);
  EXPECT_GT(held_out.at("best_wins").to_number<double>(),
            held_out.at("winning_share").to_number<double>());
  EXPECT_NE(text("weights.h").find("kFittedWeights"), std::string::npos);

  const std::string weights = text("weights.h");
  ASSERT_EQ(fit("labels", {"--positions", "4000", "--weights", path("weights.h")}).code, 0);
  EXPECT_EQ(text("weights.h"), weights) << "the same again, written over";
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string& bad : {directory_.path(), path("no/such"), std::string("/dev/zero"),
                                 path("pipe"), std::string()}) {
    const Ended refused = fit("labels", {"--positions", "8000", "--weights", bad});
    EXPECT_EQ(refused.code, 2) << bad << ": " << refused.err;
    EXPECT_EQ(refused.err.find("positions"), std::string::npos) << "before all the work";
  }
  const Ended same = fit("new", {"--positions", "100", "--weights", path("new")});
  EXPECT_EQ(same.code, 2) << "labels are not written over";
  const std::string labels = text();
  const Ended refused = fit("labels", {"--positions", "4000", "--weights", path()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("holds no weights"), std::string::npos) << refused.err;
  EXPECT_EQ(text(), labels);
}

}  // namespace
}  // namespace gauntlet::tools
