// A Gomoku host over loopback: moves a second that it handles on one thread, with clients that do
// not think. The clients run on the benchmark's thread, so wall time holds both sides' work on a
// machine with two free cores, and more on a busy one; moves_per_cpu_s counts the host's CPU alone.
#include <benchmark/benchmark.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/loopback.h"
#include "tools/net/host_server.h"
#include "tools/protocol/gomoku_host.h"

namespace gauntlet {
namespace {

using tools::GomokuHost;
using tools::HostServer;

constexpr int kSize = 9;

/// Moves of one colour in a game in which nobody gets five: every line changes colour at least
/// every other square.
std::vector<std::string> moves_of(bool black) {
  std::vector<std::string> moves;
  for (int row = 0; row < kSize; ++row)
    for (int column = 0; column < kSize; ++column)
      if (((2 * row + column) % 4 < 2) == black)
        moves.push_back(std::to_string(row) + ' ' + std::to_string(column) + '\n');
  return moves;
}

/// Clients that answer every state with the next move of their list and leave when it is used up;
/// others take their places.
class Clients {
 public:
  Clients(std::uint16_t port, int games) : port_(port), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    for (int i = 0; i < games; ++i) start_game();
  }
  ~Clients() {
    for (const Client& client : clients_)
      if (client.socket >= 0) close(client.socket);
    close(epoll_);
  }
  Clients(const Clients&) = delete;
  Clients& operator=(const Clients&) = delete;

  void play(std::uint64_t moves) {
    for (const std::uint64_t end = moves_ + moves; moves_ < end;) {
      std::array<epoll_event, 64> events;
      const int ready = epoll_wait(epoll_, events.data(), events.size(), 1000);
      for (int i = 0; i < ready; ++i) answer(events[static_cast<std::size_t>(i)].data.u64);
    }
  }

 private:
  struct Client {
    int socket;
    std::size_t next = 0;
  };

  /// Black is clients_[2i], white the one after it.
  void start_game() {
    join();
    join();
  }
  void join() {
    const int socket = dial(port_);
    if (socket < 0) std::abort();
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = clients_.size();
    clients_.push_back({socket});
    epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event);
  }
  void answer(std::uint64_t number) {
    static const std::vector<std::string> kMoves[] = {moves_of(true), moves_of(false)};
    Client& client = clients_[number];
    if (client.socket < 0) return;
    char buffer[1024];
    const auto size = recv(client.socket, buffer, sizeof buffer, 0);
    const std::string_view text(buffer, size > 0 ? static_cast<std::size_t>(size) : 0);
    const auto& moves = kMoves[number % 2];
    if (!text.starts_with("CONTINUING") || client.next == moves.size()) return leave(number);
    const std::string& move = moves[client.next++];
    if (send(client.socket, move.data(), move.size(), MSG_NOSIGNAL) > 0) ++moves_;
  }
  void leave(std::uint64_t number) {
    close(clients_[number].socket);
    clients_[number].socket = -1;
    if (clients_[number ^ 1].socket < 0) start_game();
  }

  std::uint16_t port_;
  int epoll_;
  std::vector<Client> clients_;
  std::uint64_t moves_ = 0;
};

double cpu_seconds(std::thread& thread) {
  clockid_t clock;
  timespec time{};
  pthread_getcpuclockid(thread.native_handle(), &clock);
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void gomoku_over_loopback(benchmark::State& bench) {
  constexpr std::uint64_t kMoves = 2'000;
  GomokuHost::Options options;
  options.size = kSize;
  GomokuHost host(options);
  auto server = HostServer::listen({}, host);
  if (!server.ok()) return bench.SkipWithError(engine::message_of(server).c_str());
  std::stop_source stop;
  std::thread thread([&] { (*server)->run(stop.get_token()); });
  {
    Clients clients((*server)->port(), static_cast<int>(bench.range(0)));
    clients.play(kMoves);
    const double begin = cpu_seconds(thread);
    for (auto _ : bench) clients.play(kMoves);
    const double spent = cpu_seconds(thread) - begin;
    const auto moves = static_cast<std::int64_t>(bench.iterations() * kMoves);
    bench.SetItemsProcessed(moves);
    bench.counters["moves_per_cpu_s"] = static_cast<double>(moves) / spent;
  }
  stop.request_stop();
  thread.join();
}
BENCHMARK(gomoku_over_loopback)->Arg(1)->Arg(16)->Arg(100)->UseRealTime();

/// The same without sockets: the text alone.
void gomoku_text(benchmark::State& bench) {
  GomokuHost::Options options;
  options.size = kSize;
  GomokuHost host(options);
  const std::vector<std::string> lists[] = {moves_of(true), moves_of(false)};
  const std::size_t each = std::min(lists[0].size(), lists[1].size());
  tools::ConnectionId last = 0;
  const tools::Host::Time now{};
  for (auto _ : bench) {
    tools::HostActions actions;
    const tools::ConnectionId black = ++last, white = ++last;
    host.opened(now, black, actions);
    host.opened(now, white, actions);
    for (std::size_t i = 0; i < each; ++i) {
      host.received(now, black, lists[0][i], actions);
      host.received(now, white, lists[1][i], actions);
    }
    host.closed(now, black, actions);
    benchmark::DoNotOptimize(actions.sends.size());
  }
  bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations() * 2 * each));
}
BENCHMARK(gomoku_text);

}  // namespace
}  // namespace gauntlet
