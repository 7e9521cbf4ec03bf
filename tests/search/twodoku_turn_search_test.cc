// The strongest way to play Two-Doku: what it may know, and what it must find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/registry.h"
#include "engine/twodoku/twodoku.h"
#include "search/twodoku/certain_win.h"
#include "search/twodoku/playout.h"
#include "search/twodoku/risk.h"
#include "search/twodoku/strategies.h"
#include "search/twodoku/turn_search.h"
#include "tests/checked.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::search {

using namespace twodoku;

namespace {

using engine::AnyState;
using engine::kChance;
using engine::Player;
using engine::Rng;
using engine::TwoDoku;
using engine::TwoDokuPosition;
using Kind = TwoDoku::Kind;
using Stage = TwoDoku::Stage;

AnyState any(const TwoDoku& view) {
  static const engine::AnyGame game = *engine::find_game("twodoku");
  const auto state = game.from_text(view.to_text());
  EXPECT_TRUE(state.ok()) << view.to_text() << ": " << engine::message_of(state);
  return *state;
}

/// What its owner sees, as text.
TwoDoku view_of(std::string_view text) {
  const auto view = TwoDoku::from_text({}, text);
  EXPECT_TRUE(view.ok()) << engine::message_of(view);
  Rng rng(0);
  return view.ok() ? *view : TwoDoku::start({}, rng);
}

TurnSearch searcher(int threads = 1) {
  SearcherOptions options;
  options.hash_mb = 4;
  options.threads = threads;
  return TurnSearch(options);
}

TwoDoku::Move move_of(const Result& result) {
  return TwoDoku::Move::from_bits(result.best.bits());
}

Limits simulations(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

TwoDoku::Move find(TurnSearch& search, const TwoDoku& view, std::uint64_t count) {
  return move_of(search.search(any(view), simulations(count), {}));
}

/// Whatever is hidden: two worlds that look the same to the mover get the same answer, and a legal
/// one, at every decision of games of all sorts.
TEST(TwoDokuTurnSearch, answers_by_what_its_player_sees) {
  constexpr int kStates = 10'000 / kShare;
  TurnSearch search = searcher();
  int states = 0;
  for (std::uint64_t game = 0; states < kStates; ++game) {
    Rng rng(1, game);
    TwoDoku state = engine::dealt();
    while (!engine::is_over(state) && states < kStates) {
      const Player mover = state.to_move();
      if (mover == kChance) {
        state.apply(state.sample_chance(rng));
        continue;
      }
      const TwoDoku view = state.redacted(mover);
      const TwoDoku twin = view.determinized(rng).redacted(mover);
      TwoDoku::Move chosen[2];
      search.new_game(game);
      chosen[0] = find(search, view, 8);
      search.new_game(game);
      chosen[1] = find(search, twin, 8);
      ASSERT_EQ(chosen[0], chosen[1]) << "seed 1, game " << game << ": " << state.to_text();
      TwoDoku::Moves moves;
      state.legal_moves(moves);
      ASSERT_NE(std::find(moves.begin(), moves.end(), chosen[0]), moves.end())
          << state.format(chosen[0]) << " in " << state.to_text();
      ++states;
      state.apply(rng.below(3) == 0 ? state.random_move(rng) : PolicyPlayout::choose(state, rng));
    }
  }
}

TEST(TwoDokuTurnSearch, repeats_itself) {
  TwoDokuPosition position;
  position.red = "111111111";
  position.dominoes[8] = "e...e...c";
  position.excluded = "-,-,-";
  const TwoDoku view = position.state().redacted(0);
  TurnSearch one = searcher(), other = searcher();
  for (TurnSearch* search : {&one, &other}) search->new_game(7);
  const Result first = one.search(any(view), simulations(500), {});
  const Result second = other.search(any(view), simulations(500), {});
  EXPECT_EQ(first.best, second.best);
  EXPECT_EQ(first.win, second.win);
  EXPECT_EQ(first.nodes, 500u);
  EXPECT_EQ(second.nodes, 500u);
}

/// Colours depend on what was seen of the other before, in this game alone.
TEST(TwoDokuTurnSearch, forgets_how_the_other_coloured) {
  int others = 0;
  for (std::uint64_t game = 1; game <= 10; ++game) {
    SCOPED_TRACE(game);
    TurnSearch search = searcher(), fresh = searcher();
    search.new_game(game);
    Rng rng(game);
    TwoDoku board = TwoDoku::start({}, rng);
    while (board.coloured(0).size() < 25)
      board.apply(board.to_move() == 0 ? find(search, board.redacted(0), 1)
                                       : board.random_move(rng));
    const TwoDoku view = board.redacted(0);
    const auto chosen_by = [&](TurnSearch& player) { return find(player, view, 1); };
    const TwoDoku::Move remembering = chosen_by(search);
    search.new_game(game);
    fresh.new_game(game);
    const TwoDoku::Move forgetting = chosen_by(search);
    EXPECT_EQ(forgetting, chosen_by(fresh));
    others += remembering != forgetting;
  }
  EXPECT_GE(others, 5);
}

TEST(TwoDokuTurnSearch, uses_several_threads) {
  TwoDokuPosition position;
  position.red = "111111111";
  TurnSearch search = searcher(2);
  const TwoDoku view = position.state().redacted(0);
  const Result result = search.search(any(view), simulations(400), {});
  EXPECT_GE(result.nodes, 400u);
  EXPECT_TRUE(any(view).is_playable(result.best));
}

TEST(TwoDokuTurnSearch, passes_to_win) {
  TwoDokuPosition position;
  position.red = "100000001";
  position.idle = 1;
  TurnSearch search = searcher();
  const TwoDoku view = position.state().redacted(0);
  const Result result = search.search(any(view), simulations(100), {});
  EXPECT_EQ(view.format(move_of(result)), "pass");
  EXPECT_EQ(result.win, 1);
  EXPECT_EQ(result.proven, Proven::kWin);
  EXPECT_EQ(result.nodes, 0u) << "there is nothing to search";
}

TEST(TwoDokuTurnSearch, proves_a_win_whatever_the_other_may_hold) {
  TwoDokuPosition position;
  position.red = "100000001";
  position.idle = 1;
  position.sums = "r";  // blue's 88 dominoes weigh more than 10, whatever they are
  EXPECT_EQ(certain_win(position.state().redacted(0)), TwoDoku::Move::of(Kind::kPass));
  position.idle = 0;  // a pass ends nothing
  EXPECT_EQ(certain_win(position.state().redacted(0)), std::nullopt);
}

/// Blue has drawn from the pot; what is left of its sum tells red whether passing wins.
TEST(TwoDokuTurnSearch, proves_a_win_by_the_bounds_of_a_sum) {
  const auto win = [](const std::string& sums) {
    TwoDokuPosition position = engine::close_position(sums);
    position.idle = 1;
    return certain_win(position.state().redacted(0));
  };
  EXPECT_EQ(win("r,b:206-214"), TwoDoku::Move::of(Kind::kPass));
  EXPECT_EQ(win("r,b:205-214"), std::nullopt) << "205 would be a draw";
  EXPECT_EQ(win("r"), std::nullopt);
}

TEST(TwoDokuTurnSearch, proves_a_win_by_the_last_domino) {
  TwoDokuPosition position;
  position.red = "000000001";
  position.dominoes[8] = "eeeeeeee.";
  position.excluded = "-,-,-,-,-,-,-,-";
  const auto move = certain_win(position.state().redacted(0));
  // The other columns lead to face-down dominoes.
  EXPECT_EQ(move, TwoDoku::Move::of(Kind::kPlay, 8, 9));
  position.red = "000000002";  // two are not the last
  EXPECT_EQ(certain_win(position.state().redacted(0)), std::nullopt);
}

/// In games that end in all sorts of ways, every second with a small hand: the move that was called
/// certain has won.
TEST(TwoDokuTurnSearch, wins_what_it_calls_certain) {
  constexpr int kGames = 2'000 / kShare;
  TwoDokuPosition small;
  small.red = "001000101";
  small.dominoes[8] = "cagiecbd.";
  small.excluded = "-,-,-,-,-,-,-,-";
  int passes = 0, plays = 0;
  for (std::uint64_t game = 0; game < kGames; ++game) {
    Rng rng(2, game);
    TwoDoku state = game % 2 == 0 ? engine::dealt() : small.state();
    while (!engine::is_over(state)) {
      const Player mover = state.to_move();
      if (mover == kChance) {
        state.apply(state.sample_chance(rng));
        continue;
      }
      if (const auto win = certain_win(state.redacted(mover))) {
        TwoDoku won = state;
        won.apply(*win);
        if (won.to_move() == kChance) won.apply(won.sample_chance(rng));
        ASSERT_TRUE(engine::is_over(won)) << state.to_text();
        ASSERT_EQ(won.returns()[mover], 1) << state.to_text();
        ++(win->kind() == Kind::kPass ? passes : plays);
      }
      state.apply(rng.below(3) == 0 ? state.random_move(rng) : PolicyPlayout::choose(state, rng));
    }
  }
  EXPECT_GT(passes, kGames / 10);
  EXPECT_GT(plays, kGames / 10);
}

TEST(TwoDokuTurnSearch, places_what_is_safe_before_it_takes_a_risk) {
  TwoDokuPosition position;
  position.red = "000000002";
  position.colours[7] = "bbbbb....";
  position.colours[8] = "..bbbb...";
  position.dominoes[7] = ".....aaaa";
  position.excluded = "-,-,-,-";
  TurnSearch search = searcher();
  const TwoDoku view = position.state().redacted(0);
  const TwoDoku::Move move = find(search, view, 500);
  ASSERT_EQ(move.kind(), TwoDoku::Kind::kPlay);
  EXPECT_EQ(move.digit(), 9);
  EXPECT_LT(move.square() % 9, 5) << view.format(move);  // the others see what lies face down
}

/// Red is behind, and on a full board each domino fits only where the same digit was.
TwoDokuPosition full_board() {
  TwoDokuPosition position;
  position.dominoes = {"123456789", "456789123", "789123456", "231564897", "564897231",
                       "897231564", "312645978", "645978312", "978312645"};
  position.red = "000001111";
  position.idle = 1;
  return position;
}

TwoDoku lost_on_a_full_board() {
  return full_board().state();
}

/// It takes a domino and puts it back, and does so again without a search when the game comes back
/// to where it was.
TEST(TwoDokuTurnSearch, holds_up_what_it_would_lose) {
  TwoDoku state = lost_on_a_full_board();
  ASSERT_EQ(state.hand_sum(0), 30);
  ASSERT_EQ(state.hand_sum(1), 15);
  TurnSearch search = searcher();
  std::uint64_t simulations_of_all = 0;
  for (int round = 0; round < 3; ++round) {
    const Result take = search.search(any(state.redacted(0)), simulations(200), {});
    ASSERT_EQ(move_of(take).kind(), TwoDoku::Kind::kTake) << state.format(move_of(take));
    const int square = move_of(take).square(), digit = state.digit_at(square);
    state.apply(move_of(take));
    const Result put = search.search(any(state.redacted(0)), simulations(200), {});
    ASSERT_EQ(move_of(put), TwoDoku::Move::of(TwoDoku::Kind::kPlay, square, digit));
    state.apply(move_of(put));
    ASSERT_EQ(state.idle_turns(), 0);
    engine::play(state, "pass");
    simulations_of_all += take.nodes + put.nodes;
  }
  EXPECT_EQ(simulations_of_all, 200u);
}

/// What is put back is nothing that the domino that lies face down could refuse, as it could the
/// nine at the top.
TEST(TwoDokuTurnSearch, holds_up_where_nothing_can_refuse_it) {
  TwoDokuPosition position = full_board();
  position.dominoes[8] = "97831264e";
  position.excluded = "-";
  TurnSearch search = searcher();
  const TwoDoku state = position.state();
  const Result found = search.search(any(state.redacted(0)), simulations(200), {});
  ASSERT_EQ(move_of(found).kind(), TwoDoku::Kind::kTake) << state.format(move_of(found));
  const int square = move_of(found).square();
  EXPECT_FALSE(engine::kPeers[square].has(80)) << state.format(move_of(found));
}

/// From a game: blue does not know red's sum, which has drawn from the pot, but is far behind. With
/// many simulations it would take 8,0 and place a nine there, which may be refused, and then red
/// would pass and win.
TEST(TwoDokuTurnSearch, holds_up_what_it_seems_to_lose) {
  const TwoDoku view = view_of(
      "xb..xrxxr/.xbr.b..x/.xrx.b..b/bxbx.x.rx/xr..rbxx./rbr.x.rb./.b.b.r.r./rxbb.r..b/xr..rbxx. "
      "4...38579/.197....8/8735?..../.5.8.6.97/39?.4.65./642.5?38./..1..5.6?/286..4..5/5..?8.74. "
      "turn mover=blue turn=393 idle=0 red=?14 blue=446320433 pot=- knows=-/- "
      "min=000002000/000000000 sums=b not=34578,234569,234568,456789,4578 view=blue");
  ASSERT_FALSE(view.knows_sum(0));
  for (const std::uint64_t count : {200, 20'000}) {
    TurnSearch search = searcher();
    const Result found = search.search(any(view), simulations(count), {});
    ASSERT_EQ(found.pv.size(), 2u) << count;
    const auto take = TwoDoku::Move::from_bits(found.pv[0].bits());
    const auto put = TwoDoku::Move::from_bits(found.pv[1].bits());
    EXPECT_EQ(put,
              TwoDoku::Move::of(TwoDoku::Kind::kPlay, take.square(), view.digit_at(take.square())))
        << count << ": " << view.format(take);
  }
}

/// From a game: blue is a few digits behind, and on the mean stays so if it risks an eight in the
/// corner.
TEST(TwoDokuTurnSearch, rather_takes_a_small_risk_than_a_draw) {
  const TwoDoku view = view_of(
      "rbbbbbrbr/rbrr.br.r/rbbrrrbbb/bbbbrbrrr/bbrrrbbbb/brrrbbbbr/rr.b.rbr./br.r.xrr./br.b.rrrb "
      "96..4.785/45.8?..?9/87.659..4/79.5.864./68.7.495./54.9.687./..?...562/..?4.5.9?/..?.?74.. "
      "turn mover=blue turn=43 idle=0 red=?19:75 blue=523121321 pot=?? knows=-/- "
      "min=010000000/000000000 sums=rb not=45689,456789,56,459,4569,47,457 view=blue");
  ASSERT_GT(view.hand_sum(1), view.hand_sum(0));
  TurnSearch search = searcher();
  const TwoDoku::Move move = find(search, view, 3'000);
  EXPECT_EQ(move, TwoDoku::Move::of(TwoDoku::Kind::kPlay, 80, 8)) << view.format(move);
  EXPECT_TRUE(risky_squares(view, 8).has(80));
}

TEST(TwoDokuTurnSearch, holds_nothing_up_below_its_strength) {
  SearcherOptions options;
  options.hash_mb = 4;
  options.judges_within = 0.2;
  TurnSearch search(options);
  const Result result =
      search.search(any(lost_on_a_full_board().redacted(0)), simulations(200), {});
  EXPECT_EQ(move_of(result).kind(), TwoDoku::Kind::kPass);
  for (const JudgedMove& judged : result.moves)
    EXPECT_EQ(TwoDoku::Move::from_bits(judged.move.bits()).kind(), TwoDoku::Kind::kPass);
}

/// As strong as its documentation says, with a margin for luck; see docs/strength.md.
TEST(TwoDokuTurnSearch, BeatsCarefulSlow) {
  constexpr int kGames = 60 / kShare;
  TurnSearch search = searcher();
  double points = 0;
  for (int game = 0; game < kGames; ++game) {
    Rng chance(9, static_cast<std::uint64_t>(game / 2)), dice(10, game);
    TwoDoku state = engine::dealt();
    search.new_game(static_cast<std::uint64_t>(game));
    const int swap = game % 2;
    while (!engine::is_over(state)) {
      const Player mover = state.to_move();
      if (mover == kChance)
        state.apply(state.sample_chance(chance));
      else if (mover == swap)
        state.apply(find(search, state.redacted(mover), 300));
      else
        state.apply(choose_careful(state.redacted(mover), dice));
    }
    points += state.returns()[swap];
  }
  EXPECT_GE(points / kGames, 0.62) << "seed 9";
}

}  // namespace

}  // namespace gauntlet::search
