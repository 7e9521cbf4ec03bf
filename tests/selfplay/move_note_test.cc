#include "selfplay/move_note.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

TEST(MoveNote, ChancesAreInThousandths) {
  EXPECT_EQ(noted_win(0.0), 0);
  EXPECT_EQ(noted_win(0.4996), 500);
  EXPECT_EQ(noted_win(1.0), 1000);
  for (const double odd : {-0.1, 1.1, std::nan("")}) EXPECT_EQ(noted_win(odd), MoveNote::kNoWin);
  EXPECT_EQ(noted_win(std::nullopt), MoveNote::kNoWin);
}

TEST(MoveNote, BytesKeepThem) {
  const std::vector<MoveNote> notes = {{}, {0, 0}, {1000, 4'294'967'295u}, {500, 127}};
  EXPECT_EQ(notes_from_bytes(notes_to_bytes(notes)), notes);
  EXPECT_EQ(notes_from_bytes(""), std::vector<MoveNote>());
  for (const std::string_view odd : {"\x01", "\xea\x07\x01", "\xff\xff\xff\xff\xff\xff"})
    EXPECT_FALSE(notes_from_bytes(odd)) << odd.size();
}

TEST(MoveNote, OneOfEachMoveOfAMatchWhereTheyAreTaken) {
  const auto game = game_called("kimble:2/pieces=1");
  const auto thinker = *make_player("mcts:sims=50", game), other = *make_player("vaikea", game);
  Player* seats[] = {thinker.get(), other.get()};
  for (engine::Player seat = 0; seat < 2; ++seat) seats[seat]->new_game(1, seat);
  engine::Rng start(1), dice(1, 1);
  const engine::AnyState begin = game.start(start);
  MatchResult result;
  play_match(begin, seats, dice, {.takes_notes = true, .takes_times = true}, result);
  ASSERT_EQ(result.notes.size(), result.moves.size());
  engine::AnyState state = begin;
  int told = 0;
  for (std::size_t i = 0; i < result.moves.size(); ++i) {
    if (state.to_move() != 0) {
      EXPECT_EQ(result.notes[i], MoveNote());
    }
    told += result.notes[i].win != MoveNote::kNoWin;
    state.apply(result.moves[i]);
  }
  EXPECT_GT(told, 0);
  play_match(begin, seats, dice, {}, result);
  EXPECT_TRUE(result.notes.empty());
}

/// Needs its time.
class Ponderer final : public Player {
 public:
  void new_game(std::uint64_t, engine::Player) override {}
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    engine::Rng rng(1);
    return {.move = view.random_move(rng), .win = 0.25};
  }
};

TEST(MoveNote, TellsHowLongAMoveTook) {
  const auto game = game_called("mnk:3x3x3");
  Ponderer slow;
  const auto fast = *make_player("random", game);
  fast->new_game(1, 1);
  Player* seats[] = {&slow, fast.get()};
  engine::Rng start(1), dice(1, 1);
  MatchResult result;
  play_match(game.start(start), seats, dice, {.takes_notes = true, .takes_times = true}, result);
  for (std::size_t i = 0; i < result.notes.size(); ++i) {
    EXPECT_EQ(result.notes[i].win, i % 2 == 0 ? 250 : MoveNote::kNoWin);
    if (i % 2 == 0) {
      EXPECT_GE(result.notes[i].milliseconds, 30u);
    }
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
