// The parts of a report.
#include <absl/strings/escaping.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <gtest/gtest.h>

#include <boost/beast/zlib/inflate_stream.hpp>
#include <boost/json.hpp>
#include <cmath>
#include <cstdlib>
#include <deque>

#include "engine/guide.h"
#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "tests/random_game.h"
#include "tools/report/charts.h"
#include "tools/report/game_script.h"
#include "tools/report/html.h"
#include "tools/report/packed.h"
#include "tools/report/report_page.h"
#include "tools/report/report_tables.h"
#include "tools/report/shown_games.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

TEST(Report, TextIsNoMarkup) {
  EXPECT_EQ(escaped("<b a=\"1\" b='2'>&amp;"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;");
}

std::string unpacked(const std::string& piece) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(piece, &bytes));
  std::string text(4'000'000, '\0');
  boost::beast::zlib::inflate_stream stream;
  stream.reset(15);
  boost::beast::zlib::z_params work{};
  work.next_in = bytes.data();
  work.avail_in = bytes.size();
  work.next_out = text.data();
  work.avail_out = text.size();
  boost::beast::error_code error;
  stream.write(work, boost::beast::zlib::Flush::sync, error);
  text.resize(work.total_out);
  return text;
}

TEST(Report, PackedTextIsSmallAndWhole) {
  engine::Rng rng(1);
  std::string noise;
  for (int i = 0; i < 300'000; ++i) noise += static_cast<char>(rng.below(256));
  for (const std::string& text : {std::string(), std::string("x"), noise, noise + noise})
    EXPECT_EQ(unpacked(packed(text)), text);
  EXPECT_LT(packed(std::string(100'000, 'a')).size(), 1'000u);
}

/// What the page does with a change.
std::string changed(std::string text, std::string_view change, std::size_t width) {
  if (change.starts_with("!*,")) return std::string(change.substr(3));
  if (change.starts_with('!')) {
    std::vector<std::string> fields = absl::StrSplit(text, ' ');
    for (const std::string& item :
         std::vector<std::string>(absl::StrSplit(std::string(change.substr(1)), '!'))) {
      const std::vector<std::string> parts = absl::StrSplit(item, absl::MaxSplits(',', 3));
      fields[std::stoul(parts[0])].replace(std::stoul(parts[1]), std::stoul(parts[2]), parts[3]);
    }
    return absl::StrJoin(fields, " ");
  }
  for (std::size_t i = 0; i < change.size(); i += width + 1) {
    std::size_t place = 0;
    for (std::size_t k = 0; k < width; ++k)
      place = place * kPlaceDigits.size() + kPlaceDigits.find(change[i + k]);
    text.at(place) = change[i + width];
  }
  return text;
}

ReportGame report_game(const std::string& name, std::uint64_t seed) {
  static std::deque<selfplay::FinishedGame> kept;  // whose rules outlive their positions
  const selfplay::FinishedGame& played = kept.emplace_back(selfplay::random_game(name, seed));
  ReportGame game{.number = seed, .seats = {}, .start = played.start, .result = {}};
  for (int seat = 0; seat < played.game.players(); ++seat) game.seats.push_back(seat);
  game.result.moves = played.moves;
  game.result.summary.returns = played.returns;
  game.result.summary.plies = static_cast<std::uint32_t>(game.result.moves.size());
  return game;
}

TEST(Report, ChangesLeadFromPositionToPosition) {
  for (const char* name : {"gomoku:9", "gomoku:32", "mnk:3x5x3/page", "sudokill", "kimble:4",
                           "kimble:1", "kimble:BD/pieces=2", "twodoku", "twodoku/java/open"}) {
    SCOPED_TRACE(name);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ReportGame game = report_game(name, seed);
      const boost::json::object script = game_script(game);
      EXPECT_EQ(script.at("n").to_number<std::uint64_t>(), seed);
      const std::string all(script.at("changes").as_string()),
          moves(script.at("moves").as_string());
      const auto changes = engine::split(all, '|'), told = engine::split(moves, '|');
      ASSERT_EQ(changes.size(), game.result.moves.size());
      ASSERT_EQ(told.size(), game.result.moves.size());
      ASSERT_EQ(script.at("movers").as_string().size(), game.result.moves.size());
      engine::AnyState state = game.start;
      std::string text(script.at("start").as_string());
      const std::size_t width = text.size() > kPlaceDigits.size() ? 2 : 1;
      for (std::size_t i = 0; i < changes.size(); ++i) {
        const char mover = state.to_move() < 0 ? 'c' : static_cast<char>('0' + state.to_move());
        EXPECT_EQ(script.at("movers").as_string()[i], mover);
        EXPECT_EQ(told[i].empty(), mover == 'c' && !game.start.game().is_hidden());
        state.apply(game.result.moves[i]);
        text = changed(std::move(text), changes[i], width);
        ASSERT_EQ(text, state.to_text()) << "after " << i;
      }
    }
  }
}

TEST(Report, ChartsHaveNoOddNumbers) {
  const ErrorBar bars[] = {{1, -INFINITY, 4}, {std::nullopt, 3, INFINITY}, {0, 0, 0}};
  const ChartRange range = range_of(bars, 2);
  EXPECT_LE(range.low, -1);
  EXPECT_GE(range.high, 6);
  std::string all;
  for (const ErrorBar& bar : bars) all += error_bar_svg(bar, range);
  const ErrorBar open[] = {{std::nullopt, -INFINITY, INFINITY}};
  all += error_bar_svg(open[0], range_of(open, 1));
  const Bar columns[] = {{"<1", 0}, {"2", 3}};
  all += columns_svg(columns, "a \"label\"") + columns_svg({}, "none");
  const double path[] = {0.5};
  all += path_svg(path, -2.94, 2.94, "one");
  for (const char* odd : {"nan", "inf", "<1"}) EXPECT_EQ(all.find(odd), all.npos) << odd;
  EXPECT_NE(all.find("&lt;1: 0"), all.npos);
}

ReportGame ended(std::vector<int> seats, engine::Returns returns,
                 Termination how = Termination::kPlayed, engine::Player offender = -2,
                 const std::string& reason = "") {
  ReportGame game = report_game("mnk:3x3x3", 1);
  game.seats = std::move(seats);
  game.result.summary.returns = returns;
  game.result.summary.termination = how;
  game.result.summary.offender = offender;
  game.result.reason = reason;
  return game;
}

TEST(Report, SumsAreThoseOfTheGames) {
  ReportSums sums(3, 2);
  sums.add(ended({0, 1}, {1, 0}));
  sums.add(ended({1, 0}, {0.5f, 0.5f}));
  sums.add(ended({2, 0}, {0, 1}, Termination::kCrashed, 0, "exit status 3"));
  sums.add(ended({0, 2}, {1, 0}, Termination::kCrashed, 1, "exit status 3"));
  EXPECT_EQ(sums.games(), 4u);
  EXPECT_EQ(sums.players()[0].wins, 3u);
  EXPECT_EQ(sums.players()[0].draws, 1u);
  EXPECT_EQ(sums.players()[0].points, 3.5);
  EXPECT_EQ(sums.players()[2].losses, 2u);
  ASSERT_EQ(sums.players()[2].forfeits.size(), 1u);
  EXPECT_EQ(sums.players()[2].forfeits[0].games, 2u);
  EXPECT_EQ(sums.forfeits(), 2u);
  EXPECT_EQ(sums.pair(0, 1).wins, 1u);
  EXPECT_EQ(sums.pair(0, 1).draws, 1u);
  EXPECT_EQ(sums.pair(1, 0).losses, 1u);
  EXPECT_EQ(sums.pair(1, 2).games(), 0u);
  EXPECT_EQ(sums.seat_points(), (std::vector<double>{2.5, 1.5}));
}

/// All endings of random games.
absl::btree_map<std::string, EndingSums> endings_of(const std::string& name, int games) {
  const engine::AnyGame game = *engine::find_game(name);
  ReportSums sums(static_cast<std::size_t>(game.players()), game.players());
  for (int i = 0; i < games; ++i) sums.add(report_game(name, static_cast<std::uint64_t>(i)));
  return sums.endings();
}

TEST(Report, GamesEndAsTheirRulesHaveIt) {
  const auto lines = endings_of("mnk:3x3x3", 60);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.at("a line").games + lines.at("a full board").games, 60u);
  EXPECT_EQ(lines.at("a line").last_mover, static_cast<double>(lines.at("a line").games));
  EXPECT_EQ(lines.at("a full board").first_seat,
            0.5 * static_cast<double>(lines.at("a full board").games));
  const auto sudokill = endings_of("sudokill", 20);
  ASSERT_EQ(sudokill.size(), 1u);
  EXPECT_EQ(sudokill.at("no move left").last_mover, 20);
  EXPECT_EQ(endings_of("sudokill/fill=100", 1).count("a full board"), 1u);
  const auto kimble = endings_of("kimble:4", 10);
  ASSERT_EQ(kimble.size(), 1u);
  EXPECT_EQ(kimble.at("all pieces in the goal").last_mover, 10);
  EXPECT_EQ(endings_of("kimble:1", 1).count("all pieces in the goal"), 1u);
  const auto small = endings_of("twodoku/small", 60);
  EXPECT_GT(small.at("an empty hand").games, 5u);
  EXPECT_GT(small.at("two turns without a placement").games, 5u);
}

TEST(Report, TwoDokuTellsByHowMuch) {
  int idle = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const ReportGame game = report_game("twodoku", seed);
    engine::AnyState over = game.start;
    for (const engine::AnyMove move : game.result.moves) over.apply(move);
    const engine::Ending ending = engine::ending_of(over);
    ReportSums sums(2, 2);
    sums.add(game);
    ASSERT_EQ(sums.endings().size(), 1u);
    EXPECT_EQ(sums.endings().at(std::string(ending.how)).lead, std::abs(ending.lead));
    if (ending.how != "two turns without a placement") continue;
    ++idle;
    const float red = game.result.summary.returns[0];
    EXPECT_EQ(ending.lead > 0, red == 1);
    EXPECT_EQ(ending.lead < 0, red == 0);
  }
  EXPECT_GT(idle, 10);
  EXPECT_EQ(engine::lead_unit(*engine::find_game("twodoku")), "digits");
  EXPECT_EQ(engine::lead_unit(*engine::find_game("kimble:4")), "");
}

