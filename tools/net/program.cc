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
#include <optional>
#include <string_view>
#include <utility>

#include "tools/net/running_groups.h"

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

/// What a process is started with.
struct Launch {
  std::string file;
  std::vector<std::string> arguments;
  std::vector<std::string> variables;
  int input, output, errors;   // the standard ones; input may be -1 for nothing
  std::vector<int> more = {};  // what is 3, 4, ..
};

/// What posix_spawn is told, freed at the end.
class SpawnPlan {
 public:
  explicit SpawnPlan(Launch launch) : launch_(std::move(launch)) {
    posix_spawn_file_actions_init(&actions_);
    if (launch_.input < 0) {
      posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions_, launch_.input, 0);
    }
    posix_spawn_file_actions_adddup2(&actions_, launch_.output, 1);
    posix_spawn_file_actions_adddup2(&actions_, launch_.errors, 2);
    const int first_free = 3 + static_cast<int>(launch_.more.size());
    for (int number = 3; number < first_free; ++number) {
      // Above all of them, so that none is overwritten before it is copied.
      copies_.emplace_back(
          fcntl(launch_.more[static_cast<std::size_t>(number - 3)], F_DUPFD_CLOEXEC, first_free));
      posix_spawn_file_actions_adddup2(&actions_, copies_.back().number(), number);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, first_free);
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
  int run(pid_t& pid) {
    std::vector<char*> arguments, environment;
    for (std::string& argument : launch_.arguments) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    for (std::string& variable : launch_.variables) environment.push_back(variable.data());
    for (char** variable = environ; *variable; ++variable) {
      const std::string_view text = *variable;
      const std::string_view name = text.substr(0, text.find('=') + 1);
      bool is_replaced = false;
      for (const std::string& ours : launch_.variables) is_replaced |= ours.starts_with(name);
      if (!is_replaced) environment.push_back(*variable);
    }
    environment.push_back(nullptr);
    const absl::MutexLock lock(&Program::starting());
    return posix_spawn(&pid, launch_.file.c_str(), &actions_, &attributes_, arguments.data(),
                       environment.data());
  }

 private:
  Launch launch_;
  std::vector<OwnDescriptor> copies_;
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Has a warden start what the launch was for.
void confine(Launch& launch, const std::string& command, const Confinement& where, int line) {
  const bool has_pipes = launch.input >= 0;
  launch.arguments =
      where.sandbox->arguments({.port = where.port, .has_pipes = has_pipes, .command = command});
  launch.file = launch.arguments[0];
  launch.more = {where.sandbox->executable().number(), line};
  if (has_pipes) launch.more.insert(launch.more.end(), {launch.input, launch.output});
  launch.input = -1;
  launch.output = launch.errors;
}

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
                                                        ProgramPipes* pipes,
                                                        const Confinement& confinement) {
  Ends input, output, errors;
  std::unique_ptr<WardenLine> line;
  OwnDescriptor wardens;
  if (confinement.sandbox) line = WardenLine::open(io, wardens);
  if (!errors.open() || (pipes && (!input.open() || !output.open())) ||
      (confinement.sandbox && !line))
    return absl::InvalidArgumentError(why("there is no pipe for it", errno));
  auto pipe = std::make_shared<Pipe>(io, errors.read.release());
  const int said = errors.write.number();
  Launch launch{.file = "/bin/sh",
                .arguments = {"sh", "-c", "exec " + command},
                .variables = variables,
                .input = input.read.number(),
                .output = pipes ? output.write.number() : said,
                .errors = said};
  if (confinement.sandbox) confine(launch, command, confinement, wardens.number());
  pid_t pid = 0;
  const int error = SpawnPlan(std::move(launch)).run(pid);
  if (error != 0) return absl::InvalidArgumentError(why("it cannot be started", error));
  if (pipes) *pipes = {unblocked(std::move(input.write)), unblocked(std::move(output.read))};
  pipe->listen();
  return std::unique_ptr<Program>(new Program(pid, std::move(pipe), std::move(line)));
}

absl::Mutex& Program::starting() {
  static absl::Mutex mutex;
  return mutex;
}

Program::Program(int pid, std::shared_ptr<Pipe> pipe, std::unique_ptr<WardenLine> warden)
    : pid_(pid), pipe_(std::move(pipe)), warden_(std::move(warden)) {
  RunningGroups::add(pid_);
}

Program::~Program() {
  if (pid_ != 0) reap();
}

bool Program::has_ended() {
  if (pid_ == 0) return true;
  siginfo_t info{};
  const int failed = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed == 0 && info.si_pid == 0) return false;
  const std::optional<int> told = warden_ ? warden_->ending() : std::nullopt;
  if (told) {
    settle(WIFSIGNALED(*told), WIFSIGNALED(*told) ? WTERMSIG(*told) : WEXITSTATUS(*told));
  } else {
    settle(info.si_code != CLD_EXITED, info.si_status);
    ended_well_ &= failed == 0 && !warden_;
    if (warden_ && !warden_->is_ready() && info.si_code == CLD_EXITED)
      ending_ += ", for its sandbox could not be made";
  }
  reap();
  return true;
}

void Program::settle(bool was_signal, int value) {
  ended_well_ = !was_signal && value == 0;
  const char* name = was_signal ? sigabbrev_np(value) : nullptr;
  ending_ = !was_signal ? "exit status " + std::to_string(value)
            : name      ? "signal SIG" + std::string(name)
                        : "signal " + std::to_string(value);
}

void Program::send(int signal) const {
  if (warden_ && signal == SIGTERM) return warden_->terminate();
  kill(-pid_, signal);
}

/// Kills the group before its number is free again, which it is once its leader is waited for.
void Program::reap() {
  send(SIGKILL);
  RunningGroups::remove(pid_);
  waitpid(pid_, nullptr, 0);
  pid_ = 0;
  if (warden_) listener_ = warden_->take_listener();  // to it may have come who has gone
  warden_.reset();
  pipe_->close();
}

OwnDescriptor Program::take_listener() {
  return warden_ ? warden_->take_listener() : std::move(listener_);
}

OwnDescriptor Program::make_socket() {
  return warden_ ? warden_->make_socket() : OwnDescriptor();
}

std::string Program::output() const {
  return pipe_->output.text();
}

}  // namespace gauntlet::tools
