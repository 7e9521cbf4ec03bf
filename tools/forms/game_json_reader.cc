#include "tools/forms/game_json_reader.h"

#include <absl/strings/str_cat.h>

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "tools/forms/text_lines.h"

namespace gauntlet::tools {

namespace {

namespace json = boost::json;

absl::Status not_as(std::string_view name, const char* what) {
  return absl::InvalidArgumentError(absl::StrCat("\"", std::string(name), "\" is not ", what));
}

/// Leaves `text` as it is where there is no such member.
absl::Status take_text(const json::object& object, std::string_view name, std::string& text) {
  const json::value* const value = object.if_contains(name);
  if (!value) return absl::OkStatus();
  const json::string* const string = value->if_string();
  if (!string || string->size() > kLongestToldText) return not_as(name, "a short text");
  text = std::string(*string);
  return absl::OkStatus();
}

absl::Status take_texts(const json::object& object, std::string_view name,
                        std::vector<std::string>& texts) {
  const json::value* const value = object.if_contains(name);
  const json::array* const array = value ? value->if_array() : nullptr;
  if (!array || array->size() > kMostToldMoves) return not_as(name, "an array of texts");
  for (const json::value& element : *array) {
    const json::string* const string = element.if_string();
    if (!string) return not_as(name, "an array of texts");
    texts.emplace_back(*string);
  }
  return absl::OkStatus();
}

absl::Status take_returns(const json::object& object, std::vector<double>& returns) {
  const json::value* const value = object.if_contains("returns");
  if (!value) return absl::OkStatus();
  const json::array* const array = value->if_array();
  if (!array || array->size() > kMostToldMoves) return not_as("returns", "an array of numbers");
  for (const json::value& element : *array) {
    if (!element.is_number()) return not_as("returns", "an array of numbers");
    returns.push_back(element.to_number<double>());
  }
  return absl::OkStatus();
}

/// Leaves `number` as it is where there is no such member.
absl::Status take_number(const json::object& object, std::string_view name,
                         std::optional<double>& number) {
  const json::value* const value = object.if_contains(name);
  if (!value) return absl::OkStatus();
  if (!value->is_number()) return not_as(name, "a number");
  number = value->to_number<double>();
  return absl::OkStatus();
}

/// "level:4.3" as "4.3".
absl::Status take_level(const json::object& object, std::string_view name, std::string& level) {
  constexpr std::string_view kPrefix = "level:";
  if (const absl::Status status = take_text(object, name, level); !status.ok()) return status;
  if (!level.starts_with(kPrefix)) return not_as(name, "a level, as in level:4.3");
  level.erase(0, kPrefix.size());
  return absl::OkStatus();
}

/// As strength_json() writes it. What lacks is left as no strength can have it.
absl::Status take_strength(const json::object& line,
                           std::optional<selfplay::OpponentStrength>& strength) {
  const json::value* const value = line.if_contains("strength");
  if (!value) return absl::OkStatus();
  const json::object* const object = value->if_object();
  if (!object) return not_as("strength", "an object");
  selfplay::OpponentStrength& told = strength.emplace();
  std::optional<double> score, games;
  absl::Status status = take_text(*object, "player", told.player);
  status.Update(take_level(*object, "played", told.played));
  status.Update(take_level(*object, "estimate", told.level));
  status.Update(take_level(*object, "next", told.next));
  status.Update(take_number(*object, "score", score));
  status.Update(take_number(*object, "games", games));
  status.Update(take_number(*object, "elo", told.elo));
  status.Update(take_number(*object, "elo_error", told.error));
  told.score = score.value_or(-1);
  constexpr double kMostGames = 1e15;  // a double counts them one by one
  told.games =
      games && *games >= 1 && *games <= kMostGames ? static_cast<std::uint64_t>(*games) : 0;
  return status;
}

absl::StatusOr<ToldGame> told_by(const json::object& object, const std::string& game) {
  ToldGame told;
  std::string result;
  for (const auto& [name, text] : {std::pair<std::string_view, std::string*>{"game", &told.game},
                                   {"start", &told.start},
                                   {"reason", &told.reason},
                                   {"result", &result},
                                   {"ended", &told.ended}})
    if (const absl::Status status = take_text(object, name, *text); !status.ok()) return status;
  for (const auto& [name, texts] :
       {std::pair<std::string_view, std::vector<std::string>*>{"players", &told.players},
        {"moves", &told.moves}})
    if (const absl::Status status = take_texts(object, name, *texts); !status.ok()) return status;
  if (const absl::Status status = take_returns(object, told.returns); !status.ok()) return status;
  if (const absl::Status status = take_strength(object, told.strength); !status.ok()) return status;
  if (told.game.empty()) told.game = game;
  told.reason = reason_with(result, told.reason);
  return told;
}

absl::StatusOr<ToldGame> told_in(std::string_view line, const std::string& game) {
  if (line.size() > kLongestJsonLine)
    return absl::InvalidArgumentError(absl::StrCat("the line is too long: a game has at most ",
                                                   kLongestJsonLine >> 20, " MB of JSON"));
  json::error_code error;
  const json::value value = json::parse(line, error);
  if (error == json::error::too_deep)
    return absl::InvalidArgumentError(
        "the line has more than 32 arrays or objects in each other, which no game has");
  if (error == json::error::incomplete)
    return absl::InvalidArgumentError("the line ends within its JSON object");
  if (error || !value.is_object())
    return absl::InvalidArgumentError("the line is no JSON object in UTF-8, as export writes one");
  return told_by(value.get_object(), game);
}

}  // namespace

absl::Status read_json_lines(std::string_view text, const std::string& game,
                             const GameVisitor& visitor) {
  TextLines lines(text);
  while (const auto line = lines.next()) {
    if (line->find_first_not_of(" \t") == line->npos) continue;
    const absl::Status status = hand_on(told_in(*line, game), lines.number(), visitor);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
