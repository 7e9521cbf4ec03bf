#include "selfplay/openings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <thread>

#include "engine/words.h"
#include "search/registry.h"
#include "selfplay/permutation.h"
#include "selfplay/starts.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

using Kind = Openings::Kind;

Batch balanced_batch(const std::string& game, std::uint64_t seed = 7) {
  Batch batch = batch_of(game, {"random", "random"}, 2);
  batch.seed = seed;
  batch.openings.kind = Kind::kBalanced;
  return batch;
}

std::vector<std::string> texts_of(const Starts& starts, std::uint64_t blocks) {
  std::vector<std::string> texts;
  for (std::uint64_t block = 0; block < blocks; ++block)
    texts.push_back(starts.of(block).to_text());
  return texts;
}

/// The least of all boards that `text` becomes by mirrors and turns of a board as wide as high.
std::string least_image(const std::string& text) {
  const auto rows = engine::split(text, '/');
  const std::size_t side = rows.size();
  std::string least;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::string image;
    for (std::size_t row = 0; row < side; ++row)
      for (std::size_t column = 0; column < side; ++column) {
        std::size_t r = symmetry & 1 ? side - 1 - row : row;
        std::size_t c = symmetry & 2 ? side - 1 - column : column;
        if (symmetry & 4) std::swap(r, c);
        image += rows[r][c];
      }
    if (least.empty() || image < least) least = image;
  }
  return least;
}

std::vector<PlayerSpec> players_of(const engine::AnyGame& game,
                                   const std::vector<std::string>& words) {
  std::vector<PlayerSpec> players;
  for (const std::string& word : words) players.push_back(*parse_player(word, game));
  return players;
}

TEST(Openings, LuckIsDiceOrADrawnStart) {
  for (const char* game : {"mnk:7x6x4", "gomoku:15", "mnk:4x7x3/page", "sudokill/fill=0"})
    EXPECT_FALSE(has_luck(game_called(game))) << game;
  for (const char* game : {"sudokill", "kimble:2", "kimble:1", "twodoku", "twodoku/open"})
    EXPECT_TRUE(has_luck(game_called(game))) << game;
}

TEST(Openings, TheUsualOnesAreBalancedWhereNothingElseMakesGamesDiffer) {
  const auto usual = [](const std::string& name, const std::vector<std::string>& words) {
    const auto game = game_called(name);
    return usual_openings(game, players_of(game, words)).kind;
  };
  EXPECT_EQ(usual("mnk:7x6x4", {"level:10", "level:10"}), Kind::kBalanced);
  EXPECT_EQ(usual("gomoku:15", {"random", "ab:nodes=10"}), Kind::kBalanced);
  EXPECT_EQ(usual("sudokill/fill=0", {"fewest", "naive"}), Kind::kBalanced);
  EXPECT_EQ(usual("mnk:7x6x4", {"random", "random"}), Kind::kNone) << "both play at random";
  EXPECT_EQ(usual("mnk:7x6x4", {"level:3", "human"}), Kind::kNone) << "people know the game";
  EXPECT_EQ(usual("sudokill", {"fewest", "naive"}), Kind::kNone);
  EXPECT_EQ(usual("kimble:2", {"helppo", "vaikea"}), Kind::kNone);
  EXPECT_EQ(usual("twodoku", {"greedy", "careful"}), Kind::kNone);
}

TEST(Openings, AreTheSameInWhateverOrderAndOnWhateverThread) {
  for (const char* game : {"mnk:7x6x4", "sudokill/fill=0"}) {
    SCOPED_TRACE(game);
    const Batch batch = balanced_batch(game);
    const Starts forward(batch), backward(batch), shared(batch);
    const auto expected = texts_of(forward, 12);
    for (std::uint64_t block = 12; block-- > 0;)
      EXPECT_EQ(backward.of(block).to_text(), expected[block]);
    std::vector<std::vector<std::string>> got(3);
    {
      std::vector<std::jthread> threads;
      for (auto& texts : got) threads.emplace_back([&] { texts = texts_of(shared, 12); });
    }
    for (const auto& texts : got) EXPECT_EQ(texts, expected);
  }
  EXPECT_NE(texts_of(Starts(balanced_batch("mnk:7x6x4", 1)), 5),
            texts_of(Starts(balanced_batch("mnk:7x6x4", 2)), 5));
}

