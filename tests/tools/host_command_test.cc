// `gauntlet host` as users and scripts see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/checked.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"
#include "tests/tools/kinarow_page.h"
#include "tests/tools/raw_client.h"
#include "tests/tools/raw_http.h"
#include "tests/tools/sudokill_hall.h"

namespace gauntlet::tools {

namespace {

using Words = std::vector<std::string>;

class HostCommand : public ::testing::Test {
 protected:
  HostCommand() { std::filesystem::create_directory(directory_ / "other"); }

  /// Starts a host on a free port and waits until it listens.
  void host(Words words) {
    words.insert(words.begin(), {GAUNTLET_BINARY, "host"});
    words.insert(words.end(), {"--port", "0"});
    host_ = std::make_unique<ChildProcess>(words, directory_.path(), ChildProcess::Options{});
    wait_for_port();
  }
  /// Its port is told after `words` in the log.
  void wait_for_port(const std::string& words = "") {
    const std::string before = words + ", port ";
    for (int tries = 0; port_ == 0 && tries < 1000; ++tries) {
      const std::string log = host_->errors_so_far();
      const std::size_t at = log.find(before);
      if (at != std::string::npos && log.find(';', at) != std::string::npos)
        port_ = static_cast<std::uint16_t>(std::stoi(log.substr(at + before.size())));
      if (port_ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_NE(port_, 0) << host_->errors_so_far();
  }
  /// The port for browsers, once it is in the log.
  std::string log_of_browsers() const {
    const std::string log = host_->errors_so_far();
    const std::size_t at = log.find("browsers: listening on 127.0.0.1, port ");
    const std::size_t end = log.find('\n', at);
    return at == log.npos || end == log.npos ? "" : log.substr(at + 39, end - at - 39);
  }
  Ended run(Words words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, directory_ / "other", {}).wait();
  }
  /// Black wins on any board.
  void play_a_game() const {
    RawClient black(port_);
    black.send("0 0\n1 0\n2 0\n3 0\n4 0\n");
    // Its connection has been accepted before the other one's, so it is black.
    RawClient white(port_);
    white.send("0 1\n1 1\n2 1\n3 1\n");
    EXPECT_NE(black.read_to_end().find("WIN\n"), std::string::npos);
    EXPECT_NE(white.read_to_end().find("LOSE\n"), std::string::npos);
  }

  /// The first line of the host's output: a game.
  static boost::json::object game_of(const Ended& ended) {
    return boost::json::parse(ended.out.substr(0, ended.out.find('\n'))).as_object();
  }

  const TemporaryDirectory directory_;
  std::unique_ptr<ChildProcess> host_;
  std::uint16_t port_ = 0;
};

TEST_F(HostCommand, EndsAfterTheGamesWithALineOfJsonForEach) {
  host({"gomoku", "--size", "7", "--games", "2", "--json", "--seed", "1"});
  play_a_game();
  play_a_game();
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  std::istringstream lines(ended.out);
  int games = 0;
  std::string line;
  for (; std::getline(lines, line) && !line.starts_with("{\"standings\""); ++games) {
    const auto game = boost::json::parse(line).as_object();
    EXPECT_EQ(game.at("game"), "gomoku:7");
    EXPECT_EQ(game.at("players").as_array().size(), 2u);
    EXPECT_EQ(boost::json::serialize(game.at("returns")), "[1,0]");
    EXPECT_EQ(game.at("reason"), "black has five in a row");
    EXPECT_EQ(game.at("plies"), 9);
    EXPECT_EQ(boost::json::serialize(game.at("moves")),
              R"(["0,0","0,1","1,0","1,1","2,0","2,1","3,0","3,1","4,0"])");
    EXPECT_TRUE(game.at("start").as_string().starts_with("......./......./"));
  }
  EXPECT_EQ(games, 2);
  EXPECT_EQ(line,
            R"({"standings":[{"player":"connections","games":4,"wins":2,"draws":0,"losses":2,)"
            R"("forfeits":0,"points":2}],"others":0,"games":2,"distinct_games":2})");
  EXPECT_NE(ended.err.find("2 games finished, 2 decisive\n"), std::string::npos) << ended.err;
}

TEST_F(HostCommand, CtrlCEndsItWithASummary) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    port_ = 0;
    host({"gomoku"});
    play_a_game();
    const RawClient waiting(port_);
    host_->send(signal);
    const Ended ended = host_->wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("1. gomoku:9  connection 1 - connection 2  1.0 - 0.0  "
                             "black has five in a row, 9 plies\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("\nconnections           2           1           0           1  "
                             "         0         1.0\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.err.find("1 game finished, 1 decisive\n"), std::string::npos);
  }
}

TEST_F(HostCommand, AStoreThatVanishesIsTold) {
  const std::string store = directory_ / "games.db";
  host({"gomoku", "--store", store});
  play_a_game();
  std::filesystem::rename(store, store + ".old");
  host_->send(SIGTERM);
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_NE(ended.err.find("games.db' was removed, moved or replaced in use, so its games are not "
                           "kept there\n"),
            std::string::npos)
      << ended.err;
}

TEST_F(HostCommand, APortThatIsTakenIsAnIoError) {
  host({"gomoku"});
  const Ended ended = run({"host", "gomoku", "--port", std::to_string(port_)});
  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "gauntlet: cannot listen on 127.0.0.1, port " + std::to_string(port_) +
                           ": Address already in use\n");
}

TEST_F(HostCommand, OurClientPlaysTheBuiltInPlayer) {
  host({"gomoku", "--size", "6", "--opponent", "ab:nodes=300", "--games", "1", "--json"});
  const Ended client = run({"connect", "gomoku", "--port", std::to_string(port_), "--player",
                            "random", "--seed", "1", "--json"});
  ASSERT_EQ(client.code, 0) << client.err;
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const auto game = game_of(ended);
  EXPECT_EQ(game.at("players").as_array().at(1), "ab:nodes=300");
  EXPECT_EQ(boost::json::serialize(game.at("returns")), "[0,1]");
}

TEST_F(HostCommand, KimbleSeatsThePlayerOfOurChoice) {
  host({"kimble", "--opponent", "prudent", "--games", "1", "--json", "--seed", "3"});
  const Ended client = run({"connect", "kimble", "--port", std::to_string(port_), "--player",
                            "helppo", "--opponents", "192", "--seed", "1"});
  ASSERT_EQ(client.code, 0) << client.err;
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(boost::json::serialize(game_of(ended).at("players")),
            R"(["A","helppo","prudent","vaikea"])");
}

TEST_F(HostCommand, WhoPlaysKimbleAloneHasWon) {
  host({"kimble", "--games", "1", "--seed", "3"});
  const Ended client = run({"connect", "kimble", "--port", std::to_string(port_), "--player",
                            "helppo", "--opponents", "000", "--seed", "1"});
  ASSERT_EQ(client.code, 0) << client.err;
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("1 game finished, 1 decisive\n"), std::string::npos) << ended.err;
  const std::string line = ended.out.substr(ended.out.rfind("\nA"));
  int games = 0, wins = 0, draws = -1, losses = -1;
  ASSERT_EQ(std::sscanf(line.c_str(), "\nA %d %d %d %d", &games, &wins, &draws, &losses), 4)
      << ended.out;
  EXPECT_EQ((std::array{games, wins, draws, losses}), (std::array{1, 1, 0, 0})) << ended.out;
}

