#include "engine/registry.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/mnk/mnk.h"
#include "engine/sudokill/sudokill.h"
#include "engine/twodoku/twodoku.h"
#include "engine/words.h"

namespace gauntlet::engine {

namespace {

template <class... S>
constexpr bool is_one_of(const void* type) {
  return ((type == AnyState::type_of<S>()) || ...);
}

constexpr auto is_mnk = is_one_of<Mnk<1>, Mnk<4>, Mnk<8>, Mnk<16>>;

// One line per family; the makers are declared in the games' headers.
constexpr std::array kFamilies = {
    GameFamily{"gomoku", "gomoku[:SIZE][/exact]", "five in a row on a square board", "2",
               "SIZE 5..32, 15 if omitted; /exact: only exactly five win", "gomoku:15", make_gomoku,
               &kGomokuGuide, is_mnk},
    GameFamily{"mnk", "mnk:WxHxK[/exact][/page]", "K in a row on a board W wide and H high", "2",
               "W, H and K 1..32; /page: the K-in-a-Row page's wrapped diagonals win too",
               "mnk:7x6x4", make_mnk, &kMnkGuide, is_mnk},
    GameFamily{"sudokill", "sudokill[/fill=P]", "fill a Sudoku in turns; whoever cannot move loses",
               "2", "P 0..100 percent of the squares given at the start, 33 if omitted", "sudokill",
               make_sudokill, &kSudokillGuide, is_one_of<Sudokill>},
    GameFamily{
        "kimble", "kimble[:SEATS][/pieces=N]", "Kimble, the Finnish dice race", "1-4",
        "SEATS 1-4 or letters of ABCD in order (2 = AC, 3 = ABC, default 4); N 1-4, default 4",
        "kimble:4", make_kimble, &kKimbleGuide, is_one_of<Kimble>},
    GameFamily{"twodoku", "twodoku[/java][/open]",
               "hands of dominoes fill a Sudoku; the smaller hand left wins", "2",
               "no size; options: java (colour in blocks), open (hands lie open)", "twodoku",
               make_twodoku, &kTwoDokuGuide, is_one_of<TwoDoku>},
};

template <class... S>
[[maybe_unused]] constexpr bool each_has_a_family(Types<S...>) {
  const auto has_one = [](const void* type) {
    for (const GameFamily& family : kFamilies)
      if (family.has(type)) return true;
    return false;
  };
  return (has_one(AnyState::type_of<S>()) && ...);
}
#ifndef __SANITIZE_ADDRESS__  // with it GCC compares no addresses while it compiles
static_assert(each_has_a_family(StateTypes{}), "a game of state_types.h is missing in kFamilies");
#endif

constexpr std::size_t kMaxNameBytes = 64;

}  // namespace

std::span<const GameFamily> game_families() {
  return kFamilies;
}

const GameFamily& family_of(std::string_view name) {
  const std::string_view word = name.substr(0, name.find_first_of(":/"));
  const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                   [&](const GameFamily& known) { return known.word == word; });
  assert(family != kFamilies.end());
  return *family;
}

absl::StatusOr<AnyGame> find_game(std::string_view name) {
  if (name.size() > kMaxNameBytes)
    return absl::InvalidArgumentError("the game name is longer than " +
                                      std::to_string(kMaxNameBytes) + " characters");
  const std::string_view head = name.substr(0, name.find('/'));
  const std::string_view variants =
      head.size() < name.size() ? name.substr(head.size() + 1) : std::string_view();
  const std::string_view word = head.substr(0, head.find(':'));
  const std::string_view arguments =
      word.size() < head.size() ? head.substr(word.size() + 1) : std::string_view();
  if (name.ends_with(':') || name.ends_with('/') || name.find(":/") != std::string_view::npos)
    return absl::InvalidArgumentError("nothing follows ':' or '/' in the game name " +
                                      in_quotes(name));
  std::vector<std::string_view> words;
  for (const GameFamily& family : kFamilies) {
    if (family.word == word) return family.make(arguments, variants);
    words.push_back(family.word);
  }
  std::string known;
  for (const std::string_view w : words) known += (known.empty() ? "" : ", ") + std::string(w);
  return absl::InvalidArgumentError("unknown game " + in_quotes(word) + did_you_mean(word, words) +
                                    "; the games are " + known);
}

}  // namespace gauntlet::engine