/// P(win) + P(draw)/2 for the side to move, by a search as starts.h describes it.
double judged(search::Searcher& searcher, const engine::AnyState& state) {
  search::Limits limits;
  limits.nodes = Starts::kJudgeNodes;
  std::vector<double> wins{0.5};
  searcher.new_game(0);
  const auto result = searcher.search(
      state, limits, [&](const search::Result& so_far) { wins.push_back(so_far.win); });
  if (result.proven != search::Proven::kNothing || wins.size() < 3) return result.win;
  return (wins[wins.size() - 1] + wins[wins.size() - 2]) / 2;
}

TEST(Openings, AreBalancedAndNearTheMiddle) {
  struct Case {
    const char* game;
    int stones;
  };
  for (const Case& c : {Case{"mnk:9x9x5", 5}, {"gomoku:15", 5}, {"mnk:4x4x4", 3}}) {
    SCOPED_TRACE(c.game);
    const Batch batch = balanced_batch(c.game);
    const Starts starts(batch);
    const auto judge =
        search::strongest(batch.game).make(batch.game, {.most_nodes = Starts::kJudgeNodes});
    for (std::uint64_t block = 0; block < 20; ++block) {
      const engine::AnyState start = starts.of(block);
      const std::string text = start.to_text();
      EXPECT_EQ(std::count(text.begin(), text.end(), 'x'), (c.stones + 1) / 2) << text;
      EXPECT_EQ(std::count(text.begin(), text.end(), 'o'), c.stones / 2) << text;
      EXPECT_LE(std::abs(judged(*judge, start) - 0.5), Starts::kMostLead) << text;
    }
  }
  for (const std::string& text : texts_of(Starts(balanced_batch("gomoku:15")), 5))
    for (std::size_t row = 0; row < 15; ++row)
      for (std::size_t column = 0; column < 15; ++column)
        if (row < 3 || row > 11 || column < 3 || column > 11) {
          EXPECT_EQ(text[row * 16 + column], '.') << text;
        }
}

TEST(Openings, NoneComesTwiceNotEvenTurned) {
  std::set<std::string> images;
  for (const std::string& text : texts_of(Starts(balanced_batch("mnk:5x5x4")), 200))
    images.insert(least_image(text));
  EXPECT_EQ(images.size(), 200u);
}

/// Two stones of noughts and crosses: what is known of that game leaves five that are draws.
TEST(Openings, OnASmallBoardAllAreUsedBeforeAnyComesAgain) {
  std::set<std::string> drawn;
  for (const char* text :
       {"o../.x./...", "x../.o./...", ".x./.o./...", "ox./.../...", ".x./.../.o."})
    drawn.insert(least_image(text));
  const Batch batch = balanced_batch("mnk:3x3x3");
  const auto texts = texts_of(Starts(batch), 12);
  std::set<std::string> first;
  for (std::size_t block = 0; block < 5; ++block) first.insert(least_image(texts[block]));
  EXPECT_EQ(first, drawn);
  for (std::size_t block = 5; block < texts.size(); ++block)
    EXPECT_EQ(texts[block], texts[block - 5]);
}