TEST_F(HostCommand, TheOtherGamesHaveHostsToo) {
  const std::vector<std::pair<std::string, Words>> games = {
      {"sudokill", {"--opponent", "naive"}}, {"kimble", {}}, {"twodoku", {"--opponent", "random"}}};
  for (const auto& [game, options] : games) {
    SCOPED_TRACE(game);
    port_ = 0;
    Words words = {game, "--games", "1", "--json", "--seed", "3"};
    words.insert(words.end(), options.begin(), options.end());
    host(words);
    const Ended client = run(
        {"connect", game, "--port", std::to_string(port_), "--player", "random", "--seed", "1"});
    ASSERT_EQ(client.code, 0) << client.err;
    const Ended ended = host_->wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    const auto finished = game_of(ended);
    EXPECT_TRUE(finished.at("game").as_string().starts_with(game));
    EXPECT_EQ(finished.at("moves").as_array().size(), finished.at("plies"));
  }
}

TEST_F(HostCommand, BothSidesKeepTheSameGames) {
  host({"gomoku", "--size", "6", "--opponent", "random", "--games", "2", "--seed", "4", "--store",
        directory_ / "host.db"});
  for (int visit = 0; visit < 2; ++visit) {
    const Ended client = run({"connect", "gomoku", "--port", std::to_string(port_), "--player",
                              "ab:nodes=100", "--seed", "1", "--store", directory_ / "client.db"});
    ASSERT_EQ(client.code, 0) << client.err;
  }
  EXPECT_EQ(host_->wait().code, 0);
  std::vector<std::string> exports;
  for (const std::string name : {"host.db", "client.db"}) {
    const Ended exported = run({"export", directory_.path() + '/' + name, "--jsonl"});
    EXPECT_EQ(exported.code, 0) << exported.err;
    exports.push_back(exported.out);
  }
  std::istringstream at_host(exports[0]), at_client(exports[1]);
  int games = 0;
  for (std::string ours, theirs; std::getline(at_host, ours); ++games) {
    ASSERT_TRUE(std::getline(at_client, theirs));
    const auto a = boost::json::parse(ours).as_object(), b = boost::json::parse(theirs).as_object();
    EXPECT_EQ(a.at("index"), games);
    for (const char* same : {"index", "game", "start", "moves", "returns", "plies"})
      EXPECT_EQ(a.at(same), b.at(same)) << same;
    const auto& players = b.at("players").as_array();
    EXPECT_TRUE(players.at(0) == "ab:nodes=100" || players.at(1) == "ab:nodes=100");
  }
  EXPECT_EQ(games, 2);
}

