// `gauntlet selfplay` and `gauntlet export` as users and scripts see them.
#include <sqlite3.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "engine/registry.h"
#include "engine/rng.h"
#include "selfplay/game_log.h"
#include "tests/checked.h"
#include "tests/engine/twodoku_positions.h"
#include "tests/tools/command_line.h"
#include "tools/commands/selfplay_report.h"
#include "tools/commands/shell.h"
#include "tools/human_player.h"

namespace gauntlet::tools {

namespace {

using std::chrono::milliseconds;

class SelfplayCommand : public CommandLine {
 protected:
  /// While another program writes them. The probe's output must not mix with that one's.
  bool has_games(const std::string& store) const {
    const std::string aside = directory_ / "aside";
    std::filesystem::create_directory(aside);
    return !ChildProcess({GAUNTLET_BINARY, "export", store, "--jsonl"}, aside, {})
                .wait()
                .out.empty();
  }
  std::string exported(const std::string& store) const {
    const Ended ended = run({"export", store, "--jsonl"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.out;
  }
  void run_sql(const std::string& file, const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
};

const Words kSmall = {"selfplay",   "mnk:4x4x4", "--players", "ab:nodes=200:hash=1,random",
                      "--games",    "300",       "--seed",    "5",
                      "--openings", "none"};

/// Some seconds of games, in which something can happen to them. With checks they are slow.
constexpr int kLongGames = kIsChecked ? 401 : 1001;
const Words kLong = {"selfplay",  "mnk:5x4x4",
                     "--players", "ab:nodes=3000:hash=1,random",
                     "--games",   std::to_string(kLongGames),
                     "--seed",    "3"};

TEST_F(SelfplayCommand, JsonHasTheShapeThatScriptsRelyOn) {
  const Ended ended = run(with(kSmall, {"--json"}));
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 1);
  const auto object = boost::json::parse(ended.out).as_object();
  EXPECT_EQ(object.at("game"), "mnk:4x4x4");
  EXPECT_EQ(object.at("games").to_number<int>(), 300);
  EXPECT_EQ(object.at("forfeits").to_number<int>(), 0);
  EXPECT_GT(object.at("plies_mean").to_number<double>(), 4);
  EXPECT_GT(object.at("games_per_s").to_number<double>(), 0);
  EXPECT_EQ(object.at("seat_wins").as_array().size(), 2u);
  const auto& players = object.at("players").as_array();
  ASSERT_EQ(players.size(), 2u);
  const auto& first = players[0].as_object();
  EXPECT_EQ(first.at("player"), "ab:nodes=200:hash=1");
  EXPECT_EQ(first.at("wins").to_number<int>() + first.at("draws").to_number<int>() +
                first.at("losses").to_number<int>(),
            300);
  const double score = first.at("score").to_number<double>();
  const auto& interval = first.at("ci95").as_array();
  EXPECT_LT(interval.at(0).to_number<double>(), score);
  EXPECT_GT(interval.at(1).to_number<double>(), score);
}

TEST_F(SelfplayCommand, ASeedWithPlayersLimitedByTimeGetsALine) {
  constexpr char kTimed[] = "players limited by time play differently from run to run";
  const auto play = [&](const std::string& player, const Words& more) {
    return run(
        with({"selfplay", "mnk:3x3x3", "--players", player + ",random", "--games", "2"}, more));
  };
  for (const std::string player : {"ab:time=1ms", "ab:clock=10ms"}) {
    const Ended told = play(player, {"--seed", "1", "--json"});
    EXPECT_EQ(told.code, 0);
    EXPECT_NE(told.err.find(kTimed), std::string::npos) << told.err;
    EXPECT_EQ(told.err.find(kTimed), told.err.rfind(kTimed)) << "once";
    EXPECT_EQ(std::count(told.out.begin(), told.out.end(), '\n'), 1) << told.out;
  }
  const auto is_told = [&](const Ended& ended) {
    return ended.err.find(kTimed) != std::string::npos;
  };
  EXPECT_FALSE(is_told(play("ab:time=1ms", {}))) << "no seed";
  EXPECT_FALSE(is_told(play("ab:time=1ms", {"--seed", "1", "--quiet"})));
  EXPECT_FALSE(is_told(play("ab:nodes=9", {"--seed", "1"})));
  EXPECT_FALSE(is_told(play("level:2", {"--seed", "1"})));
}

/// An interval near an end is not symmetric, so both its ends are told.
TEST(SelfplayProgress, TellsBothEndsOfTheInterval) {
  selfplay::Stats stats(2);
  for (int game = 0; game < 40; ++game) {
    selfplay::GameSummary won;
    won.returns[static_cast<std::size_t>(game % 2)] = 1;
    stats.add({static_cast<std::uint64_t>(game / 2), game % 2}, won);
  }
  EXPECT_EQ(progress_text({stats, 100, 40, 4.0}),
            "40 of 100 games  10.0 games/s  score 1.000 (0.861 .. 1.000)  6 s left");
}

TEST_F(SelfplayCommand, ExportsAreByteIdenticalWhateverTheThreads) {
  const std::vector<std::pair<std::string, std::string>> kBatches = {
      {"mnk:4x4x4", "ab:nodes=200:hash=1,mcts:sims=30:hash=1"},
      {"kimble:3", "random,random,random"},
      {"twodoku", "random,greedy"}};
  for (const auto& [game, players] : kBatches) {
    SCOPED_TRACE(game);
    std::vector<std::string> texts;
    for (const char* threads : {"1", "2", "8"}) {
      const std::string store = path("t" + std::string(threads) + game.substr(0, 3) + ".db");
      const Ended ended = run({"selfplay", game, "--players", players, "--games", "101", "--seed",
                               "9", "--threads", threads, "--store", store});
      ASSERT_EQ(ended.code, 0) << ended.err;
      texts.push_back(exported(store));
    }
    EXPECT_EQ(std::count(texts[0].begin(), texts[0].end(), '\n'), 101);
    EXPECT_EQ(texts[0], texts[1]);
    EXPECT_EQ(texts[0], texts[2]);
  }
}

TEST_F(SelfplayCommand, ExportTellsEveryGame) {
  const std::string store = path("k.db");
  ASSERT_EQ(run({"selfplay", "kimble:2", "--players", "random,random", "--games", "4", "--seed",
                 "1", "--store", store})
                .code,
            0);
  std::istringstream lines(exported(store));
  std::string line;
  for (int index = 0; std::getline(lines, line); ++index) {
    const auto game = boost::json::parse(line).as_object();
    EXPECT_EQ(game.at("index").to_number<int>(), index);
    EXPECT_EQ(game.at("game"), "kimble:2");
    EXPECT_EQ(game.at("players").as_array().size(), 2u);
    EXPECT_EQ(game.at("moves").as_array().size(), game.at("plies").to_number<std::size_t>());
    EXPECT_TRUE(game.at("moves").as_array().at(0).as_string().starts_with("starter="));
    EXPECT_EQ(game.at("result"), "played");
    EXPECT_FALSE(game.contains("time"));
  }
  const std::string out = path("games.jsonl");
  EXPECT_EQ(run({"export", store, "--jsonl", "--out", out}).code, 0);
  const Ended again = run({"export", store, "--jsonl", "--out", out});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("exists already"), std::string::npos);
  EXPECT_EQ(run({"export", store}).out, exported(store)) << "the first form needs no flag";
  EXPECT_EQ(run({"export", store, "--json"}).out, exported(store));
  EXPECT_EQ(run({"export", path("none.db"), "--jsonl"}).code, 2);
}

/// The fields that a section of docs/export.md lists, in its order.
Words documented_fields(const std::string& section) {
  std::ifstream file(std::string(GAUNTLET_SOURCE_DIR) + "/docs/export.md");
  Words fields;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) is_inside = line == "## " + section;
    if (is_inside && line.starts_with("| `"))
      fields.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  return fields;
}

Words fields_of(const std::string& line) {
  Words fields;
  const auto value = boost::json::parse(line);
  for (const auto& member : value.as_object()) fields.emplace_back(member.key());
  return fields;
}

TEST_F(SelfplayCommand, ExportsHaveTheDocumentedFields) {
  const std::string store = path("batch.db");
  ASSERT_EQ(
      run({"selfplay", "mnk:3x3x3", "--players", "human,random", "--games", "2", "--store", store},
          {.input = "quit\nquit\n", .file_bytes = 0})
          .code,
      0);
  const Words batch = documented_fields("Games of selfplay");
  const auto but = [&](std::initializer_list<std::string> fields) {
    Words others = batch;
    for (const std::string& field : fields) {
      EXPECT_EQ(std::erase(others, field), 1u);
    }
    return others;
  };
  const std::string forfeited = exported(store);
  EXPECT_EQ(fields_of(forfeited.substr(0, forfeited.find('\n'))), but({"win", "strength"}));
  const std::string other = path("played.db");
  ASSERT_EQ(run(with(kSmall, {"--store", other})).code, 0);
  const std::string played = exported(other);
  EXPECT_EQ(fields_of(played.substr(0, played.find('\n'))), but({"offender", "strength"}));
  const std::string adapted = path("adapted.db");
  ASSERT_EQ(run({"selfplay", "mnk:3x3x3", "--players", "level:auto,random", "--games", "2",
                 "--store", adapted})
                .code,
            0);
  const std::string known = exported(adapted);
  EXPECT_EQ(fields_of(known.substr(0, known.find('\n'))), but({"offender"}));

  const auto game = *engine::find_game("mnk:3x3x3");
  engine::Rng rng(0);
  const engine::AnyState start = game.start(rng);
  const std::string log = path("log.db");
  ASSERT_TRUE((*selfplay::GameLog::open(log))
                  ->add({game, start, {*start.parse("1,1")}, {"a", "b"}, {1, 0}, "b has left"})
                  .ok());
  EXPECT_EQ(fields_of(exported(log)), documented_fields("Games of connect and host"));
}

/// `text` without its line `index`.
std::string without_line(const std::string& text, int index) {
  std::size_t begin = 0;
  for (int line = 0; line < index; ++line) begin = text.find('\n', begin) + 1;
  return text.substr(0, begin) + text.substr(text.find('\n', begin) + 1);
}

constexpr const char* kWrongResult =
    "UPDATE game SET moves = (SELECT moves FROM game WHERE idx = 1), plies = "
    "(SELECT plies FROM game WHERE idx = 1), return0 = 0.25, proved0 = NULL, "
    "proved1 = NULL WHERE idx = 17";

/// Ways to damage game 17, and what is told of it.
const std::vector<std::pair<const char*, const char*>> kDamages = {
    {kWrongResult, "game 17 did not end as it says"},
    {"UPDATE game SET moves = x'0303', plies = 2, proved0 = NULL, proved1 = NULL WHERE idx = 17",
     "game 17 has an impossible move 2"},
    {"UPDATE game SET moves = x'80' WHERE idx = 17", "game 17 has moves that are cut short"},
    {"UPDATE game SET return0 = 2 WHERE idx = 17", "game 17 has a result out of range"},
    {"UPDATE game SET start = 'x' WHERE idx = 17", "game 17 has a bad start position: "},
    {"UPDATE game SET moves = zeroblob(5000000) WHERE idx = 17", "game 17 cannot be read"},
};

TEST_F(SelfplayCommand, ADamagedGameIsNamedAndTheOthersAreExported) {
  const std::string sound = path("sound.db"), store = path("k.db"), out = path("games.jsonl");
  ASSERT_EQ(run(with(kSmall, {"--store", sound})).code, 0);
  const std::string others = without_line(exported(sound), 17);
  for (const auto& [sql, told] : kDamages) {
    SCOPED_TRACE(sql);
    std::filesystem::copy_file(sound, store, std::filesystem::copy_options::overwrite_existing);
    run_sql(store, sql);
    const Ended ended = run({"export", store, "--jsonl"});
    EXPECT_EQ(ended.code, 4);
    EXPECT_NE(ended.err.find(told), std::string::npos) << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_TRUE(ended.out == others);
    EXPECT_EQ(run({"export", store, "--jsonl", "--out", out}).code, 4);
    EXPECT_EQ(std::filesystem::file_size(out), others.size());
    std::filesystem::remove(out);
  }
}

TEST_F(SelfplayCommand, ADamagedGameIsNotDoneUntilItIsRepaired) {
  const std::string sound = path("sound.db"), store = path("k.db");
  ASSERT_EQ(run(with(kSmall, {"--store", sound})).code, 0);
  const std::string games = exported(sound);
  for (const auto& [sql, told] : kDamages) {
    SCOPED_TRACE(sql);
    std::filesystem::copy_file(sound, store, std::filesystem::copy_options::overwrite_existing);
    run_sql(store, sql);
    const Ended ended = run(with(kSmall, {"--store", store, "--resume", "--quiet", "--json"}));
    EXPECT_EQ(ended.code, 4);
    EXPECT_NE(ended.err.find(told), std::string::npos) << ended.err;
    EXPECT_EQ(boost::json::parse(ended.out).as_object().at("games").to_number<int>(), 299);
    const Ended repaired = shell(after(ended.err, "to play that again: "));
    EXPECT_EQ(repaired.code, 0) << repaired.err;
    EXPECT_TRUE(exported(store) == games);
  }
}

TEST_F(SelfplayCommand, AResumePlaysWhatIsMissingBesideWhatIsDamaged) {
  const std::string store = path("k.db");
  ASSERT_EQ(run(with(kSmall, {"--store", store})).code, 0);
  const std::string others = without_line(exported(store), 17);
  run_sql(store, kWrongResult);
  run_sql(store, "DELETE FROM game WHERE idx IN (0, 16, 18, 19, 299)");
  const Ended ended = run(with(kSmall, {"--store", store, "--resume"}));
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_NE(ended.out.find("299 of 300 games"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.err.find("nothing to do"), std::string::npos) << ended.err;
  EXPECT_TRUE(run({"export", store, "--jsonl"}).out == others);
}

TEST_F(SelfplayCommand, AResumeWithNothingToDoSaysSo) {
  const std::string store = path("k.db");
  ASSERT_EQ(run(with(kSmall, {"--store", store})).code, 0);
  const Ended ended = run(with(kSmall, {"--store", store, "--resume"}));
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "gauntlet: all 300 games are in '" + store + "' already; nothing to do\n");
  EXPECT_EQ(run(with(kSmall, {"--store", store, "--resume", "--quiet"})).err, "");
}

TEST_F(SelfplayCommand, AStoreThatVanishesIsToldAndLosesNothingInSilence) {
  const Words batch = with(kLong, {"--threads", "1", "--openings", "none"});
  const std::string games = std::to_string(kLongGames), whole = games + " of " + games;
  const std::string other = path("other.db");
  ASSERT_EQ(run(with(kSmall, {"--store", other})).code, 0);
  const auto remove = [](const std::string& store) { std::filesystem::remove(store); };
  const auto move = [](const std::string& store) {
    std::filesystem::rename(store, store + ".old");
  };
  const auto replace = [&](const std::string& store) { std::filesystem::rename(other, store); };
  int number = 0;
  for (const std::function<void(const std::string&)>& act :
       {std::function<void(const std::string&)>(remove), {move}, {replace}}) {
    const std::string store = path(std::to_string(number++) + ".db");
    const auto child = start(with(batch, {"--store", store}));
    for (int tries = 0; tries < 500 && !has_games(store); ++tries)
      std::this_thread::sleep_for(milliseconds(20));
    act(store);
    const Ended ended = child->wait();
    EXPECT_EQ(ended.code, 4) << ended.out;
    EXPECT_NE(ended.err.find("was removed, moved or replaced in use, so its games are not kept"),
              std::string::npos)
        << ended.err;
    EXPECT_EQ(ended.err.find("is safe"), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out.find(whole), std::string::npos) << "soon";
  }
  std::filesystem::rename(path("1.db.old"), path("1.db"));
  for (const char* name : {"0.db", "1.db"}) {
    Words again = with(batch, {"--store", path(name)});
    if (std::filesystem::exists(path(name))) again.push_back("--resume");
    EXPECT_EQ(run(again).code, 0) << name;
    const std::string all = exported(path(name));
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), kLongGames) << name;
  }
}

