// Small games with hidden information whose solutions are known, for tests of solvers.
#pragma once

#include <array>
#include <cstdint>

#include "engine/game.h"
#include "engine/inplace_vector.h"

namespace gauntlet::search {

struct SmallMove {
  std::uint8_t number = 0;
  std::uint32_t bits() const { return number; }
  bool operator==(const SmallMove&) const = default;
};

/// Kuhn's poker (1950): three cards, an ante of 1, one bet of 1. Player 0 loses 1/18 a game on
/// average when both play perfectly. Returns are scaled: all is won with 2.
class KuhnPoker {
 public:
  using Move = SmallMove;  // 0: check or fold, 1: bet or call; chance's: both cards, 3 * a + b
  using Moves = engine::InplaceVector<Move, 2>;

  engine::Player to_move() const {
    if (!is_dealt_) return engine::kChance;
    return is_over() ? engine::kNobody : static_cast<engine::Player>(plies_ % 2);
  }
  void legal_moves(Moves& out) const {
    out.clear();
    for (const std::uint8_t number : {0, 1}) out.push_back({number});
  }
  template <class Visit>
  void chance_outcomes(Visit visit) const {
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        if (a != b) visit(Move{static_cast<std::uint8_t>(3 * a + b)}, 1.0 / 6);
  }
  void apply(Move move) {
    if (!is_dealt_) {
      cards_ = {move.number / 3, move.number % 3};
      is_dealt_ = true;
    } else {
      bets_[plies_++] = move.number;
    }
  }
  /// A player sees its own card.
  Move seen(Move move, engine::Player observer) const {
    if (is_dealt_) return move;
    const int card = observer == 0 ? move.number / 3 : move.number % 3;
    return {static_cast<std::uint8_t>(card)};
  }
  engine::Returns returns() const {
    const float won = static_cast<float>(won_by_first());
    return {0.5f + won / 4, 0.5f - won / 4};
  }

  int card(engine::Player player) const { return cards_[static_cast<std::size_t>(player)]; }
  int plies() const { return plies_; }
  bool was_bet() const { return plies_ > 0 && bets_[static_cast<std::size_t>(plies_ - 1)] == 1; }

 private:
  bool is_over() const {
    if (plies_ < 2) return false;
    return plies_ == 3 || bets_[0] == 1 || bets_[1] == 0;
  }
  int won_by_first() const {
    const bool bet = bets_[0] == 1 || bets_[1] == 1;
    const bool called = bet && bets_[static_cast<std::size_t>(plies_ - 1)] == 1;
    if (bet && !called) return bets_[0] == 1 ? 1 : -1;
    return (cards_[0] > cards_[1] ? 1 : -1) * (called ? 2 : 1);
  }

  std::array<int, 2> cards_{};
  std::array<std::uint8_t, 3> bets_{};
  int plies_ = 0;
  bool is_dealt_ = false;
};

/// Matching pennies of which heads count more: both choose heads or tails, the second without
/// seeing the first's choice. The first wins for certain with two heads, half of the stake with two
/// tails, and loses half of it else; by hand, both play heads with probability 2/5 and the first
/// wins a tenth of the stake.
class UnevenPennies {
 public:
  using Move = SmallMove;  // 0: tails, 1: heads
  using Moves = engine::InplaceVector<Move, 2>;

  engine::Player to_move() const { return plies_ == 2 ? engine::kNobody : engine::Player(plies_); }
  void legal_moves(Moves& out) const {
    out.clear();
    for (const std::uint8_t number : {0, 1}) out.push_back({number});
  }
  void apply(Move move) { sides_[static_cast<std::size_t>(plies_++)] = move.number; }
  Move seen(Move move, engine::Player observer) const {
    return observer == plies_ ? move : Move{2};
  }
  engine::Returns returns() const {
    const float won = sides_[0] != sides_[1] ? -0.5f : sides_[0] == 1 ? 1.0f : 0.5f;
    return {(1 + won) / 2, (1 - won) / 2};
  }

 private:
  std::array<std::uint8_t, 2> sides_{};
  int plies_ = 0;
};

}  // namespace gauntlet::search
