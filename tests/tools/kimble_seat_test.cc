#include "tools/protocol/kimble_seat.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "tests/tools/seat_table.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_line.h"
#include "tools/protocol/seats.h"

namespace gauntlet::tools {

namespace {

using engine::AnyState;
using engine::Kimble;
using engine::Player;
using selfplay::Termination;

/// The places clockwise from the first corner to the second.
int places_on(int from, int to) {
  return (to - from + Kimble::kCorners) % Kimble::kCorners;
}

/// What a program asks for that sits there, if it knows who the others are.
std::string opponents_of(const AnyState& state, Player seat) {
  const Kimble& kimble = state.as<Kimble>();
  std::string opponents = "000";
  for (Player other = 0; other < state.players(); ++other)
    if (other != seat)
      opponents[static_cast<std::size_t>(places_on(kimble.corner(seat), kimble.corner(other))) -
                1] = '2';
  return opponents;
}

std::unique_ptr<SeatedClient> kimble_program(KimbleClient::Options options, std::uint64_t seed) {
  return std::make_unique<SeatedClient>(std::make_unique<KimbleSeat>(),
                                        std::make_unique<KimbleClient>(std::move(options)), seed);
}

/// The program is shown the position as it is, but itself as A: each player's pieces stand where
/// they stand seen from that player's own start.
void expect_sees(const AnyState& shown, const AnyState& position, Player seat) {
  const Kimble& ours = shown.as<Kimble>();
  const Kimble& real = position.as<Kimble>();
  EXPECT_EQ(ours.to_move(), 0);
  EXPECT_EQ(ours.die(), real.die());
  for (Player here = 0; here < ours.players(); ++here)
    for (Player other = 0; other < real.players(); ++other) {
      if (ours.corner(here) != places_on(real.corner(seat), real.corner(other))) continue;
      EXPECT_EQ(ours.board(here), real.board(other)) << shown.to_text();
    }
}

void expect_played(const SeatedClient& client, Player seat, const SeatedGame& played) {
  ASSERT_TRUE(client.end);
  EXPECT_EQ(client.end->verdict, played.game.returns[static_cast<std::size_t>(seat)] > 0
                                     ? Verdict::kWin
                                     : Verdict::kLoss)
      << client.end->reason;
  ASSERT_EQ(client.decisions.size(), client.asked.size());
  for (std::size_t i = 0; i < client.asked.size(); ++i)
    expect_sees(client.decisions[i].view, client.asked[i], seat);
  EXPECT_TRUE(client.end->seen) << "each throw was told, and once";
}

/// Moves that leave their player a choice.
std::size_t choices_of(const SeatedGame& played, Player seat) {
  std::size_t choices = 0;
  AnyState state = played.game.start;
  for (const engine::AnyMove move : played.game.moves) {
    engine::AnyMoves legal;
    if (state.to_move() == seat) state.legal_moves(legal);
    choices += legal.size() > 1;
    state.apply(move);
  }
  return choices;
}

/// In each seat, in some and in all.
TEST(KimbleSeat, ClientsPlayWholeGames) {
  const char* const kGames[] = {"kimble:4", "kimble:2",  "kimble:3",  "kimble:BD",
                                "kimble:1", "kimble:CD", "kimble:BCD"};
  for (std::uint64_t seed = 0; seed < 63; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto game = *engine::find_game(kGames[seed % 7]);
    engine::Rng rng(seed);
    const AnyState start = game.start(rng);
    std::vector<std::unique_ptr<SeatedClient>> programs;
    std::vector<SeatedClient*> seats;
    for (Player seat = 0; seat < game.players(); ++seat) {
      programs.push_back(kimble_program(
          {.opponents = opponents_of(start, seat), .rests = rng.below(2) == 0}, seed * 4 + seat));
      const bool sits = seed % 3 == 0 || seat == static_cast<Player>(seed / 7 % game.players());
      seats.push_back(sits ? programs.back().get() : nullptr);
    }
    const SeatedGame played = play_seated(game, start, seats, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    for (Player seat = 0; seat < game.players(); ++seat) {
      if (!seats[static_cast<std::size_t>(seat)]) continue;
      const SeatedClient& client = *seats[static_cast<std::size_t>(seat)];
      expect_played(client, seat, played);
      EXPECT_EQ(client.decisions.size(), choices_of(played, seat));
    }
  }
}

TEST(KimbleSeat, ClientsPlayFromPositions) {
  const auto game = *engine::find_game("kimble:4");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    engine::Rng rng(seed);
    AnyState start = some_plies_on(game, 10 + rng.below(30), rng);
    if (seed % 2 == 0) start.play_chance_moves(rng, nullptr);  // somebody has thrown already
    if (start.is_over()) continue;
    const auto seat = static_cast<Player>(rng.below(4));
    const auto program = kimble_program({.opponents = "222"}, seed);
    std::vector<SeatedClient*> seats(4);
    seats[static_cast<std::size_t>(seat)] = program.get();
    const SeatedGame played = play_seated(game, start, seats, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    ASSERT_TRUE(program->end);
    EXPECT_EQ(program->end->verdict, played.game.returns[static_cast<std::size_t>(seat)] == 1
                                         ? Verdict::kWin
                                         : Verdict::kLoss);
    ASSERT_EQ(program->decisions.size(), program->asked.size());
    for (std::size_t i = 0; i < program->asked.size(); ++i)
      expect_sees(program->decisions[i].view, program->asked[i], seat);
  }
}

TEST(KimbleSeat, WhatIsAskedForDoesNotDecideWhoPlays) {
  const auto game = *engine::find_game("kimble:2");
  engine::Rng rng(1);
  const auto program = kimble_program({.opponents = "222"}, 1);
  const SeatedGame played = play_seated(game, game.start(rng), {program.get(), nullptr}, 1);
  EXPECT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
  ASSERT_TRUE(program->end);
  EXPECT_NE(program->end->verdict, Verdict::kUnknown) << program->end->reason;
}

TEST(KimbleLine, ACornerSeesItselfAsA) {
  // A letter at the start of each, and one in each goal, at its first, second, .. square.
  const std::string ring = "A000000B000000C000000D00000A", goals = "A0000B0000C0000D";
  EXPECT_EQ(kimble_line_seen_from(ring + goals + "B6\n", 0), ring + goals + "B6\n");
  EXPECT_EQ(kimble_line_seen_from(ring + goals + "B6\n", 1),
            "A000000B000000C00000DD0000000A0000B0000CD000A6\n");
  EXPECT_EQ(kimble_line_seen_from(ring + goals + "D1\n", 2),
            "A000000B00000CC000000D00000000A0000BC0000D00B1\n");
  EXPECT_EQ(kimble_line_seen_from(ring + goals + "A1\n", 3),
            "A00000BB000000C000000D000000000AB0000C0000D0B1\n");
}

const std::string kKimbleToken = 't' + std::string(64, '7');

SeatTable kimble_table(const std::string& text, Player player) {
  const static engine::AnyGame game = *engine::find_game("kimble:2");
  const auto state = game.from_text(text + " AC");
  EXPECT_TRUE(state.ok()) << engine::message_of(state);
  return {std::make_unique<KimbleSeat>(kKimbleToken), *state, player};
}

/// The program is C, which has pieces two and four squares from its start, and has thrown a 5.
SeatTable table_of_c() {
  return kimble_table("A000000000000000C0C0000000000000000000000000C5", 1);
}
const std::string kShownToC = "00A0A000000000C00000000000000000000000000000A5\n";
const std::string kKimbleAsked = kShownToC + "END\n";

/// It has asked for its game, and is asked.
SeatTable asked_table_of_c() {
  SeatTable table = table_of_c();
  table.say("v001222\n");
  table.ask();
  table.heard();
  return table;
}

TEST(KimbleSeat, SaysWhatTheServerSays) {
  SeatTable table = table_of_c();
  table.ask();
  EXPECT_FALSE(table.answer);
  EXPECT_EQ(table.heard(), "") << "the server never speaks first";
  EXPECT_FALSE(table.seat->is_ready());
  table.say("v00100");
  EXPECT_EQ(table.heard(), "");
  table.say("0");
  EXPECT_TRUE(table.seat->is_ready());
  EXPECT_EQ(table.heard(), kKimbleToken + '\n' + kKimbleAsked);
  table.say(kKimbleToken);
  EXPECT_EQ(table.heard(), "");
  table.say("1");
  table.play_answer();
  EXPECT_EQ(table.state.to_text(), "A00000000000000000C00C0000000000000000000000A0 AC");
  EXPECT_EQ(table.heard(), "") << "the answer comes when there is something to choose";
}

/// Its own throws and those of others, until it has a choice.
TEST(KimbleSeat, EachThrowIsALine) {
  SeatTable table = asked_table_of_c();
  table.say(kKimbleToken + "0\r\n");
  table.play_answer();
  table.play(*table.state.parse("die=3"));
  table.play(*table.state.parse("0"));
  table.play(*table.state.parse("die=6"));
  EXPECT_EQ(table.heard(), "");
  table.ask();
  EXPECT_EQ(table.heard(),
            "00A000000A0000C00000000000000000000000000000C3\n"
            "00A000000A0000000C00000000000000000000000000A6\nEND\n");
}

TEST(KimbleSeat, ATurnWithoutAChoiceIsPlayedForIt) {
  SeatTable table = kimble_table("A000000000000000C000000000000000000000000000C5", 1);
  table.ask();
  table.play_answer();
  EXPECT_EQ(table.heard(), "") << "also before it has asked for the game";
}

TEST(KimbleSeat, APieceThatCannotMoveBringsTheLineAgain) {
  for (const char* rank : {"2", "3", "4", "9"}) {
    SeatTable table = asked_table_of_c();
    table.say(kKimbleToken + rank + "\n");
    EXPECT_FALSE(table.answer);
    EXPECT_EQ(table.heard(), kKimbleAsked);
    table.say(kKimbleToken + "0");
    table.play_answer();
  }
}

TEST(KimbleSeat, BadRequestsGetASentence) {
  const std::string other(64, 'a');
  const std::pair<std::string, std::string> kCases[] = {
      {"hello\n", "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {"v\n", "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {"v00122x\n", "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {"v001-11\n", "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {"v002222\n", "tuntematon API-versio; ainoa on 001, esim. v001222"},
      {"t123\n", "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {"t" + other + "0\n", "tuntematon tai vanhentunut token"},
      {std::string("\0\xff", 2) + "\n",
       "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
      {std::string(100'000, 'z') + "\n",
       "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero"},
  };
  for (const auto& [request, why] : kCases) {
    const std::string refusal = "Virhe: " + why + "\nEND\n";
    SeatTable early = table_of_c();
    EXPECT_FALSE(early.say(request));
    EXPECT_EQ(early.heard(), refusal);
    EXPECT_FALSE(early.seat->is_ready());
    SeatTable table = asked_table_of_c();
    EXPECT_FALSE(table.say(request));
    EXPECT_EQ(table.heard(), refusal);
    table.say(kKimbleToken + "0");
    table.play_answer();
  }
  SeatTable early = table_of_c();
  early.say(kKimbleToken + "0");
  EXPECT_EQ(early.heard(), "Virhe: tuntematon tai vanhentunut token\nEND\n");
  SeatTable table = asked_table_of_c();
  table.say(kKimbleToken + "x");
  EXPECT_EQ(table.heard(), "Virhe: nappulan numero on 0, 1, 2 tai 3, heti tokenin perassa\nEND\n");
  table.say("v001222");
  EXPECT_EQ(table.heard(),
            "Virhe: sinulla on liian monta pelia kesken; pelaa ne ensin loppuun\nEND\n");
}

TEST(KimbleSeat, ManyRequestsInOnePieceAndOneInMany) {
  SeatTable table = asked_table_of_c();
  table.say(kKimbleToken + "3" + kKimbleToken + "3\r\n" + kKimbleToken + "3\n\n\n");
  EXPECT_EQ(table.heard(), kKimbleAsked + kKimbleAsked + kKimbleAsked);
  for (const char& byte : kKimbleToken) EXPECT_FALSE(table.say({&byte, 1}));
  // What comes behind the answer is too early for another.
  table.say("0" + kKimbleToken + "0");
  EXPECT_EQ(table.heard(), "Virhe: edellinen siirto on viela kesken\nEND\n");
  table.play_answer();
  table.say(kKimbleToken + "0");
  EXPECT_FALSE(table.answer);
  EXPECT_EQ(table.heard(), "Virhe: edellinen siirto on viela kesken\nEND\n");
}

TEST(KimbleSeat, TooMuchNonsenseIsAForfeit) {
  const std::string farewell =
      "Virhe: liian monta kelvotonta pyyntoa perakkain, yhteys suljetaan\nEND\n";
  for (const std::string& request :
       {std::string("x\n"), std::string("\r\n"), std::string("v001222\n"), kKimbleToken + "3\n",
        kKimbleToken + "x"}) {
    SeatTable table = asked_table_of_c();
    expect_too_much_nonsense(table, request, farewell);
    EXPECT_EQ(table.finish(1, Termination::kNonsense), "") << "that was all";
  }
}

TEST(KimbleSeat, NonsenseEndsWithAnAnswer) {
  SeatTable table = asked_table_of_c();
  for (int i = 0; i < 90; ++i) ASSERT_FALSE(table.say(kKimbleToken + "3\n"));
  table.say(kKimbleToken + "0\n");
  table.play_answer();
  for (int i = 0; i < 90; ++i) ASSERT_FALSE(table.say("x\n"));
}

TEST(KimbleSeat, FloodsAreBounded) {
  expect_floods_are_bounded(asked_table_of_c);
  expect_floods_are_bounded(table_of_c);
}

TEST(KimbleSeat, TellsTheWinnerAtTheEnd) {
  SeatTable table = kimble_table("A00000000000C000000000000000000000000CCC0000C2", 1);
  table.say("v001020\n");
  EXPECT_EQ(table.heard(), "");
  table.ask();
  table.play_answer();  // there is no choice
  ASSERT_TRUE(table.state.is_over()) << table.state.to_text();
  EXPECT_EQ(table.finish({}, Termination::kPlayed),
            kKimbleToken + "\n00000000000000C00000000000A00AAA000000000000A2\nVoittaja: A\nEND\n");
  EXPECT_FALSE(table.say(kKimbleToken + "0"));
  EXPECT_EQ(table.heard(), "Voittaja: A\nEND\n") << "should the answer have been lost";
}

TEST(KimbleSeat, TellsHowTheGameEnds) {
  struct Case {
    std::optional<Player> loser;
    Termination how;
    const char* words;
  };
  const Case kCases[] = {
      {0, Termination::kOutOfTime, "Voittaja: A\nEND\n"},
      {1, Termination::kOutOfTime, "Voittaja: C\nEND\n"},
      {0, Termination::kIllegalMove, "Voittaja: A\nEND\n"},
      {{}, Termination::kStopped, "Virhe: peli keskeytettiin\nEND\n"},
  };
  for (const Case& one : kCases) {
    EXPECT_EQ(asked_table_of_c().finish(one.loser, one.how), one.words);
    EXPECT_EQ(table_of_c().finish(one.loser, one.how), "") << "it has not asked for the game";
  }
  const auto game = *engine::find_game("kimble:4");
  engine::Rng rng(1);
  SeatTable table(std::make_unique<KimbleSeat>(), game.start(rng), 2);
  table.say("v001222");
  EXPECT_TRUE(table.finish(1, Termination::kCrashed)
                  .ends_with("\nVirhe: pelaaja D luovutti, peli paattyi\nEND\n"));
}

}  // namespace

}  // namespace gauntlet::tools