TEST(Report, AForfeitIsAnEnding) {
  ReportSums sums(2, 2);
  ReportGame game = ended({0, 1}, {1, 0}, Termination::kCrashed, 1, "exit status 3");
  game.result.moves.resize(2);
  sums.add(game);
  ASSERT_EQ(sums.endings().size(), 1u);
  EXPECT_EQ(sums.endings().at("crashed").first_seat, 1);
}

/// A pair needs memory when it has met: each with each would be a terabyte here.
TEST(Report, ManyPlayersNeedLittleMemory) {
  constexpr int kPlayers = 200'000;
  ReportSums sums(kPlayers, 2);
  sums.add(ended({kPlayers - 1, 7}, {1, 0}));
  EXPECT_EQ(sums.pair(kPlayers - 1, 7).wins, 1u);
  EXPECT_EQ(sums.pair(7, kPlayers - 1).losses, 1u);
  EXPECT_EQ(sums.pair(7, 8).games(), 0u);
  EXPECT_EQ(sums.pairs().size(), 2u);
}

TEST(Report, WhoPlaysAloneWinsByComingToTheEnd) {
  ReportSums sums(1, 1);
  ReportGame game = report_game("kimble:1", 1);
  game.result.summary.returns = {0.95f};
  sums.add(game);
  game.result.summary.termination = Termination::kTooLong;
  game.result.summary.returns = {0};
  sums.add(game);
  EXPECT_EQ(sums.players()[0].wins, 1u);
  EXPECT_EQ(sums.players()[0].draws, 0u);
  EXPECT_EQ(sums.players()[0].losses, 1u);
  const ReportFacts facts{
      .game = *engine::find_game("kimble:1"), .title = "Batch", .players = {"ann"}};
  const std::string html = standings_html({.facts = facts, .sums = sums, .ratings = {}});
  EXPECT_NE(html.find("Everybody plays alone"), html.npos) << html;
  EXPECT_EQ(html.find("server"), html.npos) << html;
  EXPECT_EQ(html.find("Elo"), html.npos) << html;
}

