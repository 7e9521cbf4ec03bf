// What a player of Two-Doku knows of its game, from the referee's lines alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::tools {

/// A player's view, kept up to date with what the referee tells: always the view that the referee
/// could have made of the whole position (AnyState::redacted), provided that it tells the truth.
/// Lines that the rules or the dominoes there are do not allow are refused, so whatever comes,
/// state() is a position that can be.
class TwoDokuView {
 public:
  /// REQUIRES: game.holds<engine::TwoDoku>().
  TwoDokuView(const engine::AnyGame& game, engine::Player seat);

  /// Whether a line with this first word tells of the game.
  static bool understands(std::string_view word);

  /// Takes such a line; "", or one sentence that says why it cannot be. Then nothing has changed.
  std::string follow(std::string_view line);

  /// What the referee may ask us now: `colour?`, `hide?` or `turn?`; "" for nothing.
  std::string_view prompt() const;
  const engine::AnyState& state() const { return state_; }

 private:
  std::string take(std::string_view line);
  std::string take_move(std::string_view text);
  std::string take_result(std::string_view text);
  std::string take_reveal(std::string_view line);
  std::string take_hand(std::string_view counts, engine::Player owner);
  std::string apply(engine::TwoDoku::Move move);
  bool can_play(engine::TwoDoku::Move move) const;
  bool sees(engine::Player player) const { return board().knows_hand(player); }
  const engine::TwoDoku& board() const { return state_.as<engine::TwoDoku>(); }

  engine::AnyGame game_;
  engine::Player seat_;
  engine::AnyState state_;
  std::optional<engine::TwoDoku::Move> placement_;  ///< The referee has not told yet how it went.
};

}  // namespace gauntlet::tools
