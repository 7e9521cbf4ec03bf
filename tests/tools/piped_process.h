// Programs that tests talk with, line by line.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace gauntlet::tools {

/// A running program whose stdin and stdout are pipes; its stderr is ours. The destructor kills it.
class PipedProcess {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit PipedProcess(std::vector<std::string> arguments) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      signal(SIGHUP, SIG_DFL);  // whatever runs the tests may ignore it
      dup2(in[0], 0);
      dup2(out[1], 1);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~PipedProcess() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close_input();
    close_output();
  }
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t size = ::write(to_, text.data(), text.size());
      if (size <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  void close_input() {
    if (to_ >= 0) close(std::exchange(to_, -1));
  }
  /// From now on nobody reads what it prints.
  void close_output() {
    if (from_ >= 0) close(std::exchange(from_, -1));
  }
  void send(int signal) const { kill(pid_, signal); }

  /// The next line, or nothing when none comes in time.
  std::optional<std::string> read_line(Milliseconds patience = Milliseconds(20'000)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (;;) {
      if (const std::size_t at = buffer_.find('\n'); at != std::string::npos) {
        std::string line = buffer_.substr(0, at);
        buffer_.erase(0, at + 1);
        return line;
      }
      const auto left = std::chrono::ceil<Milliseconds>(end - std::chrono::steady_clock::now());
      pollfd ready{from_, POLLIN, 0};
      if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) return {};
      char bytes[4096];
      const ssize_t size = read(from_, bytes, sizeof bytes);
      if (size <= 0) return {};
      buffer_.append(bytes, static_cast<std::size_t>(size));
    }
  }
  /// `line` sent, and the answer to it ("" when there is none).
  std::string ask(const std::string& line) {
    write(line + "\n");
    return read_line().value_or("");
  }

  /// The exit code, or nothing when it is still running after `patience`; -1 after a signal.
  std::optional<int> wait(Milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    for (int status = 0; std::chrono::steady_clock::now() < end;) {
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
      std::this_thread::sleep_for(Milliseconds(2));
    }
    return std::nullopt;
  }

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string buffer_;
};

}  // namespace gauntlet::tools
