#include "tools/commands/servers.h"

#include "engine/words.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

namespace {

std::string gomoku_game(const ServerOptions&) {
  return "gomoku";
}

std::unique_ptr<Client> make_gomoku(const ServerOptions& options) {
  GomokuClient::Options made;
  if (options.time_per_move) made.allowance = *options.time_per_move;
  if (options.idle) made.idle = made.wait = *options.idle;
  return std::make_unique<GomokuClient>(made);
}

std::string sudokill_game(const ServerOptions&) {
  return "sudokill";
}

std::unique_ptr<Client> make_sudokill(const ServerOptions& options) {
  SudokillClient::Options made;
  made.name = options.name;
  made.starts_game = options.starts_game;
  made.allowance = options.time_per_move;
  if (options.clock) made.clock = *options.clock;
  if (options.idle) made.idle = made.wait = *options.idle;
  return std::make_unique<SudokillClient>(made);
}

std::string kimble_game(const ServerOptions& options) {
  std::string letters = "A";
  for (std::size_t i = 0; i < options.opponents.size(); ++i)
    if (options.opponents[i] != '0') letters += static_cast<char>('B' + i);
  return "kimble:" + letters;
}

std::string kimble_opponents(const ServerOptions& options) {
  std::string digits = options.opponents;
  std::erase(digits, '0');
  if (digits.find_first_of("12") == std::string::npos) return "";
  const bool is_alike = digits.find_first_not_of(digits.substr(0, 1)) == std::string::npos;
  if (is_alike) digits.resize(1);
  std::string names;
  for (const char digit : digits)
    names += (names.empty() ? "" : "+") + std::string(digit == '1'   ? "helppo"
                                                      : digit == '2' ? "vaikea"
                                                                     : "fitted");
  return names;
}

std::unique_ptr<Client> make_kimble(const ServerOptions& options) {
  KimbleClient::Options made;
  made.opponents = options.opponents;
  made.rests = options.rests;
  if (options.time_per_move) made.allowance = *options.time_per_move;
  if (options.idle) made.idle = *options.idle;
  return std::make_unique<KimbleClient>(made);
}

std::string twodoku_game(const ServerOptions&) {
  return "twodoku";
}

std::unique_ptr<Client> make_twodoku(const ServerOptions& options) {
  TwoDokuClient::Options made;
  made.name = options.name;
  made.clock = options.clock;
  made.allowance = options.time_per_move;
  made.idle = options.idle;
  if (options.idle) made.wait = *options.idle;
  return std::make_unique<TwoDokuClient>(made);
}

}  // namespace

std::span<const Server> servers() {
  static const Server kAll[] = {
      {"gomoku",
       "five in a row, 2 s per move",
       17033,
       17033,
       {"--store"},
       gomoku_game,
       make_gomoku},
      {"sudokill",
       "Sudokill, 120 s per game",
       4444,
       4444,
       {"--name", "--start", "--clock", "--store"},
       sudokill_game,
       make_sudokill},
      {"kimble",
       "Kimble against the server's players",
       65430,
       65439,
       {"--opponents", "--rest", "--store", "--table"},
       kimble_game,
       make_kimble,
       kimble_opponents},
      {"twodoku",
       "Two-Doku, 120 s per game; the server says which variant",
       17090,
       17090,
       {"--name", "--clock"},
       twodoku_game,
       make_twodoku},
  };
  return kAll;
}

absl::StatusOr<const Server*> find_server(std::string_view word) {
  std::vector<std::string_view> words;
  std::string listed;
  for (const Server& server : servers()) {
    if (server.word == word) return &server;
    words.push_back(server.word);
    listed += (listed.empty() ? "" : ", ") + std::string(server.word);
  }
  return absl::InvalidArgumentError("unknown server " + engine::in_quotes(word) +
                                    engine::did_you_mean(word, words) + "; the servers are " +
                                    listed);
}

}  // namespace gauntlet::tools