TEST(Openings, RandomPliesGoOnFromTheStartOrThePositionGiven) {
  Batch batch = batch_of("mnk:7x6x4", {"random", "random"}, 2);
  batch.openings = {.kind = Kind::kPlies, .plies = 6};
  std::set<std::string> texts;
  const auto stones = [](const std::string& text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return c == 'x' || c == 'o'; });
  };
  for (const std::string& text : texts_of(Starts(batch), 20)) {
    texts.insert(text);
    EXPECT_EQ(stones(text), 6);
  }
  EXPECT_EQ(texts.size(), 20u);
  batch.position = *batch.game.from_text("......./......./...x.../...o.../......./.......");
  for (const std::string& text : texts_of(Starts(batch), 5)) {
    EXPECT_EQ(stones(text), 8);
    EXPECT_EQ(text[19], 'x') << text;
  }
  Batch dice = batch_of("kimble:2", {"random", "random"}, 2);
  dice.openings = {.kind = Kind::kPlies, .plies = 3};
  const Starts starts(dice);
  EXPECT_NE(starts.of(0).to_text(), starts.of(1).to_text());
  EXPECT_EQ(starts.of(1), Starts(dice).of(1));
}

TEST(Openings, WhatCannotBeHadIsASentence) {
  const auto refusal = [](const Batch& batch) {
    return engine::message_of(Starts(batch).usable());
  };
  EXPECT_TRUE(Starts(balanced_batch("mnk:3x3x3")).usable().ok());
  for (const char* over : {"mnk:3x3x1", "mnk:1x1x1"})
    EXPECT_NE(refusal(balanced_batch(over)).find("no openings of "), std::string::npos) << over;
  Batch plies = batch_of("mnk:3x3x3", {"random", "random"}, 2);
  plies.openings = {.kind = Kind::kPlies, .plies = 9};
  EXPECT_EQ(refusal(plies),
            "a game of mnk:3x3x3 is over before 9 random plies are played; give a smaller number");
  const auto result = run_batch(plies);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(engine::message_of(result), refusal(plies));
  plies.openings.plies = 4;
  EXPECT_TRUE(Starts(plies).usable().ok());
}

TEST(Openings, AStopEndsTheSearchForThem) {
  Batch batch = balanced_batch("mnk:5x5x3");  // none is even, so that it would last
  batch.games = 20;
  const std::string start = usual_start(batch);
  std::stop_source stop;
  stop.request_stop();
  batch.stop = stop.get_token();
  EXPECT_TRUE(Starts(batch).usable().ok()) << "it cannot know";
  EXPECT_EQ(usual_start(batch), start) << "a store keeps it";
  const auto result = run_batch(batch);
  ASSERT_TRUE(result.ok()) << engine::message_of(result);
  EXPECT_TRUE(result->was_stopped);
  EXPECT_EQ(result->played, 0u) << "an opening half made starts no game";
}

TEST(Openings, WhereNoneIsBalancedTheLeastUnbalancedAreTaken) {
  EXPECT_TRUE(Starts(balanced_batch("mnk:3x3x3")).are_balanced());
  for (const char* decided : {"mnk:2x2x2", "mnk:5x5x3", "mnk:4x4x3"}) {
    SCOPED_TRACE(decided);
    const Batch batch = balanced_batch(decided);
    const Starts starts(batch);
    EXPECT_TRUE(starts.usable().ok()) << engine::message_of(starts.usable());
    EXPECT_FALSE(starts.are_balanced());
    for (const std::string& text : texts_of(starts, 3))
      EXPECT_NE(text.find('x'), std::string::npos) << text;
  }
  const auto texts = texts_of(Starts(balanced_batch("mnk:5x5x3")), 8);
  EXPECT_EQ(std::set(texts.begin(), texts.end()).size(), 8u);
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_TRUE(Starts(balanced_batch("sudokill", seed)).usable().ok()) << seed;
}

