// Games of Kimble side by side: against the rules of the engine, one game at a time.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/playout/playout_batch.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/strategies.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::Kimble;
using engine::Rng;
using engine::rules;
using engine::started_by;

constexpr std::array kLaneSets = {InstructionSet::kAny, InstructionSet::kAvx2,
                                  InstructionSet::kAvx512};

/// The numbers of one game, as the paper has them.
class Xoroshiro64Star {
 public:
  explicit Xoroshiro64Star(std::uint64_t seed)
      : s0_(static_cast<std::uint32_t>(seed)), s1_(static_cast<std::uint32_t>(seed >> 32)) {
    if (seed == 0) s0_ = 1;
  }
  std::uint32_t next() {
    const std::uint32_t result = s0_ * 0x9E3779BB;
    s1_ ^= s0_;
    s0_ = std::rotl(s0_, 26) ^ s1_ ^ (s1_ << 9);
    s1_ = std::rotl(s1_, 13);
    return result;
  }

 private:
  std::uint32_t s0_, s1_;
};

/// Who plays what, and the weights of those who play kFitted.
struct Choosers {
  Policies policies;
  PolicyWeights weights;
};

/// Weights that nobody would fit: all of them count, and equal scores come about; or each is as
/// large as it may be.
PolicyWeights any_weights(Rng& rng) {
  const bool are_large = rng.below(2) == 0;
  PolicyWeights weights;
  for (auto& weight : weights)
    weight = are_large ? (rng.below(2) == 0 ? kMostWeight : -kMostWeight)
                       : static_cast<std::int32_t>(rng.below(41)) - 20;
  return weights;
}

Kimble::Move chosen(const Kimble& state, const Choosers& choosers, std::uint32_t luck) {
  const auto policy = choosers.policies[static_cast<std::size_t>(state.to_move())];
  if (policy == Policy::kFitted) return fitted_choice(state, choosers.weights);
  if (policy == Policy::kHelppo) return helppo(state);
  if (policy == Policy::kVaikea) return vaikea(state);
  if (policy == Policy::kCapture) return capture(state);
  Kimble::Moves moves;
  state.legal_moves(moves);  // the rearmost last
  const std::array takes = {luck < 0x80000000u, luck << 3 < 0x55555555u, luck << 1 >> 30 == 0};
  std::size_t behind = moves.size() - 1;
  for (std::size_t k = 1; k < moves.size(); ++k)
    if (takes[k - 1]) behind = moves.size() - 1 - k;
  return moves[behind];
}

/// Who wins a game, and after how many throws and moves.
std::pair<int, std::uint64_t> play(Kimble state, const Choosers& choosers, std::uint64_t seed) {
  Xoroshiro64Star numbers(seed);
  for (std::uint64_t plies = 0;; ++plies) {
    const std::uint32_t number = numbers.next(), scaled = (number >> 1) + (number >> 2);
    state.apply({Kimble::Move::kThrow, static_cast<int>(scaled >> 29) + 1});
    if (state.to_move() < 0) continue;
    state.apply(chosen(state, choosers, scaled << 3));
    ++plies;
    if (engine::is_over(state)) return {state.turn(), plies + 1};
  }
}

/// What games from all starts come to by the engine's rules.
std::uint64_t play_all(const std::vector<Kimble>& states, const Choosers& choosers,
                       std::vector<RaceStart>& starts, std::uint64_t seed) {
  std::uint64_t plies = 0;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::uint64_t game = 0; game < starts[i].games; ++game) {
      const auto [winner, length] = play(states[i], choosers, Rng(seed, game).next());
      ++starts[i].wins[static_cast<std::size_t>(winner)];
      plies += length;
    }
  return plies;
}

/// A position somewhere in a game, with the die about to be thrown.
Kimble later(const Kimble::Rules& r, int plies, Rng& rng) {
  const auto players = static_cast<unsigned>(r.players());
  Kimble state = started_by(r, static_cast<int>(rng.below(players)));
  for (int ply = 0; ply < plies || state.to_move() >= 0; ++ply) {
    state.apply(state.to_move() >= 0 ? state.random_move(rng) : state.sample_chance(rng));
    if (engine::is_over(state)) return started_by(r, 1);
  }
  return state;
}

TEST(KimblePolicyPlayouts, AreGamesOfTheRules) {
  using enum Policy;
  constexpr std::array<Policies, 7> kTables = {{{kRandom, kRandom, kRandom, kRandom},
                                                {kCapture, kCapture, kCapture, kCapture},
                                                {kVaikea, kHelppo, kHelppo, kHelppo},
                                                {kCapture, kRandom, kHelppo, kVaikea},
                                                {kRandom, kVaikea, kCapture, kRandom},
                                                {kFitted, kFitted, kFitted, kFitted},
                                                {kFitted, kRandom, kFitted, kCapture}}};
  std::uint64_t seed = 1;
  for (const char* seats : {"AC", "BD", "AB", "AD", "CD", "ABC", "BCD", "ACD", "ABCD"})
    for (int pieces = 1; pieces <= 4; ++pieces)
      for (const Policies& policies : kTables) {
        const Kimble::Rules r = rules(seats, pieces);
        SCOPED_TRACE(r.name() + ", seed " + std::to_string(++seed));
        Rng rng(seed);
        const Choosers choosers{policies, any_weights(rng)};
        const std::vector<Kimble> states = {started_by(r, 0), later(r, 60, rng),
                                            later(r, 150, rng)};
        std::vector<RaceStart> expected;
        for (std::size_t i = 0; i < states.size(); ++i)
          expected.push_back(PolicyPlayouts::start(states[i], 40 + 30 * i));
        const auto fresh = expected;
        const std::uint64_t plies = play_all(states, choosers, expected, seed);
        for (const InstructionSet set : kLaneSets) {
          if (set > instruction_set()) continue;
          auto found = fresh;
          EXPECT_EQ(PolicyPlayouts(r, policies, choosers.weights, set)(found, seed), plies)
              << name_of(set);
          for (std::size_t i = 0; i < states.size(); ++i)
            EXPECT_EQ(found[i].wins, expected[i].wins) << name_of(set) << ", start " << i;
        }
      }
}