TEST(Report, TimesAreThoseOfTheMoves) {
  ReportSums sums(2, 2);
  ReportGame game = ended({1, 0}, {1, 0});
  game.result.notes.resize(game.result.moves.size());
  for (std::size_t i = 0; i < game.result.notes.size(); ++i)
    game.result.notes[i].milliseconds = i % 2 == 0 ? 100 : 3;
  sums.add(game);
  const auto moves = static_cast<std::uint64_t>(game.result.moves.size());
  EXPECT_TRUE(sums.has_times());
  EXPECT_EQ(sums.players()[1].moves, (moves + 1) / 2);
  EXPECT_EQ(sums.players()[1].milliseconds, (moves + 1) / 2 * 100);
  EXPECT_EQ(sums.players()[1].longest, 100u);
  EXPECT_EQ(sums.players()[0].milliseconds, moves / 2 * 3);
  EXPECT_EQ(sums.times()[2], moves / 2) << "less than 4 ms";
  EXPECT_EQ(sums.times()[7], (moves + 1) / 2) << "less than 128 ms";
}

TEST(Report, WhateverPlayersAreCalledIsText) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'";
  const ReportFacts facts{.game = *engine::find_game("mnk:3x3x3"),
                          .title = "Tournament",
                          .players = {evil, "ann"},
                          .remarks = {{"Seed", evil}}};
  ReportSums sums(2, 2);
  const ReportGame game = ended({0, 1}, {0, 1}, Termination::kCrashed, 0, evil);
  sums.add(game);
  ReportContent content{.facts = facts, .sums = sums, .ratings = {}};
  content.last_words = {{evil, evil}};
  content.games = packed(boost::json::serialize(game_script(game)));
  content.games_shown = 1;
  const std::string page = report_page(content);
  EXPECT_EQ(page.find("<script>alert"), page.npos);
  EXPECT_EQ(page.find("<img"), page.npos);
  EXPECT_NE(page.find("&lt;/script&gt;&lt;script&gt;alert(1)"), page.npos);
  std::size_t scripts = 0;
  for (std::size_t at = page.find("<script"); at != page.npos; at = page.find("<script", at + 1))
    ++scripts;
  EXPECT_EQ(scripts, 2u) << "the games and the viewer";
  EXPECT_NE(page.find("default-src 'none'; style-src 'sha256-"), page.npos);
  for (const char* link : {"src=\"", "href=\"http", "url(", "@import", "unsafe-inline"})
    EXPECT_EQ(page.find(link), page.npos) << link;
}

