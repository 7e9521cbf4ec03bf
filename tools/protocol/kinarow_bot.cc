#include "tools/protocol/kinarow_bot.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "search/level.h"
#include "selfplay/players/player_spec.h"
#include "tools/protocol/kinarow_terms.h"

namespace gauntlet::tools {

namespace {

using engine::in_quotes;
using engine::printable;
using std::chrono::steady_clock;
namespace json = boost::json;

constexpr double kLongestWait = 3'600;

// ---- answers ----

HttpResponse answered(int status, std::string body) {
  return {.status = status,
          .headers = {{"Content-Type", "text/plain; charset=utf-8"}, KinarowBot::open_to_all()},
          .body = body,
          .note = std::move(body)};
}

HttpResponse wrong_method(const std::string& method, const std::string& allowed) {
  HttpResponse response =
      answered(405, in_quotes(method, 20) + " is not for this path; " + allowed + " are");
  response.headers.push_back({"Allow", allowed});
  return response;
}

/// What browsers want to know before they let a page call.
HttpResponse preflight(const HttpRequest& request, const std::string& methods) {
  HttpResponse response{.status = 204,
                        .headers = {KinarowBot::open_to_all(),
                                    {"Access-Control-Allow-Methods", methods},
                                    {"Access-Control-Allow-Headers", "Content-Type"},
                                    {"Access-Control-Max-Age", "86400"}},
                        .body = "",
                        .note = "a browser may call"};
  if (find_header(request.headers, "Access-Control-Request-Private-Network") == "true")
    response.headers.push_back({"Access-Control-Allow-Private-Network", "true"});
  return response;
}

// ---- paths ----

/// Repeated slashes count as one: people give the page URLs that end with one.
std::string tidy(std::string_view path) {
  std::string text;
  for (const char c : path)
    if (c != '/' || !text.ends_with('/')) text += c;
  return text;
}

/// Takes "/level/3" or "/level/4.3" off the front of `path` and returns its player; nothing if
/// there is none, an empty word for a level that does not exist.
std::optional<std::string> take_level(std::string& path) {
  constexpr std::string_view kLevel = "/level/";
  if (!path.starts_with(kLevel)) return std::nullopt;
  const std::size_t end = std::min(path.find('/', kLevel.size()), path.size());
  const auto level = selfplay::parse_level_number(
      std::string_view(path).substr(kLevel.size(), end - kLevel.size()));
  path.erase(0, end);
  return level ? "level:" + selfplay::level_text(*level) : "";
}

// ---- terms ----

/// When the page stops waiting: it has sent the request a little earlier, after its preflight.
steady_clock::time_point due_of(steady_clock::time_point arrived, double seconds) {
  const double way = std::min(0.03 + 0.05 * seconds, 0.4);
  const double rest = std::min(seconds - way, kLongestWait);
  return arrived + std::chrono::microseconds(static_cast<std::int64_t>(rest * 1e6));
}

// ---- bodies ----

/// cells as a position text. Counts the stones of each player.
absl::StatusOr<std::string> rows_in(const json::object& object, const KinarowTerms& terms,
                                    int stones[2]) {
  const json::value* value = object.if_contains("cells");
  if (!value) return absl::InvalidArgumentError("cells is missing");
  const json::array* cells = value->if_array();
  if (!cells) return absl::InvalidArgumentError("cells is a list");
  const auto squares = static_cast<std::size_t>(terms.width * terms.height);
  if (cells->size() != squares)
    return absl::InvalidArgumentError("cells has " + engine::counted(cells->size(), "square") +
                                      " instead of " + std::to_string(squares));
  std::string text;
  text.reserve(squares + static_cast<std::size_t>(terms.height));
  for (std::size_t i = 0; i < squares; ++i) {
    if (i > 0 && i % static_cast<std::size_t>(terms.width) == 0) text += '/';
    const json::value& cell = (*cells)[i];
    const std::int64_t* player = cell.if_int64();
    if (!cell.is_null() && !(player && (*player == 0 || *player == 1)))
      return absl::InvalidArgumentError("cell " + std::to_string(i) +
                                        " is neither null nor 0 nor 1");
    text += !player ? '.' : *player == 0 ? 'x' : 'o';
    if (player) ++stones[*player];
  }
  return text;
}

/// Whether player `turn` can be to move.
absl::Status turn_objection(int turn, const int stones[2]) {
  if (turn != 0 && turn != 1)
    return absl::InvalidArgumentError("turn is 0 or 1, not " + std::to_string(turn));
  const std::string counts = "player 0 has " +
                             engine::counted(static_cast<std::uint64_t>(stones[0]), "stone") +
                             " and player 1 has " + std::to_string(stones[1]);
  if (stones[0] != stones[1] && stones[0] != stones[1] + 1)
    return absl::InvalidArgumentError(counts + ", but player 0 moves first and both take turns");
  if (turn != stones[0] - stones[1])
    return absl::InvalidArgumentError(counts + ", so it is not the turn of player " +
                                      std::to_string(turn));
  return absl::OkStatus();
}

/// Of a position in which nobody is to move.
std::string why_over(const KinarowTerms& terms, const std::string& rows, const int stones[2]) {
  const std::string over = "the game is over in this position: ";
  if (rows.find('.') == std::string::npos) return over + "the board is full";
  return over + "player " + (stones[0] > stones[1] ? "0" : "1") + " has " +
         std::to_string(terms.k) + " in a row";
}

/// What the log says about a move.
std::string note_of(const engine::AnyState& view, const std::string& square, engine::AnyMove move) {
  return "played " + square + " (row,column " + view.format(move) + ") in " + view.game().name() +
         " as player " + std::to_string(view.to_move());
}

HttpResponse moved(const KinarowQuestion& question, engine::AnyMove move) {
  HttpResponse response =
      answered(200, std::to_string(engine::mnk::Move::from_bits(move.bits()).square));
  response.note = note_of(question.view, response.body, move);
  return response;
}

HttpResponse too_late() {
  HttpResponse response =
      answered(503, "too many moves are asked for at once to find this one within timePerMove");
  response.headers.push_back({"Retry-After", "1"});
  return response;
}

HttpResponse failed(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return answered(500, "this went wrong: " + printable(error.what(), 80));
  }
}

HttpResponse response_to(const KinarowQuestion& question, const selfplay::Answer& answer) {
  if (answer.failure) return failed(answer.failure);
  return answer.choice ? moved(question, answer.choice->move) : too_late();
}

}  // namespace