TEST_F(HostCommand, AStoreThatCannotBeIsRefusedAtOnce) {
  const Ended batch = run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "2",
                           "--store", directory_ / "batch.db", "--quiet"});
  ASSERT_EQ(batch.code, 0) << batch.err;
  for (const std::string command : {"host", "connect"}) {
    const Ended other = run({command, "gomoku", "--store", directory_ / "batch.db"});
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find("is not a log of games"), std::string::npos) << other.err;
    const Ended nowhere = run({command, "gomoku", "--store", directory_ / "no/such.db"});
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_NE(nowhere.err.find("No such file"), std::string::npos) << nowhere.err;
    const Ended full = ChildProcess({GAUNTLET_BINARY, command, "gomoku", "--port", "1", "--store",
                                     directory_ / "full.db"},
                                    directory_ / "other", {.input = "", .file_bytes = 2'000})
                           .wait();
    EXPECT_EQ(full.code, 4) << full.err;
    EXPECT_NE(full.err.find("full.db"), std::string::npos) << full.err;
  }
}

TEST_F(HostCommand, TwoDokuSeatsTwoClientsAndPlaysAVariant) {
  host({"twodoku/java/open", "--clock", "20s", "--games", "1", "--json", "--seed", "3"});
  const std::string port = std::to_string(port_);
  std::filesystem::create_directory(directory_ / "red");
  ChildProcess red({GAUNTLET_BINARY, "connect", "twodoku", "--port", port, "--name", "Red",
                    "--player", "careful", "--json"},
                   directory_ / "red", {});
  const Ended blue = run({"connect", "twodoku", "--port", port, "--name", "Blue", "--level", "2"});
  EXPECT_EQ(blue.code, 0) << blue.err;
  EXPECT_EQ(red.wait().code, 0);
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find(" twodoku/java/open: listening on 127.0.0.1, port "), std::string::npos)
      << ended.err;
  const auto game = game_of(ended);
  EXPECT_EQ(game.at("game"), "twodoku/java/open");
  EXPECT_EQ(game.at("players").as_array().size(), 2u);
  EXPECT_GT(game.at("plies").as_int64(), 90);
}