/// The numbers of the games in a piece.
std::vector<std::uint64_t> numbers_in(const std::string& piece) {
  std::vector<std::uint64_t> numbers;
  const boost::json::value told = boost::json::parse(unpacked(piece));
  for (const auto& game : told.at("games").as_array())
    numbers.push_back(game.at("n").to_number<std::uint64_t>());
  return numbers;
}

TEST(ShownGames, AreAllOrAThousandEvenlySpread) {
  const ReportFacts facts{
      .game = *engine::find_game("mnk:3x3x3"), .title = "Batch", .players = {"a", "b"}};
  ReportGame game = ended({0, 1}, {1, 0});
  for (const std::uint64_t all : {1, 2, 999, 1'000, 1'001, 1'999, 2'000, 2'001, 3'456, 10'000}) {
    SCOPED_TRACE(all);
    ShownGames shown;
    for (game.number = 0; game.number < all; ++game.number) shown.add(game);
    const PackedGames packed = shown.packed_games(facts, 60, 10'000'000);
    EXPECT_EQ(packed.games, std::min<std::uint64_t>(all, 1'000));
    const std::vector<std::uint64_t> numbers = numbers_in(packed.piece);
    ASSERT_EQ(numbers.size(), packed.games);
    EXPECT_EQ(numbers.front(), 0u);
    EXPECT_GE(numbers.back() + 1 + all / 1'000, all);
    std::uint64_t least = all, most = 1;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      ASSERT_GT(numbers[i], numbers[i - 1]);
      least = std::min(least, numbers[i] - numbers[i - 1]);
      most = std::max(most, numbers[i] - numbers[i - 1]);
    }
    EXPECT_LE(most, 2 * std::max<std::uint64_t>(least, 1));
  }
}

TEST(ShownGames, AreAsManyAsThereIsRoomFor) {
  const ReportFacts facts{
      .game = *engine::find_game("gomoku:15"), .title = "Batch", .players = {"a", "b", "c"}};
  ShownGames shown;
  for (std::uint64_t i = 0; i < 46; ++i) {
    ReportGame game = report_game("gomoku:15", i);
    game.seats = {2, 0};
    shown.add(game);
  }
  const PackedGames all = shown.packed_games(facts, 60, 10'000'000);
  EXPECT_EQ(all.games, 46u);
  const boost::json::value told = boost::json::parse(unpacked(all.piece));
  EXPECT_EQ(boost::json::serialize(told.at("players")), R"(["c","a"])") << "b has no game here";
  EXPECT_EQ(boost::json::serialize(told.at("games").at(0).at("seats")), "[0,1]");
  EXPECT_EQ(shown.packed_games(facts, 60, all.piece.size() * 3 / 4).games, 46u) << "without texts";
  for (const std::size_t room : {9'000, 5'000}) {
    const PackedGames some = shown.packed_games(facts, 60, room);
    EXPECT_LE(some.piece.size(), room);
    EXPECT_GT(some.piece.size(), room * 4 / 5) << some.games;
    EXPECT_EQ(numbers_in(some.piece).size(), some.games);
  }
  EXPECT_EQ(shown.packed_games(facts, 60, 100).games, 0u);
  EXPECT_EQ(shown.packed_games(facts, 60, 100).piece, "");
}

/// A store of a server, or of an import, has whatever names there were.
TEST(Report, NamesThatAreManyAndLongMakeNoHugePage) {
  ReportFacts facts{.game = *engine::find_game("mnk:3x3x3"), .title = "Tournament", .players = {}};
  constexpr int kPlayers = 2'000;
  ReportSums sums(kPlayers, 2);
  for (int i = 0; i < kPlayers; ++i)
    facts.players.push_back(std::to_string(i) + std::string(4'000, '"'));
  for (int i = 0; i + 1 < kPlayers; ++i)
    for (int kind = 0; kind < 3; ++kind)
      sums.add(ended({i, i + 1}, {0, 1}, Termination::kCrashed, 0,
                     std::to_string(kind) + std::string(2'000, '\'')));
  ReportContent content{.facts = facts, .sums = sums, .ratings = {}};
  for (const std::string& player : facts.players)
    content.last_words[player] = std::string(1'000, '&');
  content.ratings.resize(kPlayers, selfplay::PlayerRating{.elo = 1, .low = 0, .high = 2});
  fit_tables(content);
  const std::string page = report_page(content);
  EXPECT_LT(page.size(), kMostPageBytes / 2);
  EXPECT_GT(room_for_games(content), kMostPageBytes / 3);
  for (const char* rest :
       {" of 2,000 players; ", " of 1,999 pairs; ", " of 5,997 kinds; ", " of 2,000 programs; "})
    EXPECT_NE(page.find(rest), page.npos) << rest;
}

TEST(Report, ACutNameIsWholeInItsTitle) {
  const std::string name(100, 'x');
  const ReportFacts facts{
      .game = *engine::find_game("mnk:3x3x3"), .title = "Batch", .players = {name, "ann"}};
  ReportSums sums(2, 2);
  sums.add(ended({0, 1}, {1, 0}));
  ReportContent content{.facts = facts, .sums = sums, .ratings = {}};
  fit_tables(content);
  EXPECT_NE(standings_html(content).find("<span title=\"" + name + "\">" + name.substr(0, 57) +
                                         "...</span>"),
            std::string::npos);
  EXPECT_EQ(standings_html(content).find("left out"), std::string::npos);
}

TEST(Report, PairsComeInTheOrderOfTheStandings) {
  constexpr int kPlayers = 40;
  ReportFacts facts{.game = *engine::find_game("mnk:3x3x3"), .title = "Batch", .players = {}};
  ReportSums sums(kPlayers, 2);
  for (int i = 0; i < kPlayers; ++i) {
    facts.players.push_back("p" + std::to_string(100 + i));
    for (int j = 0; j < i; ++j) sums.add(ended({j, i}, {1, 0}));
  }
  const std::string html = head_to_head_html({.facts = facts, .sums = sums, .ratings = {}});
  std::size_t at = 0, pairs = 0;
  for (int i = 0; i < kPlayers; ++i)
    for (int j = i + 1; j < kPlayers && pairs < 500; ++j, ++pairs) {
      at = html.find("row\">" + facts.players[static_cast<std::size_t>(i)] + "</th><td>" +
                         facts.players[static_cast<std::size_t>(j)] + "</td>",
                     at);
      ASSERT_NE(at, html.npos) << i << ' ' << j;
    }
  EXPECT_NE(html.find("The first 500 of 780 pairs; 280 are left out here."), html.npos);
}

TEST(Report, PlayersThatCannotBeComparedAreOfGroups) {
  const ReportFacts facts{
      .game = *engine::find_game("mnk:3x3x3"), .title = "Tournament", .players = {"a", "b", "c"}};
  ReportSums sums(3, 2);
  sums.add(ended({0, 1}, {1, 0}));
  sums.add(ended({2, 0}, {0, 1}));
  const auto rating = [](double elo, int group) {
    return selfplay::PlayerRating{.elo = elo, .low = elo - 5, .high = elo + 5, .group = group};
  };
  ReportContent content{
      .facts = facts, .sums = sums, .ratings = {rating(-0.3, 0), rating(3, 1), rating(-3, 1)}};
  std::string html = standings_html(content);
  EXPECT_NE(html.find("Elo compares players of one group"), html.npos);
  EXPECT_NE(html.find(">Group<"), html.npos);
  EXPECT_NE(html.find("<td>1</td><td>0</td>"), html.npos) << "group and Elo of a: " << html;
  EXPECT_NE(html.find("<td>2</td><td>-3</td>"), html.npos) << "group and Elo of c: " << html;
  for (auto& each : content.ratings) each->group = 0;
  html = standings_html(content);
  EXPECT_EQ(html.find("group"), html.npos) << html;
}

TEST(Report, ManyPlayersAndNoGamesAreShown) {
  const ReportFacts facts{
      .game = *engine::find_game("mnk:3x3x3"), .title = "Batch", .players = {"a", "b", "c"}};
  ReportSums sums(3, 2);
  sums.add(ended({0, 1}, {0.5f, 0.5f}));
  const ReportContent content{.facts = facts, .sums = sums, .ratings = {}};
  const std::string table = cross_table_html(content);
  EXPECT_NE(table.find("class=\"h5\""), table.npos);
  EXPECT_EQ(standings_html(content).find(">c<"), std::string::npos) << "c has not played";
  EXPECT_EQ(report_page(content).find("id=\"games\""), std::string::npos);
}

}  // namespace

}  // namespace gauntlet::tools
