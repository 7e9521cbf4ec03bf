#include "selfplay/player_spec.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "engine/words.h"
#include "search/kimble/duel/duel.h"
#include "search/kimble/policy.h"
#include "search/kimble/rivals.h"
#include "search/level.h"
#include "selfplay/duration.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using engine::Error;
using engine::Expected;
using engine::printable;
using search::Method;
using std::chrono::milliseconds;
using Kind = PlayerSpec::Kind;

constexpr std::size_t kMaxSpecBytes = 200;
constexpr milliseconds kDefaultTime{100};

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value < 1 || value > most) return std::nullopt;
  return value;
}

std::string time_text(milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + "s";
  return std::to_string(time.count()) + "ms";
}

Error bad_value(std::string_view key, std::string_view value, const std::string& right) {
  return Error{"'" + std::string(key) + "=" + printable(value) + "' is not possible: " + right};
}

Error bad_time(std::string_view key, std::string_view value) {
  const std::string option = std::string(key) + "=";
  if (!value.empty() && value.find_first_not_of("0123456789.") == std::string_view::npos)
    return bad_value(
        key, value,
        "a time needs its unit, as in " + option + std::string(value) + "ms or " + option + "5s");
  return bad_value(
      key, value,
      "a time is 1ms to 1h, as in " + option + "100ms, " + option + "0.5s or " + option + "2min");
}

/// One option of a searcher's spec, already split at '='. Empty when it was taken over into `spec`.
std::optional<Error> set_option(PlayerSpec& spec, std::string_view key, std::string_view value) {
  const auto most = key == "depth"  ? std::uint64_t{kMostDepth}
                    : key == "hash" ? std::uint64_t{kMostHashMb}
                                    : kMostNodes;
  if (key == "time" || key == "clock") {
    const auto time = parse_duration(value, kMostTime);
    if (!time) return bad_time(key, value);
    (key == "time" ? spec.time : spec.clock) = time;
    return std::nullopt;
  }
  const auto count = parse_count(value, most);
  if (!count)
    return bad_value(key, value,
                     std::string(key) + " takes a whole number from 1 to " + std::to_string(most));
  if (key == "depth") {
    spec.depth = static_cast<int>(*count);
  } else if (key == "hash") {
    spec.hash_mb = static_cast<std::size_t>(*count);
  } else {
    spec.nodes = *count;
  }
  return std::nullopt;
}

std::vector<std::string_view> option_words(std::string_view word, Method method) {
  if (word == "expert" && method == Method::kRollouts) return {"time", "clock", "against"};
  if (word == "expert") return {"time", "clock"};
  if (word == "mcts") return {"time", "clock", "sims", "nodes", "hash"};
  if (word == "rollouts") return {"time", "clock", "sims", "nodes", "against"};
  if (word == "expectimax") return {"time", "clock", "nodes", "depth", "against"};
  return {"time", "clock", "nodes", "depth", "hash"};
}

bool counts_simulations(Method method) {
  return method == Method::kMcts || method == Method::kRollouts;
}

std::string canonical(const PlayerSpec& spec, std::string_view word) {
  std::string text(word);
  if (spec.time) text += ":time=" + time_text(*spec.time);
  if (spec.clock) text += ":clock=" + time_text(*spec.clock);
  if (spec.nodes != search::Limits::kNoNodes)
    text += (counts_simulations(spec.method) ? ":sims=" : ":nodes=") + std::to_string(spec.nodes);
  if (spec.depth != search::Limits::kNoDepth) text += ":depth=" + std::to_string(spec.depth);
  if (spec.hash_mb != default_hash_mb(spec.method)) text += ":hash=" + std::to_string(spec.hash_mb);
  if (!spec.against.empty()) text += ":against=" + spec.against;
  return text;
}

/// "sims" and "nodes" are one option.
std::string_view option_name(std::string_view key) {
  return key == "sims" ? "nodes" : key;
}

