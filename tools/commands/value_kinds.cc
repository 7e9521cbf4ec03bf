#include "tools/commands/value_kinds.h"

#include <absl/algorithm/container.h>
#include <absl/strings/ascii.h>
#include <absl/strings/str_join.h>

#include "engine/registry.h"
#include "engine/words.h"
#include "search/level.h"
#include "search/registry.h"
#include "search/strategy.h"
#include "selfplay/players/auto_level.h"
#include "tools/commands/program_text.h"

namespace gauntlet::tools {

namespace {

using Words = std::vector<std::string>;
using Offer = ValueKind::Offer;

void add_new(Words& words, std::string_view word) {
  if (!absl::c_linear_search(words, word)) words.emplace_back(word);
}

/// Whether it can be typed as it stands: placeholders such as SIZE have capital letters.
bool is_literal(std::string_view text) {
  return !text.empty() && absl::c_none_of(text, [](char c) { return absl::ascii_isupper(c); });
}

/// The names of families, a usual size of each, and that with each variant.
Words game_words() {
  Words words;
  for (const engine::GameFamily& family : engine::game_families()) {
    if (engine::find_game(family.word).ok()) add_new(words, family.word);
    add_new(words, family.standard);
    for (const auto& variant : family.guide->variants)
      if (variant.written.starts_with('/') && is_literal(variant.written))
        add_new(words, std::string(family.standard).append(variant.written));
  }
  return words;
}

void add_numbers(Words& words, std::string_view before) {
  for (int level = 1; level <= search::kLevels; ++level)
    words.push_back(std::string(before) + std::to_string(level));
}

Words level_words() {
  Words words;
  add_numbers(words, "");
  return words;
}

/// Everybody who plays any game.
Words player_words() {
  Words words = {"random", "human", "expert"};
  for (const engine::GameFamily& family : engine::game_families()) {
    const auto game = engine::find_game(family.standard);
    for (const search::Method* method : search::methods_for(*game)) add_new(words, method->word);
    for (const search::Strategy& strategy : search::strategies(*game))
      add_new(words, strategy.name);
  }
  add_numbers(words, "level:");
  return words;
}

/// Those of selfplay.
Words players_words() {
  Words words = player_words();
  words.emplace_back(selfplay::kAutoLevel);
  return words;
}

/// Who can take part in a tournament: programs too, but nobody at the terminal.
Words entrant_words() {
  Words words = player_words();
  std::erase(words, "human");
  for (const std::string_view prefix : program_prefixes()) words.emplace_back(prefix);
  return words;
}

constexpr ValueKind kKinds[] = {
    {.name = kGameValue, .words = game_words},
    {.name = kPlayerValue, .words = player_words},
    {.name = kPlayersValue, .words = players_words, .begins_behind = ","},
    {.name = kEntrantValue, .words = entrant_words, .begins_behind = "="},
    {.name = kLevelValue, .words = level_words},
    {.name = kStoreValue, .offer = Offer::kFiles},
    {.name = kFileValue, .offer = Offer::kFiles},
    {.name = "F.toml", .offer = Offer::kFiles},
    {.name = kPageValue, .offer = Offer::kFiles},
    {.name = kFolderValue, .offer = Offer::kFolders},
    {.name = kCommandValue, .offer = Offer::kCommands},
    {.name = kNamedCommandValue, .offer = Offer::kCommands, .begins_behind = "="},
};

}  // namespace

std::span<const ValueKind> value_kinds() {
  return kKinds;
}

std::string one_of(std::span<const std::string> words) {
  return absl::StrJoin(words, "|");
}

Values values_of(std::string_view type_name) {
  Values values;
  for (const std::string_view piece : engine::split(type_name, '|')) {
    const auto kind = absl::c_find_if(kKinds, [&](const auto& each) { return each.name == piece; });
    if (kind != std::end(kKinds))
      values.kinds.push_back(&*kind);
    else if (is_literal(piece))
      values.words.emplace_back(piece);
  }
  return values;
}

}  // namespace gauntlet::tools
