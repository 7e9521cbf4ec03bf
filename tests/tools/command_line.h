// The program as users call it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {

using Words = std::vector<std::string>;

inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// What follows `mark` in `text`, up to the end of the line.
inline std::string after(const std::string& text, const std::string& mark) {
  const std::size_t begin = text.find(mark);
  if (begin == std::string::npos) return "";
  return text.substr(begin + mark.size(), text.find('\n', begin) - begin - mark.size());
}

/// Runs commands, with a folder for their files.
class CommandLine : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return directory_ / name; }
  std::unique_ptr<ChildProcess> start(Words words, ChildProcess::Options options = {}) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return std::make_unique<ChildProcess>(words, directory_.path(), options);
  }
  Ended run(const Words& words, ChildProcess::Options options = {}) const {
    return start(words, options)->wait();
  }
  Ended shell(const std::string& command) const {
    return ChildProcess({"/bin/sh", "-c", command}, directory_.path(), {}).wait();
  }

  const TemporaryDirectory directory_;
};

}  // namespace gauntlet::tools
