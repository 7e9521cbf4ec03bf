#include "tools/protocol/kinarow_levels.h"

#include <absl/strings/ascii.h>
#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_replace.h>

#include <algorithm>
#include <boost/json.hpp>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/mnk/mnk.h"
#include "engine/words.h"
#include "selfplay/players/auto_level.h"
#include "selfplay/players/player_spec.h"
#include "tools/protocol/kinarow_terms.h"
#include "tools/protocol/page_answer.h"

namespace gauntlet::tools {

namespace {

namespace json = boost::json;

constexpr std::string_view kLevels = "/levels", kAuto = "/levels/auto";
constexpr std::size_t kShortestWord = 16, kLongestWord = 64;
constexpr std::string_view kBrowser = "browser ";  // how names begin

HttpResponse answered(const absl::StatusOr<json::object>& object, std::string note) {
  if (!object.ok()) return page_refusal(400, engine::message_of(object));
  return page_answer(200, "application/json", json::serialize(*object), std::move(note));
}

/// The game of a board under the name by which it was calibrated: Gomoku is the same game.
engine::AnyGame scale_game(const KinarowTerms& board) {
  engine::mnk::Rules rules;
  rules.width = static_cast<std::uint8_t>(board.width);
  rules.height = static_cast<std::uint8_t>(board.height);
  rules.k = static_cast<std::uint8_t>(board.k);
  rules.gomoku = board.width == board.height && board.k == 5;
  return engine::make_mnk_game(rules);
}

absl::StatusOr<json::object> ratings(std::string_view query) {
  const auto board = read_kinarow_board(query);
  if (!board.ok()) return board.status();
  const engine::AnyGame game = scale_game(*board);
  json::object object{{"game", game.name()}, {"elo", nullptr}};
  const auto* const ladder = selfplay::level_ratings(game);
  if (!ladder) return object;
  json::array elo;
  for (int level = 1; level <= search::kLevels; ++level)
    elo.push_back(std::llround(elo_of_level(*ladder, 10 * level)));
  object["elo"] = std::move(elo);
  return object;
}

absl::Status word_objection(std::string_view word) {
  const bool is_fine =
      word.size() >= kShortestWord && word.size() <= kLongestWord &&
      std::all_of(word.begin(), word.end(), [](unsigned char c) { return absl::ascii_isalnum(c); });
  return is_fine ? absl::OkStatus()
                 : absl::InvalidArgumentError("player is a word of 16 to 64 letters and digits");
}

/// What a browser is called, by a hash of its word: all 32 digits, or others could find a word that
/// has the same.
std::string name_of(std::string_view word) {
  boost::uuids::name_generator_sha1 hash(boost::uuids::ns::oid());
  const std::string digits = boost::uuids::to_string(hash(std::string(word)));
  return std::string(kBrowser) + absl::StrReplaceAll(digits, {{"-", ""}});
}

/// Opponents of different boards are different ones.
std::string key_of(const engine::AnyGame& game, std::string_view name) {
  return game.name() + " " + std::string(name);
}

absl::StatusOr<std::string> text_in(const json::object& object, const char* key) {
  const json::value* const value = object.if_contains(key);
  if (!value || !value->is_string())
    return absl::InvalidArgumentError(std::string(key) + " is missing, or no text");
  return std::string(value->get_string());
}

/// A game that was played to its end by the rules, without players; else why it is none.
absl::StatusOr<selfplay::FinishedGame> replay(const engine::AnyGame& game,
                                              const json::object& object) {
  const json::value* const moves = object.if_contains("moves");
  if (!moves || !moves->is_array()) return absl::InvalidArgumentError("moves is a list of squares");
  engine::Rng unused(0);
  engine::AnyState state = game.start(unused);
  selfplay::FinishedGame finished{game, state, {}, {}, {}, ""};
  std::size_t number = 0;
  for (const json::value& value : moves->get_array()) {
    ++number;
    const std::int64_t* const square = value.if_int64();
    const bool is_square = square && *square >= 0 && *square < 65'536;
    const engine::AnyMove move(is_square ? static_cast<std::uint32_t>(*square) : 0);
    if (!is_square || state.is_over() || !state.is_playable(move))
      return absl::InvalidArgumentError("move " + std::to_string(number) + " is not possible");
    state.apply(move);
    finished.moves.push_back(move);
  }
  if (!state.is_over())
    return absl::InvalidArgumentError("the game is not over: only its result counts");
  finished.returns = state.returns();
  return finished;
}

/// A game against level:auto that has ended, without its strength.
struct AutoGame {
  selfplay::FinishedGame finished;
  std::string name;  ///< Of the browser.
  search::LevelTenths level;
  double score;  ///< Of the person.
};

/// How a game has ended, told as other servers do.
std::string reason_of(const selfplay::FinishedGame& game) {
  const auto winner = std::find(game.returns.begin(), game.returns.end(), 1.0f);
  if (winner == game.returns.end()) return "the board is full";
  return absl::StrCat(game.players[static_cast<std::size_t>(winner - game.returns.begin())],
                      " has ", engine::mnk_rules(game.start)->k, " in a row");
}

absl::StatusOr<AutoGame> read_game(std::string_view body) {
  const auto value = parse_kinarow_json(body);
  if (!value.ok()) return value.status();
  const json::object* const object = value->if_object();
  if (!object) return absl::InvalidArgumentError("the body is a JSON object");
  const auto board = read_kinarow_board(*object);
  if (!board.ok()) return board.status();
  const auto word = text_in(*object, "player");
  if (!word.ok()) return word.status();
  if (const absl::Status status = word_objection(*word); !status.ok()) return status;
  const auto text = text_in(*object, "level");
  if (!text.ok()) return text.status();
  const auto level = selfplay::parse_level_number(*text);
  if (!level) return absl::InvalidArgumentError("level is a level such as 4 or 4.3");
  const auto seat = kinarow_number(*object, "seat");
  if (!seat.ok()) return seat.status();
  if (*seat != 0 && *seat != 1) return absl::InvalidArgumentError("seat is 0 or 1");
  auto finished = replay(scale_game(*board), *object);
  if (!finished.ok()) return finished.status();
  const std::string name = name_of(*word);
  finished->players.assign(2, std::string(selfplay::kAutoLevel));
  finished->players[static_cast<std::size_t>(*seat)] = name;
  finished->reason = reason_of(*finished);
  const double score = finished->returns[static_cast<std::size_t>(*seat)];
  return AutoGame{std::move(*finished), name, *level, score};
}

}  // namespace

bool KinarowLevels::is_for(std::string_view target) {
  const std::string_view path = split_target(target).path;
  return path == kLevels || path == kAuto;
}

absl::StatusOr<json::object> KinarowLevels::next_level(std::string_view query) {
  const auto board = read_kinarow_board(query);
  if (!board.ok()) return board.status();
  const auto word = query_value(query, "player");
  if (!word.ok()) return word.status();
  if (const absl::Status status = word_objection(*word); !status.ok()) return status;
  const engine::AnyGame game = scale_game(*board);
  const auto first = selfplay::StrengthEstimate::middle(game);
  const absl::MutexLock lock(&mutex_);
  return json::object{
      {"level", selfplay::level_text(known_.level_for(key_of(game, name_of(*word)), first))}};
}

absl::StatusOr<selfplay::OpponentStrength> KinarowLevels::add_game(std::string_view body) {
  auto played = read_game(body);
  if (!played.ok()) return played.status();
  selfplay::FinishedGame& finished = played->finished;
  const auto first = selfplay::StrengthEstimate::middle(finished.game);
  const absl::MutexLock lock(&mutex_);
  finished.strength = known_.saw_end(key_of(finished.game, played->name), played->name,
                                     finished.game, first, played->level, played->score);
  if (ended_) ended_(finished);
  return *finished.strength;
}

bool KinarowLevels::is_own(const selfplay::FinishedGame& game) {
  const auto rules = engine::mnk_rules(game.start);
  return rules && !rules->exact && !rules->page && game.strength &&
         game.strength->player.starts_with(kBrowser);
}

void KinarowLevels::learn_again(KnownOpponents& known, const selfplay::FinishedGame& game) {
  const selfplay::OpponentStrength& strength = *game.strength;
  known.saw_end(key_of(game.game, strength.player), strength.player, game.game,
                selfplay::StrengthEstimate::middle(game.game),
                *selfplay::parse_level_number(strength.played), strength.score);
}

HttpResponse KinarowLevels::answer(const HttpRequest& request) {
  const auto [path, query] = split_target(request.target);
  const bool is_auto = path == kAuto;
  if (request.method == "GET")
    return is_auto ? answered(next_level(query), "told the level for a browser")
                   : answered(ratings(query), "told the ratings of levels");
  if (!is_auto || request.method != "POST")
    return page_wrong_method(request.method, is_auto ? "GET, POST" : "GET");
  // Other sites' pages can send what they like, but not by this name.
  const auto type = find_header(request.headers, "Content-Type");
  if (!type || !absl::StartsWithIgnoreCase(std::string(*type), "application/json"))
    return page_refusal(415, "the body is sent as application/json");
  const auto strength = add_game(request.body);
  if (!strength.ok()) return page_refusal(400, engine::message_of(strength));
  return answered(
      json::object{{"level", strength->next}, {"sentence", selfplay::sentence_to(*strength) + "."}},
      selfplay::sentence_of(*strength));
}

}  // namespace gauntlet::tools
