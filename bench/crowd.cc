// A crowd at once against a built-in player of each of our servers: what memory it takes and how
// soon everybody is answered. `gauntlet_crowd [PLAYERS [MOVERS [SECONDS [LEVEL]]]]`: all players
// come at once and make their first move at once; then so many movers move twice a second.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/loopback.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/twodoku_client.h"

namespace gauntlet {
namespace {

using namespace std::chrono_literals;
using Time = std::chrono::steady_clock::time_point;
using Words = std::vector<std::string>;

struct Plan {
  std::size_t players = 300;
  std::size_t movers = 60;
  int seconds = 10;
  int level = 4;
};

Time now() {
  return std::chrono::steady_clock::now();
}

/// A port that nobody listens on just now.
std::uint16_t free_port() {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(probe, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
  close(probe);
  return ntohs(address.sin_port);
}

/// A server in a process of its own, so that its memory is nobody else's.
class Server {
 public:
  Server(const std::string& program, Words words, std::uint16_t port) {
    words.insert(words.begin(), program);
    words.insert(words.end(), {"--port", std::to_string(port)});
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int nowhere = open("/dev/null", O_WRONLY);
      dup2(nowhere, 1);
      dup2(nowhere, 2);
      execv(argv[0], argv.data());
      _exit(127);
    }
    for (int tries = 0; tries < 500 && !is_up_; ++tries) {
      const int probe = dial(port);
      is_up_ = probe >= 0;
      if (is_up_) close(probe);
      if (!is_up_) std::this_thread::sleep_for(20ms);
    }
  }
  ~Server() {
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  bool is_up() const { return is_up_; }
  /// The most it has had resident, in MB.
  double most_memory() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::atof(line.c_str() + 6) / 1024;
    return 0;
  }

 private:
  pid_t pid_ = -1;
  bool is_up_ = false;
};

/// One player's side of a protocol, who moves when told to.
class Player {
 public:
  virtual ~Player() = default;
  /// What to send first.
  virtual std::string greet() = 0;
  /// What to send at once, maybe nothing.
  virtual std::string hear(std::string_view bytes) = 0;
  /// Whether the server waits for a move.
  virtual bool is_asked() const = 0;
  /// A random move, as it is sent. REQUIRES: is_asked().
  virtual std::string move(engine::Rng& rng) = 0;
  /// No move will be asked for any more.
  virtual bool is_done() const = 0;
};

/// A player on a line protocol.
class LinePlayer final : public Player {
 public:
  explicit LinePlayer(std::unique_ptr<tools::Client> client) : client_(std::move(client)) {}

  std::string greet() override {
    tools::ClientActions actions;
    client_->connected(now(), actions);
    return take(actions);
  }
  std::string hear(std::string_view bytes) override {
    if (is_done_) return "";
    tools::ClientActions actions;
    client_->received(now(), bytes, actions);
    return take(actions);
  }
  bool is_asked() const override { return decision_.has_value(); }
  std::string move(engine::Rng& rng) override {
    const engine::AnyMove move = decision_->view.random_move(rng);
    decision_.reset();
    tools::ClientActions actions;
    client_->decided(now(), move, actions);
    return take(actions);
  }
  bool is_done() const override { return is_done_; }

 private:
  std::string take(tools::ClientActions& actions) {
    if (actions.end) is_done_ = true;
    if (actions.decision) decision_ = std::move(actions.decision);
    std::string text;
    for (const std::string& piece : actions.sends) text += piece;
    return text;
  }

  std::unique_ptr<tools::Client> client_;
  std::optional<tools::Decision> decision_;
  bool is_done_ = false;
};

/// The K-in-a-Row page, on 15x15 with five in a row: a board with a few stones each time.
class PagePlayer final : public Player {
 public:
  explicit PagePlayer(int level) : level_(level) {}