HttpHeader KinarowBot::open_to_all() {
  return {"Access-Control-Allow-Origin", "*"};
}

absl::Status KinarowBot::objection(const std::string& player) {
  absl::Status first;
  for (const char* const board : {"mnk:7x6x4", "mnk:3x5x3/page"}) {
    const auto spec = selfplay::parse_deadline_player(player, *engine::find_game(board));
    if (spec.ok()) return absl::OkStatus();
    first.Update(spec.status());
  }
  return first;
}

HttpResponse KinarowBot::answer_status(std::string_view query, const std::string& player) const {
  const auto terms = read_kinarow_terms(query);
  if (!terms.ok()) return answered(400, engine::message_of(terms));
  absl::Status status = kinarow_objection(*terms);
  if (status.ok())
    status =
        selfplay::parse_deadline_player(player, kinarow_game(*terms, options_.page_rules)).status();
  if (!status.ok()) return answered(418, engine::message_of(status));
  HttpResponse response = answered(200, "ok");
  response.note = "will play " + std::to_string(terms->width) + "x" +
                  std::to_string(terms->height) + " with " + std::to_string(terms->k) + " in a row";
  return response;
}

absl::StatusOr<KinarowQuestion> KinarowBot::read_question(std::string_view body,
                                                          steady_clock::time_point arrived,
                                                          const std::string& player) const {
  const auto value = parse_kinarow_json(body);
  if (!value.ok()) return value.status();
  const json::object* object = value->if_object();
  if (!object)
    return absl::InvalidArgumentError(
        "the body is a JSON object with width, height, cells, k, turn and "
        "timePerMove");
  const auto terms = read_kinarow_terms(*object);
  if (!terms.ok()) return terms.status();
  int stones[2] = {};
  const auto rows = rows_in(*object, *terms, stones);
  if (!rows.ok()) return rows.status();
  const auto turn = kinarow_number(*object, "turn");
  if (!turn.ok()) return turn.status();
  if (absl::Status status = turn_objection(*turn, stones); !status.ok()) return status;
  const engine::AnyGame game = kinarow_game(*terms, options_.page_rules);
  if (absl::Status status = selfplay::parse_deadline_player(player, game).status(); !status.ok())
    return status;
  const auto state = game.from_text(*rows);
  if (!state.ok())
    return absl::InvalidArgumentError(engine::message_of(state) + " (x is player 0, o player 1)");
  if (state->is_over()) return absl::InvalidArgumentError(why_over(*terms, *rows, stones));
  return KinarowQuestion{game, *state, player, due_of(arrived, terms->seconds)};
}

HttpAnswer KinarowBot::answer_move(const HttpRequest& request, const std::string& player) const {
  auto question = read_question(request.body, request.arrived, player);
  if (!question.ok()) return answered(400, engine::message_of(question));
  return [this, question = std::move(*question)](std::stop_token stop, const HttpReply& reply) {
    think_(question, std::move(stop), [question, reply](const selfplay::Answer& answer) {
      reply(response_to(question, answer));
    });
  };
}

HttpAnswer KinarowBot::answer(const HttpRequest& request) const {
  const HttpTarget target = split_target(request.target);
  std::string path = tidy(target.path);
  const auto level = take_level(path);
  if (level && level->empty())
    return answered(404, "levels are 1 to " + std::to_string(search::kLevels) +
                             ", as in /level/3/move or /level/4.3/move");
  const bool is_move = path == "/move";
  if (!is_move && path != "/status")
    return answered(404, "there is nothing at " + in_quotes(request.target, 80) +
                             "; /status and /move are here, also below /level/1 to /level/" +
                             std::to_string(search::kLevels));
  const std::string methods = is_move ? "POST, OPTIONS" : "GET, OPTIONS";
  if (request.method == "OPTIONS") return preflight(request, methods);
  if (request.method != (is_move ? "POST" : "GET")) return wrong_method(request.method, methods);
  return is_move ? answer_move(request, level.value_or(options_.player))
                 : HttpAnswer(answer_status(target.query, level.value_or(options_.player)));
}

}  // namespace gauntlet::tools
