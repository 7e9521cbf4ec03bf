// The built-in player that everybody plays against on a server.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "selfplay/players/strength_estimate.h"

namespace gauntlet::tools {

/// One player for all, by its spec, or `level:auto`: for each opponent the level against which
/// their games are close, found from the results of games here (StrengthEstimate). It begins in
/// the middle of the dial, or with `level:auto=1200` at that rating. Opponents are told apart by
/// their names; so many are remembered that nobody can fill the memory.
class HostOpponent {
 public:
  /// Why `text` cannot play `game` here.
  static absl::Status objection(const std::string& text, const engine::AnyGame& game);

  /// Nobody, if `text` is empty. REQUIRES: else there is no objection.
  HostOpponent(std::string text, const engine::AnyGame& game, std::size_t most_names = 10'000);

  bool is_nobody() const { return text_.empty(); }
  /// As it was given, which is what results call it.
  const std::string& text() const { return text_; }
  /// The spec of who plays `name` now.
  std::string spec_for(const std::string& name) const;
  /// A game of `name` against `spec` has ended, and brought `name` that score, 0 to 1. What is
  /// known of them then; nothing where the opponent is always the same.
  std::optional<selfplay::OpponentStrength> saw_end(const std::string& name,
                                                    const std::string& spec, double score);

 private:
  struct Known {
    selfplay::StrengthEstimate estimate;
    std::uint64_t last;  ///< Of all games, the number of the last one.
  };

  void forget_one();

  std::string text_;
  engine::AnyGame game_;
  std::optional<search::LevelTenths> first_;  ///< Of level:auto.
  std::size_t most_names_;
  absl::flat_hash_map<std::string, Known> known_;
  std::uint64_t games_ = 0;
};

/// "ann plays like level 4.6 (1480 Elo, +- 90) after 12 games".
std::string sentence_of(const selfplay::OpponentStrength& strength);

}  // namespace gauntlet::tools
