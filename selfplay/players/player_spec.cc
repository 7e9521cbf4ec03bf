#include "selfplay/players/player_spec.h"

#include <absl/strings/str_join.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/words.h"
#include "search/level.h"
#include "search/registry.h"
#include "selfplay/players/duration.h"
#include "selfplay/players/level_ratings.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using engine::in_quotes;
using engine::printable;
using search::Method;
using std::chrono::milliseconds;
using Kind = PlayerSpec::Kind;

constexpr std::size_t kMaxSpecBytes = 200;
constexpr milliseconds kDefaultTime{100};
constexpr int kMostElo = 10'000;
constexpr std::string_view kRating = "level:elo=";

std::string joined(const std::vector<std::string_view>& words) {
  return absl::StrJoin(words, ", ",
                       [](std::string* text, std::string_view word) { text->append(word); });
}

std::string time_text(milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + "s";
  return std::to_string(time.count()) + "ms";
}

absl::Status bad_value(std::string_view key, std::string_view value, const std::string& right) {
  return absl::InvalidArgumentError("'" + std::string(key) + "=" + printable(value) +
                                    "' is not possible: " + right);
}

absl::Status bad_time(std::string_view key, std::string_view value) {
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
absl::Status set_option(PlayerSpec& spec, std::string_view key, std::string_view value) {
  const auto most = key == "depth"  ? std::uint64_t{kMostDepth}
                    : key == "hash" ? std::uint64_t{kMostHashMb}
                                    : kMostNodes;
  if (key == "time" || key == "clock") {
    const auto time = parse_duration(value, kMostTime);
    if (!time) return bad_time(key, value);
    (key == "time" ? spec.time : spec.clock) = time;
    return absl::OkStatus();
  }
  const auto count = engine::parse_whole(value, most);
  if (!count || *count == 0)
    return bad_value(key, value,
                     std::string(key) + " takes a whole number from 1 to " + std::to_string(most));
  if (key == "depth") {
    spec.depth = static_cast<int>(*count);
  } else if (key == "hash") {
    spec.hash_mb = static_cast<std::size_t>(*count);
  } else {
    spec.nodes = *count;
  }
  return absl::OkStatus();
}

/// In the order of sentences. Of expert, whose method depends on the game, only those that are no
/// matter of the method's inside.
std::vector<std::string_view> option_words(std::string_view word, const Method& method) {
  std::vector<std::string_view> words = {"time", "clock"};
  if (word != "expert") {
    if (method.counts == search::Counts::kSimulations) words.push_back("sims");
    words.push_back("nodes");
    if (method.takes_depth) words.push_back("depth");
    if (method.hash_mb > 0) words.push_back("hash");
  }
  for (const search::MethodOption& option : method.options) words.push_back(option.key);
  return words;
}

const search::MethodOption* own_option(const Method& method, std::string_view key) {
  for (const search::MethodOption& option : method.options)
    if (option.key == key) return &option;
  return nullptr;
}

std::string canonical(const PlayerSpec& spec, std::string_view word) {
  const bool counts_simulations = spec.method->counts == search::Counts::kSimulations;
  std::string text(word);
  if (spec.time) text += ":time=" + time_text(*spec.time);
  if (spec.clock) text += ":clock=" + time_text(*spec.clock);
  if (spec.nodes != search::Limits::kNoNodes)
    text += (counts_simulations ? ":sims=" : ":nodes=") + std::to_string(spec.nodes);
  if (spec.depth != search::Limits::kNoDepth) text += ":depth=" + std::to_string(spec.depth);
  if (const std::size_t hash_mb = spec.hash_mb.value_or(spec.method->hash_mb);
      hash_mb != spec.method->hash_mb)
    text += ":hash=" + std::to_string(hash_mb);
  for (const auto& [key, value] : spec.own) text += ":" + key + "=" + value;
  return text;
}

/// "sims" and "nodes" are one option.
std::string_view option_name(std::string_view key) {
  return key == "sims" ? "nodes" : key;
}

/// One option, split at '='. Empty when it was taken over into `spec`.
absl::Status set_any_option(PlayerSpec& spec, std::string_view key, std::string_view value,
                            const AnyGame& game) {
  const search::MethodOption* const own = own_option(*spec.method, key);
  if (!own) return set_option(spec, key, value);
  if (const absl::Status wrong = own->check(value, game); !wrong.ok())
    return bad_value(key, value, engine::message_of(wrong));
  spec.own.emplace(key, value);
  return absl::OkStatus();
}

/// "100ms": a value as an example of what `key` takes.
std::string_view example_value(std::string_view key, const Method& method) {
  if (key == "time" || key == "clock") return "100ms";
  const search::MethodOption* const own = own_option(method, key);
  return own ? own->example : "10";
}

absl::StatusOr<PlayerSpec> parse_searcher(const std::vector<std::string_view>& pieces,
                                          const Method& method, const AnyGame& game) {
  const std::string_view word = pieces.front();
  PlayerSpec spec;
  spec.kind = Kind::kSearcher;
  spec.method = &method;
  const auto known = option_words(word, method);
  std::vector<std::string_view> given;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const std::string_view key = pieces[i].substr(0, pieces[i].find('='));
    if (std::find(known.begin(), known.end(), key) == known.end())
      return absl::InvalidArgumentError(in_quotes(key) + " is not an option of " +
                                        std::string(word) + engine::did_you_mean(key, known) +
                                        "; its options are " + joined(known));
    if (key.size() == pieces[i].size())
      return absl::InvalidArgumentError("'" + std::string(key) + "' lacks its value, as in " +
                                        std::string(word) + ":" + std::string(key) + "=" +
                                        std::string(example_value(key, method)));
    if (std::find(given.begin(), given.end(), option_name(key)) != given.end())
      return absl::InvalidArgumentError("'" + std::string(key) + "' is given twice in '" +
                                        std::string(word) + ":..'");
    given.push_back(option_name(key));
    const std::string_view value = pieces[i].substr(key.size() + 1);
    if (const absl::Status status = set_any_option(spec, key, value, game); !status.ok())
      return status;
  }
  spec.is_limited = spec.time || spec.clock || spec.nodes != search::Limits::kNoNodes ||
                    spec.depth != search::Limits::kNoDepth;
  if (!spec.is_limited) spec.time = kDefaultTime;
  spec.text = canonical(spec, word);
  return spec;
}

