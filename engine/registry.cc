#include "engine/registry.h"

#include <array>
#include <string>
#include <vector>

#include "engine/sudokill.h"
#include "engine/words.h"

namespace gauntlet::engine {

namespace {

// One line per family; the makers are declared in the games' headers.
constexpr std::array<GameFamily, 1> kFamilies = {{
    {"sudokill", "sudokill[/fill=P]", "fill a Sudoku in turns; who cannot move loses", "2",
     "P = 0..100 percent of the 81 squares given at the start, 33 if not said", "sudokill",
     make_sudokill},
}};

constexpr std::size_t kMaxNameBytes = 64;

}  // namespace

std::span<const GameFamily> game_families() {
  return kFamilies;
}

Expected<AnyGame> find_game(std::string_view name) {
  if (name.size() > kMaxNameBytes)
    return Error{"the game name is longer than " + std::to_string(kMaxNameBytes) + " characters"};
  const std::string_view head = name.substr(0, name.find('/'));
  const std::string_view variants =
      head.size() < name.size() ? name.substr(head.size() + 1) : std::string_view();
  const std::string_view word = head.substr(0, head.find(':'));
  const std::string_view arguments =
      word.size() < head.size() ? head.substr(word.size() + 1) : std::string_view();
  std::vector<std::string_view> words;
  for (const GameFamily& family : kFamilies) {
    if (family.word == word) return family.make(arguments, variants);
    words.push_back(family.word);
  }
  std::string known;
  for (const std::string_view w : words) known += (known.empty() ? "" : ", ") + std::string(w);
  return Error{"unknown game '" + printable(word) + "'" + did_you_mean(word, words) +
               "; the games are " + known};
}

}  // namespace gauntlet::engine