TEST_F(SelfplayCommand, BadCommandLinesGetASentenceAndExitTwo) {
  std::ofstream(path("text.db")) << "no store";
  std::ofstream(path("long.txt")) << std::string(1'000'001, '#');
  struct Case {
    Words words;
    const char* expected;
  };
  const std::vector<Case> kCases = {
      {{"mnk:3x3x3"}, "--players"},
      {{"mnk:3x3x3", "--players", "random"}, "takes 2 players, and 1 was given"},
      {{"mnk:3x3x3", "--players", "random,random,random"}, "takes 2 players, and 3 were given"},
      {{"kimble:4", "--players", "random,random"}, "takes 4 players, and 2 were given"},
      {{"kimble:1", "--players", "random,random"}, "takes 1 player, and 2 were given"},
      {{"mnk:3x3x3", "--players", "random,"}, "unknown player ''"},
      {{"mnk:3x3x3", "--players", "random,randm"}, "did you mean 'random'"},
      {{"mnk:3x3x3", "--players", "a,b", "--player", "c"}, "cannot be given together"},
      {{"chess", "--players", "random,random"}, "unknown game 'chess'"},
      {{"mnk:3x3x3", "--players", "random,random", "--games", "0"}, "--games"},
      {{"mnk:3x3x3", "--players", "random,random", "--games", "x"}, "--games"},
      {{"mnk:3x3x3", "--players", "random,random", "--position", "xx"}, "bad --position"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "balancd"},
       "did you mean 'balanced'"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", path("no.txt")},
       "no.txt': No such file"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "no.txt"}, "nor a file"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "2", "--position", "xxx/oo./..."},
       "the game is over in the position given"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", path("text.db")},
       "text.db': line 1: "},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", directory_.path()}, "is no file"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", path("long.txt")},
       "it is longer than 1,000,000 bytes"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "101"}, "1 to 100"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "9"}, "is over before 9 random"},
      {{"mnk:1x1x1", "--players", "random,random", "--openings", "balanced"},
       "no openings of mnk:1x1x1 can be made"},
      {{"kimble:2", "--players", "random,random", "--openings", "balanced"},
       "balanced openings are not for kimble:2"},
      {{"mnk:3x3x3", "--players", "random,random", "--openings", "balanced", "--position",
        "x../.../..."},
       "both say where games start"},
      {{"mnk:3x3x3", "--players", "random,random", "--resume"}, "--resume needs --store"},
      {{"mnk:3x3x3", "--players", "random,random", "--store", "x", "--repair"},
       "--repair needs --resume"},
      {{"mnk:3x3x3", "--players", "random,random", "--store", path("text.db")}, "is not a store"},
      {{"mnk:3x3x3", "--players", "random,random", "--store", directory_.path()}, "is not a store"},
      {{"mnk:3x3x3", "--players", "random,random", "--store", path("no/x.db")}, "cannot create"},
      {{"mnk:3x3x3", "--players", "random,random", "--store", path("new.db"), "--resume"},
       "nothing to resume"},
  };
  for (const Case& c : kCases) {
    const Ended ended = run(with({"selfplay"}, c.words));
    EXPECT_EQ(ended.code, 2) << c.expected << ended.err;
    EXPECT_NE(ended.err.find(c.expected), std::string::npos) << c.expected << ": " << ended.err;
    EXPECT_EQ(ended.out, "");
  }
  EXPECT_FALSE(std::filesystem::exists(path("new.db")));
}