  std::string greet() override { return ""; }
  std::string hear(std::string_view bytes) override {
    answer_ += bytes;
    const std::size_t body = answer_.find("\r\n\r\n");
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t length = answer_.find(kLength);
    if (body == answer_.npos || length == answer_.npos) return "";
    const auto size = static_cast<std::size_t>(std::atoi(&answer_[length + kLength.size()]));
    if (answer_.size() < body + 4 + size) return "";
    is_done_ |= !answer_.starts_with("HTTP/1.1 200");
    is_asked_ = true;
    answer_.clear();
    return "";
  }
  bool is_asked() const override { return is_asked_; }
  std::string move(engine::Rng& rng) override {
    constexpr std::uint32_t kSquares = 225;
    std::vector<std::string> cells(kSquares, "null");
    for (int stones = 0; stones < 8;) {
      std::string& cell = cells[rng.below(kSquares)];
      if (cell == "null") cell = std::to_string(stones++ % 2);
    }
    std::string body = R"({"width":15,"height":15,"k":5,"turn":0,"timePerMove":2,"cells":[)";
    for (std::size_t i = 0; i < cells.size(); ++i) body += (i > 0 ? "," : "") + cells[i];
    body += "]}";
    is_asked_ = false;
    return "POST /level/" + std::to_string(level_) +
           "/move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
           "Content-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  bool is_done() const override { return is_done_; }

 private:
  const int level_;
  std::string answer_;
  bool is_asked_ = true;
  bool is_done_ = false;
};

using MakePlayer = std::function<std::unique_ptr<Player>()>;

/// Players on one server, driven by one thread.
class Crowd {
 public:
  Crowd(std::uint16_t port, MakePlayer make, std::size_t players)
      : port_(port), make_(std::move(make)), rng_(1) {
    for (std::size_t i = 0; i < players; ++i) members_.push_back(enter());
  }
  ~Crowd() {
    for (const Member& member : members_) close(member.socket);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// Everybody makes one move as soon as it is asked; the delays of the answers, in ms. `unserved`:
  /// who got none within a minute.
  std::vector<double> first_moves(std::size_t& unserved) {
    const Time until = now() + 60s;
    std::vector<bool> has_moved(members_.size(), false);
    delays_.clear();
    while (delays_.size() < members_.size() && now() < until) {
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if (has_moved[i] || !members_[i].player->is_asked()) continue;
        has_moved[i] = true;
        move(members_[i]);
      }
      listen(20ms);
    }
    unserved = members_.size() - std::min(delays_.size(), members_.size());
    return delays_;
  }

  /// The first `movers` move twice a second each, one after the other.
  std::vector<double> go_on(std::size_t movers, std::chrono::seconds time) {
    delays_.clear();
    const Time start = now();
    const auto gap = 500ms / static_cast<std::int64_t>(movers);
    for (std::size_t next = 0; now() < start + time; ++next) {
      const Time at = start + static_cast<std::int64_t>(next) * gap;
      while (now() < at) listen(std::chrono::ceil<std::chrono::milliseconds>(at - now()));
      Member& member = members_[next % movers];
      if (member.player->is_asked()) move(member);
    }
    listen(500ms);
    return delays_;
  }

 private:
  struct Member {
    std::unique_ptr<Player> player;
    int socket = -1;
    std::optional<Time> moved = {};  // and not answered yet
  };

  Member enter() {
    Member member{make_(), dial(port_)};
    write(member, member.player->greet());
    return member;
  }
  static void write(const Member& member, const std::string& text) {
    if (!text.empty() && ::send(member.socket, text.data(), text.size(), MSG_NOSIGNAL) < 0) return;
  }
  void move(Member& member) {
    member.moved = now();
    write(member, member.player->move(rng_));
  }
  void listen(std::chrono::milliseconds patience) {
    std::vector<pollfd> waits;
    for (const Member& member : members_) waits.push_back({member.socket, POLLIN, 0});
    if (poll(waits.data(), waits.size(), static_cast<int>(patience.count())) <= 0) return;
    for (std::size_t i = 0; i < members_.size(); ++i)
      if (waits[i].revents != 0) hear(members_[i]);
  }
  void hear(Member& member) {
    char buffer[16384];
    const auto size = recv(member.socket, buffer, sizeof buffer, 0);
    if (size > 0) write(member, member.player->hear({buffer, static_cast<std::size_t>(size)}));
    const bool is_done = size <= 0 || member.player->is_done();
    if (member.moved && size > 0 && (member.player->is_asked() || is_done))
      delays_.push_back(std::chrono::duration<double, std::milli>(
                            now() - *std::exchange(member.moved, std::nullopt))
                            .count());
    if (!is_done) return;
    close(member.socket);
    member = enter();
  }