TEST_F(HostCommand, SudokillHasADoorForBrowsers) {
  host({"sudokill", "--web-port", "0"});
  for (int i = 0; i < 1000 && log_of_browsers().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto port = static_cast<std::uint16_t>(std::stoi("0" + log_of_browsers()));
  ASSERT_NE(port, 0) << host_->errors_so_far();
  RawClient client(port);
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(client.read_to_end().starts_with("HTTP/1.1 426 "));
  const Ended taken = run({"host", "sudokill", "--port", "0", "--web-port", std::to_string(port)});
  EXPECT_EQ(taken.code, 4);
  EXPECT_EQ(taken.err, "gauntlet: cannot listen on 127.0.0.1, port " + std::to_string(port) +
                           ": Address already in use\n");
}

/// Whoever reads the log or the JSON knows how strong the player is that everybody meets.
TEST_F(HostCommand, TellsHowStrongTheBuiltInPlayersAre) {
  const auto ended = [&](const Words& words) {
    port_ = 0;
    host(words);
    host_->send(SIGTERM);
    return host_->wait();
  };
  const Ended gomoku = ended({"gomoku", "--size", "15", "--opponent", "level:4", "--json"});
  EXPECT_NE(gomoku.err.find("gomoku:15: everybody plays level:4 ("), std::string::npos);
  const auto opponent = game_of(gomoku).at("opponent").as_object();
  EXPECT_EQ(opponent.at("player").as_string(), "level:4");
  const auto elo = std::to_string(opponent.at("elo").to_number<int>());
  EXPECT_NE(gomoku.err.find("level:4 (" + elo + " Elo)"), std::string::npos) << gomoku.err;
  const Ended small = ended({"gomoku", "--size", "7", "--opponent", "level:4", "--json"});
  EXPECT_NE(small.err.find("gomoku:7: everybody plays level:4\n"), std::string::npos) << small.err;
  EXPECT_FALSE(game_of(small).at("opponent").as_object().contains("elo"));
  const Ended found = ended({"gomoku", "--size", "15", "--opponent", "level:auto"});
  EXPECT_NE(found.err.find("everybody plays level:auto, at first level:"), std::string::npos);
  const Ended sudokill = ended({"sudokill", "--web-port", "off"});
  EXPECT_NE(sudokill.err.find("sudokill: levels 1 to 10 are at "), std::string::npos);
  const Ended kimble = ended({"kimble", "--opponent", "level:4"});
  EXPECT_NE(kimble.err.find("who asks for 9 plays level:4 ("), std::string::npos) << kimble.err;
  EXPECT_NE(kimble.err.find("kimble:2: levels 1 to 10 are at "), std::string::npos) << kimble.err;
  const Ended rated = ended({"kimble", "--opponent", "level:elo=100", "--json"});
  EXPECT_NE(rated.err.find("who asks for 9 plays level:5."), std::string::npos) << rated.err;
  const Ended adapts = ended({"kimble", "--opponent", "level:auto=100"});
  EXPECT_NE(adapts.err.find("plays level:auto=100, at first level:5."), std::string::npos)
      << adapts.err;
}

TEST_F(HostCommand, LevelAutoThatWasAskedForRemembersAfterResume) {
  const std::string store = directory_ / "games.db";
  for (const char* games : {"1", "2"}) {
    port_ = 0;
    Words words = {"sudokill", "--web-port", "off", "--json", "--store", store, "--games", games};
    if (games[0] == '2') words.emplace_back("--resume");
    host(words);
    RawClient ann(port_);
    ann.send("Ann\nOPPONENT|level:auto\nPLAY\n");
    std::string heard = ann.read(200);
    EXPECT_NE(heard.find("START"), std::string::npos);
    while (heard.find("ADD|") == heard.npos) heard += ann.read(1);
    heard += ann.read(170);
    ann.send(first_sudokill_move(heard));
    ann.half_close();
    const Ended ended = host_->wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    const auto strength = game_of(ended).at("strength").as_object();
    EXPECT_EQ(strength.at("player").as_string(), "Ann");
    EXPECT_EQ(strength.at("games").to_number<int>(), games[0] - '0');
  }
  const Ended exported = run({"export", store});
  const auto lines = exported.out;
  const auto first = boost::json::parse(lines.substr(0, lines.find('\n'))).as_object();
  const auto second = boost::json::parse(lines.substr(lines.find('\n') + 1)).as_object();
  EXPECT_EQ(second.at("strength").at("played"), first.at("strength").at("next"));
  const std::string file = directory_ / "other/games.jsonl";
  EXPECT_EQ(run({"export", store, "--out", file}).code, 0);
  const Ended imported = run({"import", file, "--store", directory_ / "other/again.db"});
  EXPECT_EQ(imported.code, 0) << imported.err;
  EXPECT_EQ(run({"export", directory_ / "other/again.db"}).out, exported.out);
}

TEST_F(HostCommand, TheDoorForBrowsersCanBeClosed) {
  host({"sudokill", "--web-port", "off", "--games", "1", "--opponent", "naive"});
  run({"connect", "sudokill", "--port", std::to_string(port_), "--player", "random"});
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err.find("browsers"), std::string::npos) << ended.err;
}