TEST_F(SelfplayCommand, AnExistingStoreIsOnlyResumedWhenAsked) {
  const std::string store = path("it's a store.db");
  ASSERT_EQ(run(with(kSmall, {"--store", store})).code, 0);
  const std::string before = exported(store);
  const Ended refused = run(with(kSmall, {"--store", store}));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("exists already"), std::string::npos);
  const std::string command = after(refused.err, "its games: ");
  const Ended resumed = shell(command + " --json");
  EXPECT_EQ(resumed.code, 0) << command << resumed.err;
  EXPECT_EQ(boost::json::parse(resumed.out).as_object().at("games").to_number<int>(), 300);
  EXPECT_EQ(exported(store), before);
  Words other = with(kSmall, {"--store", store, "--resume"});
  other[5] = "299";
  const Ended mismatch = run(other);
  EXPECT_EQ(mismatch.code, 2);
  EXPECT_NE(mismatch.err.find("--games 300, not 299"), std::string::npos) << mismatch.err;
}

const Words kSame = {
    "selfplay", "mnk:7x6x4", "--players", "ab:nodes=300:hash=1,ab:nodes=300:hash=1",
    "--games",  "20",        "--seed",    "5"};

boost::json::object object_of(const Ended& ended) {
  EXPECT_EQ(ended.code, 0) << ended.err;
  return boost::json::parse(ended.out).as_object();
}