TEST(Openings, WordsAreReadAndTold) {
  const auto mnk = game_called("mnk:7x6x4");
  EXPECT_EQ(parse_openings("none", mnk)->kind, Kind::kNone);
  EXPECT_EQ(parse_openings("balanced", mnk)->kind, Kind::kBalanced);
  EXPECT_EQ(parse_openings("12", mnk)->plies, 12);
  for (const char* word : {"", "balancd", "0", "-1", "101", "4.5", "4 ", "file"})
    EXPECT_NE(engine::message_of(parse_openings(word, mnk)).find("nor a number of plies"),
              std::string::npos)
        << word;
  EXPECT_NE(engine::message_of(parse_openings("balancd", mnk)).find("did you mean 'balanced'"),
            std::string::npos);
  for (const auto& [game, why] : {std::pair("kimble:4", "luck of its own"),
                                  {"twodoku", "luck of its own"},
                                  {"kimble:1", "luck of its own"}})
    EXPECT_NE(engine::message_of(parse_openings("balanced", game_called(game))).find(why),
              std::string::npos)
        << game;
  EXPECT_TRUE(parse_openings("balanced", game_called("sudokill")).ok());
  EXPECT_EQ(told({}), "");
  EXPECT_EQ(told(*parse_openings("1", mnk)), "1 random ply");
  EXPECT_EQ(told(*parse_openings("balanced", mnk)), "balanced openings");
}

TEST(Openings, AFileHasAPositionOnEachLine) {
  const auto game = game_called("mnk:3x3x3");
  const auto openings =
      read_openings("# the corner\nx../.../...\r\n\n  .../.x./... # the middle\n#", game);
  ASSERT_TRUE(openings.ok()) << engine::message_of(openings);
  EXPECT_EQ(told(*openings), "2 openings of a file");
  const std::string text = to_text(*openings);
  EXPECT_EQ(text, "x../.../...\n.../.x./...\n");
  EXPECT_EQ(*openings_from_text(text, game), *openings);
  EXPECT_EQ(*read_openings("\xef\xbb\xbf" + text, game), *openings) << "a byte order mark";
  EXPECT_NE(engine::message_of(read_openings("\xff\xfe.\n", game)).find("UTF-16"),
            std::string::npos);
  for (const char* word : {"none", "balanced", "7"})
    EXPECT_EQ(to_text(*openings_from_text(word, game)), word);

  Batch batch = batch_of("mnk:3x3x3", {"random", "random"}, 2);
  batch.openings = *openings;
  EXPECT_EQ(texts_of(Starts(batch), 3),
            (std::vector<std::string>{"x../.../...", ".../.x./...", "x../.../..."}));
}

TEST(Openings, ABadFileIsASentenceThatNamesTheLine) {
  const auto error = [](const std::string& text, const char* game = "mnk:3x3x3") {
    return engine::message_of(read_openings(text, game_called(game)));
  };
  EXPECT_EQ(error(""), "there is no position in it; write one on each line");
  EXPECT_EQ(error("# nothing\n \n"), "there is no position in it; write one on each line");
  EXPECT_TRUE(error("x../.../...\n\nx../...").starts_with("line 3: ")) << error("x../...");
  EXPECT_EQ(error("xxx/oo./..."), "line 1: the game is over in that position");
  EXPECT_TRUE(error(std::string(1000, '\0') + "\n").starts_with("line 1: "));
  std::string many;
  for (std::size_t i = 0; i <= kMostOpeningPositions; ++i) many += "x../.../...\n";
  EXPECT_EQ(error(many),
            "line 10001: that is one more than the 10,000 positions that there may be");
  const auto twodoku = game_called("twodoku");
  engine::Rng rng(1);
  const std::string view = twodoku.start(rng).redacted(0).to_text();
  EXPECT_NE(error(view, "twodoku").find("line 1: that is what one player sees"), std::string::npos)
      << error(view, "twodoku");
}

TEST(Permutation, HasEachNumberOnce) {
  for (const std::uint64_t count : {1u, 2u, 3u, 4u, 5u, 16u, 17u, 72u, 1000u, 65537u}) {
    const Permutation order(count, engine::Rng(count));
    std::vector<bool> seen(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_LT(order(i), count);
      ASSERT_FALSE(seen[order(i)]) << count;
      seen[order(i)] = true;
    }
  }
  const std::uint64_t large = std::uint64_t{3} << 59;
  EXPECT_LT(Permutation(large, engine::Rng(1))(large - 1), large);
}

}  // namespace

}  // namespace gauntlet::selfplay
