// Whole dialogues of the real servers and pages, replayed to our clients and servers. Gomoku's is
// in gomoku_client_test.cc and gomoku_host_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "tests/tools/host_table.h"
#include "tests/tools/kimble_transcript.h"
#include "tests/tools/kinarow_transcript.h"
#include "tests/tools/piped_process.h"
#include "tests/tools/raw_http.h"
#include "tests/tools/sudokill_transcript.h"
#include "tools/net/http_server.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_host.h"

namespace gauntlet::tools {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
    lines.push_back(text.substr(0, end));
  return lines;
}

/// A client that hears what a server says, and its actions then.
template <class Client>
struct ClientListener {
  explicit ClientListener(typename Client::Options options) : client(std::move(options)) {
    client.connected({}, actions);
  }
  void hear(std::string_view bytes) {
    actions = {};
    client.received({}, bytes, actions);
  }
  /// Fails unless the client is asked for a move and `text` is a legal one; what it sends.
  std::string decide(const std::string& text) {
    EXPECT_TRUE(actions.decision) << text;
    if (!actions.decision) return "";
    const auto move = actions.decision->view.parse(text);
    EXPECT_TRUE(move.ok()) << text;
    if (!move.ok()) return "";
    actions = {};
    client.decided({}, *move, actions);
    return actions.sends.empty() ? "" : actions.sends.back();
  }

  Client client;
  ClientActions actions;
};

// ---- Sudokill ----

/// "5 7 9\r\n" as the engine writes it.
std::string sudokill_move(std::string_view line) {
  return {line[0], ',', line[2], ',', line[4]};
}

TEST(Transcript, SudokillToOurClient) {
  SudokillClient::Options options;
  options.name = "Alice";
  ClientListener<SudokillClient> alice(options);
  for (const SudokillExchange& exchange : kSudokillGame) {
    alice.hear(exchange.server);
    if (exchange.player.empty()) break;
    // At last she has no legal move: ours makes one that loses by itself, as she did.
    if (exchange.player == "0 1 1\r\n") {
      EXPECT_FALSE(alice.actions.decision);
      EXPECT_EQ(alice.actions.sends.size(), 1u);
      continue;
    }
    const std::string sent = alice.decide(sudokill_move(exchange.player));
    EXPECT_EQ(sent, std::string(exchange.player.substr(0, 5)) + '\n');
  }
  ASSERT_TRUE(alice.actions.end);
  EXPECT_EQ(alice.actions.end->verdict, Verdict::kLoss);
}

/// The position in which the game began.
std::string first_position() {
  std::string squares;
  const std::string_view server = kSudokillGame[0].server;
  for (const char c : server.substr(server.find("ADD|")))
    if (c >= '0' && c <= '9') squares += c == '0' ? '.' : c;
  return squares + " - 1";
}

TEST(Transcript, SudokillToOurHost) {
  SudokillHost::Options options;
  options.position = first_position();
  HostTable table(std::make_unique<SudokillHost>(options));
  const auto heard = [&](ConnectionId who) {
    std::string all;
    for (const std::string& message : table.heard(who)) all += message;
    return all;
  };
  const auto alice = table.join();
  table.say(alice, "Alice\r\n");
  const auto bob = table.join();
  table.say(bob, "Bob\n");
  table.say(bob, "PLAY\n");
  for (const SudokillExchange& exchange : kSudokillGame) {
    // What Bob plays is told to her after her own move.
    const auto lines = lines_of(exchange.server);
    if (lines.size() == 3 && lines[2].starts_with("ADD"))
      table.say(bob, std::string(lines[1].substr(0, 5)) + '\n');
    EXPECT_EQ(heard(alice), exchange.server);
    if (!exchange.player.empty()) table.say(alice, exchange.player);
  }
  EXPECT_TRUE(table.was_hung_up(alice) && table.was_hung_up(bob));
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].returns[1], 1);
}

// ---- Kimble ----

const std::string kRecordedToken = 't' + std::string(64, 'f');

TEST(Transcript, KimbleToOurClient) {
  for (const auto& game : kKimbleGames) {
    ClientListener<KimbleClient> client({});
    ASSERT_EQ(client.actions.sends, std::vector<std::string>{"v001222\n"});
    client.hear(kRecordedToken + '\n' + std::string(game[0].server));
    int refused = 0, played = 0;
    for (const KimbleExchange& exchange : game.subspan(1)) {
      ASSERT_TRUE(client.actions.decision);
      const engine::AnyState view = client.actions.decision->view;
      const auto move = view.parse(exchange.player.substr(0, 1));
      if (!move.ok()) {
        // Ours names no piece that cannot move; the real server asks once more.
        EXPECT_EQ(lines_of(exchange.server).size(), 2u);
        ++refused;
        continue;
      }
      // Of several pieces at home ours names the first.
      const std::string rank = view.format(*move);
      EXPECT_EQ(client.decide(rank), kRecordedToken + rank + '\n');
      client.hear(exchange.server);
      ++played;
    }
    ASSERT_TRUE(client.actions.end);
    EXPECT_NE(client.actions.end->verdict, Verdict::kUnknown) << client.actions.end->reason;
    EXPECT_GT(refused, 10);
    EXPECT_GT(played, 10);
  }
}

