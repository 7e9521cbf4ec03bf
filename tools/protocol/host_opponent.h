// The built-in player that everybody plays against on a server.
#pragma once

#include <optional>
#include <string>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "selfplay/players/auto_level.h"
#include "tools/protocol/known_opponents.h"

namespace gauntlet::tools {

/// One player for all, by its spec, or `level:auto`: for each opponent the level against which
/// their games are close, found from the results of games here (StrengthEstimate). It begins in
/// the middle of the dial, or with `level:auto=1200` at that rating. Opponents are told apart by
/// their names.
class HostOpponent {
 public:
  /// Why `text` cannot play `game` here.
  static absl::Status objection(const std::string& text, const engine::AnyGame& game);

  /// Nobody, if `text` is empty. `known` is what level:auto knows from earlier games. REQUIRES:
  /// else there is no objection.
  HostOpponent(std::string text, const engine::AnyGame& game, KnownOpponents known = {});

  bool is_nobody() const { return text_.empty(); }
  /// As it was given, which is what results call it.
  const std::string& text() const { return text_; }
  /// The spec of who plays `name` now.
  std::string spec_for(const std::string& name) const;
  /// A game of `name` against `spec` has ended, and brought `name` that score, 0 to 1. What is
  /// known of them then; nothing where the opponent is always the same.
  std::optional<selfplay::OpponentStrength> saw_end(const std::string& name,
                                                    const std::string& spec, double score);
  const KnownOpponents& known() const { return known_; }

 private:
  std::string text_;
  engine::AnyGame game_;
  std::optional<search::LevelTenths> first_;  ///< Of level:auto.
  KnownOpponents known_;
};

}  // namespace gauntlet::tools