/// The level that was measured to have the rating `text`.
absl::StatusOr<search::LevelTenths> parse_elo(std::string_view text, const AnyGame& game) {
  const auto elo = engine::parse_int(text, 0, kMostElo);
  if (!elo)
    return bad_value(
        "elo", text,
        "a rating is a whole number from 0, which is random, to " + std::to_string(kMostElo));
  if (const LevelRatings* const ratings = level_ratings(game)) {
    auto level = level_with_elo(*ratings, *elo);
    return level.ok() ? level : bad_value("elo", text, engine::message_of(level));
  }
  std::vector<std::string_view> rated;
  for (const LevelRatings& ratings : all_level_ratings()) rated.push_back(ratings.game);
  return bad_value("elo", text,
                   "the levels of " + game.name() + " have no ratings, those of " + joined(rated) +
                       " have; 'gauntlet calibrate' measures them");
}

/// How a level is written by its rating, if those of `game` have any.
std::string rating_example(const AnyGame& game) {
  constexpr search::LevelTenths kMiddle = 50;
  const LevelRatings* const ratings = level_ratings(game);
  if (!ratings) return "";
  const auto elo = std::lround(elo_of_level(*ratings, kMiddle) / 100) * 100;
  return ", or by its rating, as in level:elo=" + std::to_string(elo);
}

