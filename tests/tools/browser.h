// Pages as a browser shows them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {

/// The first Chromium on the PATH, or "".
inline std::string find_chromium() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const char* name : {"/chromium", "/chromium-browser", "/google-chrome"})
      if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
  return "";
}

/// Until nothing happens any more, or in real time until the page has loaded.
enum class Waits : std::uint8_t { kUntilQuiet, kUntilLoaded };

/// Loads a page in a Chromium of its own, waits, and gives the document as it is then.
inline std::string dom_of(const std::string& chromium, const std::string& url, Waits waits) {
  const TemporaryDirectory directory;
  std::vector<std::string> words = {chromium,
                                    "--headless",
                                    "--no-sandbox",
                                    "--disable-gpu",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync",
                                    "--disable-dev-shm-usage",
                                    "--user-data-dir=" + (directory / "profile"),
                                    "--dump-dom",
                                    url};
  if (waits == Waits::kUntilQuiet) words.push_back("--virtual-time-budget=60000");
  ChildProcess browser(words, directory.path(), {});
  Ended ended = browser.wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  return std::move(ended.out);
}

/// What stands between the first `before` and the next `after`; "" where they are not there.
inline std::string between(const std::string& text, const std::string& before,
                           const std::string& after) {
  const std::size_t begin = text.find(before);
  if (begin == text.npos) return "";
  const std::size_t end = text.find(after, begin + before.size());
  return end == text.npos ? "" : text.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace gauntlet::tools
