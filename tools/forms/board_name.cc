#include "tools/forms/board_name.h"

#include <absl/strings/ascii.h>
#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>

#include <optional>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

/// Of an m,n,k game; nothing of others and of what is none.
std::optional<engine::mnk::Rules> rules_named(std::string_view name) {
  const auto game = engine::find_game(name);
  if (!game.ok()) return std::nullopt;
  engine::Rng rng(0);
  return engine::mnk_rules(game->start(rng));
}

}  // namespace

absl::StatusOr<std::string> board_name(std::uint64_t width, std::uint64_t height,
                                       std::string_view rules, const std::string& wanted) {
  const std::string size = absl::StrCat(width, "x", height);
  auto known = rules_named(rules);
  if (!known && !wanted.empty()) {
    known = rules_named(wanted);
    if (!known) return absl::InvalidArgumentError("the file has stones, not " + wanted);
  }
  if (known && (known->width != width || known->height != height))
    return absl::InvalidArgumentError(
        absl::StrCat("the board is ", size, ", not as in ", known->name()));
  if (known) return known->name();
  constexpr std::uint64_t kSmallest = 5, kLargest = engine::mnk::kMaxSide;
  if (width < kSmallest || height < kSmallest || width > kLargest || height > kLargest)
    return absl::InvalidArgumentError(
        absl::StrCat("the board is ", size, "; gomoku is played on 5x5 to 32x32"));
  const std::string words = absl::AsciiStrToLower(std::string(rules));
  for (const char* other : {"renju", "caro", "swap"})
    if (absl::StrContains(words, other))
      return absl::InvalidArgumentError("the rules are " + engine::printable(rules) +
                                        ", which are not played here; --game says which are");
  const bool is_exact = absl::StrContains(words, "standard");
  const std::string board =
      width == height ? absl::StrCat("gomoku:", width) : absl::StrCat("mnk:", size, "x5");
  return board + (is_exact ? "/exact" : "");
}

}  // namespace gauntlet::tools