absl::StatusOr<PlayerSpec> parse_level(const std::vector<std::string_view>& pieces,
                                       const AnyGame& game) {
  constexpr std::string_view kElo = "elo=";
  const std::string_view dial = pieces.size() == 2 ? pieces[1] : "";
  absl::StatusOr<search::LevelTenths> tenths = absl::InvalidArgumentError(
      "a level is written level:1 to level:" + std::to_string(search::kLevels) +
      ", in tenths if need be, as in level:4.3" + rating_example(game));
  if (dial == "auto" || dial.starts_with("auto="))
    return absl::InvalidArgumentError(
        "level:auto finds how strong each opponent is by the results of their games, so it plays "
        "where they come one after the other: gauntlet host GAME --opponent level:auto, or "
        "gauntlet selfplay GAME --players human,level:auto");
  if (dial.starts_with(kElo)) {
    tenths = parse_elo(dial.substr(kElo.size()), game);
  } else if (const auto number = parse_level_number(dial)) {
    tenths = *number;
  }
  if (!tenths.ok()) return tenths.status();
  PlayerSpec spec;
  spec.kind = Kind::kLevel;
  spec.level = *tenths;
  spec.text = "level:" + level_text(*tenths);
  return spec;
}

absl::StatusOr<PlayerSpec> parse_plain(const std::vector<std::string_view>& pieces,
                                       PlayerSpec spec) {
  spec.text = pieces.front();
  if (pieces.size() > 1)
    return absl::InvalidArgumentError("'" + spec.text + "' takes no options, but " +
                                      in_quotes(pieces[1]) + " was given");
  return spec;
}

/// A method that `game` fits.
absl::StatusOr<PlayerSpec> parse_method(const std::vector<std::string_view>& pieces,
                                        const Method& method, const AnyGame& game,
                                        const SharedKnowledge& knowledge) {
  if (method.lacks)
    if (const absl::Status lack = method.lacks(game, knowledge.get()); !lack.ok()) return lack;
  if (method.counts != search::Counts::kNothing) return parse_searcher(pieces, method, game);
  PlayerSpec spec;
  spec.kind = Kind::kSearcher;
  spec.method = &method;
  spec.knowledge = knowledge;
  return parse_plain(pieces, spec);
}

/// By knowledge only if no limits are given, for it takes none.
absl::StatusOr<PlayerSpec> parse_expert(const std::vector<std::string_view>& pieces,
                                        const AnyGame& game, const SharedKnowledge& knowledge) {
  const auto* const used = pieces.size() == 1 ? knowledge.get() : nullptr;
  return parse_method(pieces, search::strongest(game, used), game, knowledge);
}

/// `text` without blanks and capitals, and with what a level lacks at its beginning: " Level 1" is
/// level:1, elo=1500 is level:elo=1500.
std::string tidied(std::string_view text) {
  constexpr std::string_view kLevel = "level";
  std::string tidy;
  for (const char c : text)
    if (c != ' ' && c != '\t') tidy += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool lacks_colon = tidy.starts_with(kLevel) && tidy.size() > kLevel.size() &&
                           tidy.find_first_not_of("0123456789.", kLevel.size()) == tidy.npos;
  if (lacks_colon) tidy.insert(kLevel.size(), ":");
  if (tidy.starts_with("elo=")) tidy.insert(0, "level:");
  return tidy;
}

/// " (did you mean ..)" for a spec that only blanks, capitals or what it begins with keep from
/// being one, or being told what is wrong with it; else for the nearest of `words`.
std::string suggestion(std::string_view text, const AnyGame& game,
                       const std::vector<std::string_view>& words) {
  const std::string tidy = tidied(text);
  const bool is_rating =
      tidy.starts_with(kRating) && level_ratings(game) &&
      engine::parse_int(tidy.substr(kRating.size()), 0, std::numeric_limits<int>::max());
  if (tidy != text && (is_rating || parse_player(tidy, game).ok()))
    return " (did you mean '" + tidy + "'?)";
  return engine::did_you_mean(text.substr(0, text.find(':')), words);
}