double width_of_interval(const boost::json::object& result) {
  const auto& ends = result.at("players").at(0).at("ci95").as_array();
  return ends.at(1).to_number<double>() - ends.at(0).to_number<double>();
}

TEST_F(SelfplayCommand, OpeningsAreUsualAndMakeGamesDiffer) {
  const auto usual = object_of(run(with(kSame, {"--json"})));
  EXPECT_EQ(usual.at("openings"), "balanced");
  EXPECT_EQ(usual.at("distinct_games"), 10) << "of two equal players";
  const auto none = object_of(run(with(kSame, {"--json", "--openings", "none"})));
  EXPECT_EQ(none.at("games"), 20);
  EXPECT_EQ(none.at("distinct_games"), 1);
  EXPECT_GT(width_of_interval(none), 0.7);
  EXPECT_LT(width_of_interval(usual), width_of_interval(none));
  EXPECT_NE(run(with(kSame, {"--openings", "none"}))
                .out.find("mnk:7x6x4, 20 of 20 games (1 distinct), seed 5\n"),
            std::string::npos);
  EXPECT_NE(run(kSame).out.find("20 of 20 games (10 distinct), balanced openings, seed 5\n"),
            std::string::npos);
  const auto dice = object_of(
      run({"selfplay", "kimble:2", "--players", "helppo,vaikea", "--games", "4", "--json"}));
  EXPECT_EQ(dice.at("openings"), "none");
  EXPECT_EQ(dice.at("distinct_games"), 4);
}

