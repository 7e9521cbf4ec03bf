// Many clients at once on one server, over real sockets, driven by one thread.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// Members come, play random moves at once, and go: at the end of their game, or before, when
/// `deserters` says so; others take their places.
class Crowd {
 public:
  using MakeClient = std::function<std::unique_ptr<Client>()>;
  struct Options {
    std::size_t members = 200;
    int deserters = 500;  ///< One move in so many is answered by leaving.
    std::uint64_t seed = 0;
  };
  /// What the members have seen.
  struct Report {
    std::map<Verdict, int> games;
    int desertions = 0;
    std::string first_unknown;     ///< Why a game ended without a verdict.
    Milliseconds longest_wait{0};  ///< Between two rounds over all members.
  };

  Crowd(std::uint16_t port, MakeClient make, Options options)
      : port_(port), make_(std::move(make)), options_(options), rng_(options.seed) {
    for (std::size_t i = 0; i < options_.members; ++i) members_.push_back(enter());
  }
  ~Crowd() {
    for (Member& member : members_) close(member.socket);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  const Report& run(std::chrono::steady_clock::duration time) {
    const auto until = std::chrono::steady_clock::now() + time;
    for (auto now = std::chrono::steady_clock::now(); now < until;) {
      round();
      const auto after = std::chrono::steady_clock::now();
      report_.longest_wait =
          std::max(report_.longest_wait, std::chrono::duration_cast<Milliseconds>(after - now));
      now = after;
    }
    return report_;
  }

 private:
  struct Member {
    std::unique_ptr<Client> client;
    int socket = -1;
  };

  Member enter() {
    Member member{make_(), dial()};
    ClientActions actions;
    member.client->connected(now(), actions);
    perform(member, actions);
    return member;
  }
  int dial() const {
    const int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(made, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return made;
  }
  static Client::Time now() { return std::chrono::steady_clock::now(); }

  void round() {
    std::vector<pollfd> waits;
    for (const Member& member : members_) waits.push_back({member.socket, POLLIN, 0});
    poll(waits.data(), waits.size(), 20);
    const bool ticks = now() - ticked_ > std::chrono::milliseconds(100);
    if (ticks) ticked_ = now();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (waits[i].revents != 0) hear(members_[i]);
      if (!ticks) continue;
      ClientActions actions;
      members_[i].client->ticked(now(), actions);
      perform(members_[i], actions);
    }
  }
  void hear(Member& member) {
    char buffer[8192];
    const auto size = recv(member.socket, buffer, sizeof buffer, 0);
    ClientActions actions;
    if (size > 0) {
      member.client->received(now(), {buffer, static_cast<std::size_t>(size)}, actions);
    } else {
      member.client->disconnected(now(), actions);
      if (!actions.end) actions.end = GameEnd{Verdict::kUnknown, "the server hung up", {}};
    }
    perform(member, actions);
  }
  void perform(Member& member, ClientActions& actions) {
    for (const std::string& text : actions.sends)
      send(member.socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (actions.end) {
      ++report_.games[actions.end->verdict];
      if (actions.end->verdict == Verdict::kUnknown && report_.first_unknown.empty())
        report_.first_unknown = actions.end->reason;
      return replace(member);
    }
    if (actions.reconnect) {
      close(std::exchange(member.socket, dial()));
      ClientActions more;
      member.client->connected(now(), more);
      return perform(member, more);
    }
    if (!actions.decision) return;
    if (options_.deserters > 0 && rng_.below(static_cast<std::uint32_t>(options_.deserters)) == 0) {
      ++report_.desertions;
      return replace(member);
    }
    ClientActions more;
    member.client->decided(now(), actions.decision->view.random_move(rng_), more);
    perform(member, more);
  }
  void replace(Member& member) {
    close(member.socket);
    member = enter();
  }

  const std::uint16_t port_;
  const MakeClient make_;
  const Options options_;
  engine::Rng rng_;
  std::vector<Member> members_;
  Report report_;
  Client::Time ticked_{};
};

}  // namespace gauntlet::tools