/// The dice of a game, as its lines tell them: who began, then each throw.
std::vector<std::uint32_t> dice_of(std::span<const KimbleExchange> game) {
  std::vector<std::uint32_t> dice;
  std::string_view last;
  for (const KimbleExchange& exchange : game)
    for (const std::string_view line : lines_of(exchange.server)) {
      if (line.size() != 46) continue;
      if (dice.empty()) dice.push_back(static_cast<std::uint32_t>(line[44] - 'A'));
      // A line that asks once more is no new throw.
      const bool is_again = line == last && exchange.server.size() == 47 + 4;
      if (!is_again) dice.push_back(static_cast<std::uint32_t>(line[45] - '1'));
      last = line;
    }
  return dice;
}

TEST(Transcript, KimbleToOurHost) {
  for (const auto& game : kKimbleGames) {
    auto dice = dice_of(game);
    std::reverse(dice.begin(), dice.end());
    KimbleHost::Options options;
    options.make_token = [] { return kRecordedToken; };
    options.draw = [&dice](std::uint32_t) {
      if (dice.empty()) return std::uint32_t{0};
      const std::uint32_t next = dice.back();
      dice.pop_back();
      return next;
    };
    HostTable table(std::make_unique<KimbleHost>(options));
    const auto player = table.join();
    table.say(player, game[0].player);
    ASSERT_EQ(table.message(player), kRecordedToken + '\n' + std::string(game[0].server));
    for (const KimbleExchange& exchange : game.subspan(1)) {
      table.say(player, kRecordedToken + std::string(exchange.player));
      ASSERT_EQ(table.message(player), exchange.server);
    }
    EXPECT_TRUE(dice.empty());
    EXPECT_EQ(table.finished().size(), 1u);
  }
}

// ---- K-in-a-Row ----

/// Asks everything that the page asked, each bot on a connection of its own.
template <class Check>
void replay_visit(std::uint16_t port, const Check& check) {
  std::map<int, std::unique_ptr<RawHttp>> bots;
  for (const KinarowExchange& exchange : kKinarowVisit) {
    auto& bot = bots[exchange.port];
    if (!bot) bot = std::make_unique<RawHttp>(port);
    const auto reply = bot->ask(request_bytes(exchange));
    SCOPED_TRACE(std::string(exchange.position) + ": " + reply.head);
    EXPECT_NE(reply.head.find("Access-Control-Allow-Origin: *\r\n"), std::string::npos);
    check(exchange, reply);
  }
}

void expect_preflight(const RawHttp::Reply& reply) {
  EXPECT_EQ(reply.status, 204);
  EXPECT_EQ(reply.body, "");
  EXPECT_NE(reply.head.find("Access-Control-Allow-Headers: Content-Type\r\n"), std::string::npos);
  const std::size_t methods = reply.head.find("Access-Control-Allow-Methods: ");
  ASSERT_NE(methods, std::string::npos);
  EXPECT_LT(reply.head.find("POST", methods), reply.head.find("\r\n", methods));
}

/// Whether JavaScript's unary plus makes an empty square of `body`.
bool is_empty_square(const std::string& body, std::string_view position) {
  std::string squares(position);
  std::erase(squares, '/');
  const auto square = engine::parse_int(body, 0, static_cast<int>(squares.size()) - 1);
  return square && squares[static_cast<std::size_t>(*square)] == '.';
}

TEST(Transcript, KinarowPageToOurBot) {
  PipedProcess process({GAUNTLET_BINARY, "bot", "kinarow", "--port", "0", "--json", "--player",
                        "ab:nodes=300", "--seed", "1"});
  const auto start = process.read_line();
  ASSERT_TRUE(start);
  const auto port = boost::json::parse(*start).as_object().at("port").to_number<std::uint16_t>();
  int moves = 0;
  replay_visit(port, [&](const KinarowExchange& exchange, const RawHttp::Reply& reply) {
    if (exchange.kind == KinarowExchange::Kind::kPreflight) return expect_preflight(reply);
    EXPECT_EQ(reply.status, 200);
    if (exchange.kind == KinarowExchange::Kind::kStatus) return;
    EXPECT_TRUE(is_empty_square(reply.body, exchange.position)) << reply.body;
    ++moves;
  });
  EXPECT_EQ(moves, 56);
}

/// The same with the real bots' moves: the answers are theirs, and the games go as they went.
TEST(Transcript, KinarowGamesGoAsTheyWent) {
  const KinarowExchange* asked = nullptr;
  const KinarowBot bot({"expert", true}, [&](const KinarowQuestion& question, std::stop_token,
                                             const auto& answered) {
    EXPECT_EQ(question.view.to_text().substr(0, asked->position.size()), asked->position);
    engine::AnyMoves moves;
    question.view.legal_moves(moves);
    for (const engine::AnyMove move : moves)
      if (std::to_string(engine::mnk::Move::from_bits(move.bits()).square) == asked->answer)
        return answered({selfplay::Choice{move}});
    ADD_FAILURE() << asked->answer << " is not legal in " << asked->position;
    answered({selfplay::Choice{moves[0]}});
  });
  const KinarowExchange* next = std::begin(kKinarowVisit);
  const auto server = HttpServer::start({}, [&](const HttpRequest& request) {
    asked = next++;
    return bot.answer(request);
  });
  ASSERT_TRUE(server.ok());
  replay_visit((*server)->port(), [](const KinarowExchange& exchange, const RawHttp::Reply& reply) {
    EXPECT_EQ(reply.body, exchange.answer);
  });
}

}  // namespace

}  // namespace gauntlet::tools