TEST_F(SelfplayCommand, WhereNothingIsBalancedTheLeastUnbalancedIsPlayed) {
  const Words batch = {"selfplay", "mnk:5x5x3", "--players", "level:9,level:8", "--games",
                       "8",        "--seed",    "1",         "--json"};
  for (const Words& words : {batch, with(batch, {"--openings", "balanced"})}) {
    const Ended ended = run(words);
    EXPECT_NE(ended.err.find("gauntlet: hardly a position of mnk:5x5x3 is balanced; where none "),
              std::string::npos)
        << ended.err;
    const auto result = object_of(ended);
    EXPECT_EQ(result.at("openings"), "balanced");
    EXPECT_EQ(result.at("distinct_games"), 8);
  }
  EXPECT_EQ(run(with(batch, {"--quiet"})).err, "");
  EXPECT_EQ(run({"selfplay", "sudokill", "--players", "fewest,naive", "--games", "4", "--seed", "1",
                 "--openings", "balanced"})
                .code,
            0);
}

TEST_F(SelfplayCommand, ABoardWithoutOpeningsIsPlayedFromItsStart) {
  const Words batch = {"selfplay", "mnk:1x1x1", "--players", "level:9,random", "--games", "2"};
  const Ended ended = run(batch);
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.err.find("no openings of mnk:1x1x1 can be made"), std::string::npos);
  EXPECT_NE(ended.err.find(", so all games start alike\n"), std::string::npos) << ended.err;
  EXPECT_EQ(run(with(batch, {"--quiet"})).err, "");
}

TEST_F(SelfplayCommand, AFileOfOpeningsIsPlayedInItsOrder) {
  const std::string file = path("openings.txt"), store = path("k.db");
  std::ofstream(file) << "# two\nxo./.../...\n.../.xo/... # the middle\n";
  ASSERT_EQ(run({"selfplay", "mnk:3x3x3", "--players", "ab:depth=9,random", "--games", "6",
                 "--openings", file, "--store", store})
                .code,
            0);
  std::istringstream lines(exported(store));
  const Words starts = {"xo./.../...", ".../.xo/...", "xo./.../..."};
  std::string line;
  for (std::size_t index = 0; std::getline(lines, line); ++index)
    EXPECT_EQ(boost::json::parse(line).at("start").as_string(), starts.at(index / 2));
}

TEST_F(SelfplayCommand, AResumeTakesTheOpeningsOfTheStore) {
  const std::string file = path("openings.txt");
  std::ofstream(file) << "......./......./...x.../...o.../......./.......\n";
  int number = 0;
  for (const std::string& openings : {std::string("balanced"), std::string("3"), file}) {
    SCOPED_TRACE(openings);
    const std::string store = path(std::to_string(number++) + ".db");
    const Words batch = with(kSame, {"--store", store});
    const Ended first = run(with(batch, {"--openings", openings, "--json"}));
    const std::string whole = exported(store);
    run_sql(store, "DELETE FROM game WHERE idx IN (0, 1, 6, 19)");
    const Ended refused = run(with(batch, {"--resume", "--openings", "none"}));
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("it holds a run with --openings "), std::string::npos)
        << refused.err;
    const Ended told = run(batch);
    EXPECT_EQ(told.code, 2);
    const Ended resumed = shell(after(told.err, "its games: ") + " --json");
    EXPECT_EQ(exported(store), whole);
    EXPECT_EQ(object_of(resumed).at("distinct_games"), object_of(first).at("distinct_games"));
    EXPECT_EQ(object_of(resumed).at("players"), object_of(first).at("players"));
    EXPECT_EQ(run(with(batch, {"--resume", "--openings", openings})).code, 0);
  }
}

TEST_F(SelfplayCommand, AStoreWithoutOpeningsIsGoneOnWith) {
  const std::string store = path("old.db");
  ASSERT_EQ(run(with(kSmall, {"--store", store})).code, 0);
  run_sql(store, "DROP TABLE note; PRAGMA user_version = 3");
  const std::string whole = exported(store);
  run_sql(store, "DROP TABLE openings; DELETE FROM game WHERE idx = 7; PRAGMA user_version = 2");
  EXPECT_EQ(exported(store), without_line(whole, 7));
  Words resume = with(kSmall, {"--store", store, "--resume"});
  resume.erase(std::find(resume.begin(), resume.end(), "--openings"),
               std::find(resume.begin(), resume.end(), "none") + 1);
  const Ended resumed = run(resume);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(exported(store), whole);
}

TEST_F(SelfplayCommand, DamagedOpeningsOfAStoreAreASentence) {
  for (const char* sql : {"UPDATE openings SET text = 'balancd'",
                          "UPDATE openings SET text = 'x' || char(10)", "DELETE FROM openings"}) {
    const std::string store = path("k.db");
    ASSERT_EQ(run(with(kSame, {"--store", store})).code, 0);
    run_sql(store, sql);
    const Ended ended = run(with(kSame, {"--store", store, "--resume"}));
    EXPECT_EQ(ended.code, 4) << ended.err;
    EXPECT_NE(ended.err.find("k.db' is damaged: "), std::string::npos) << ended.err;
    std::filesystem::remove(store);
  }
}

TEST_F(SelfplayCommand, AnyOneGameThatIsMissingIsPlayed) {
  const Words batch = {"selfplay", "mnk:3x3x3", "--players", "random,random",
                       "--games",  "10",        "--seed",    "5"};
  const std::string store = path("one.db");
  ASSERT_EQ(run(with(batch, {"--store", store})).code, 0);
  const std::string whole = exported(store);
  for (const char* missing : {"0", "4", "9"}) {
    SCOPED_TRACE(missing);
    run_sql(store, "DELETE FROM game WHERE idx = " + std::string(missing));
    EXPECT_NE(exported(store), whole);
    const Ended resumed = run(with(batch, {"--store", store, "--resume", "--json"}));
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(boost::json::parse(resumed.out).at("games").to_number<int>(), 10);
    EXPECT_EQ(exported(store), whole);
  }
}

