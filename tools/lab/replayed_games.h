// The games of a store, each played again, on all threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/status.h"
#include "search/parallel.h"
#include "selfplay/store.h"
#include "tools/lab/damage.h"

namespace gauntlet::tools {

/// Reads a store from its first game to its last. `Found` is what playing a game again finds out
/// beside whether it is one. Made for one call.
template <class Found>
class ReplayedGames {
 public:
  /// Any thread: plays a game again, and says what is wrong with it if it is none (see
  /// DamagedGames). `found` is new.
  using Play =
      std::function<std::optional<std::string>(const selfplay::GameRecord& game, Found& found)>;
  /// The games that are sound, one after the other by their indices. A sentence ends it.
  using Take = std::function<absl::Status(const selfplay::GameRecord& game, Found& found)>;

  ReplayedGames(int threads, Play play, Take take)
      : workers_(threads), play_(std::move(play)), take_(std::move(take)) {}

  /// All games but the damaged, which go to `damage`; "interrupted" when a stop is requested
  /// before.
  absl::Status operator()(selfplay::Store& store, Damage& damage, const std::stop_token& stop) {
    const auto read = [&](const auto& add) {
      return store.for_each(selfplay::Store::Detail::kMoves, add, damage.collector());
    };
    return (*this)(read, damage, stop);
  }
  /// The same with games from elsewhere: read(add) calls add(record) for each.
  template <class Read>
  absl::Status operator()(const Read& read, Damage& damage, const std::stop_token& stop) {
    const auto add = [&](const selfplay::GameRecord& game) -> absl::Status {
      if (waiting_ == games_.size()) games_.emplace_back();
      games_[waiting_++].record = game;
      return waiting_ < kAtOnce ? absl::OkStatus() : play_waiting(damage, stop);
    };
    const absl::Status status = read(add);
    return status.ok() ? play_waiting(damage, stop) : status;
  }

 private:
  static constexpr std::size_t kAtOnce = 1024;
  struct Game {
    selfplay::GameRecord record;
    Found found;
    std::optional<std::string> fault;
  };

  absl::Status play_waiting(Damage& damage, const std::stop_token& stop) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&](int) {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < waiting_;) {
        if (stop.stop_requested()) return;
        games_[i].found = Found();
        games_[i].fault = play_(games_[i].record, games_[i].found);
      }
    };
    workers_.run([&] { work(0); }, work);
    if (stop.stop_requested()) return absl::CancelledError("interrupted");
    const std::size_t played = std::exchange(waiting_, 0);
    for (std::size_t i = 0; i < played; ++i)
      if (const absl::Status status = hand_on(games_[i], damage); !status.ok()) return status;
    return absl::OkStatus();
  }

  absl::Status hand_on(Game& game, Damage& damage) {
    if (!game.fault) return take_(game.record, game.found);
    const auto index = static_cast<std::int64_t>(game.record.index);
    damage.add({index, index, *game.fault});
    return absl::OkStatus();
  }

  search::Workers workers_;
  const Play play_;
  const Take take_;
  std::vector<Game> games_;  ///< Their memory is used again and again.
  std::size_t waiting_ = 0;  ///< The first so many are to be played.
};

}  // namespace gauntlet::tools
