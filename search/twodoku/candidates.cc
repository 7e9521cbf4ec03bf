#include "search/twodoku/candidates.h"

#include <algorithm>
#include <array>

#include "search/twodoku/risk.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::kPeers;
using engine::Player;
using engine::SquareSet;
using engine::TwoDoku;
using Kind = TwoDoku::Kind;
using Stage = TwoDoku::Stage;

/// In digits: what a failure may cost, by who is ahead.
constexpr float kFailureAhead = 3, kFailureEven = 12, kFailureBehind = 20;
/// In digits: a square closed to the other, or kept open to oneself.
constexpr float kSquare = 0.2f;

/// Keeps the most promising few, best first.
class Few {
 public:
  explicit Few(int most) : most_(most) {}
  void offer(const Candidate& candidate) {
    int at = size_;
    while (at > 0 && kept_[at - 1].promise < candidate.promise) --at;
    if (at >= most_) return;
    for (int i = std::min(size_, most_ - 1); i > at; --i) kept_[i] = kept_[i - 1];
    kept_[at] = candidate;
    size_ = std::min(size_ + 1, most_);
  }
  void append_to(Candidates& out) const {
    for (int i = 0; i < size_; ++i) out.push_back(kept_[i]);
  }

 private:
  static constexpr int kMost = 4;
  std::array<Candidate, kMost> kept_{};
  int size_ = 0;
  int most_;
};

/// One player's turn as the table sees it.
class Turn {
 public:
  explicit Turn(const TwoDoku& state) : state_(state), mover_(state.to_move()) {
    int unseen = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      const int left = state.certain(digit) - state.face_up(digit).size();
      unseen_[digit] = static_cast<float>(std::max(left, 0));
      unseen += std::max(left, 0);
    }
    all_unseen_ = static_cast<float>(std::max(unseen, 1));
    const int lead = state.hand_sum(1 - mover_) - state.hand_sum(mover_);
    const bool is_known = state.knows_sum(0) && state.knows_sum(1);
    lead_ = is_known ? lead : 0;
    failure_ = lead_ > 0 ? kFailureAhead : lead_ < 0 ? kFailureBehind : kFailureEven;
  }

  void offer_plays(int squares, Candidates& out) const {
    const SquareSet targets = state_.targets(mover_);
    for (int digit = 9; digit >= 1; --digit) {
      Few few(squares);
      const SquareSet open = targets.without(state_.seen_by(digit));
      const SquareSet risky = risky_squares(state_, digit);
      open.for_each([&](int square) {
        few.offer(play(Candidate::kNone, 0, square, digit, risky.has(square)));
      });
      few.append_to(out);
    }
  }

  /// A domino away and another onto its square: all that a take is good for, but for rare cases.
  void offer_trades(Candidates& out) const {
    std::array<SquareSet, 10> risky, seen;
    for (int digit = 1; digit <= 9; ++digit) {
      risky[digit] = risky_squares(state_, digit);
      seen[digit] = state_.seen_by(digit);
    }
    const SquareSet fillable = fillable_after_take();
    for (int digit = 9; digit >= 1; --digit) {
      Few few(1);
      for (int taken = 1; taken <= digit; ++taken)
        (state_.face_up(taken) & fillable).for_each([&](int square) {
          if (seen[digit].has(square)) return;  // two that were revealed may see each other
          few.offer(play(static_cast<std::uint8_t>(square), taken, square, digit,
                         taken != digit && risky[digit].has(square)));
        });
      few.append_to(out);
    }
  }

  void offer_the_rest(Candidates& out) const {
    const bool ends = state_.idle_turns() == 1;
    out.push_back({.kind = Kind::kPass, .promise = pass_promise(ends)});
    if (state_.may_take() && state_.pot_size() > 0)
      out.push_back({.kind = Kind::kTakePot, .promise = ends && lead_ < 0 ? 0.0f : -3.0f});
    if (state_.stage() == Stage::kTookPot)
      out.push_back({.kind = Kind::kReturn, .promise = ends && lead_ > -9 ? 4.0f : 0.0f});
  }

 private:
  float pass_promise(bool ends) const {
    if (ends) return lead_ > 0 ? 20.0f : -20.0f;
    return lead_ < 0 ? -8.0f : 0.0f;
  }

  /// Squares whose domino, once taken, leaves a square where the mover may place.
  SquareSet fillable_after_take() const {
    const SquareSet empty = state_.empty_squares();
    const SquareSet& own = state_.coloured(mover_);
    if (!(empty & own).empty()) return own;
    const SquareSet not_others = SquareSet::all().without(state_.coloured(1 - mover_)) | own;
    return empty.without(state_.coloured(1 - mover_)).empty() ? SquareSet::all() : not_others;
  }

  Candidate play(std::uint8_t take, int taken, int square, int digit, bool is_risky) const {
    const float failure = is_risky ? risk(square, digit) : 0;
    const float gain = static_cast<float>(digit - taken);
    return {.take = take,
            .kind = Kind::kPlay,
            .square = static_cast<std::uint8_t>(square),
            .digit = static_cast<std::uint8_t>(digit),
            .promise = gain * (1 - failure) - failure_ * failure +
                       (take == Candidate::kNone ? kSquare * squares_won(square, digit) : 0)};
  }

  /// As if the face-down dominoes were independent draws.
  float risk(int square, int digit) const {
    float accepted = 1;
    for (int i = 0; i < state_.face_down_count(); ++i) {
      const engine::twodoku::FaceDown& domino = state_.face_down(i);
      if (!kPeers[square].has(domino.square) || (domino.excluded >> digit & 1) != 0) continue;
      float possible = all_unseen_;
      for (int d = 1; d <= 9; ++d)
        if ((domino.excluded >> d & 1) != 0) possible -= unseen_[d];
      if (possible > 0) accepted *= 1 - unseen_[digit] / possible;
    }
    return 1 - accepted;
  }

  /// How many more squares are closed to the other than to the mover.
  float squares_won(int square, int digit) const {
    const SquareSet open = kPeers[square] & state_.empty_squares();
    const int others = (open & state_.coloured(1 - mover_)).size();
    const int own = (open & state_.coloured(mover_)).size();
    return static_cast<float>(others - own) * (unseen_[digit] > 1 ? 1.0f : 0.0f);
  }

  const TwoDoku& state_;
  Player mover_;
  std::array<float, 10> unseen_{};
  float all_unseen_;
  int lead_;
  float failure_;
};

}  // namespace

Candidates candidates(const TwoDoku& state, int squares) {
  Candidates out;
  const Turn turn(state);
  turn.offer_plays(squares, out);
  if (state.may_take()) turn.offer_trades(out);
  turn.offer_the_rest(out);
  return out;
}

}  // namespace gauntlet::search::twodoku