TEST_F(SelfplayCommand, KilledBatchesResumeToTheSameGames) {
  const Words batch = {"selfplay",  "mnk:6x5x4", "--players",  "ab:nodes=400:hash=1,random",
                       "--games",   "6000",      "--seed",     "3",
                       "--threads", "2",         "--openings", "none"};
  const std::string whole = path("whole.db"), killed = path("killed.db");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run(with(batch, {"--store", whole})).code, 0);
  const auto all = std::chrono::steady_clock::now() - begin;
  const std::uint64_t seed = 12;
  engine::Rng rng(seed);
  for (int kill = 0; kill < (kIsChecked ? 5 : 25); ++kill) {
    Words words = with(batch, {"--store", killed});
    if (std::filesystem::exists(killed)) words.push_back("--resume");
    const auto child = start(words);
    std::this_thread::sleep_for(all * rng.uniform() / 8);
    child->send(SIGKILL);
    child->wait();
    if (!std::filesystem::exists(killed) || std::filesystem::file_size(killed) == 0) continue;
    const Ended peek = run({"export", killed, "--jsonl"});
    EXPECT_TRUE(peek.code == 0 || peek.err.find("not a store") != std::string::npos)
        << "seed " << seed << ", kill " << kill << ": " << peek.err;
  }
  Words last = with(batch, {"--store", killed});
  if (std::filesystem::exists(killed)) last.push_back("--resume");
  const Ended ended = run(last);
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(exported(killed) == exported(whole)) << "seed " << seed;
}

TEST_F(SelfplayCommand, InterruptsFlushAndTellHowToGoOn) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string store = path(std::to_string(signal) + ".db");
    const Words batch = with(kLong, {"--position", "x..../...o./...../.....", "--store", store});
    const auto child = start(batch);
    for (int tries = 0; tries < 200 && !has_games(store); ++tries)
      std::this_thread::sleep_for(milliseconds(20));  // a busy machine begins late
    const auto begin = std::chrono::steady_clock::now();
    child->send(signal);
    const Ended ended = child->wait();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(2000));
    ASSERT_EQ(ended.code, 1) << ended.err;
    EXPECT_NE(ended.out.find("wins by seat"), std::string::npos) << ended.out;
    const std::string part = exported(store);
    EXPECT_GT(part.size(), 0u);
    const Ended resumed = shell(after(ended.err, "to go on: ") + " --json");
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    const std::string all = exported(store);
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), kLongGames);
  }
}

TEST_F(SelfplayCommand, UnderNohupAClosedTerminalEndsNothing) {
  const std::string store = path("games.db");
  const Words batch = with(kLong, {"--openings", "none", "--store", store});
  ChildProcess child(with({"/usr/bin/nohup", GAUNTLET_BINARY}, batch), directory_.path(), {});
  for (int tries = 0; tries < 200 && !has_games(store); ++tries)
    std::this_thread::sleep_for(milliseconds(20));
  child.send(SIGHUP);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, 0) << ended.err << ", signal " << ended.signal;
  const std::string all = exported(store);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), kLongGames);
}

TEST_F(SelfplayCommand, AWakeUpCallOfSomebodyElseIsNone) {
  const std::string store = path("games.db");
  const auto child = start(with(kLong, {"--openings", "none", "--store", store}));
  for (int tries = 0; tries < 200 && !has_games(store); ++tries)
    std::this_thread::sleep_for(milliseconds(20));
  child->send(SIGUSR1);
  std::this_thread::sleep_for(milliseconds(20));
  child->send(SIGINT);
  const Ended ended = child->wait();
  EXPECT_EQ(ended.code, 1) << ended.err << ", signal " << ended.signal;
}

TEST_F(SelfplayCommand, ATerminalThatClosesSaysSoTwice) {
  const std::string store = path("games.db");
  const auto child =
      start({"selfplay", "gomoku", "--players", "ab:time=3600s,mcts:time=3600s", "--store", store});
  while (!std::filesystem::exists(store)) std::this_thread::sleep_for(milliseconds(5));
  for (int i = 0; i < 20; ++i) {
    child->send(SIGHUP);
    std::this_thread::sleep_for(milliseconds(1));
  }
  const Ended ended = child->wait();
  EXPECT_EQ(ended.code, 1) << ended.err << ", signal " << ended.signal;
}

TEST_F(SelfplayCommand, ASearchOfAnHourIsInterruptedToo) {
  const auto child =
      start({"selfplay", "gomoku", "--players", "ab:time=3600s,mcts:time=3600s", "--seed", "1"});
  // What it says of the seed comes just before the games.
  while (child->errors_so_far().find("limited by time") == std::string::npos)
    std::this_thread::sleep_for(milliseconds(5));
  std::this_thread::sleep_for(milliseconds(300));
  const auto begin = std::chrono::steady_clock::now();
  child->send(SIGINT);
  const Ended ended = child->wait();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(2000));
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_NE(ended.err.find("without --store there is nothing to resume"), std::string::npos);
}

TEST_F(SelfplayCommand, AFullDiskIsASentenceAndLosesNothing) {
  const std::string store = path("full.db");
  const Words batch = {"selfplay", "kimble:2", "--players", "random,random", "--games",
                       "20000",    "--seed",   "3",         "--store",       store};
  const Ended full = run(batch, {.input = "", .file_bytes = 1'000'000});
  EXPECT_EQ(full.code, 4) << full.err;
  EXPECT_NE(full.err.find("full.db"), std::string::npos) << full.err;
  const Ended resumed = shell(after(full.err, "; to go on: ") + " --json");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const std::string all = exported(store);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 20000);
}

