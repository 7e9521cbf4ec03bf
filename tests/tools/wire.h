// Clients and a host of one protocol, joined without sockets, in virtual time.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/client.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Carries bytes in pieces of random size. Every decision and question is answered by a random
/// legal move, at once.
class Wire {
 public:
  Wire(Host& host, std::uint64_t seed) : host_(host), rng_(seed) {}

  /// Connects `client`; returns its number.
  std::size_t join(Client& client) {
    peers_.push_back({&client, 0, {}, {}});
    connect(peers_.size() - 1);
    return peers_.size() - 1;
  }
  /// How the game of a client ended; nothing while it goes on.
  const std::optional<GameEnd>& end_of(std::size_t number) const { return peers_[number].end; }
  std::size_t decisions() const { return decisions_; }
  const std::vector<FinishedGame>& finished() const { return finished_; }
  /// Everything the host has sent to a client.
  const std::string& heard_by(std::size_t number) const { return peers_[number].heard; }

  /// Runs until all games have ended or `most_steps` went by.
  void run(int most_steps = 1'000'000) {
    for (int step = 0; step < most_steps && !all_ended(); ++step) {
      if (!deliver_one()) tick();
    }
  }
  void tick() {
    now_ += std::chrono::milliseconds(100);
    HostActions host_actions;
    host_.ticked(now_, host_actions);
    perform(host_actions);
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (peers_[i].end) continue;
      ClientActions actions;
      peers_[i].client->ticked(now_, actions);
      perform(i, actions);
    }
  }
  /// Breaks the connection of a client, seen by both sides; it connects again.
  void cut(std::size_t number) {
    Peer& peer = peers_[number];
    close(peer.connection);
    ClientActions actions;
    peer.client->disconnected(now_, actions);
    perform(number, actions);
    if (!peer.end) connect(number);
  }

 private:
  struct Peer {
    Client* client;
    ConnectionId connection;
    std::optional<GameEnd> end;
    std::string heard;
  };
  struct Piece {
    bool to_host;
    ConnectionId connection;
    std::string bytes;
  };

  bool all_ended() const {
    for (const Peer& peer : peers_)
      if (!peer.end) return false;
    return true;
  }
  void connect(std::size_t number) {
    peers_[number].connection = ++last_connection_;
    HostActions host_actions;
    host_.opened(now_, last_connection_, host_actions);
    perform(host_actions);
    ClientActions actions;
    peers_[number].client->connected(now_, actions);
    perform(number, actions);
  }
  void close(ConnectionId connection) {
    HostActions actions;
    host_.closed(now_, connection, actions);
    perform(actions);
  }
  std::size_t peer_of(ConnectionId connection) const {
    for (std::size_t i = 0; i < peers_.size(); ++i)
      if (peers_[i].connection == connection) return i;
    return peers_.size();
  }
  void split(bool to_host, ConnectionId connection, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size =
          rng_.below(3) == 0 ? 1 + rng_.below(5) : std::size_t{1} + rng_.below(500);
      pieces_.push_back({to_host, connection, text.substr(at, size)});
      at += size;
    }
  }
  /// False when nothing is under way.
  bool deliver_one() {
    if (pieces_.empty()) return false;
    const Piece piece = pieces_.front();
    pieces_.pop_front();
    if (piece.to_host) {
      HostActions actions;
      host_.received(now_, piece.connection, piece.bytes, actions);
      perform(actions);
      return true;
    }
    const std::size_t number = peer_of(piece.connection);
    if (number == peers_.size() || peers_[number].end) return true;
    peers_[number].heard += piece.bytes;
    ClientActions actions;
    if (piece.bytes.empty()) {
      peers_[number].client->disconnected(now_, actions);
      if (!actions.end) connect(number);
    } else {
      peers_[number].client->received(now_, piece.bytes, actions);
    }
    perform(number, actions);
    return true;
  }
  void perform(std::size_t number, const ClientActions& actions) {
    Peer& peer = peers_[number];
    for (const std::string& text : actions.sends) split(true, peer.connection, text);
    if (actions.end) {
      peer.end = actions.end;
      return close(peer.connection);
    }
    if (actions.reconnect) {
      close(peer.connection);
      return connect(number);
    }
    if (!actions.decision) return;
    ++decisions_;
    ClientActions more;
    peer.client->decided(now_, actions.decision->view.random_move(rng_), more);
    perform(number, more);
  }
  void perform(const HostActions& actions) {
    for (const auto& send : actions.sends) split(false, send.to, send.text);
    for (const ConnectionId connection : actions.hang_ups)
      pieces_.push_back({false, connection, ""});
    finished_.insert(finished_.end(), actions.finished.begin(), actions.finished.end());
    for (const auto& question : actions.questions) {
      HostActions more;
      host_.decided(now_, question.bot, question.view.random_move(rng_), more);
      perform(more);
    }
  }

  Host& host_;
  engine::Rng rng_;
  Client::Time now_{};
  std::vector<Peer> peers_;
  std::deque<Piece> pieces_;
  std::vector<FinishedGame> finished_;
  ConnectionId last_connection_ = 0;
  std::size_t decisions_ = 0;
};

/// What a client saw of its game is what the host has recorded.
inline void expect_saw_all(const Wire& wire, std::size_t number) {
  ASSERT_TRUE(wire.end_of(number));
  ASSERT_TRUE(wire.end_of(number)->seen) << wire.end_of(number)->reason;
  const SeenGame& seen = *wire.end_of(number)->seen;
  ASSERT_EQ(wire.finished().size(), 1u);
  const FinishedGame& played = wire.finished()[0];
  EXPECT_EQ(seen.game.game.name(), played.game.name());
  EXPECT_EQ(seen.game.start.to_text(), played.start.to_text());
  EXPECT_EQ(seen.game.moves, played.moves);
  EXPECT_EQ(seen.game.returns, played.returns);
  ASSERT_EQ(seen.game.players.size(), played.players.size());
  EXPECT_EQ(seen.game.players[static_cast<std::size_t>(seen.seat)], "");
}

}  // namespace gauntlet::tools
