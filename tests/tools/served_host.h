// A host that is served over real sockets, on a thread of the test's.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tools/net/host_server.h"

namespace gauntlet::tools {

class ServedHost {
 public:
  explicit ServedHost(Host& host, HostServer::Options options = {}) {
    options.log = [this](const std::string& sentence) {
      const absl::MutexLock lock(&mutex_);
      log_.push_back(sentence);
    };
    options.finished = [this](const FinishedGame& game) {
      const absl::MutexLock lock(&mutex_);
      finished_.push_back(game);
    };
    auto server = HostServer::listen(std::move(options), host);
    EXPECT_TRUE(server.ok()) << (server.ok() ? "" : engine::message_of(server));
    server_ = std::move(*server);
    thread_ = std::jthread([this](std::stop_token stop) { server_->run(std::move(stop)); });
  }

  std::uint16_t port() const { return server_->port(); }
  /// For browsers. REQUIRES: options.web.
  std::uint16_t web_port() const { return server_->web_port().value(); }

  /// Waits until so many games have ended, but not for ever.
  std::vector<FinishedGame> finished(std::size_t games) {
    const auto have_ended = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return finished_.size() >= games;
    };
    const absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(&have_ended), absl::Seconds(5));
    return finished_;
  }
  /// Ends the server; returns how long that took.
  std::chrono::milliseconds stop() {
    const auto begin = std::chrono::steady_clock::now();
    thread_.request_stop();
    thread_.join();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 begin);
  }
  /// Whether a sentence with these words was logged, or is within some seconds.
  bool logs(const std::string& words) {
    for (int i = 0; i < 500; ++i) {
      {
        const absl::MutexLock lock(&mutex_);
        for (const std::string& sentence : log_)
          if (sentence.find(words) != std::string::npos) return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  absl::Mutex mutex_;
  std::vector<FinishedGame> finished_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> log_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<HostServer> server_;
  std::jthread thread_;
};

}  // namespace gauntlet::tools
