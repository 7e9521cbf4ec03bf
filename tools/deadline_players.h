// Players for many games at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "engine/any_game.h"
#include "tools/deadline_player.h"

namespace gauntlet::tools {

/// Makes players as they are needed and keeps some of them, with what they have learned, for the
/// next move of the same game. Thread-safe.
class DeadlinePlayers {
 public:
  /// Players that rest between moves; each keeps its search's memory.
  static constexpr std::size_t kMostIdle = 8;

  explicit DeadlinePlayers(std::uint64_t seed) : seed_(seed) {}

  /// The move of the player `spec` in `view`; a random one if there is no such player.
  /// REQUIRES: view.to_move() >= 0, and `view` is a position of `game`.
  engine::AnyMove choose(const engine::AnyGame& game, const std::string& spec,
                         const engine::AnyState& view,
                         std::chrono::steady_clock::time_point deadline, std::stop_token stop);

 private:
  struct Seat {
    engine::AnyGame game;  // which the player refers to
    std::string spec;
    std::unique_ptr<DeadlinePlayer> player;
  };
  using Seats = std::list<Seat>;

  Seats take(const engine::AnyGame& game, const std::string& spec);
  void give_back(Seats seat);

  std::mutex mutex_;
  std::uint64_t seed_;  // of the next player made
  Seats idle_;          // those used last at the back
};

}  // namespace gauntlet::tools
