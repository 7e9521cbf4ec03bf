// Whom everybody plays on a server, above all level:auto.
#include "tools/protocol/host_opponent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/measured_elo.h"
#include "tests/tools/gomoku_table.h"
#include "tests/tools/sudokill_hall.h"
#include "tests/tools/twodoku_table.h"
#include "tools/forms/game_json.h"
#include "tools/protocol/kimble_host.h"

namespace gauntlet::tools {
namespace {

engine::AnyGame game(const std::string& name) {
  return *engine::find_game(name);
}

TEST(HostOpponent, IsTheSameForAllUnlessItIsAuto) {
  HostOpponent nobody("", game("mnk:7x6x4"));
  EXPECT_TRUE(nobody.is_nobody());
  HostOpponent same("ab:depth=2", game("mnk:7x6x4"));
  EXPECT_FALSE(same.is_nobody());
  EXPECT_EQ(same.spec_for("ann"), "ab:depth=2");
  EXPECT_FALSE(same.saw_end("ann", "ab:depth=2", 1));
}

TEST(HostOpponent, FindsTheLevelOfEachByTheirResults) {
  HostOpponent opponent("level:auto", game("mnk:7x6x4"));
  const std::string first = opponent.spec_for("ann");
  for (int i = 0; i < 10; ++i) {
    const auto ann = opponent.saw_end("ann", opponent.spec_for("ann"), 1);
    const auto bob = opponent.saw_end("bob", opponent.spec_for("bob"), 0);
    ASSERT_TRUE(ann && bob);
    EXPECT_EQ(ann->player, "ann");
    EXPECT_EQ(ann->games, i + 1u);
    EXPECT_GT(*ann->elo, *bob->elo);
  }
  EXPECT_EQ(opponent.spec_for("cyd"), first);
  EXPECT_EQ(opponent.spec_for("ann"), "level:10");
  EXPECT_EQ(opponent.spec_for("bob"), "level:1");
}

TEST(HostOpponent, BeginsAtTheRatingThatIsGiven) {
  const HostOpponent weak("level:auto=1300", game("mnk:7x6x4"));
  const HostOpponent strong("level:auto=1700", game("mnk:7x6x4"));
  EXPECT_LT(weak.spec_for("ann"), strong.spec_for("ann"));
  EXPECT_FALSE(HostOpponent::objection("level:auto=9999", game("mnk:7x6x4")).ok());
  EXPECT_NE(engine::message_of(HostOpponent::objection("level:auto=x", game("mnk:7x6x4")))
                .find("'level:auto=x' begins at no rating: "),
            std::string::npos);
  EXPECT_FALSE(HostOpponent::objection("level:auto=", game("mnk:7x6x4")).ok());
  EXPECT_FALSE(HostOpponent::objection("level:automatic", game("mnk:7x6x4")).ok());
  EXPECT_FALSE(HostOpponent::objection("level:auto=900", game("mnk:6x5x4")).ok());
  EXPECT_TRUE(HostOpponent::objection("level:auto", game("mnk:6x5x4")).ok());
}

TEST(HostOpponent, WithoutRatingsTellsTheLevelAlone) {
  HostOpponent opponent("level:auto", game("mnk:6x5x4"));
  EXPECT_EQ(opponent.spec_for("ann"), "level:5.5");
  const auto ann = opponent.saw_end("ann", "level:5.5", 1);
  EXPECT_FALSE(ann->elo);
  EXPECT_EQ(sentence_of(*ann).substr(0, 20), "ann plays like level");
  EXPECT_NE(sentence_of(*ann).find("after 1 game; this one was against level 5.5"),
            std::string::npos);
}

TEST(HostOpponent, ForgetsWhoHasNotPlayedForLongest) {
  HostOpponent opponent("level:auto", game("mnk:6x5x4"), KnownOpponents(2));
  const std::string first = opponent.spec_for("");
  for (const char* name : {"ann", "bob", "ann", "cyd"})
    opponent.saw_end(name, opponent.spec_for(name), 1);
  EXPECT_NE(opponent.spec_for("ann"), first);
  EXPECT_NE(opponent.spec_for("cyd"), first);
  EXPECT_EQ(opponent.spec_for("bob"), first);
}

TEST(LevelAuto, TwoDokuKnowsItsPlayersByName) {
  TwoDokuHost::Options options;
  options.opponent = "level:auto";
  options.opponent_seat = 1;
  HostTable table(make_twodoku_host(options));
  for (const char* name : {"ann", "ann", "bob"}) {
    const auto person = table.join();
    table.say(person, std::string("name ") + name + "\n");
    table.say(person, "colour 1 3\n");
    table.close(person);
  }
  ASSERT_EQ(table.finished().size(), 3u);
  const auto game = *engine::find_game("twodoku");
  const std::string first =
      "level:" + selfplay::level_text(selfplay::StrengthEstimate::middle(game));
  EXPECT_EQ(table.bots()[0].spec, first);
  EXPECT_NE(table.bots()[1].spec, first);
  EXPECT_EQ(table.bots()[2].spec, first);
  const FinishedGame& second = table.finished()[1];
  EXPECT_EQ(second.players[1 - table.bots()[1].seat], "ann");
  EXPECT_EQ(second.players[table.bots()[1].seat], "level:auto");
  EXPECT_EQ(second.strength->games, 2u);
  EXPECT_EQ("level:" + second.strength->played, table.bots()[1].spec);
  const auto json = game_json(second).at("strength").as_object();
  EXPECT_EQ(json.at("player").as_string(), "ann");
  EXPECT_EQ(json.at("played").as_string(), table.bots()[1].spec);
  EXPECT_EQ(json.at("estimate").as_string(), "level:" + second.strength->level);
  EXPECT_EQ(json.at("games").as_uint64(), 2u);
  const auto log = table.log();
  EXPECT_NE(std::find(log.begin(), log.end(), sentence_of(*second.strength)), log.end());
}

TEST(LevelAuto, WhoHasNoNameIsAlwaysTheSame) {
  GomokuHost::Options options;
  options.opponent = "level:auto";
  options.opponent_seat = 1;
  options.size = 9;
  GomokuTable table(options);
  for (int i = 0; i < 3; ++i) {
    const auto person = table.join();
    table.say(person, "4 4\n");
    table.close(person);
  }
  ASSERT_EQ(table.finished().size(), 3u);
  EXPECT_EQ(table.finished()[2].strength->games, 3u);
  EXPECT_EQ(table.finished()[2].strength->player, "everybody");
}

TEST(LevelAuto, LearnsNothingFromWhoOnlyLooksIn) {
  GomokuHost::Options options;
  options.opponent = "level:auto";
  GomokuTable table(options);
  for (int i = 0; i < 4; ++i) {
    const auto person = table.join();
    for (const auto& question : table.questions()) {
      engine::Rng rng(1);
      table.decide(question.bot, question.view.random_move(rng));
    }
    table.close(person);
  }
  ASSERT_EQ(table.finished().size(), 4u);
  for (const FinishedGame& game : table.finished()) EXPECT_FALSE(game.strength);
  EXPECT_EQ(table.bots()[3].spec, table.bots()[0].spec);
  Hall hall;
  for (int i = 0; i < 2; ++i) {
    const auto ann = hall.enter("Ann");
    hall.say(ann, "OPPONENT|level:auto\nPLAY\n");
    hall.leave(ann);
  }
  ASSERT_EQ(hall.finished.size(), 2u);
  EXPECT_FALSE(hall.finished[1].strength);
}

/// Names that are no plain ones, or long, are one person each as well.
TEST(LevelAuto, SudokillHasItForAllAndForWhoAsks) {
  SudokillHost::Options options;
  options.opponent_seat = 1;
  for (const std::string opponent : {"level:auto", ""}) {
    for (const std::string& name :
         {std::string("Ann"), std::string("\xc3\x84ij\xc3\xa4"), std::string(120, 'n')}) {
      options.opponent = opponent;
      Hall hall(options);
      for (int i = 0; i < 2; ++i) {
        const auto ann = hall.enter(name);
        if (opponent.empty()) hall.say(ann, "OPPONENT|level:auto\nPLAY\n");
        hall.say(ann, first_sudokill_move(hall.heard(ann)));
        hall.leave(ann);
      }
      ASSERT_EQ(hall.bots.size(), 2u);
      EXPECT_NE(hall.bots[0].spec, hall.bots[1].spec) << "a lost game lowers the level";
      ASSERT_EQ(hall.finished.size(), 2u);
      EXPECT_EQ(hall.finished[1].players[hall.bots[1].seat], "level:auto");
      EXPECT_EQ(hall.finished[1].strength->player, engine::printable(name, 100));
      EXPECT_EQ(hall.finished[1].strength->games, 2u);
    }
  }
}

TEST(LevelAuto, KnowsWhatItKnewBefore) {
  HostOpponent before("level:auto", game("mnk:7x6x4"));
  for (int i = 0; i < 5; ++i) {
    before.saw_end("ann", before.spec_for("ann"), 1);
    before.saw_end("bob", before.spec_for("bob"), i % 2);
  }
  HostOpponent after("level:auto", game("mnk:7x6x4"), before.known());
  for (const char* name : {"ann", "bob", "cyd"})
    EXPECT_EQ(after.spec_for(name), before.spec_for(name));
  EXPECT_EQ(after.saw_end("bob", "level:3", 1)->games, 6u);
}

/// In the chat, to those who watch in browsers.
TEST(LevelAuto, SudokillSaysWhoSits) {
  Hall hall;
  const auto ann = hall.enter_browser("Ann");
  hall.say(ann, "JOIN");
  hall.heard(ann);
  hall.say(ann, "OPPONENT|Rachit");
  const std::string told = selfplay::with_measured_elo("level:5", game("sudokill"));
  EXPECT_NE(told, "level:5") << "Sudokill was measured";
  EXPECT_NE(hall.heard(ann).find("Sudokill: Rachit plays as " + told), std::string::npos);
}

TEST(LevelAuto, KimbleCountsGamesForTwo) {
  KimbleHost::Options options;
  options.opponent = "level:auto";
  HostTable table(std::make_unique<KimbleHost>(options));
  engine::Rng rng(1);
  for (const char* request : {"v001900", "v001990", "v001900"}) {
    const std::size_t before = table.finished().size();
    const auto person = table.join();
    table.say(person, request);
    std::string token;
    for (int step = 0; step < 20'000 && table.finished().size() == before; ++step) {
      for (const auto& question : table.questions())
        table.decide(question.bot, question.view.random_move(rng));
      for (const std::string& write : table.heard(person)) {
        if (token.empty()) token = write.substr(0, 65);
        if (write.ends_with("END\n") || write.ends_with("END"))
          table.say(person, token + std::to_string(rng.below(4)));
      }
    }
    ASSERT_EQ(table.finished().size(), before + 1);
  }
  EXPECT_EQ(table.finished()[0].strength->games, 1u);
  EXPECT_FALSE(table.finished()[1].strength);
  EXPECT_EQ(table.finished()[2].strength->games, 2u);
  EXPECT_EQ(table.finished()[2].players[1], "level:auto");
}

}  // namespace
}  // namespace gauntlet::tools
