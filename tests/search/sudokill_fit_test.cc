// Fitting Sudokill's evaluation: features against a naive count, labels against brute force, and
// weights that are found again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/sudokill/fit/features.h"
#include "search/sudokill/fit/fit.h"
#include "search/sudokill/fit/fit_marks.h"
#include "search/sudokill/fit/labelled_game.h"
#include "search/sudokill/fit/weights.h"
#include "tests/search/sudokill_positions.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Rng;
using engine::Sudokill;

// ---- features, counted square by square from the digits alone ----

/// A position as digits on squares.
class Board {
 public:
  explicit Board(const Sudokill& state) : last_(state.last_square().value_or(-1)) {
    for (int s = 0; s < 81; ++s) digits_.push_back(state.digit_at(s));
  }

  static bool share_line(int a, int b) { return a / 9 == b / 9 || a % 9 == b % 9; }
  bool is_empty(int s) const { return digits_[at(s)] == 0; }
  bool fits(int s, int digit) const {
    if (!is_empty(s)) return false;
    for (int t = 0; t < 81; ++t)
      if (digits_[at(t)] == digit &&
          (share_line(s, t) || (s / 27 == t / 27 && s % 9 / 3 == t % 9 / 3)))
        return false;
    return true;
  }
  int candidates(int s) const {
    int count = 0;
    for (int digit = 1; digit <= 9; ++digit) count += fits(s, digit);
    return count;
  }
  bool is_dead(int s) const { return is_empty(s) && candidates(s) == 0; }
  bool is_bound() const {
    for (int s = 0; s < 81 && last_ >= 0; ++s)
      if (is_empty(s) && share_line(s, last_)) return true;
    return false;
  }
  bool in_region(int s) const { return !is_bound() || share_line(s, last_); }
  std::vector<std::pair<int, int>> moves() const {
    std::vector<std::pair<int, int>> moves;
    for (int s = 0; s < 81; ++s)
      for (int digit = 1; digit <= 9; ++digit)
        if (in_region(s) && fits(s, digit)) moves.emplace_back(s, digit);
    return moves;
  }
  Board after(std::pair<int, int> move) const {
    Board next = *this;
    next.digits_[at(move.first)] = move.second;
    next.last_ = move.first;
    return next;
  }
  bool wins_at_once() const {
    const auto all = moves();
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& move) { return after(move).moves().empty(); });
  }
  bool has_dead_line(int s) const {
    for (int t = 0; t < 81; ++t)
      if (share_line(s, t) && is_dead(t)) return true;
    return false;
  }
  std::set<int> reach() const {
    std::set<int> reach;
    for (bool grows = true; grows;) {
      grows = false;
      for (int s = 0; s < 81; ++s) {
        bool touches = in_region(s);
        for (const int t : reach) touches |= share_line(s, t);
        if (touches && candidates(s) > 0) grows |= reach.insert(s).second;
      }
    }
    return reach;
  }

 private:
  static std::size_t at(int square) { return static_cast<std::size_t>(square); }
  std::vector<int> digits_;
  int last_;
};

/// Clean rows if `row_stride` is 9, clean columns if 1.
int clean_lines(const Board& board, int stride) {
  int clean = 0;
  for (int line = 0; line < 9; ++line) {
    bool has_dead = false;
    for (int i = 0; i < 9; ++i) has_dead |= board.is_dead(line * stride + i * (10 - stride));
    clean += !has_dead;
  }
  return clean;
}

Features counted(const Board& board) {
  Features out{};
  const auto reach = board.reach();
  int live = 0, singles = 0;
  bool can_escape = false;
  for (int s = 0; s < 81; ++s) {
    const int candidates = board.candidates(s);
    if (board.is_dead(s)) {
      out[sudokill::feature::kDead] += 0.25f;
      out[sudokill::feature::kRegionDead] += board.in_region(s) ? 1.0f : 0.0f;
    }
    if (candidates == 0) continue;
    ++live;
    const auto kind = static_cast<std::size_t>(std::min(candidates, 4) - 1);
    out[sudokill::feature::kSquares + kind] += 0.25f;
    out[sudokill::feature::kCandidates] += static_cast<float>(candidates) / 16;
    if (board.in_region(s)) ++out[sudokill::feature::kRegionSquares + kind];
    if (reach.count(s) == 0) continue;
    singles += candidates == 1;
    can_escape |= !board.has_dead_line(s);
  }
  const int rows = clean_lines(board, 9), columns = clean_lines(board, 1);
  out[sudokill::feature::kCleanLines] = static_cast<float>(rows + columns) / 4;
  out[sudokill::feature::kCleanCrossings] = static_cast<float>(rows * columns) / 16;
  const auto size = static_cast<int>(reach.size());
  const float parity = size % 2 == 1 ? 1.0f : -1.0f;
  out[sudokill::feature::kReachIsAll] = size == live ? 1.0f : 0.0f;
  out[sudokill::feature::kParity] = parity;
  out[sudokill::feature::kReach] = static_cast<float>(size) / 8;
  out[sudokill::feature::kParitySingles] = parity * static_cast<float>(singles) / 4;
  out[sudokill::feature::kParityOthers] = parity * static_cast<float>(size - singles) / 4;
  out[sudokill::feature::kCanEscape] = can_escape ? 1.0f : 0.0f;
  out[sudokill::feature::kParityEscape] = can_escape ? parity : 0.0f;
  int safe = 0;
  for (const auto& move : board.moves()) {
    const Board next = board.after(move);
    const auto replies = static_cast<int>(next.moves().size());
    ++out[sudokill::feature::kReplies + static_cast<std::size_t>(std::min(replies, 16)) - 1];
    out[sudokill::feature::kMoves] += 0.25f;
    safe += !next.wins_at_once();
  }
  out[sudokill::feature::kSafeMoves] = static_cast<float>(safe) / 4;
  out[sudokill::feature::kOneSafeMove] = safe == 1 ? 1.0f : 0.0f;
  out[sudokill::feature::kTwoSafeMoves] = safe == 2 ? 1.0f : 0.0f;
  return out;
}