TEST_F(SelfplayCommand, ADiskThatIsFullAtTheStartIsAnIoError) {
  const Words batch = with(kSmall, {"--quiet", "--store", path("none.db")});
  const Ended full = run(batch, {.input = "", .file_bytes = 2'000});
  EXPECT_EQ(full.code, 4) << full.err;
  EXPECT_NE(full.err.find("none.db"), std::string::npos) << full.err;
  EXPECT_EQ(run(with(kSmall, {"--store", path("no/such.db")})).code, 2) << "not the disk's fault";
  EXPECT_EQ(run(batch).code, 0) << "what was left does not stand in the way";
}

TEST_F(SelfplayCommand, OfManyAtOnceOneFillsTheStore) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  const std::string command = binary +
                              " selfplay mnk:4x4x4 --players random,random --games 20000 --seed 2"
                              " --quiet --json --store '" +
                              path("one.db") + "'";
  const Ended ended = shell("for i in 1 2 3 4; do ( " + command + " >/dev/null 2>'" + path("err") +
                            "'$i; echo $? ) & done; wait");
  std::string codes = ended.out;
  std::sort(codes.begin(), codes.end());
  EXPECT_EQ(codes, "\n\n\n\n0222");
  const Ended errors = shell("cat '" + path("err") + "'*");
  EXPECT_EQ(std::count(errors.out.begin(), errors.out.end(), '\n'), 3) << errors.out;
  EXPECT_EQ(errors.out.find("damaged"), std::string::npos) << errors.out;
  const std::string all = exported(path("one.db"));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 20000);
}

TEST_F(SelfplayCommand, AnIndexCutShortIsASentenceAndLosesNothing) {
  const std::string store = path("cut.db");
  const Words batch =
      with(kLong, {"--threads", "1", "--quiet", "--openings", "none", "--store", store});
  const auto child = start(batch);
  for (int tries = 0; tries < 200 && !has_games(store); ++tries)
    std::this_thread::sleep_for(milliseconds(20));
  const std::string before = exported(store);
  std::filesystem::resize_file(store + "-shm", 0);
  const Ended ended = child->wait();
  EXPECT_EQ(ended.code, 4) << ended.signal;
  EXPECT_NE(ended.err.find("a file in use was cut short"), std::string::npos) << ended.err;
  const Ended resumed = run(with(batch, {"--resume"}));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(exported(store).starts_with(before));
}

TEST_F(SelfplayCommand, GamesThatAreKeptGoOnWhenNobodyListens) {
  const std::string words = " selfplay mnk:4x4x4 --players random,random --games 2001 --seed 5";
  const std::string command = "'" GAUNTLET_BINARY "'" + words + " --store '";
  const std::string code =
      "; echo $? > '" + path("code") + "' ) | true; cat '" + path("code") + "'";
  const Ended no_progress =
      shell("( sleep 0.2; " + command + path("a.db") + "' 2>&1 >/dev/null" + code);
  EXPECT_EQ(no_progress.out, "0\n");
  const Ended no_results = shell("( sleep 0.2; " + command + path("b.db") + "' --quiet" + code);
  EXPECT_EQ(no_results.out, "4\n");
  for (const char* store : {"a.db", "b.db"}) {
    const std::string all = exported(path(store));
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 2001) << store;
  }
}

