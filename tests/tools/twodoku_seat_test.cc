#include "tools/protocol/twodoku_seat.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/registry.h"
#include "tests/tools/seat_table.h"
#include "tests/tools/twodoku_script.h"
#include "tests/tools/twodoku_twins.h"
#include "tools/protocol/seats.h"
#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyMove;
using engine::AnyState;
using engine::Player;
using engine::TwoDoku;
using selfplay::Termination;

constexpr const char* kTwoDokuGames[] = {"twodoku", "twodoku/java", "twodoku/open",
                                         "twodoku/java/open"};

engine::AnyGame twodoku_of(std::uint64_t number) {
  return *engine::find_game(kTwoDokuGames[number % 4]);
}

std::unique_ptr<SeatedClient> twodoku_program(std::uint64_t seed) {
  auto program = std::make_unique<SeatedClient>(
      std::make_unique<TwoDokuSeat>(), std::make_unique<TwoDokuClient>(TwoDokuClient::Options()),
      seed);
  program->time.game = 120s;
  return program;
}

void expect_knew_what_it_may(const SeatedClient& client, Player seat, const SeatedGame& played) {
  ASSERT_TRUE(client.end);
  const float share = played.game.returns[static_cast<std::size_t>(seat)];
  EXPECT_EQ(client.end->verdict, share == 1   ? Verdict::kWin
                                 : share == 0 ? Verdict::kLoss
                                              : Verdict::kDraw)
      << client.end->reason;
  ASSERT_EQ(client.decisions.size(), client.asked.size());
  for (std::size_t i = 0; i < client.asked.size(); ++i) {
    ASSERT_EQ(client.asked[i].observer(), seat);
    ASSERT_EQ(client.decisions[i].view.to_text(), client.asked[i].to_text());
    ASSERT_EQ(client.decisions[i].game.name(), played.game.game.name());
  }
}

