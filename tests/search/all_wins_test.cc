// Limits::seeks_all_wins: who is asked for it goes on where one win is found.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "engine/registry.h"
#include "search/registry.h"

namespace gauntlet::search {

namespace {

using engine::AnyState;

constexpr std::uint64_t kNodes = 100'000;
constexpr std::string_view kWon = "......./......./...o.../...x.../......./.......";
constexpr std::string_view kOpen = "......./......./......./...x.../......./.......";

/// Outlives its positions.
const engine::AnyGame& game() {
  static const engine::AnyGame kGame = *engine::find_game("mnk:7x6x4");
  return kGame;
}

AnyState position(std::string_view text) {
  auto state = game().from_text(text);
  EXPECT_TRUE(state.ok()) << engine::message_of(state);
  return *state;
}

Result searched(const AnyState& state, bool seeks_all_wins, std::optional<double> within = 0.05) {
  const auto searcher = make_searcher("ab", game(), {.hash_mb = 4, .judges_within = within});
  Limits limits;
  limits.nodes = kNodes;
  limits.seeks_all_wins = seeks_all_wins;
  return searcher->search(state, limits, nullptr);
}

std::set<std::uint32_t> wins_of(const Result& result) {
  std::set<std::uint32_t> wins;
  for (const JudgedMove& move : result.moves) {
    if (move.proven != Proven::kWin) continue;
    EXPECT_TRUE(wins.insert(move.move.bits()).second) << "told twice";
  }
  return wins;
}

TEST(SeeksAllWins, FindsWinsBesideTheFirst) {
  const AnyState state = position(kWon);
  const Result one = searched(state, false), all = searched(state, true);
  EXPECT_LT(one.nodes, kNodes / 10);
  EXPECT_EQ(all.best, one.best);
  EXPECT_LT(all.nodes, kNodes + 2'048);
  const std::set<std::uint32_t> wins = wins_of(all);
  EXPECT_GE(wins.size(), wins_of(one).size() + 3);
  EXPECT_TRUE(wins.contains(all.best.bits()));
  for (const std::uint32_t bits : wins) {
    const engine::AnyMove move(bits);
    AnyState next = state;
    next.apply(move);
    EXPECT_EQ(searched(next, false, {}).proven, Proven::kLoss) << state.format(move);
  }
  EXPECT_EQ(wins_of(searched(state, true)), wins) << "the same every time";
}

TEST(SeeksAllWins, ChangesNothingWhereNobodyAsksForMovesOrNothingIsWon) {
  const Result alone = searched(position(kWon), true, {});
  EXPECT_TRUE(alone.moves.empty());
  EXPECT_EQ(alone.nodes, searched(position(kWon), false, {}).nodes);
  const Result open = searched(position(kOpen), true);
  EXPECT_NE(open.proven, Proven::kWin);
  EXPECT_EQ(open.nodes, searched(position(kOpen), false).nodes);
}

}  // namespace

}  // namespace gauntlet::search