TEST(SudokillFeatures, AreWhatANaiveCountGives) {
  int checked = 0, lost = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Rng rng(30, seed);
    engine::Sudokill::Rules rules;
    rules.filled = static_cast<std::uint8_t>(45 + rng.below(30));
    Sudokill state = Sudokill::start(rules, rng);
    for (; is_open(state); state.apply(state.random_move(rng))) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state.to_text());
      const Features naive = counted(Board(state));
      Features features;
      const bool has_safe = read_features(state, features);
      ASSERT_EQ(has_safe, naive[sudokill::feature::kSafeMoves] > 0);
      lost += !has_safe;
      if (has_safe) {
        ASSERT_EQ(features, naive);
      } else {
        ASSERT_FALSE(wins_by_force(state));
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 50);
  EXPECT_GT(lost, 0);
}

// ---- labels ----

constexpr LabelRecipe kSmall{.seed = 5, .candidates = 20};

TEST(SudokillLabels, AreThoseOfBruteForce) {
  int won = 0, lost = 0;
  for (std::uint64_t game = 0; game < 30; ++game) {
    const auto sibling_sets = label_game(kSmall, game, {});
    ASSERT_TRUE(sibling_sets);
    for (const Siblings& siblings : *sibling_sets) {
      Sudokill::Moves moves;
      siblings.parent.legal_moves(moves);
      ASSERT_EQ(siblings.wins.size(), moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(siblings.wins[i], !wins_by_force(engine::child(siblings.parent, moves[i])))
            << siblings.parent.to_text();
        (siblings.wins[i] ? won : lost)++;
      }
    }
  }
  EXPECT_GT(won, 50);
  EXPECT_GT(lost, 50);
}

TEST(SudokillLabels, EndWhenStopped) {
  std::stop_source stop;
  stop.request_stop();
  for (std::uint64_t game = 0; game < 5; ++game) {
    const auto sibling_sets = label_game(kSmall, game, stop.get_token());
    EXPECT_TRUE(!sibling_sets || sibling_sets->empty());
  }
}

// ---- fitting ----

TEST(LogisticFit, FindsKnownWeightsAgain) {
  using Fit = LogisticFit<3, 8>;
  Fit::Network truth{};
  truth.direct = {1.5f, -0.7f, 0.0f};
  truth.bias = 0.3f;
  truth.to_hidden[2][0] = 2;  // only the positive part of the third input counts
  truth.from_hidden[0] = 1;
  Rng rng(31);
  const auto draw = [&] {
    Fit::Network::Inputs inputs;
    for (float& input : inputs) input = static_cast<float>(4 * rng.uniform() - 2);
    return inputs;
  };
  std::vector<search::Example<Fit::Network::Inputs>> examples;
  for (int i = 0; i < 60'000; ++i) {
    const auto inputs = draw();
    const bool yes = rng.uniform() < 1 / (1 + std::exp(-truth.log_odds(inputs)));
    examples.push_back({inputs, yes ? 1.0f : 0.0f});
  }
  Fit fit(examples, 8, 1), again(examples, 8, 1);
  const double first = fit.epoch();
  double last = first;
  for (int epoch = 1; epoch < 8; ++epoch) last = fit.epoch();
  EXPECT_LT(last, first);
  double error = 0;
  for (int i = 0; i < 1'000; ++i) {
    const auto inputs = draw();
    error += std::abs(fit.network().log_odds(inputs) - truth.log_odds(inputs)) / 1'000;
  }
  EXPECT_LT(error, 0.25) << "log-odds reach from -4 to 8";
  for (int epoch = 0; epoch < 8; ++epoch) again.epoch();
  EXPECT_EQ(fit.network().direct, again.network().direct) << "equal seeds, equal weights";
}

TEST(SudokillFit, WeightsThatShipTellWonFromLost) {
  std::vector<Siblings> sibling_sets;
  for (std::uint64_t game = 0; sibling_sets.size() < 600; ++game) {
    const auto more = label_game({.seed = 77, .candidates = 40}, game, {});
    sibling_sets.insert(sibling_sets.end(), more->begin(), more->end());
  }
  const FitMarks marks = total(mark(kFittedWeights, sibling_sets));
  const auto count = static_cast<double>(marks.positions);
  EXPECT_GT(marks.positions, 1'000u);
  EXPECT_LT(marks.log_loss / count, 0.62) << "0.69 knows nothing";
  EXPECT_GT(static_cast<double>(marks.best_wins), 1.4 * marks.winning_share)
      << "against a move at random";
}

}  // namespace
}  // namespace gauntlet::search