TEST_F(SelfplayCommand, PeoplePlayAtTheTerminal) {
  const Ended ended =
      run({"selfplay", "mnk:3x3x3", "--players", "human,human", "--games", "2"},
          {.input = "help\nmoves\nhint\n9,9\n0,0\n1,0\n0,1\n1,1\n0,2\nquit\n", .file_bytes = 0});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("'moves' lists them all"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(" looks best."), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("forfeits      1"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("2 of 2 games"), std::string::npos) << ended.out;
}

TEST_F(SelfplayCommand, LevelAutoTellsPeopleHowTheyPlay) {
  const Words words = {"selfplay", "mnk:7x6x4", "--players", "human,level:auto", "--games", "3"};
  const ChildProcess::Options input = {.input = "quit\nquit\nquit\n", .file_bytes = 0};
  const Ended ended = run(words, input);
  EXPECT_EQ(ended.code, 0) << ended.err;
  const std::size_t first = ended.out.find("level:auto begins with level ");
  const std::size_t second = ended.out.find("after 1 game; the next game is against level ", first);
  const std::size_t third =
      ended.out.find("after 2 games; the next game is against level ", second);
  const std::size_t last = ended.out.find("You play like level ", third);
  EXPECT_NE(last, std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("the next game", last), std::string::npos) << "there is none";
  EXPECT_NE(ended.out.find("after 3 games.\n", last), std::string::npos);
  const Ended scripted = run(with(words, {"--json"}), input);
  const auto summary = boost::json::parse(scripted.out).as_object();
  const auto& strength = summary.at("strength").as_object();
  EXPECT_EQ(strength.at("player").as_string(), "human");
  EXPECT_EQ(strength.at("games").to_number<int>(), 3);
  EXPECT_GT(strength.at("elo_error").to_number<double>(), 0);
  EXPECT_NE(scripted.err.find("You play like level "), std::string::npos) << scripted.err;
}

TEST_F(SelfplayCommand, LevelAutoGoesOnWithItsStore) {
  const std::string store = path("auto.db");
  Words words = {"selfplay", "mnk:5x4x4", "--players", "level:auto,mcts:sims=30",
                 "--games",  "150",       "--seed",    "2",
                 "--json",   "--quiet",   "--threads", "2"};
  const auto strength = [](const Ended& ended) {
    EXPECT_EQ(ended.code, 0) << ended.err;
    return boost::json::serialize(boost::json::parse(ended.out).as_object().at("strength"));
  };
  const std::string whole = strength(run(words));
  words = with(words, {"--store", store});
  const auto child = start(words);
  for (int i = 0; i < 2000 && !std::filesystem::exists(store); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  child->send(SIGKILL);
  child->wait();
  EXPECT_EQ(strength(run(with(words, {"--resume"}))), whole);
  EXPECT_EQ(strength(run(with(words, {"--resume"}))), whole) << "nothing to do";
}

TEST_F(SelfplayCommand, LevelAutoPlaysOneOpponent) {
  const auto said = [&](const std::string& game, const std::string& players) {
    const Ended ended = run({"selfplay", game, "--players", players, "--games", "2"});
    EXPECT_EQ(ended.code, 2);
    return ended.err;
  };
  EXPECT_NE(said("mnk:3x3x3", "level:auto,level:auto").find("against itself"), std::string::npos);
  EXPECT_NE(said("kimble", "level:auto,helppo,helppo,helppo").find("for two"), std::string::npos);
  EXPECT_NE(said("mnk:3x3x3", "level:auto=1200,random").find("have no ratings"), std::string::npos);
}

TEST_F(SelfplayCommand, AHintTellsWhatIsAtRisk) {
  engine::TwoDokuPosition position;
  position.dominoes[8] = "e........";
  position.excluded = "-";
  position.red = "000000002";
  const std::string shown = run({"selfplay", "twodoku", "--players", "human,random", "--games", "1",
                                 "--position", position.text()},
                                {.input = "hint\nquit\n", .file_bytes = 0})
                                .out;
  EXPECT_NE(shown.find(",9 looks best.\ndigit   risk %  that it fails on these squares\n    9  "),
            std::string::npos)
      << shown;
}

TEST_F(SelfplayCommand, PeopleAreToldWhoTheyAreAndWhatToType) {
  const auto shown = [&](const std::string& game, const std::string& players) {
    return run({"selfplay", game, "--players", players, "--games", "1", "--seed", "1"},
               {.input = "help\nquit\n", .file_bytes = 0})
        .out;
  };
  const std::string board = shown("mnk:3x3x3", "human,random");
  EXPECT_NE(board.find("Your move, x (as in 1,1): "), std::string::npos) << board;
  EXPECT_NE(board.find("The end: o has won by forfeit"), std::string::npos) << board;
  EXPECT_NE(board.find("Blanks do as well as commas"), std::string::npos) << board;
  const std::string kimble = shown("kimble:2", "random,human");
  EXPECT_NE(kimble.find("you are C."), std::string::npos) << kimble;
  EXPECT_NE(kimble.find("A at the top left"), std::string::npos) << kimble;
  EXPECT_NE(kimble.find("the rank of the piece"), std::string::npos) << kimble;
  const std::string twodoku = shown("twodoku", "human,random");
  EXPECT_NE(twodoku.find("Your move, red (as in colour "), std::string::npos) << twodoku;
}

TEST_F(SelfplayCommand, BlanksDoAsWellAsCommas) {
  const Ended ended = run({"selfplay", "mnk:3x3x3", "--players", "human,human", "--games", "1"},
                          {.input = "0 0\n1  0\n0 ,1\n 1 1\n0\t2\n", .file_bytes = 0});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("x plays 0,2"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("1 of 1 game, "), std::string::npos) << ended.out;
}

TEST_F(SelfplayCommand, OneOfAThingIsOne) {
  const Ended ended = run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "1",
                           "--position", "xx./oo./...", "--seed", "1", "--store", path("one.db")});
  EXPECT_EQ(ended.err,
            "gauntlet: with 1 game not every player gets every seat equally often; with a multiple "
            "of 2 each does\n");
  EXPECT_NE(ended.out.find("mnk:3x3x3, 1 of 1 game, seed 1\n"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("1 plies"), std::string::npos) << ended.out;
  const Ended again = run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "1",
                           "--position", "xx./oo./...", "--store", path("one.db"), "--resume"});
  EXPECT_NE(again.err.find("gauntlet: the game is in '"), std::string::npos) << again.err;
}

TEST_F(SelfplayCommand, AThrowSaysWhoseItIsAndPiecesTheirRanks) {
  const Ended ended = run({"selfplay", "kimble:2", "--players", "human,helppo", "--games", "1",
                           "--seed", "3", "--position", "A000A" + std::string(39, '0') + "A2 AC"},
                          {.input = "1\n", .file_bytes = 0});
  EXPECT_NE(ended.out.find("\nA2 at home 2\n   A1 .  .  .  A0 .  .  +\n"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find(" C throws 4\nA throws 3\n"), std::string::npos) << ended.out;
}

TEST_F(SelfplayCommand, TheEndOfAPersonsInputEndsTheGamesPolitely) {
  const std::string store = path("evening.db");
  const Words batch = {"selfplay", "mnk:3x3x3", "--players", "human,human",
                       "--games",  "5",         "--store",   store};
  const Ended ended = run(batch, {.input = "0,0\n1,0\n0,1\n1,1\n0,2\n2,2\n", .file_bytes = 0});
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_NE(ended.err.find("the input has ended; to go on: "), std::string::npos) << ended.err;
  EXPECT_NE(ended.out.find("1 of 5 games"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("forfeits"), std::string::npos) << ended.out;
  const std::string games = exported(store);
  EXPECT_EQ(std::count(games.begin(), games.end(), '\n'), 1);
}

TEST(TypedMove, BlanksAndCommasBetweenNumbersAreOne) {
  for (const char* line : {"4,5", "4 5", " 4  5 ", "4 , 5", "4,\t5\r", ",4,,5,"})
    EXPECT_EQ(typed_move(line), "4,5") << line;
  EXPECT_EQ(typed_move("play  4 5 , 7"), "play 4,5,7");
  EXPECT_EQ(typed_move("take   pot"), "take pot");
  EXPECT_EQ(typed_move("-1 5"), "-1,5");
  EXPECT_EQ(typed_move(" "), "");
}

TEST(Shell, QuotesWhatNeedsIt) {
  EXPECT_EQ(shell_quoted("ab:depth=3"), "ab:depth=3");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("$x"), "'$x'");
}

}  // namespace

}  // namespace gauntlet::tools
