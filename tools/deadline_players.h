// Players for many games at once.
#pragma once

#include <atomic>
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

  /// `threads` are those of one search.
  DeadlinePlayers(std::uint64_t seed, int threads) : threads_(threads), seed_(seed) {}

  /// The move of the player `spec` in `view`; a random one if there is no such player. When more
  /// searches than cores are under way it comes somewhat earlier, so as not to come late.
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

  const int threads_;
  std::atomic<int> searches_ = 0;  // under way
  std::mutex mutex_;               // guards what follows
  std::uint64_t seed_;             // of the next player made
  Seats idle_;                     // those used last at the back
};

}  // namespace gauntlet::tools