  const std::uint16_t port_;
  const MakePlayer make_;
  engine::Rng rng_;
  std::vector<Member> members_;
  std::vector<double> delays_;
};

double percentile(std::vector<double>& delays, double share) {
  if (delays.empty()) return 0;
  const auto at =
      delays.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(delays.size() - 1));
  std::nth_element(delays.begin(), at, delays.end());
  return *at;
}

void report(const std::string& program, const char* name, const Words& words,
            const MakePlayer& make, const Plan& plan) {
  const std::uint16_t port = free_port();
  const Server server(program, words, port);
  if (!server.is_up()) {
    std::printf("%-9s did not start\n", name);
    return;
  }
  const double idle = server.most_memory();
  Crowd crowd(port, make, plan.players);
  std::size_t unserved = 0;
  auto first = crowd.first_moves(unserved);
  auto later = crowd.go_on(plan.movers, std::chrono::seconds(plan.seconds));
  std::printf("%-9s %8zu %8.0f %8.0f %8.0f %9.0f %8zu %8.1f %8.1f %8.1f\n", name, unserved, idle,
              server.most_memory(), percentile(first, 0.5), percentile(first, 0.99), later.size(),
              percentile(later, 0.5), percentile(later, 0.99), percentile(later, 1));
  std::fflush(stdout);
}

template <class Client, class Options>
MakePlayer line_player(const Options& options) {
  return [options] { return std::make_unique<LinePlayer>(std::make_unique<Client>(options)); };
}

void report_all(const std::string& program, const Plan& plan) {
  std::printf("%zu players at once, level %d; then %zu of them move twice a second for %d s\n",
              plan.players, plan.level, plan.movers, plan.seconds);
  std::printf("%-9s %8s %8s %8s %8s %9s %8s %8s %8s %8s\n", "", "not", "MB at", "MB at", "first ms",
              "first ms", "answers", "ms", "ms", "ms");
  std::printf("%-9s %8s %8s %8s %8s %9s %8s %8s %8s %8s\n", "server", "served", "first", "most",
              "p50", "p99", "", "p50", "p99", "most");
  const std::string level = "level:" + std::to_string(plan.level);
  const std::string room = std::to_string(plan.players + 16);
  const Words common = {"--opponent", level, "--connections", room};
  const auto words = [&](Words first) {
    first.insert(first.end(), common.begin(), common.end());
    return first;
  };
  report(program, "gomoku", words({"host", "gomoku", "--size", "15", "--time-per-move", "1h"}),
         line_player<tools::GomokuClient>(tools::GomokuClient::Options{}), plan);
  report(program, "sudokill", words({"host", "sudokill", "--clock", "1h", "--web-port", "off"}),
         line_player<tools::SudokillClient>(tools::SudokillClient::Options{}), plan);
  report(program, "twodoku", words({"host", "twodoku", "--clock", "1h"}),
         line_player<tools::TwoDokuClient>(tools::TwoDokuClient::Options{}), plan);
  // All three rivals are the opponent: 9 stands for it.
  report(program, "kimble", words({"host", "kimble"}),
         line_player<tools::KimbleClient>(tools::KimbleClient::Options{.opponents = "999"}), plan);
  report(
      program, "kinarow", {"bot", "kinarow", "--connections", room},
      [&] { return std::make_unique<PagePlayer>(plan.level); }, plan);
}

}  // namespace
}  // namespace gauntlet

int main(int argc, char** argv) {
  const auto number = [&](int i, int otherwise, int most) -> std::optional<int> {
    return i < argc ? gauntlet::engine::parse_int(argv[i], 1, most) : otherwise;
  };
  const auto players = number(1, 300, 10'000), movers = number(2, 60, 10'000),
             seconds = number(3, 10, 3'600), level = number(4, 4, 10);
  if (!players || !movers || !seconds || !level || *movers > *players || argc > 5) {
    std::fputs("gauntlet_crowd [PLAYERS [MOVERS [SECONDS [LEVEL]]]], as in 300 60 10 4\n", stderr);
    return 2;
  }
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "gauntlet";
  gauntlet::report_all(beside, {.players = static_cast<std::size_t>(*players),
                                .movers = static_cast<std::size_t>(*movers),
                                .seconds = *seconds,
                                .level = *level});
}
