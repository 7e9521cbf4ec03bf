#include "search/twodoku/strategies.h"

#include <array>
#include <optional>

#include "search/twodoku/risk.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::AnyMove;
using engine::AnyState;
using engine::kPeers;
using engine::Player;
using engine::Rng;
using engine::SquareSet;
using engine::TwoDoku;
using Move = TwoDoku::Move;
using Kind = TwoDoku::Kind;
using Stage = TwoDoku::Stage;

int any_of(const SquareSet& squares, Rng& rng) {
  return squares.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(squares.size()))));
}

/// Keeps the best of the candidates it is shown; among equals each is as likely.
template <class T>
class Best {
 public:
  explicit Best(Rng& rng) : rng_(rng) {}
  void offer(const T& candidate, double value) {
    if (count_ > 0 && value < value_) return;
    if (count_ == 0 || value > value_) count_ = 0;
    if (rng_.below(++count_) != 0) return;
    candidate_ = candidate;
    value_ = value;
  }
  bool empty() const { return count_ == 0; }
  double value() const { return value_; }
  const T& candidate() const { return candidate_; }

 private:
  Rng& rng_;
  T candidate_{};
  double value_ = 0;
  std::uint32_t count_ = 0;
};

// ---- careful: the board before play ----

/// Few own squares in sight, so that equal digits do not block each other; and rather a square of
/// one's own than one that the other may fill.
Move spread_colour(const TwoDoku& view, Rng& rng) {
  const Player mover = view.to_move();
  const SquareSet& own = view.coloured(mover);
  Best<int> best(rng);
  SquareSet::all().without(own).for_each([&](int square) {
    const int crowd = (kPeers[square] & own).size();
    const int shared = view.coloured(1 - mover).has(square);
    best.offer(square, -crowd - 2.0 * shared);
  });
  return Move::of(Kind::kColour, best.candidate());
}

Move hide_against_other(const TwoDoku& view, Rng& rng) {
  const Player mover = view.to_move();
  const SquareSet own = view.coloured(mover).without(view.coloured(1 - mover));
  const SquareSet others = view.coloured(1 - mover).without(view.coloured(mover));
  Best<int> best(rng);
  (view.white_squares() & view.empty_squares()).for_each([&](int square) {
    best.offer(square, (kPeers[square] & others).size() - (kPeers[square] & own).size());
  });
  return Move::of(Kind::kHide, best.candidate());
}

// ---- careful: turns ----

/// What one turn looks like to the player whose turn it is.
class CarefulTurn {
 public:
  CarefulTurn(const TwoDoku& view, Rng& rng)
      : view_(view), mover_(view.to_move()), beliefs_(view, mover_), rng_(rng) {
    lead_ = beliefs_.expected_sum(1 - mover_) - view.hand_sum(mover_);
    // In digits: behind, a failure lets the other pass and win; ahead, it only gives the move away.
    // Tuned against itself; the results are flat around these values.
    failure_cost_ = lead_ > 0 ? 3 : lead_ < 0 ? 20 : 12;
  }

  Move choose() {
    if (view_.idle_turns() == 1 && lead_ > 0) return Move::of(Kind::kPass);
    Best<Move> best(rng_);
    offer_plays(view_, 0, std::nullopt, best);
    if (view_.may_take()) offer_takes(best);
    const bool worth_it = !best.empty() && (best.value() > 0 || must_place());
    return worth_it ? best.candidate() : Move::of(Kind::kPass);
  }

 private:
  /// Passing would let the other end the game as its winner, or end it so at once.
  bool must_place() const { return view_.idle_turns() == 1 || lead_ < 0; }

  /// Plays in `board` (the view, or the view after a take that cost `cost`); what is offered is
  /// `first`, if a take has to come before the play.
  void offer_plays(const TwoDoku& board, int cost, std::optional<Move> first, Best<Move>& best) {
    const SquareSet targets = board.targets(mover_);
    for (int digit = 9; digit > cost; --digit) {
      if (board.hand(mover_)[digit] == 0) continue;
      const SquareSet risky = risky_squares(board, digit);
      targets.without(board.seen_by(digit)).for_each([&](int square) {
        const double failure = risky.has(square) ? beliefs_.failure(square, digit) : 0;
        const double value = (digit - cost) * (1 - failure) - failure_cost_ * failure +
                             0.2 * blocked(board, square, digit);
        best.offer(first ? *first : Move::of(Kind::kPlay, square, digit), value);
      });
    }
  }

  /// A low domino away and a higher one onto the board: worth the difference.
  void offer_takes(Best<Move>& best) {
    for (int digit = 1; digit < 9; ++digit)
      view_.face_up(digit).for_each([&](int square) {
        const Move take = Move::of(Kind::kTake, square);
        offer_plays(child(view_, take), digit, take, best);
      });
  }

  /// How many more squares the digit there would close to the other than to the mover, counted
  /// where they could use them.
  double blocked(const TwoDoku& board, int square, int digit) const {
    const SquareSet open = (kPeers[square] & board.empty_squares()).without(board.seen_by(digit));
    const int others = (open & board.coloured(1 - mover_)).size();
    const int own = (open & board.coloured(mover_)).size();
    const double theirs = beliefs_.unseen(digit) > 0 ? others : 0;
    return theirs - (board.hand(mover_)[digit] > 1 ? own : 0);
  }

  const TwoDoku& view_;
  Player mover_;
  Beliefs beliefs_;
  Rng& rng_;
  double lead_;
  double failure_cost_;
};

AnyMove greedy(const AnyState& view, Rng& rng) {
  return AnyMove(choose_greedy(view.as<TwoDoku>(), rng).bits());
}

AnyMove careful(const AnyState& view, Rng& rng) {
  return AnyMove(choose_careful(view.as<TwoDoku>(), rng).bits());
}

constexpr std::array kStrategies = {
    Strategy{"greedy", "places its highest digit", greedy},
    Strategy{"careful", "weighs risks, takes low to play high, and passes to win", careful},
};

}  // namespace

Move choose_greedy(const TwoDoku& view, Rng& rng) {
  if (view.stage() < Stage::kTurn) return view.random_move(rng);
  const Player mover = view.to_move();
  const SquareSet targets = view.targets(mover);
  for (int digit = 9; digit >= 1; --digit) {
    if (view.hand(mover)[digit] == 0) continue;
    const SquareSet squares = targets.without(view.seen_by(digit));
    if (!squares.empty()) return Move::of(Kind::kPlay, any_of(squares, rng), digit);
  }
  return Move::of(Kind::kPass);
}

Move choose_careful(const TwoDoku& view, Rng& rng) {
  if (view.stage() == Stage::kColour) return spread_colour(view, rng);
  if (view.stage() == Stage::kHide) return hide_against_other(view, rng);
  return CarefulTurn(view, rng).choose();
}

std::span<const Strategy> strategies() {
  return kStrategies;
}

}  // namespace gauntlet::search::twodoku