/// REQUIRES: `method` does not fit `game`.
absl::Status misfit(const Method& method, const AnyGame& game) {
  return absl::InvalidArgumentError("'" + std::string(method.word) + "' is for " +
                                    std::string(method.plays) + ", and " + game.name() +
                                    " is none: use " + std::string(search::strongest(game).word));
}

absl::Status unknown_player(std::string_view text, const AnyGame& game) {
  std::vector<std::string_view> words = {"random"};
  for (const Method* const method : search::methods_for(game)) words.push_back(method->word);
  words.insert(words.end(), {"expert", "human"});
  for (const search::Strategy& strategy : search::strategies(game)) words.push_back(strategy.name);
  const std::string known =
      joined(words) + " and level:1 to level:" + std::to_string(search::kLevels);
  words.push_back("level");
  const std::string_view word = text.substr(0, text.find(':'));
  return absl::InvalidArgumentError("unknown player " + in_quotes(word) +
                                    suggestion(text, game, words) + "; the players of " +
                                    game.name() + " are " + known);
}

}  // namespace

std::optional<search::LevelTenths> parse_level_number(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const auto whole = engine::parse_int(text.substr(0, point), 1, search::kLevels);
  if (!whole) return std::nullopt;
  std::optional<int> tenth = 0;
  if (point < text.size()) tenth = engine::parse_int(text.substr(point + 1), 0, 9);
  if (!tenth || 10 * *whole + *tenth > search::kHighestLevel) return std::nullopt;
  return 10 * *whole + *tenth;
}

std::string level_text(search::LevelTenths tenths) {
  const std::string whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole : whole + "." + std::to_string(tenths % 10);
}

search::SearcherOptions searcher_options(const PlayerSpec& spec) {
  return {.hash_mb = spec.hash_mb.value_or(spec.method->hash_mb),
          .threads = 1,
          .most_nodes = spec.nodes,
          .own = spec.own,
          .knowledge = spec.knowledge};
}

absl::StatusOr<PlayerSpec> parse_player(std::string_view text, const AnyGame& game,
                                        const SharedKnowledge& knowledge) {
  if (text.size() > kMaxSpecBytes)
    return absl::InvalidArgumentError("a player is described in at most " +
                                      std::to_string(kMaxSpecBytes) + " characters, and " +
                                      in_quotes(text, 30) + " is longer");
  const auto pieces = engine::split(text, ':');
  const std::string_view word = pieces.front();
  if (const Method* const method = search::find_method(word, game))
    return parse_method(pieces, *method, game, knowledge);
  if (const Method* const method = search::any_method(word)) return misfit(*method, game);
  if (word == "expert") return parse_expert(pieces, game, knowledge);
  if (word == "level") return parse_level(pieces, game);
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

absl::StatusOr<PlayerSpec> parse_deadline_player(std::string_view text, const AnyGame& game,
                                                 const SharedKnowledge& knowledge) {
  auto spec = parse_player(text, game, knowledge);
  if (!spec.ok()) return spec;
  if (spec->kind == Kind::kHuman)
    return absl::InvalidArgumentError(
        "'human' needs a terminal to play at, and here a program asks for moves");
  if (spec->clock)
    return absl::InvalidArgumentError(
        "clock= is for selfplay; here another program keeps the clock: give time= for the "
        "longest a move may take, or nothing");
  if (spec->method && !spec->is_limited) {
    spec->time.reset();
    const std::string word = spec->text.substr(0, spec->text.find(':'));
    spec->text = canonical(*spec, word);
  }
  return spec;
}

std::string told_as(const std::string& text, const AnyGame& game) {
  if (!text.starts_with(kRating)) return text;
  const auto spec = parse_player(text, game);
  return spec.ok() ? spec->text : text;
}

}  // namespace gauntlet::selfplay