TEST_F(HostCommand, AllServersAtOnceEndTogether) {
  host({"all", "--seed", "1"});
  const std::string words = ": listening on 127.0.0.1, port ";
  for (int tries = 0; tries < 1000; ++tries) {
    if (host_->errors_so_far().find("twodoku" + words) != std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const std::string log = host_->errors_so_far();
  std::set<int> ports;
  for (const std::string server : {"gomoku", "sudokill", "browsers", "kimble", "twodoku"}) {
    const std::size_t at = log.find(server + words);
    ASSERT_NE(at, std::string::npos) << server << ": " << log;
    const int port = std::stoi(log.substr(at + server.size() + words.size()));
    EXPECT_TRUE(ports.insert(port).second) << log;
    RawClient client(static_cast<std::uint16_t>(port));  // nobody else is there to play with
    EXPECT_TRUE(client.send("twodoku 1\n"));
  }
  host_->send(SIGTERM);
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("The K-in-a-Row page is at http://127.0.0.1:"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.err.find("0 games finished, 0 decisive\n"), std::string::npos) << ended.err;
}

TEST_F(HostCommand, AllServersKeepTheirGamesInOneFile) {
  const std::string store = directory_ / "games.db";
  const std::string page_is_at = "The K-in-a-Row page is at http://127.0.0.1:";
  host({"all", "--seed", "1", "--store", store});
  std::string told;
  for (int tries = 0; tries < 1000 && told.find('\n') == told.npos; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    told = host_->output_so_far();
  }
  ASSERT_TRUE(told.starts_with(page_is_at)) << told;
  RawHttp browser(static_cast<std::uint16_t>(std::stoi(told.substr(page_is_at.size()))));
  const std::string end = end_of_game("0123456789abcdef", 0);
  EXPECT_EQ(browser.ask(http_post("/levels/auto", end)).status, 200);
  port_ = 0;
  wait_for_port("gomoku: listening on 127.0.0.1");
  play_a_game();
  host_->send(SIGTERM);
  const Ended ended = host_->wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("2 games finished, 2 decisive\n"), std::string::npos) << ended.err;
  std::istringstream games(run({"export", store}).out);
  std::set<std::string> names;
  for (std::string line; std::getline(games, line);)
    names.insert(std::string(boost::json::parse(line).at("game").as_string()));
  EXPECT_EQ(names, (std::set<std::string>{"gomoku:9", "mnk:3x3x3"}));
}

/// Peers that send nonsense and begin games without end, and come back when they are hung up.
TEST_F(HostCommand, AFloodDoesNotFillTheLog) {
  host({"kimble"});
  const auto begin = std::chrono::steady_clock::now();
  std::string flood;
  for (int i = 0; i < 40; ++i) flood += "v001222\n";
  for (int i = 0; i < 2'000; ++i) flood += "x\n";
  RawClient one(port_);
  one.send(flood);
  EXPECT_TRUE(one.read_to_end().ends_with("yhteys suljetaan\nEND\n"));
  std::atomic<bool> has_ended = false;
  std::vector<std::jthread> peers;  // many, so that a busy machine has a flood as well
  for (int peer = 0; peer < 8; ++peer)
    peers.emplace_back([&] {
      while (!has_ended) {
        TestSocket socket;  // refused once the host has ended
        if (socket.connect(port_) && socket.send(flood))
          while (!socket.receive().empty()) continue;
      }
    });
  const auto is_told = [this] {
    return host_->errors_so_far().find(" lines were left out here") != std::string::npos;
  };
  const auto seconds = [&begin] {
    return std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);
  };
  while (!is_told() && seconds() < std::chrono::seconds(60))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(is_told());
  host_->send(SIGTERM);  // in the midst of it
  const Ended ended = host_->wait();
  const auto took = seconds();
  has_ended = true;
  EXPECT_EQ(ended.code, 0);
  EXPECT_LT(ended.err.size(), 12'100u * static_cast<std::size_t>(took.count() + 1));
  EXPECT_TRUE(ended.err.ends_with(" decisive\n")) << "and the end is told";
}

/// Each game is told or counted, and all are kept.
TEST_F(HostCommand, AFloodOfGamesDoesNotFillTheLog) {
  constexpr int kGames = 400;
  host({"gomoku", "--size", "32", "--json", "--store", directory_ / "kept.db", "--games",
        std::to_string(kGames)});
  const auto begin = std::chrono::steady_clock::now();
  for (int game = 0; game < kGames; ++game) {
    RawClient black(port_), white(port_);
    black.send("x\n");
    white.read_to_end();
  }
  const Ended ended = host_->wait();
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(ended.code, 0) << ended.err;
  std::istringstream lines(ended.out);
  std::int64_t told = 0, left_out = 0;
  bool ends_with_summary = false;
  for (std::string line; std::getline(lines, line);) {
    const auto row = boost::json::parse(line).as_object();
    told += row.contains("reason");
    if (row.contains("event")) left_out += row.at("count").to_number<std::int64_t>();
    ends_with_summary = !row.contains("reason") && !row.contains("event");
  }
  EXPECT_TRUE(ends_with_summary);
  EXPECT_EQ(told + left_out, kGames);
  EXPECT_GT(left_out, 0);
  const Ended kept = run({"export", directory_ / "kept.db", "--jsonl"});
  EXPECT_EQ(std::count(kept.out.begin(), kept.out.end(), '\n'), kGames) << kept.err;
}

TEST_F(HostCommand, GoesOnWhenNobodyReadsItsResults) {
  host_ = std::make_unique<ChildProcess>(
      Words{"/bin/sh", "-c",
            "( '" GAUNTLET_BINARY "' host gomoku --port 0 --games 3 --store '" + directory_.path() +
                "/kept.db'; echo code $? >&2 ) | true"},
      directory_.path(), ChildProcess::Options{});
  wait_for_port();
  for (int game = 0; game < 3; ++game) play_a_game();
  const Ended ended = host_->wait();
  EXPECT_NE(ended.err.find("3 games finished, 3 decisive\n"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("code 4\n"), std::string::npos) << ended.err;
  const Ended kept = run({"export", directory_ / "kept.db", "--jsonl"});
  EXPECT_EQ(std::count(kept.out.begin(), kept.out.end(), '\n'), 3) << kept.err;
}

TEST_F(HostCommand, EveryMistakeGetsOneSentence) {
  const std::vector<std::pair<Words, std::string>> mistakes = {
      {{}, "GAME"},
      {{"gomku"}, "did you mean 'gomoku'?"},
      {{"chess"}, "the servers are gomoku, sudokill"},
      {{""}, "there is no server for ''"},
      {{"gomoku", "--size", "4"}, "from 5 to 32"},
      {{"gomoku", "--size", "33"}, "from 5 to 32"},
      {{"gomoku", "--size", "nine"}, "whole number"},
      {{"gomoku", "--port", "65536"}, "from 0 to 65535"},
      {{"gomoku", "--port", "-1"}, "--port"},
      {{"gomoku", "--listen", "localhost"}, "--listen takes an IP address"},
      {{"gomoku", "--listen", ""}, "--listen takes an IP address"},
      {{"gomoku", "--time-per-move", "2"}, "such as 500ms"},
      {{"gomoku", "--time-per-move", "0s"}, "such as 500ms"},
      {{"gomoku", "--games", "0"}, "from 1 to"},
      {{"gomoku", "--opponent", "mtcs"}, "did you mean 'mcts'?"},
      {{"gomoku", "--opponent", "human"}, "terminal"},
      {{"gomoku", "--opponent", "level:11"}, "bad --opponent"},
      {{"gomoku", "--opponent", "naive"}, "bad --opponent"},
      {{"gomoku", "--opponent-colour", "black"}, "needs --opponent"},
      {{"gomoku", "--opponent", "random", "--opponent-colour", "red"},
       "--opponent-colour of gomoku is black or white, not 'red'"},
      {{"gomoku", "--opponent", "random", "--opponent-colour", "blakc"}, "did you mean 'black'?"},
      {{"sudokill", "--opponent", "random", "--opponent-colour", "white"}, "first or second, not"},
      {{"twodoku", "--opponent", "random", "--opponent-colour", "blu"}, "did you mean 'blue'?"},
      {{"twodoku", "--opponent-colour", "blue"}, "needs --opponent"},
      {{"gomoku", "--opponent", "random", "--opponent-colour", ""}, "black or white, not ''"},
      {{"kimble", "--opponent-colour", "red"}, "--opponent-colour is not an option of kimble"},
      {{"sudokill", "--size", "9"}, "--size is not an option of sudokill"},
      {{"sudokill", "--web-port", "65536"}, "0 to 65535, or off, not '65536'"},
      {{"sudokill", "--web-port", "on"}, "0 to 65535, or off, not 'on'"},
      {{"sudokill", "--allow-origin", "games.example"}, "an origin such as http://"},
      {{"gomoku", "--web-port", "0"}, "--web-port is not an option of gomoku"},
      {{"kimble", "--allow-origin", "http://a"}, "--allow-origin is not an option of kimble"},
      {{"kimble", "--opponent", "ab"}, "bad --opponent: 'ab' is for games of two players"},
      {{"kimble", "--opponent", "rollouts:against=helppo+vaikea"}, "bad --opponent"},
      {{"kimble", "--size", "7"}, "--size is not an option of kimble"},
      {{"kimble", "--readme"}, "--readme is not an option of kimble"},
      {{"kimble", "--clock", "9s"}, "--clock is not an option of kimble"},
      {{"gomoku/exact"},
       "there is no server for 'gomoku/exact': in its protocol five or more in a row win"},
      {{"gomoku:15"},
       "'gomoku:15': give the board's side as an option: gauntlet host gomoku --size 15"},
      {{"gomoku:19"}, "gauntlet host gomoku --size 19"},
      {{"gomoku:99"}, "gauntlet host gomoku --size 15"},
      {{"mnk"}, "are played on a page in a browser: gauntlet host kinarow"},
      {{"mnk:7x6x4"}, "are played on a page in a browser: gauntlet host kinarow"},
      {{"kinarow:7x6x4"}, "its board is chosen on the page"},
      {{"sudokill/fill=50"}, "its players say how full the board is"},
      {{"kimble:AC"}, "gauntlet connect kimble --opponents 020"},
      {{"twodoku/jaav"}, "did you mean 'java'?"},
      {{"twodoku/"}, "nothing follows"},
      {{"twodoku:9"}, "twodoku takes no size"},
      {{"twodoku", "--size", "9"}, "--size is not an option of twodoku"},
      {{"twodoku", "--clock", "2"}, "such as 500ms"},
      {{"twodoku", "--readme"}, "--readme is not an option of twodoku"},
      {{"twodoku", "--opponent", "ab"}, "bad --opponent"},
      {{"gomoku", "--prot", "1"}, "did you mean '--port'?"},
      {{"gomoku", "extra"}, ""},
      {{"gomoku", "--run", "a"}, "another --run, or --opponent"},
      {{"gomoku", "--run", ""}, "the command that starts a player"},
      {{"gomoku", "--run", "ann="}, "the command that starts a player"},
      {{"gomoku", "--run", " \t", "--run", "b"}, "the command that starts a player"},
      {{"gomoku", "--run", "a", "--run", "b", "--run", "c"}, "two programs at most, not 3"},
      {{"gomoku", "--run", "a", "--run", "b", "--opponent", "random"}, "leave out --opponent"},
      {{"gomoku", "--run", "a", "--run", "b", "--opponent-colour", "black"}, "needs --opponent"},
      {{"gomoku", "--run", "a", "--run", "b", "--listen", "0.0.0.0"}, "name 127.0.0.1 or ::1"},
      {{"gomoku", "--run", "a", "--run", "b", "--output", "/dev/null"}, "--output /dev/null"},
      {{"gomoku", "--run", "a", "--run", "b", "--output", "/proc/no"}, "--output /proc/no"},
      {{"gomoku", "--run", "a", "--run", "b", "--output", ""}, "--output takes a folder"},
      {{"gomoku", "--output", "x"}, "--output needs --run"},
      {{"gomoku", "--run"}, "--run"},
      {{"sudokill", "--run", "a"}, "--run is not an option of sudokill"},
      {{"all", "--run", "a"}, "--run is not an option of all"},
      {{"all", "--port", "1234"}, "with all each server has its own port"},
      {{"all", "--opponent", "random"}, "--opponent is not an option of all"},
      {{"kinarow", "--output", "x"}, "--output is not an option of kinarow"},
  };
  constexpr std::size_t kStep = kIsChecked ? 4 : 1;  // programs start slowly there
  for (std::size_t i = 0; i < mistakes.size(); i += kStep) {
    const auto& [words, sentence] = mistakes[i];
    Words all = {"host"};
    all.insert(all.end(), words.begin(), words.end());
    const Ended ended = run(all);
    SCOPED_TRACE(ended.err);
    EXPECT_EQ(ended.code, 2) << ended.signal;
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << sentence;
    EXPECT_EQ(ended.err.find('\n'), ended.err.size() - 1);
  }
}

}  // namespace

}  // namespace gauntlet::tools
