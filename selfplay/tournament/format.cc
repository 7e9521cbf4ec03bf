#include "selfplay/tournament/format.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/words.h"
#include "selfplay/tournament/knockout.h"
#include "selfplay/tournament/rounds.h"
#include "selfplay/tournament/sprt_match.h"
#include "selfplay/tournament/swiss.h"

namespace gauntlet::selfplay {

namespace {

constexpr std::array<std::pair<FormatKind, std::string_view>, 6> kFormatWords = {{
    {FormatKind::kRoundRobin, "round-robin"},
    {FormatKind::kGauntlet, "gauntlet"},
    {FormatKind::kLadder, "ladder"},
    {FormatKind::kSwiss, "swiss"},
    {FormatKind::kKnockout, "knockout"},
    {FormatKind::kSprt, "sprt"},
}};

std::unique_ptr<Format> round_robin(const FormatOptions& options) {
  const int entrants = options.entrants;
  if (options.seats > 2) {
    const auto tables = std::make_shared<BalancedTables>(entrants, options.seats);
    return std::make_unique<Rounds>(options.rounds, options.rounds * tables->of_round(),
                                    [tables](std::uint64_t) { return tables->next(); });
  }
  const auto pairs = static_cast<std::uint64_t>(entrants * (entrants - 1) / 2);
  return std::make_unique<Rounds>(options.rounds, options.rounds * pairs,
                                  [entrants](std::uint64_t) { return all_pairs(entrants); });
}

std::unique_ptr<Format> gauntlet_of_first(const FormatOptions& options) {
  const int entrants = options.entrants;
  const auto others = static_cast<std::uint64_t>(entrants - 1);
  return std::make_unique<Rounds>(options.rounds, options.rounds * others,
                                  [entrants](std::uint64_t) { return pairs_of_first(entrants); });
}

std::unique_ptr<Format> ladder(const FormatOptions& options) {
  Rounds::Tables all = tables_of_neighbours(options.entrants, options.seats), steps;
  for (const auto& [a, b] : options.steps) {
    steps.push_back({std::min(a, b), std::max(a, b)});
    if (std::find(all.begin(), all.end(), steps.back()) == all.end()) all.push_back(steps.back());
  }
  const std::uint64_t rounds = options.rounds, in_all = std::max(rounds, options.step_rounds),
                      encounters = rounds * all.size() + (in_all - rounds) * steps.size();
  return std::make_unique<Rounds>(
      in_all, encounters, [=](std::uint64_t round) { return round < rounds ? all : steps; });
}

}  // namespace

std::string_view word_of(FormatKind kind) {
  for (const auto& [other, word] : kFormatWords)
    if (other == kind) return word;
  return "";
}

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const auto& [kind, word] : kFormatWords) words.emplace_back(word);
  return words;
}

std::optional<FormatKind> parse_format(std::string_view word) {
  for (const auto& [kind, other] : kFormatWords)
    if (other == word) return kind;
  return std::nullopt;
}

absl::Status objection_to(const FormatOptions& options) {
  const auto entrants = static_cast<std::uint64_t>(options.entrants);
  const std::string format(word_of(options.kind));
  if (options.entrants < options.seats)
    return absl::InvalidArgumentError(
        "the game has " + engine::counted(static_cast<std::uint64_t>(options.seats), "seat") +
        ", so a tournament needs as many players or more, not " + std::to_string(entrants));
  const int most =
      options.seats > 2 ? FormatOptions::kMostEntrantsAtTables : FormatOptions::kMostEntrants;
  if (options.entrants > most)
    return absl::InvalidArgumentError("at most " +
                                      engine::grouped(static_cast<std::uint64_t>(most)) +
                                      " players can take part, not " + engine::grouped(entrants));
  const bool has_tables =
      options.kind == FormatKind::kRoundRobin || options.kind == FormatKind::kLadder;
  if (options.seats > 2 && !has_tables)
    return absl::InvalidArgumentError(
        "a " + format + " tournament is for games of two, and this one has " +
        std::to_string(options.seats) + " seats: round-robin and ladder have tables for it");
  if (options.kind == FormatKind::kSprt && options.entrants != 2)
    return absl::InvalidArgumentError("an SPRT is a match of two players, not of " +
                                      std::to_string(entrants));
  if (options.step_rounds > 0 && (options.seats > 2 || options.kind != FormatKind::kLadder))
    return absl::InvalidArgumentError("only a ladder in a game of two has rounds of steps");
  return absl::OkStatus();
}

std::unique_ptr<Format> make_format(const FormatOptions& options) {
  switch (options.kind) {
    case FormatKind::kRoundRobin:
      break;
    case FormatKind::kGauntlet:
      return gauntlet_of_first(options);
    case FormatKind::kLadder:
      return ladder(options);
    case FormatKind::kSwiss:
      return std::make_unique<Swiss>(options);
    case FormatKind::kKnockout:
      return std::make_unique<Knockout>(options);
    case FormatKind::kSprt:
      return std::make_unique<SprtMatch>(options);
  }
  return round_robin(options);
}

}  // namespace gauntlet::selfplay
