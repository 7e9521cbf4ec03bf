// What levels give away, by what they see themselves, in games against themselves.
// GAUNTLET_LEVEL_POSITIONS=10000 counts on so many positions for each game and level, and
// GAUNTLET_TELL=1 prints what docs/strength.md has of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "search/game_search.h"
#include "search/level.h"
#include "search/registry.h"
#include "search/softness.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using engine::AnyState;

/// What one move gave away.
struct Regret {
  double best;  ///< The best move's chance to win.
  double lost;
};

/// A level that plays against itself, and tells what each move gave away.
class Confessor {
 public:
  Confessor(const AnyGame& game, int level)
      : game_(game),
        level_(search::level(game, 10 * level)),
        plies_(search::search_of(game).plies) {
    search::SearcherOptions options{.hash_mb = 16, .most_nodes = level_.table_nodes};
    if (!level_.softness.is_none()) options.judges_within = level_.softness.cap;
    searcher_ = level_.method->make(game, options);
  }

  const search::Softness& softness() const { return level_.softness; }

  /// Of the moves of a game that could be chosen, in their order.
  std::vector<Regret> play(std::uint64_t seed) {
    engine::Rng rng(seed);
    AnyState state = game_.start(rng);
    searcher_->new_game(seed);
    std::vector<Regret> regrets;
    for (state.play_chance_moves(rng, nullptr); !state.is_over();
         state.play_chance_moves(rng, nullptr)) {
      state.apply(choose(state, rng, regrets));
      if (state.is_over()) break;
    }
    return regrets;
  }

 private:
  engine::AnyMove choose(const AnyState& state, engine::Rng& rng, std::vector<Regret>& regrets) {
    const AnyState view = state.redacted(state.to_move());
    search::Limits limits = level_.limits;
    search::Softness softness = level_.softness;
    if (plies_) search::vary_opening(plies_(view), limits, softness);
    const search::Result found = searcher_->search(view, limits);
    const search::JudgedMove chosen = search::drawn(found, softness, rng);
    double best = 0;
    for (const search::JudgedMove& move : found.moves) best = std::max(best, move.win);
    if (!found.moves.empty()) regrets.push_back({best, std::max(0.0, best - chosen.win)});
    return chosen.move;
  }

  AnyGame game_;
  search::LevelSpec level_;
  int (*plies_)(const AnyState& view);
  std::unique_ptr<search::Searcher> searcher_;
};

/// A mean over the positions in which something was open: not all won or lost.
struct Phase {
  static constexpr int kFewest = 15;  ///< Of fewer the mean says nothing.

  double sum = 0;
  int open = 0;
  double mean() const { return sum / std::max(open, 1); }
};

struct Case {
  const char* game;
  int level;
  /// Whether it sees enough, and chooses freely enough, to err alike all the time: not where a game
  /// is decided in its opening, nor where the opening is beyond its sight.
  bool is_even = true;
  /// Whether it comes near to its cap: not where dice leave little to give away.
  bool is_bold = true;
  /// How many times as many positions are looked at: where few ends of games are open.
  int times = 1;
};

void PrintTo(const Case& shown, std::ostream* out) {
  *out << shown.game << " level " << shown.level;
}

class LevelRegret : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(
    Levels, LevelRegret,
    ::testing::Values(Case{"gomoku:15", 2}, Case{"gomoku:15", 4, true, true, 5},
                      Case{"gomoku:15", 6, true, true, 5}, Case{"gomoku:15", 8, false},
                      Case{"mnk:7x6x4", 2, false}, Case{"mnk:7x6x4", 4, false},
                      Case{"mnk:7x6x4", 8, false}, Case{"sudokill", 2, false}, Case{"sudokill", 4},
                      Case{"sudokill", 6}, Case{"twodoku", 2}, Case{"twodoku", 4},
                      Case{"twodoku", 6}, Case{"kimble:2", 2, true, false},
                      Case{"kimble:2", 6, true, false}, Case{"kimble:2", 8},
                      Case{"kimble:4", 4, true, false}),
    [](const auto& info) {
      std::string name = info.param.game + std::to_string(info.param.level);
      std::erase_if(name, [](char c) { return !std::isalnum(c); });
      return name;
    });

TEST_P(LevelRegret, IsWithinTheCapAndAlikeInAllPhasesSlow) {
  Confessor player(game_called(GetParam().game), GetParam().level);
  const double cap = player.softness().cap + 1e-6;  // chances are rounded for the draw
  std::array<Phase, 3> phases;
  const int positions = GetParam().times * level_positions();
  int seen = 0, most_given = 0;
  const auto is_enough = [&] {
    const bool says_something = std::all_of(phases.begin(), phases.end(), [](const Phase& phase) {
      return phase.open >= Phase::kFewest;
    });
    return seen >= positions && (says_something || !GetParam().is_even);
  };
  for (std::uint64_t seed = 0; !is_enough() && seen < 20 * positions; ++seed) {
    const std::vector<Regret> game = player.play(seed);
    for (std::size_t i = 0; i < game.size(); ++i) {
      EXPECT_LE(game[i].lost, cap);
      most_given += game[i].lost > 0.75 * cap;
      Phase& phase = phases[3 * i / game.size()];
      if (game[i].best <= 0 || game[i].best >= 1) continue;
      phase.sum += game[i].lost;
      ++phase.open;
    }
    seen += static_cast<int>(game.size());
  }
  if (std::getenv("GAUNTLET_TELL"))
    std::printf("%s level %d: %.3f, %.3f, %.3f of %d positions, %d, %d and %d of them open\n",
                GetParam().game, GetParam().level, phases[0].mean(), phases[1].mean(),
                phases[2].mean(), seen, phases[0].open, phases[1].open, phases[2].open);
  EXPECT_EQ(most_given > 0, GetParam().is_bold);
  if (!GetParam().is_even) return;
  EXPECT_TRUE(is_enough()) << "too little is open to tell";
  const auto [least, most] = std::minmax({phases[0].mean(), phases[1].mean(), phases[2].mean()});
  EXPECT_GT(least, 0);
  EXPECT_LT(most, 2 * least) << phases[0].mean() << ' ' << phases[1].mean() << ' '
                             << phases[2].mean();
}

}  // namespace

}  // namespace gauntlet::selfplay
