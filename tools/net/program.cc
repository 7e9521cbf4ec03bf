#include "tools/net/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// What may still be in a pipe whose writers are dead; one that escaped from the group may go on.
constexpr std::size_t kMostLeft = 1024 * 1024;

std::string why(std::string_view what, int error) {
  return std::string(what) + ": " + strerror(error);
}

/// A pipe.
struct Ends {
  OwnDescriptor read, write;

  bool open() {
    int numbers[2];
    if (pipe2(numbers, O_CLOEXEC) != 0) return false;
    read = OwnDescriptor(numbers[0]);
    write = OwnDescriptor(numbers[1]);
    return true;
  }
};

OwnDescriptor unblocked(OwnDescriptor descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
  return descriptor;
}

/// What posix_spawn is told, freed at the end.
class SpawnPlan {
 public:
  /// The program's ends: `input` may be -1 for nothing.
  SpawnPlan(int input, int output, int errors) {
    posix_spawn_file_actions_init(&actions_);
    if (input < 0) {
      posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions_, input, 0);
    }
    posix_spawn_file_actions_adddup2(&actions_, output, 1);
    posix_spawn_file_actions_adddup2(&actions_, errors, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// 0, or the error.
  int run(pid_t& pid, const std::string& command, const std::vector<std::string>& variables) {
    std::string line = "exec " + command, shell = "sh", option = "-c";
    char* const arguments[] = {shell.data(), option.data(), line.data(), nullptr};
    std::vector<std::string> own = variables;
    std::vector<char*> environment;
    for (std::string& variable : own) environment.push_back(variable.data());
    for (char** variable = environ; *variable; ++variable) {
      const std::string_view text = *variable;
      const std::string_view name = text.substr(0, text.find('=') + 1);
      bool is_replaced = false;
      for (const std::string& ours : own) is_replaced |= ours.starts_with(name);
      if (!is_replaced) environment.push_back(*variable);
    }
    environment.push_back(nullptr);
    return posix_spawn(&pid, "/bin/sh", &actions_, &attributes_, arguments, environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

struct Program::Pipe : std::enable_shared_from_this<Pipe> {
  Pipe(asio::io_context& io, int descriptor) : stream(io, descriptor) {
    stream.native_non_blocking(true);
  }

  void listen() {
    stream.async_wait(stream.wait_read, [self = shared_from_this()](error_code error) {
      if (!error && self->stream.is_open() && self->take() >= 0) self->listen();
    });
  }
  /// Reads what is there by now, and then no more.
  void close() {
    for (std::size_t taken = 0; taken < kMostLeft;) {
      const int size = take();
      if (size <= 0) break;
      taken += static_cast<std::size_t>(size);
    }
    error_code ignored;
    stream.close(ignored);
  }
  /// How much was read; negative at the end.
  int take() {
    char buffer[16 * 1024];
    const ssize_t size = read(stream.native_handle(), buffer, sizeof buffer);
    if (size > 0) output.add({buffer, static_cast<std::size_t>(size)});
    return size > 0 ? static_cast<int>(size) : size < 0 && errno == EAGAIN ? 0 : -1;
  }

  asio::posix::stream_descriptor stream;
  KeptOutput output;
};

absl::StatusOr<std::unique_ptr<Program>> Program::start(asio::io_context& io,
                                                        const std::string& command,
                                                        const std::vector<std::string>& variables,
                                                        ProgramPipes* pipes) {
  Ends input, output, errors;
  if (!errors.open() || (pipes && (!input.open() || !output.open())))
    return absl::InvalidArgumentError(why("there is no pipe for it", errno));
  auto pipe = std::make_shared<Pipe>(io, errors.read.release());
  pid_t pid = 0;
  SpawnPlan plan(input.read.number(), pipes ? output.write.number() : errors.write.number(),
                 errors.write.number());
  const int error = plan.run(pid, command, variables);
  if (error != 0) return absl::InvalidArgumentError(why("it cannot be started", error));
  if (pipes) *pipes = {unblocked(std::move(input.write)), unblocked(std::move(output.read))};
  pipe->listen();
  return std::unique_ptr<Program>(new Program(pid, std::move(pipe)));
}

Program::Program(int pid, std::shared_ptr<Pipe> pipe) : pid_(pid), pipe_(std::move(pipe)) {}

Program::~Program() {
  if (pid_ != 0) reap();
}

bool Program::has_ended() {
  if (pid_ == 0) return true;
  siginfo_t info{};
  const int failed = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed == 0 && info.si_pid == 0) return false;
  const bool has_exited = info.si_code == CLD_EXITED;
  ended_well_ = failed == 0 && has_exited && info.si_status == 0;
  const char* name = has_exited ? nullptr : sigabbrev_np(info.si_status);
  ending_ = has_exited ? "exit status " + std::to_string(info.si_status)
            : name     ? "signal SIG" + std::string(name)
                       : "signal " + std::to_string(info.si_status);
  reap();
  return true;
}

void Program::send(int signal) const {
  kill(-pid_, signal);
}

/// Kills the group before its number is free again, which it is once its leader is waited for.
void Program::reap() {
  send(SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = 0;
  pipe_->close();
}

std::string Program::output() const {
  return pipe_->output.text();
}

}  // namespace gauntlet::tools
