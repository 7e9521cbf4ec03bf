// Kimble solved exactly where it is small.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/kimble/playout/playout.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {
namespace {

using engine::Kimble;
using engine::Rng;
using engine::rules;
using engine::started;

/// Value iteration over all positions that can come up: the exact chance of the starter, player 0.
/// Naive on purpose; the iteration's own error is below 1e-12.
class ExactValue {
 public:
  explicit ExactValue(const Kimble::Rules& r) { index(started(r)); }

  long double of_start() {
    expand();
    for (long double change = 1; change > 1e-14L;) {
      change = 0;
      for (std::size_t i = nodes_.size(); i-- > 0;) {
        const long double value = mean_of_throws(i);
        change = std::max(change, std::abs(value - values_[i]));
        values_[i] = value;
      }
    }
    return values_[0];
  }

 private:
  static constexpr int kWon = -1, kLost = -2;

  /// The number of a position before a throw, a new one if need be.
  int index(const Kimble& state) {
    if (engine::is_over(state)) return state.returns()[0] == 1 ? kWon : kLost;
    const auto [known, is_new] = numbers_.try_emplace(state.to_text(), nodes_.size());
    if (is_new) nodes_.push_back(state);
    return static_cast<int>(known->second);
  }

  void expand() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      next_.emplace_back();
      nodes_[i].chance_outcomes([&](Kimble::Move die, double) {
        const Kimble thrown = engine::child(Kimble(nodes_[i]), die);
        Kimble::Moves moves;
        std::vector<int> choices;
        if (thrown.to_move() >= 0) thrown.legal_moves(moves);
        for (const Kimble::Move move : moves) choices.push_back(index(engine::child(thrown, move)));
        if (moves.empty()) choices.push_back(index(thrown));
        next_[i].push_back(choices);
      });
    }
    values_.assign(nodes_.size(), 0.5L);
  }

  long double mean_of_throws(std::size_t i) const {
    const bool ours = nodes_[i].turn() == 0;
    long double sum = 0;
    for (const std::vector<int>& choices : next_[i]) {
      long double best = ours ? 0 : 1;
      for (const int choice : choices) {
        const long double value = choice == kWon ? 1 : choice == kLost ? 0 : values_[choice];
        best = ours ? std::max(best, value) : std::min(best, value);
      }
      sum += best;
    }
    return sum / 6;
  }

  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<Kimble> nodes_;
  std::vector<std::vector<std::vector<int>>> next_;
  std::vector<long double> values_;
};

TEST(KimbleExactValue, OfOnePieceEach) {
  EXPECT_NEAR(static_cast<double>(ExactValue(rules("AC", 1)).of_start()), 0.518518, 5e-7);
}

/// With one piece each there is never a choice: random play is perfect play.
TEST(KimbleExactValue, AgreesWithPlayouts) {
  const Kimble::Rules r = rules("AB", 1);
  const auto exact = static_cast<double>(ExactValue(r).of_start());
  constexpr int kGames = 400'000;
  Rng rng(51);
  const Playout<Kimble> playout(r);
  double wins = 0;
  for (int game = 0; game < kGames; ++game) wins += playout(started(r), rng).returns[0];
  EXPECT_NEAR(wins / kGames, exact, 4 * 0.5 / std::sqrt(kGames));
}

}  // namespace
}  // namespace gauntlet::search