/// What the others play, by names.
std::optional<Error> set_against(PlayerSpec& spec, std::string_view name, const AnyGame& game) {
  if (search::KimbleRivals::parse(name, game.players())) {
    spec.against = name;
    return std::nullopt;
  }
  const auto names = engine::split(name, '+');
  const int others = game.players() - 1;
  if (names.size() != 1 && names.size() != static_cast<std::size_t>(others))
    return bad_value("against", name,
                     engine::counted(names.size(), "name") + (names.size() == 1 ? " is" : " are") +
                         " given, and " + game.name() + " has " +
                         engine::counted(static_cast<std::uint64_t>(others), "other") +
                         "; give one name" + (others == 1 ? "" : ", or one for each"));
  std::vector<std::string_view> words = {"random"};
  for (const search::Strategy& strategy : search::strategies(game))
    if (search::kimble_policy(strategy.name)) words.push_back(strategy.name);
  words.push_back("people");
  std::string each;
  for (int other = 1; other < game.players(); ++other)
    each += (other > 1 ? "+" : "") + std::string(other % 2 != 0 ? "vaikea" : "helppo");
  return bad_value("against", name,
                   "the others can be known to play " + joined(words) +
                       (game.players() > 2 ? ", all the same or each its own as in " + each : "") +
                       engine::did_you_mean(name, words));
}

Expected<PlayerSpec> parse_searcher(const std::vector<std::string_view>& pieces, Method method,
                                    const AnyGame& game) {
  const std::string_view word = pieces.front();
  PlayerSpec spec;
  spec.kind = Kind::kSearcher;
  spec.method = method;
  spec.hash_mb = default_hash_mb(method);
  const auto known = option_words(word, method);
  std::vector<std::string_view> given;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const std::string_view key = pieces[i].substr(0, pieces[i].find('='));
    if (std::find(known.begin(), known.end(), key) == known.end())
      return Error{"'" + printable(key) + "' is no option of " + std::string(word) +
                   engine::did_you_mean(key, known) + "; its options are " + joined(known)};
    if (key.size() == pieces[i].size())
      return Error{"'" + std::string(key) + "' lacks its value, as in " + std::string(word) + ":" +
                   std::string(key) +
                   (key == "time" || key == "clock" ? "=100ms"
                    : key == "against"              ? "=random"
                                                    : "=10")};
    if (std::find(given.begin(), given.end(), option_name(key)) != given.end())
      return Error{"'" + std::string(key) + "' is given twice in '" + std::string(word) + ":..'"};
    given.push_back(option_name(key));
    const std::string_view value = pieces[i].substr(key.size() + 1);
    auto error = key == "against" ? set_against(spec, value, game) : set_option(spec, key, value);
    if (error) return *error;
  }
  const bool is_limited = spec.time || spec.clock || spec.nodes != search::Limits::kNoNodes ||
                          spec.depth != search::Limits::kNoDepth;
  if (!is_limited) spec.time = kDefaultTime;
  spec.text = canonical(spec, word);
  return spec;
}

Expected<PlayerSpec> parse_level(const std::vector<std::string_view>& pieces) {
  const auto number =
      pieces.size() == 2 ? engine::parse_int(pieces[1], 1, search::kLevels) : std::nullopt;
  if (!number)
    return Error{"a level is written level:1 to level:" + std::to_string(search::kLevels)};
  PlayerSpec spec;
  spec.kind = Kind::kLevel;
  spec.level = *number;
  spec.text = "level:" + std::to_string(*number);
  return spec;
}

Expected<PlayerSpec> parse_plain(const std::vector<std::string_view>& pieces, PlayerSpec spec) {
  spec.text = pieces.front();
  if (pieces.size() > 1)
    return Error{"'" + spec.text + "' takes no options, but '" + printable(pieces[1]) +
                 "' was given"};
  return spec;
}

Expected<PlayerSpec> parse_table(const std::vector<std::string_view>& pieces, const AnyGame& game,
                                 const PlayerMeans& means) {
  if (!means.table)
    return Error{"'table' needs --table FILE, which 'gauntlet solve kimble --out FILE' makes"};
  if (!search::is_table_of(*means.table, game))
    return Error{"the values of --table are of other corners or pieces than those of " +
                 game.name() +
                 (means.table->is_best_play()
                      ? ""
                      : ", or a best response of one seat alone: both can play one by the values "
                        "of opposite corners")};
  PlayerSpec spec;
  spec.kind = Kind::kSearcher;
  spec.method = Method::kTable;
  spec.table = means.table;
  return parse_plain(pieces, spec);
}

