// Programs run by tests.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace gauntlet::tools {

/// How a program ended.
struct Ended {
  int code = -1;  ///< Exit code, or -1 when a signal ended it.
  int signal = 0;
  std::string out;
  std::string err;
};

/// A running program, with its output in files of `directory`. The destructor kills it.
class ChildProcess {
 public:
  struct Options {
    std::string input;             ///< What it reads on stdin.
    std::uint64_t file_bytes = 0;  ///< Not 0: no file may grow beyond, as on a full disk.
  };

  ChildProcess(std::vector<std::string> arguments, std::string directory, Options options)
      : directory_(std::move(directory)) {
    std::ofstream(directory_ + "/in") << options.input;
    // What an earlier program has left there must not be read as this one's.
    for (const char* name : {"/out", "/err"}) std::ofstream(directory_ + name);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    signal(SIGHUP, SIG_DFL);  // whatever runs the tests may ignore it
    redirect("/in", O_RDONLY, 0);
    redirect("/out", O_WRONLY | O_CREAT | O_TRUNC, 1);
    redirect("/err", O_WRONLY | O_CREAT | O_TRUNC, 2);
    if (options.file_bytes > 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{options.file_bytes, options.file_bytes};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~ChildProcess() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void send(int signal) const { kill(pid_, signal); }
  std::string output_so_far() const { return contents("/out"); }
  std::string errors_so_far() const { return contents("/err"); }

  Ended wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    Ended ended;
    if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
    ended.out = contents("/out");
    ended.err = contents("/err");
    return ended;
  }

 private:
  void redirect(const char* name, int flags, int descriptor) const {
    const int file = open((directory_ + name).c_str(), flags, 0600);
    dup2(file, descriptor);
    close(file);
  }
  std::string contents(const char* name) const {
    std::ifstream file(directory_ + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string directory_;
  pid_t pid_ = -1;
};

}  // namespace gauntlet::tools
