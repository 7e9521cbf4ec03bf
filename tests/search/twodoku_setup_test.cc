// How Two-Doku's search colours and hides.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "engine/twodoku/twodoku.h"
#include "search/twodoku/setup.h"
#include "search/twodoku/strategies.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::kChance;
using engine::kPeers;
using engine::Player;
using engine::Rng;
using engine::SquareSet;
using engine::TwoDoku;
using Choose = std::function<TwoDoku::Move(const TwoDoku& view, Rng& rng)>;

/// For one game.
Choose by(Setup setup) {
  return [player = SetupPlayer(setup)](const TwoDoku& view, Rng& rng) mutable {
    return player.choose(view, rng);
  };
}
Choose strongest() {
  return by(Setup::kStrongest);
}
Choose open() {
  return by(Setup::kOpen);
}
Choose careful() {
  return choose_careful;
}
/// Also when it hides.
Choose at_random() {
  return choose_greedy;
}
using MakeChoose = Choose (*)();

/// The board of two who set it up so, after so many of the 72 squares and 8 dominoes.
TwoDoku set_up(const Choose& red, const Choose& blue, std::uint64_t seed, int moves = 80) {
  Rng rng(seed);
  TwoDoku state = TwoDoku::start({}, rng);
  for (int i = 0; i < moves; ++i) {
    const Player mover = state.to_move();
    state.apply((mover == 0 ? red : blue)(state.redacted(mover), rng));
  }
  return state;
}

/// How many of `others` a square of `some` sees on the mean.
double mean_sight(const SquareSet& some, const SquareSet& others) {
  int count = 0;
  some.for_each([&](int square) { count += (kPeers[square] & others).size(); });
  return static_cast<double>(count) / some.size();
}

TEST(TwoDokuSetup, keeps_out_of_sight_at_first) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const TwoDoku half = set_up(strongest(), strongest(), seed, 38);
    const SquareSet red = half.coloured(0), blue = half.coloured(1);
    EXPECT_FALSE(red.meets(blue));
    EXPECT_LT(mean_sight(red, blue), 4.2);  // at random 19 * 20 / 80, thus 4.75
  }
}

TEST(TwoDokuSetup, then_meets_the_other_and_keeps_out_of_its_own_sight) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const TwoDoku board = set_up(strongest(), strongest(), seed);
    for (const Player player : {0, 1}) {
      const SquareSet own = board.coloured(player), other = board.coloured(1 - player);
      EXPECT_LT(mean_sight(own, own), mean_sight(own, other));
    }
  }
}

TEST(TwoDokuSetup, stands_in_its_own_sight_against_who_spreads) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const SquareSet red = set_up(strongest(), careful(), seed).coloured(0);
    const SquareSet blue = set_up(careful(), strongest(), seed).coloured(1);
    EXPECT_GT((mean_sight(red, red) + mean_sight(blue, blue)) / 2, 8);
  }
}

TEST(TwoDokuSetup, hides_where_the_other_sees) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const TwoDoku board = set_up(strongest(), strongest(), seed, 72);
    Rng rng(seed);
    const SquareSet only_red = board.coloured(0).without(board.coloured(1));
    const SquareSet only_blue = board.coloured(1).without(board.coloured(0));
    const SquareSet white = board.white_squares();
    SquareSet chosen;
    chosen.add(strongest()(board.redacted(0), rng).square());
    EXPECT_GT(mean_sight(chosen, only_blue) - mean_sight(chosen, only_red),
              mean_sight(white, only_blue) - mean_sight(white, only_red));
  }
}

TEST(TwoDokuSetup, stands_close_together_against_chance) {
  int together = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const bool is_red = seed % 2 == 0;
    const TwoDoku board =
        is_red ? set_up(strongest(), at_random(), seed) : set_up(at_random(), strongest(), seed);
    const SquareSet own = board.coloured(is_red ? 0 : 1), other = board.coloured(is_red ? 1 : 0);
    if (mean_sight(own, own) < mean_sight(other, own) + 0.4) continue;
    ++together;
    EXPECT_LE((own & other).size(), 16);
  }
  EXPECT_GE(together, 30);
}

/// What tells the other is half a board, and none of the others that are known looks like chance.
TEST(TwoDokuSetup, takes_no_other_for_chance) {
  for (const MakeChoose other : {strongest, open, careful})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(seed);
      SetupPlayer player(Setup::kStrongest);
      const Choose red = [&](const TwoDoku& view, Rng& rng) { return player.choose(view, rng); };
      const TwoDoku later = set_up(red, other(), seed, 50);
      Rng rng(seed), same(seed);
      EXPECT_EQ(player.choose(later.redacted(0), rng), strongest()(later.redacted(0), same));
    }
}

TEST(TwoDokuSetup, remembers_chance_until_the_game_ends) {
  int others = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SetupPlayer player(Setup::kStrongest);
    const Choose red = [&](const TwoDoku& view, Rng& rng) { return player.choose(view, rng); };
    const TwoDoku later = set_up(red, at_random(), seed, 50);
    const auto chosen_by = [&](const Choose& choose) {
      Rng rng(seed);
      return choose(later.redacted(0), rng);
    };
    others += chosen_by(red) != chosen_by(strongest());
    player.new_game();
    EXPECT_EQ(chosen_by(red), chosen_by(strongest()));
  }
  EXPECT_GE(others, 30);
}

/// What red and blue score from where these set up the board, `careful` playing on for both.
double red_score(MakeChoose red, MakeChoose blue, int games) {
  double points = 0;
  for (int game = 0; game < games; ++game) {
    Rng rng(7, static_cast<std::uint64_t>(game));
    TwoDoku state = set_up(red(), blue(), rng.next());
    while (!engine::is_over(state)) {
      const Player mover = state.to_move();
      state.apply(mover == kChance ? state.sample_chance(rng)
                                   : choose_careful(state.redacted(mover), rng));
    }
    points += state.returns()[0];
  }
  return points / games;
}

TEST(TwoDokuSetup, wins_by_colours_alone) {
  EXPECT_GT(red_score(strongest, careful, 400), 0.82);
  EXPECT_LT(red_score(careful, strongest, 400), 0.46);
  EXPECT_GT(red_score(strongest, open, 1000), 0.72);
  EXPECT_LT(red_score(open, strongest, 1000), 0.59);
}

}  // namespace

}  // namespace gauntlet::search::twodoku
