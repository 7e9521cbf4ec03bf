// A place for files that a test makes.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace gauntlet {

/// A directory of its own that goes away with the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = ::testing::TempDir() + "gauntlet-XXXXXX";
    const char* const made = mkdtemp(pattern.data());
    EXPECT_NE(made, nullptr) << "cannot make " << pattern;
    if (made) path_ = made;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;  // a program that is being killed may still write there
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  /// The path of `name` in it.
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace gauntlet