/// In one seat, in the other, and in both; byte for byte what follows from the program's views, and
/// at the end the scores.
TEST(TwoDokuSeat, ClientsPlayWholeGames) {
  for (std::uint64_t seed = 0; seed < 48; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const engine::AnyGame game = twodoku_of(seed);
    engine::Rng rng(seed);
    const auto red = twodoku_program(seed), blue = twodoku_program(seed + 1'000);
    const bool has_red = seed % 3 != 1, has_blue = seed % 3 != 0;
    const SeatedGame played =
        play_seated(game, game.start(rng),
                    {has_red ? red.get() : nullptr, has_blue ? blue.get() : nullptr}, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    for (const Player seat : {0, 1}) {
      if (seat == 0 ? !has_red : !has_blue) continue;
      const SeatedClient& client = seat == 0 ? *red : *blue;
      expect_knew_what_it_may(client, seat, played);
      const std::size_t over = client.heard.rfind("over red ");
      ASSERT_NE(over, std::string::npos);
      ASSERT_EQ(client.heard.substr(0, over), twodoku_script(played.game, seat));
    }
  }
}

TEST(TwoDokuSeat, ClientsPlayFromOpeningsUpToTheFirstTurn) {
  int dealt = 0;
  for (std::uint64_t seed = 0; seed < 48; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const engine::AnyGame game = twodoku_of(seed);
    engine::Rng rng(seed);
    const std::uint32_t plies = seed % 6 == 0 ? 80 : rng.below(81);
    AnyState start = some_plies_on(game, plies, rng);
    if (seed % 12 == 0) start.play_chance_moves(rng, nullptr);
    ASSERT_TRUE(check_seat_start(start).ok()) << start.to_text();
    dealt += start.as<TwoDoku>().stage() == TwoDoku::Stage::kTurn;
    const auto red = twodoku_program(seed), blue = twodoku_program(seed + 1'000);
    const SeatedGame played = play_seated(game, start, {red.get(), blue.get()}, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    expect_knew_what_it_may(*red, 0, played);
    expect_knew_what_it_may(*blue, 1, played);
  }
  EXPECT_GT(dealt, 0);
}

TEST(TwoDokuSeat, APositionAfterTheFirstTurnCannotBeTold) {
  const engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(1);
  AnyState state = some_plies_on(game, 81, rng);
  state.play_chance_moves(rng, nullptr);
  EXPECT_FALSE(check_seat_start(state).ok()) << state.to_text();
}

/// A table at the first turn of red, who is the program and has said its name; and a move for each
/// way to answer.
SeatTable table_at_first_turn(std::uint64_t seed = 1, Player player = 0) {
  const static engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(seed);
  AnyState start = some_plies_on(game, 80, rng);
  start.play_chance_moves(rng, nullptr);
  SeatTable table(std::make_unique<TwoDokuSeat>(), start, player);
  table.say("name Ann\n");
  table.heard();
  return table;
}

TEST(TwoDokuSeat, SaysWhatTheRefereeSays) {
  const engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(1);
  SeatTable table(std::make_unique<TwoDokuSeat>(), game.start(rng), 0);
  EXPECT_EQ(table.heard(), "twodoku 1\ngame twodoku\n");
  EXPECT_FALSE(table.seat->is_ready());
  table.say("name An");
  EXPECT_EQ(table.heard(), "");
  table.say("n\r\n");
  EXPECT_TRUE(table.seat->is_ready());
  EXPECT_EQ(table.heard(), "seat red\nclock 120000\n");
  table.ask({std::nullopt, 5s});
  EXPECT_EQ(table.heard(), "clock 5000\ncolour?\n");
  table.say("colour 0,8\n");
  EXPECT_EQ(table.heard(), "");
  table.play_answer();
  EXPECT_EQ(table.heard(), "move red colour 0 8\n");
  table.play(*table.state.parse("colour 3,3"));
  EXPECT_EQ(table.heard(), "move blue colour 3 3\n");
}

TEST(TwoDokuSeat, TellsTheNearerLimit) {
  const std::pair<SeatTime, const char*> kCases[] = {
      {{}, "clock 120000\n"},
      {{1s, std::nullopt}, "clock 1000\n"},
      {{std::nullopt, 2s}, "clock 2000\n"},
      {{3s, 2s}, "clock 2000\n"},
      {{1s, 2s}, "clock 1000\n"},
  };
  for (const auto& [time, line] : kCases) {
    SeatTable table = table_at_first_turn();
    table.ask(time);
    EXPECT_EQ(table.heard(), std::string(line) + "turn?\n");
  }
}

TEST(TwoDokuSeat, AskedBeforeItHasAName) {
  const engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(1);
  SeatTable table(std::make_unique<TwoDokuSeat>(), game.start(rng), 1);
  table.heard();
  table.play(*table.state.parse("colour 3,3"));
  table.ask();
  EXPECT_EQ(table.heard(), "");
  table.say("name Ann\ncolour 3 3\n");
  EXPECT_EQ(table.heard(), "seat blue\nclock 120000\nmove red colour 3 3\nclock 120000\ncolour?\n");
  table.play_answer();
}

TEST(TwoDokuSeat, NamesThatAreNone) {
  const engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(1);
  for (const std::string& line :
       {std::string("Ann"), std::string("name"), std::string("name "), std::string("name \xff"),
        "name " + std::string(61, 'x'), "name " + std::string(1'000, 'x'), std::string("NAME Ann"),
        std::string("colour 0 0")}) {
    SeatTable table(std::make_unique<TwoDokuSeat>(), game.start(rng), 0);
    table.heard();
    EXPECT_FALSE(table.say(line + '\n'));
    EXPECT_EQ(table.heard(),
              "error first comes 'name X', X being 1 to 60 printable ASCII characters\n");
    table.say("name " + std::string(60, 'x') + '\n');
    EXPECT_TRUE(table.seat->is_ready()) << "it may try again";
  }
}

TEST(TwoDokuSeat, BadAnswersGetAnErrorAndTheQuestionAgain) {
  const std::pair<std::string, std::string> kCases[] = {
      {"hello", "'hello' is no move; expected is 'take R C', 'take pot', 'play R C D' or 'pass'"},
      {"play 0 0", "'play 0 0' should look like 'play 0 8 5'"},
      {"play 9 9 9", "'play 9 9 9' should look like 'play 0 8 5'"},
      {"colour 0 0",
       "'colour 0 0' cannot be played now; expected is 'take R C', 'take pot', 'play R C D' or "
       "'pass'"},
      {"return 5",
       "'return 5' cannot be played now; expected is 'take R C', 'take pot', 'play R C D' or "
       "'pass'"},
      {"accepted",
       "'accepted' cannot be played now; expected is 'take R C', 'take pot', 'play R C D' or "
       "'pass'"},
      {"deal 4 5 4 5 4 4 5 4 5",
       "'deal 4 5 4 5 4 4 5 4 5' cannot be played now; expected is 'take R C', 'take pot', 'play "
       "R C D' or 'pass'"},
      {"take 0 0", "no domino lies face up at 0 0"},
      {"\xff\x01",
       "'\\xff\\x01' is no move; expected is 'take R C', 'take pot', 'play R C D' or "
       "'pass'"},
      {std::string(70, 'x'), "a move is at most 64 characters"},
      {std::string(81, 'x'), "a line is at most 80 characters"},
      {std::string(100'000, 'x'), "a line is at most 80 characters"},
  };
  for (const auto& [line, sentence] : kCases) {
    SeatTable table = table_at_first_turn();
    table.ask();
    table.heard();
    EXPECT_FALSE(table.say(line + "\r\n"));
    EXPECT_EQ(table.heard(), "error " + sentence + "\nclock 120000\nturn?\n");
    table.say("pass\n");
    table.play_answer();
    EXPECT_EQ(table.heard(), "move red pass\n");
  }
}

/// A placement that fails at sight ends the turn.
TEST(TwoDokuSeat, AWrongColourIsAPass) {
  SeatTable table = table_at_first_turn();
  table.ask();
  table.heard();
  const TwoDoku& state = table.state.as<TwoDoku>();
  int square = 0;
  while (state.targets(0).has(square) || !state.empty_squares().has(square)) ++square;
  int digit = 1;
  while (state.hand(0)[digit] == 0) ++digit;
  table.say("play " + std::to_string(square / 9) + ' ' + std::to_string(square % 9) + ' ' +
            std::to_string(digit) + '\n');
  EXPECT_TRUE(table.heard().ends_with("; your turn is over\n"));
  ASSERT_TRUE(table.answer);
  EXPECT_EQ(table.state.format(table.answer->move), "pass");
  table.play_answer();
}

TEST(TwoDokuSeat, AnswersOfOneTurnMayComeTogether) {
  engine::Rng rng(1);
  int returned = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SeatTable table = table_at_first_turn(seed);
    const TwoDoku& state = table.state.as<TwoDoku>();
    int digit = 1;
    while (state.hand(0)[digit] == 0) ++digit;
    table.ask();
    table.heard();
    table.say("take pot\nreturn " + std::to_string(digit) + "\npass\npass\n");
    table.play_answer();
    EXPECT_EQ(table.heard(), "move red take pot\n");
    std::vector<AnyMove> drawn;
    AnyState(table.state).play_chance_moves(rng, &drawn);
    table.play(drawn[0]);
    EXPECT_TRUE(table.heard().starts_with("result drew "));
    table.ask();
    table.play_answer();
    EXPECT_EQ(table.heard(),
              "clock 120000\nturn?\nmove red return " + std::to_string(digit) + '\n');
    // What came behind is out of turn.
    table.play(table.state.random_move(rng));
    EXPECT_TRUE(table.heard().starts_with(
        "error it is not your turn: answer when you are asked\n"
        "error it is not your turn: answer when you are asked\nmove blue "));
    ++returned;
  }
  EXPECT_EQ(returned, 20);
}

TEST(TwoDokuSeat, OutOfTurnIsDropped) {
  SeatTable table = table_at_first_turn(1, 1);
  EXPECT_FALSE(table.say("pass\n"));
  EXPECT_EQ(table.heard(), "error it is not your turn: answer when you are asked\n");
  table.play(*table.state.parse("pass"));
  table.ask();
  EXPECT_FALSE(table.answer);
}

TEST(TwoDokuSeat, TooMuchNonsenseIsAForfeit) {
  const std::string farewell =
      "error more than 100 lines in a row meant nothing: this connection is closed\n";
  for (const char* line : {"\n", "hello\n", "colour 0 0\n"}) {
    for (const bool is_asked : {false, true}) {
      SeatTable table = table_at_first_turn();
      if (is_asked) table.ask();
      expect_too_much_nonsense(table, line, farewell);
    }
    const engine::AnyGame game = twodoku_of(0);
    engine::Rng rng(1);
    SeatTable nameless(std::make_unique<TwoDokuSeat>(), game.start(rng), 0);
    expect_too_much_nonsense(nameless, line, farewell);
  }
}

TEST(TwoDokuSeat, NonsenseEndsWithAnAnswer) {
  SeatTable table = table_at_first_turn();
  table.ask();
  for (int i = 0; i < 90; ++i) ASSERT_FALSE(table.say("hello\n"));
  table.say("take pot\n");
  table.play_answer();
  engine::Rng rng(1);
  std::vector<AnyMove> drawn;
  AnyState(table.state).play_chance_moves(rng, &drawn);
  table.play(drawn[0]);
  table.ask();
  for (int i = 0; i < 90; ++i) ASSERT_FALSE(table.say("hello\n"));
}

TEST(TwoDokuSeat, FloodsAreBounded) {
  expect_floods_are_bounded([] { return table_at_first_turn(); });
}

TEST(TwoDokuSeat, TellsHowTheGameEnds) {
  struct Case {
    std::optional<Player> loser;
    Termination how;
    const char* line;
  };
  const Case kCases[] = {
      {0, Termination::kOutOfTime, "over red 0 blue 1 red ran out of time\n"},
      {1, Termination::kOutOfTime, "over red 1 blue 0 blue ran out of time\n"},
      {1, Termination::kCrashed, "over red 1 blue 0 blue has left the game\n"},
      {1, Termination::kAbsent, "over red 1 blue 0 blue has left the game\n"},
      {1, Termination::kGaveUp, "over red 1 blue 0 blue has left the game\n"},
      {1, Termination::kIllegalMove, "over red 1 blue 0 blue has made an illegal move\n"},
      {1, Termination::kNonsense, "over red 1 blue 0 blue has sent too much that means nothing\n"},
      {{}, Termination::kStopped, "over red 0 blue 0 the game was stopped\n"},
      {{}, Termination::kTooLong, "over red 0 blue 0 the game was too long\n"},
  };
  for (const Case& one : kCases) {
    SeatTable table = table_at_first_turn();
    table.ask();
    const std::string line = table.finish(one.loser, one.how);
    EXPECT_EQ(line, one.line);
    EXPECT_TRUE(read_over(std::string_view(line).substr(5)));
    EXPECT_FALSE(table.say("pass\n"));
    EXPECT_EQ(table.heard(), "") << "the game is over";
  }
  const engine::AnyGame game = twodoku_of(0);
  engine::Rng rng(1);
  SeatTable nameless(std::make_unique<TwoDokuSeat>(), game.start(rng), 0);
  EXPECT_EQ(nameless.finish(1, Termination::kAbsent), "");
}

/// Shown only a view of the end, it tells who has won as far as the view says.
TEST(TwoDokuSeat, AViewOfTheEndHasNoScores) {
  int told = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SeatTable table = table_at_first_turn(seed);
    engine::Rng rng(seed);
    while (!table.state.is_over()) {
      table.state.play_chance_moves(rng, nullptr);
      if (!table.state.is_over()) table.state.apply(table.state.random_move(rng));
    }
    const AnyState view = table.state.redacted(0);
    table.state = view;
    const std::string line = table.finish({}, Termination::kPlayed);
    const auto over = read_over(std::string_view(line).substr(5));
    ASSERT_TRUE(over) << line;
    EXPECT_EQ(over->scores[0] > over->scores[1], view.returns()[0] == 1);
    EXPECT_LE(over->scores[0] + over->scores[1], 1);
    told += over->scores[0] != over->scores[1];
  }
  EXPECT_GT(told, 0);
}

/// What a program hears when `move` was played in `state`, and it is asked or answers badly after
/// it; also when the seat is shown more than it should be.
std::string heard_after(const TwoDokuSeat& seat, const engine::GameInterface& game,
                        const TwoDoku& state, TwoDoku::Move move, Player observer, bool is_whole) {
  TwoDokuSeat copy = seat;
  std::string out;
  const TwoDoku next = engine::child(state, move);
  const AnyState before(game, is_whole ? state : state.redacted(observer));
  const TwoDoku::Move seen = is_whole ? move : state.seen(move, observer);
  copy.saw(before, AnyMove(seen.bits()), out);
  const AnyState after(game, is_whole ? next : next.redacted(observer));
  if (next.to_move() == observer) {
    copy.ask(after, {}, out);
    for (const char* line : {"hello\n", "play 0 0 5\n", "take 4 4\n", "return 7\n", "colour 4 4\n"})
      if (const auto answer = copy.received(line, out)) {
        out += "-> " + std::to_string(answer->move.bits()) + '\n';
        break;
      }
  } else {
    copy.received("play 1 1 1\n", out);
    copy.end(after, 1 - observer, Termination::kCrashed, out);
  }
  return out;
}

/// Two whole positions that are one to the program, and moves that look the same to it: what it is
/// told is the same, byte for byte.
TEST(TwoDokuSeat, HiddenStaysHidden) {
  int compared = 0, hidden_moves = 0;  // of positions that differ
  for (std::uint64_t number = 0; compared < 10'000; ++number) {
    const engine::AnyGame game = twodoku_of(number);
    engine::Rng rng(900, number);
    const AnyState start = game.start(rng);
    TwoDoku state = start.as<TwoDoku>();
    while (!engine::is_over(state)) {
      const TwoDoku::Move move = any_move(state, rng);
      for (const Player observer : {0, 1}) {
        SCOPED_TRACE("game " + std::to_string(number) + ": " + state.format(move) + " in " +
                     state.to_text());
        TwoDokuSeat seat;
        std::string greeting;
        seat.begin(start, observer, greeting);
        seat.received("name Ann\n", greeting);
        const TwoDoku twin = state.redacted(observer).determinized(rng);
        const auto other = lookalike(state, move, twin, observer, rng);
        if (!other) continue;
        const auto heard = [&](const TwoDoku& position, TwoDoku::Move played, bool is_whole) {
          return heard_after(seat, start.game(), position, played, observer, is_whole);
        };
        const std::string said = heard(state, move, false);
        ASSERT_EQ(heard(twin, *other, false), said);
        ASSERT_EQ(heard(state, move, true), said);
        ASSERT_EQ(heard(twin, *other, true), said);
        compared += twin != state;
        hidden_moves += move != *other;
      }
      state.apply(move);
    }
  }
  EXPECT_GT(hidden_moves, 100);
}

}  // namespace

}  // namespace gauntlet::tools