/// `text` without blanks and capitals, and with the colon of a level: " Level 1" is level:1.
std::string tidied(std::string_view text) {
  constexpr std::string_view kLevel = "level";
  std::string tidy;
  for (const char c : text)
    if (c != ' ' && c != '\t') tidy += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool lacks_colon = tidy.starts_with(kLevel) && tidy.size() > kLevel.size() &&
                           tidy.find_first_not_of("0123456789", kLevel.size()) == tidy.npos;
  if (lacks_colon) tidy.insert(kLevel.size(), ":");
  return tidy;
}

/// " (did you mean ..)" for a spec that only blanks, capitals or a colon keep from being one, else
/// for the nearest of `words`.
std::string suggestion(std::string_view text, const AnyGame& game,
                       const std::vector<std::string_view>& words) {
  const std::string tidy = tidied(text);
  if (tidy != text && parse_player(tidy, game)) return " (did you mean '" + tidy + "'?)";
  return engine::did_you_mean(text.substr(0, text.find(':')), words);
}

/// REQUIRES: `method` does not fit `game`.
Error misfit(Method method, const AnyGame& game) {
  const std::string use = ": use " + std::string(search::word_of(search::strongest(game)));
  if (method == Method::kTable)
    return Error{"a table has the values of Kimble for two, and " + game.name() + " is none" + use};
  if (method == Method::kRollouts || method == Method::kExpectimax)
    return Error{"'" + std::string(search::word_of(method)) +
                 "' needs Kimble of two players or more, and " + game.name() + " is none" + use};
  if (method == Method::kSolver)
    return Error{"there is no solver for " + game.name() + " yet" + use};
  return Error{"ab plays games of two players who see everything, and " + game.name() + " is none" +
               use};
}

Error unknown_player(std::string_view text, const AnyGame& game) {
  std::vector<std::string_view> words = {"random"};
  for (const Method method : search::kMethods)
    if (search::fits(method, game)) words.push_back(search::word_of(method));
  words.insert(words.end(), {"expert", "human"});
  for (const search::Strategy& strategy : search::strategies(game)) words.push_back(strategy.name);
  const std::string known =
      joined(words) + " and level:1 to level:" + std::to_string(search::kLevels);
  words.push_back("level");
  const std::string_view word = text.substr(0, text.find(':'));
  return Error{"unknown player '" + printable(word) + "'" + suggestion(text, game, words) +
               "; the players of " + game.name() + " are " + known};
}

}  // namespace

Expected<PlayerSpec> parse_player(std::string_view text, const AnyGame& game,
                                  const PlayerMeans& means) {
  if (text.size() > kMaxSpecBytes)
    return Error{"a player is described in at most " + std::to_string(kMaxSpecBytes) +
                 " characters, and '" + printable(text, 30) + "' is longer"};
  const auto pieces = engine::split(text, ':');
  const std::string_view word = pieces.front();
  for (const Method method : search::kMethods) {
    if (word != search::word_of(method)) continue;
    if (!search::fits(method, game)) return misfit(method, game);
    if (method == Method::kTable) return parse_table(pieces, game, means);
    return parse_searcher(pieces, method, game);
  }
  const bool has_table =
      means.table && search::is_table_of(*means.table, game) && means.table->is_best_play();
  if (text == "expert" && has_table) return parse_table(pieces, game, means);
  if (word == "expert") return parse_searcher(pieces, search::strongest(game), game);
  if (word == "level") return parse_level(pieces);
  PlayerSpec spec;
  if (word == "random") return parse_plain(pieces, spec);
  spec.kind = Kind::kHuman;
  if (word == "human") return parse_plain(pieces, spec);
  spec.kind = Kind::kStrategy;
  for (const search::Strategy& strategy : search::strategies(game)) {
    if (strategy.name != word) continue;
    spec.strategy = &strategy;
    return parse_plain(pieces, spec);
  }
  return unknown_player(text, game);
}

}  // namespace gauntlet::selfplay
