#include "search/mnk/openings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/rng.h"

namespace gauntlet::search::mnk {

namespace {

using engine::mnk::Rules;

constexpr int kMostStones = 5;

/// Squares of the first player's stones, then those of the second's.
struct Placement {
  int firsts = 0;
  int stones = 0;
  std::array<int, kMostStones> squares{};
};

std::vector<int> middle(const Rules& rules) {
  const auto is_near = [&](int at, int side) {
    return std::abs(2 * at - (side - 1)) <= 2 * (rules.k - 1);
  };
  std::vector<int> squares;
  for (int square = 0; square < rules.squares(); ++square)
    if (is_near(square / rules.width, rules.height) && is_near(square % rules.width, rules.width))
      squares.push_back(square);
  return squares;
}

int stones_on(const Rules& rules, std::size_t squares) {
  return std::min({1 + rules.squares() / 8, kMostStones, static_cast<int>(squares)});
}

/// Ways to choose `chosen` of `all`.
std::uint64_t ways(std::uint64_t all, int chosen) {
  std::uint64_t product = 1;
  for (int i = 0; i < chosen; ++i)
    product = product * (all - static_cast<std::uint64_t>(i)) / (static_cast<std::uint64_t>(i) + 1);
  return all < static_cast<std::uint64_t>(chosen) ? 0 : product;
}

/// Takes the choice with that number out of `squares` (the combinatorial number system: Knuth, The
/// Art of Computer Programming, 7.2.1.3) and appends it to `placement`.
void take(std::vector<int>& squares, int chosen, std::uint64_t number, Placement& placement) {
  for (; chosen > 0; --chosen) {
    std::uint64_t place = static_cast<std::uint64_t>(chosen) - 1;
    while (ways(place + 1, chosen) <= number) ++place;
    number -= ways(place, chosen);
    const auto square = squares.begin() + static_cast<std::ptrdiff_t>(place);
    placement.squares[static_cast<std::size_t>(placement.stones++)] = *square;
    squares.erase(square);
  }
}

Placement placement_of(const Rules& rules, std::uint64_t number) {
  std::vector<int> squares = middle(rules);
  const int stones = stones_on(rules, squares.size()), firsts = (stones + 1) / 2;
  const std::uint64_t choices = ways(squares.size(), firsts);
  Placement placement{.firsts = firsts};
  take(squares, firsts, number % choices, placement);
  take(squares, stones - firsts, number / choices, placement);
  return placement;
}

/// Where `square` comes to lie when the board is mirrored (bits 0 and 1) and then turned over its
/// diagonal (bit 2).
int image(const Rules& rules, int square, int symmetry) {
  int row = square / rules.width, column = square % rules.width;
  if (symmetry & 1) row = rules.height - 1 - row;
  if (symmetry & 2) column = rules.width - 1 - column;
  if (symmetry & 4) std::swap(row, column);
  return row * rules.width + column;
}

int symmetries(const Rules& rules) {
  if (rules.page && engine::mnk::PageLine::max_offset(rules) >= 1) return 1;
  return rules.width == rules.height ? 8 : 4;
}

/// The same in whatever order the stones are listed.
std::uint64_t key(const Rules& rules, const Placement& placement, int symmetry) {
  std::uint64_t sum = 0;
  for (int i = 0; i < placement.stones; ++i) {
    const int square = image(rules, placement.squares[static_cast<std::size_t>(i)], symmetry);
    sum += engine::Rng(static_cast<std::uint64_t>(2 * square + (i < placement.firsts))).next();
  }
  return sum;
}

/// Of all images the one with the smallest key, so that boards come turned in every way.
bool stands_for_its_images(const Rules& rules, const Placement& placement) {
  const std::uint64_t own = key(rules, placement, 0);
  for (int symmetry = 1; symmetry < symmetries(rules); ++symmetry)
    if (key(rules, placement, symmetry) < own) return false;
  return true;
}

std::string text(const Rules& rules, const Placement& placement) {
  std::string rows(static_cast<std::size_t>(rules.squares()), '.');
  for (int i = 0; i < placement.stones; ++i)
    rows[static_cast<std::size_t>(placement.squares[static_cast<std::size_t>(i)])] =
        i < placement.firsts ? 'x' : 'o';
  std::string text;
  for (int row = 0; row < rules.height; ++row)
    text += (row > 0 ? "/" : "") +
            rows.substr(static_cast<std::size_t>(row * rules.width), rules.width);
  return text;
}

}  // namespace

std::uint64_t openings(const Rules& rules) {
  const std::size_t squares = middle(rules).size();
  const int stones = stones_on(rules, squares), firsts = (stones + 1) / 2;
  return ways(squares, firsts) * ways(squares - static_cast<std::size_t>(firsts), stones - firsts);
}

std::optional<engine::AnyState> opening(const engine::AnyGame& game, const Rules& rules,
                                        std::uint64_t number) {
  const Placement placement = placement_of(rules, number);
  if (!stands_for_its_images(rules, placement)) return std::nullopt;
  const auto state = game.from_text(text(rules, placement));
  if (!state.ok() || state->is_over()) return std::nullopt;
  return *state;
}

}  // namespace gauntlet::search::mnk
