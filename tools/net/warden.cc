#include "tools/net/warden.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "engine/words.h"
#include "tools/net/own_descriptor.h"
#include "tools/net/warden_message.h"

namespace gauntlet::tools {

namespace {

using Kind = WardenMessage::Kind;

constexpr int kFailed = 126;  // as a shell has it for what it cannot start
constexpr rlim_t kMostProcesses = 1'024;
constexpr rlim_t kMostFiles = 4'096;

int fails(const char* what) {
  std::fprintf(stderr, "gauntlet: in the sandbox %s: %s\n", what, std::strerror(errno));
  return kFailed;
}

OwnDescriptor new_socket() {
  return OwnDescriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

OwnDescriptor listening_socket(std::uint16_t port) {
  OwnDescriptor made = new_socket();
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(port);
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool listens = bind(made.number(), reinterpret_cast<sockaddr*>(&here), sizeof here) == 0 &&
                       listen(made.number(), 1) == 0;
  return listens ? std::move(made) : OwnDescriptor();
}

/// Never more than was allowed before.
void bound(decltype(RLIMIT_CPU) what, rlim_t most) {
  rlimit limit{};
  if (getrlimit(what, &limit) != 0) return;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  (void)setrlimit(what, &limit);
}

void bound_all(const WardenOrders& orders) {
  // Not the address space, of which Java reserves far more than it uses.
  if (orders.memory_bytes > 0) bound(RLIMIT_DATA, orders.memory_bytes);
  if (orders.cpu_seconds > 0) bound(RLIMIT_CPU, orders.cpu_seconds);
  bound(RLIMIT_NPROC, kMostProcesses);
  bound(RLIMIT_NOFILE, kMostFiles);
  bound(RLIMIT_CORE, 0);
}

/// In the child: becomes the program.
[[noreturn]] void become(const WardenOrders& orders) {
  if (orders.has_pipes) {
    dup2(WardenOrders::kInput, 0);
    dup2(WardenOrders::kOutput, 1);
    close(WardenOrders::kInput);
    close(WardenOrders::kOutput);
  }
  const std::string line = "exec " + orders.command;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  bound_all(orders);  // last, for with sanitizers we have more than that
  execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  _exit(fails("there is no /bin/sh"));
}

/// Keeps no end of the program's open, so that it is seen when the program closes one.
void let_go_of(const WardenOrders& orders) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {0, 1, 2}) dup2(nothing, standard);
  close(nothing);
  if (!orders.has_pipes) return;
  close(WardenOrders::kInput);
  close(WardenOrders::kOutput);
}

/// Waits for whoever has ended. Gives an exit status once that was the program.
std::optional<int> reap_all(pid_t program) {
  for (int status = 0;;) {
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended <= 0) return std::nullopt;
    if (ended != program) continue;
    send_message(WardenOrders::kLine, {.kind = Kind::kEnded, .value = status});
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
}

/// False when nobody is there any more who could want something.
bool obey() {
  const auto message = receive_message(WardenOrders::kLine);
  if (!message) return true;
  if (message->kind == Kind::kTerminate) kill(-1, SIGTERM);
  if (message->kind == Kind::kMakeSocket)
    send_message(WardenOrders::kLine, {.kind = Kind::kSocket, .descriptor = new_socket()});
  return message->kind != Kind::kClosed;
}

int watch_over(pid_t program, int children) {
  pollfd news[] = {{WardenOrders::kLine, POLLIN, 0}, {children, POLLIN, 0}};
  for (;;) {
    poll(news, 2, -1);
    signalfd_siginfo unused;
    [[maybe_unused]] const ssize_t size = read(children, &unused, sizeof unused);
    if (const auto status = reap_all(program)) return *status;
    if (news[0].revents != 0 && !obey()) return kFailed;
  }
}

/// Tells that the sandbox stands.
bool report_for_duty(const WardenOrders& orders) {
  WardenMessage message{.kind = Kind::kReady};
  if (orders.port != 0) {
    message.descriptor = listening_socket(orders.port);
    if (message.descriptor.number() < 0) return false;
  }
  return send_message(WardenOrders::kLine, message);
}

int guard(const WardenOrders& orders) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // bubblewrap's end is ours
  prctl(PR_SET_DUMPABLE, 0);         // the program must not get at the line
  close(WardenOrders::kExecutable);
  fcntl(WardenOrders::kLine, F_SETFD, FD_CLOEXEC);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  const int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  if (children < 0) return fails("children cannot be watched");
  if (!report_for_duty(orders)) return fails("there is no port");
  const pid_t program = fork();
  if (program < 0) return fails("no process can be started");
  if (program == 0) become(orders);
  let_go_of(orders);
  return watch_over(program, children);
}

}  // namespace

std::vector<std::string> WardenOrders::words() const {
  return {kWord,
          std::to_string(port),
          has_pipes ? "1" : "0",
          std::to_string(memory_bytes),
          std::to_string(cpu_seconds),
          command};
}

std::optional<WardenOrders> WardenOrders::read(const std::vector<std::string>& words) {
  if (words.size() != 6 || words[0] != kWord) return std::nullopt;
  const auto port = engine::parse_whole(words[1], UINT16_MAX);
  const auto memory = engine::parse_whole(words[3], UINT64_MAX);
  const auto cpu = engine::parse_whole(words[4], UINT64_MAX);
  if (!port || !memory || !cpu || (words[2] != "0" && words[2] != "1")) return std::nullopt;
  return WardenOrders{.port = static_cast<std::uint16_t>(*port),
                      .has_pipes = words[2] == "1",
                      .memory_bytes = *memory,
                      .cpu_seconds = *cpu,
                      .command = words[5]};
}

int run_warden(const std::vector<std::string>& words) {
  const auto orders = WardenOrders::read(words);
  // Only as the first process of a sandbox, with its line.
  if (!orders || getpid() != 1 || fcntl(WardenOrders::kLine, F_GETFD) == -1) {
    std::fputs("gauntlet: only the sandbox of a tournament starts this\n", stderr);
    return 2;
  }
  _exit(guard(*orders));
}

}  // namespace gauntlet::tools