TEST(KimblePolicyPlayouts, OfNoStartsOrNoGamesEnd) {
  const PolicyPlayouts play(rules("ABCD", 4), {});
  EXPECT_EQ(play({}, 1), 0u);
  std::array starts = {PolicyPlayouts::start(started_by(rules("ABCD", 4), 0), 0),
                       PolicyPlayouts::start(started_by(rules("ABCD", 4), 1), 0)};
  EXPECT_EQ(play(starts, 1), 0u);
}

// ---- batches of random games ----

TEST(KimblePlayoutBatch, IsTheSameOnAllInstructionSets) {
  for (const char* seats : {"A", "AC", "AB", "ABD", "ABCD"}) {
    const Kimble::Rules r = rules(seats, 4);
    Rng unused(0);
    for (const Kimble& start : {Kimble::start(r, unused), started_by(r, 0)})
      for (const std::uint64_t count : {0, 1, 7, 31, 33, 500}) {
        Rng plain_rng(3, count);
        const auto plain = PlayoutBatch<Kimble>(r, InstructionSet::kAny)(start, count, plain_rng);
        EXPECT_EQ(plain.playouts, count);
        for (const InstructionSet set : kLaneSets) {
          if (set > instruction_set()) continue;
          Rng rng(3, count);
          EXPECT_EQ(PlayoutBatch<Kimble>(r, set)(start, count, rng), plain) << name_of(set);
          EXPECT_EQ(rng, plain_rng);
        }
      }
  }
}

/// Within five standard errors of games one after another, each with its own numbers.
void expect_as_one_by_one(const Kimble& start, std::uint64_t count, std::uint64_t seed) {
  SCOPED_TRACE(start.rules().name() + " " + start.to_text() + ", seed " + std::to_string(seed));
  Rng rng(seed);
  const Playout<Kimble> playout(start.rules());
  double plies = 0, squares = 0;
  engine::Returns returns{};
  const auto n = static_cast<double>(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PlayoutResult result = playout(start, rng);
    plies += result.plies / n;
    squares += static_cast<double>(result.plies) * result.plies / n;
    for (int seat = 0; seat < start.players(); ++seat) returns[seat] += result.returns[seat];
  }
  const PlayoutTotals totals = PlayoutBatch<Kimble>(start.rules())(start, count, rng);
  EXPECT_NEAR(static_cast<double>(totals.plies) / n, plies,
              5 * std::sqrt(2 * (squares - plies * plies) / n) + 1e-9);
  for (int seat = 0; seat < start.players(); ++seat) {
    const double share = static_cast<double>(returns[seat]) / n;
    EXPECT_NEAR(totals.returns[seat] / n, share, 5 * std::sqrt(2 * share * (1 - share) / n) + 1e-9);
  }
}

TEST(KimblePlayoutBatch, IsDistributedAsGamesOneByOneSlow) {
  std::uint64_t seed = 1;
  for (const char* seats : {"AC", "AB", "ABD", "ABCD"})
    for (const int pieces : {2, 4}) {
      const Kimble::Rules r = rules(seats, pieces);
      Rng rng(++seed);
      expect_as_one_by_one(Kimble::start(r, rng), 20'000, seed);
      Kimble thrown = later(r, 100, rng);
      expect_as_one_by_one(thrown, 20'000, seed);
      while (thrown.to_move() < 0 && !engine::is_over(thrown))
        thrown.apply(thrown.sample_chance(rng));
      expect_as_one_by_one(thrown, 20'000, seed);  // a piece is to be moved first
    }
}

TEST(KimblePlayoutBatch, OfAFinishedGameIsItsResult) {
  const Kimble::Rules r = rules("ABCD", 4);
  Rng rng(5);
  Kimble over = started_by(r, 0);
  while (!engine::is_over(over))
    over.apply(over.to_move() >= 0 ? over.random_move(rng) : over.sample_chance(rng));
  const PlayoutTotals totals = PlayoutBatch<Kimble>(r)(over, 10, rng);
  EXPECT_EQ(totals.plies, 0u);
  for (int seat = 0; seat < 4; ++seat) EXPECT_EQ(totals.returns[seat], 10 * over.returns()[seat]);
}

}  // namespace
}  // namespace gauntlet::search
