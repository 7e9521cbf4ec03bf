#include "engine/mnk/mnk.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/words.h"

namespace gauntlet::engine {

std::string mnk::Rules::name() const {
  std::string text = gomoku ? "gomoku:" + std::to_string(width)
                            : "mnk:" + std::to_string(width) + "x" + std::to_string(height) + "x" +
                                  std::to_string(k);
  if (exact) text += "/exact";
  if (page) text += "/page";
  return text;
}

mnk::PageLine mnk::PageLine::make(const mnk::Rules& rules, int offset, bool falling) {
  const int width = rules.width;
  mnk::PageLine line{falling ? offset * width : (offset + 1) * width - 1,
                     falling ? width + 1 : width - 1, width + 1};
  while (line.length > 0 && line.square(line.length - 1) >= rules.squares()) --line.length;
  return line;
}

// ---- lines ----

/// The page's lines through a square: found by walking them all, for only this variant pays.
template <int Words>
bool Mnk<Words>::completes_wrapped(Player player, int square) const {
  for (int offset = 1; offset <= mnk::PageLine::max_offset(rules_); ++offset) {
    for (const bool falling : {true, false}) {
      const mnk::PageLine line = mnk::PageLine::make(rules_, offset, falling);
      if (line.step == 0) continue;
      for (int i = 0; i < line.length; ++i) {
        if (line.square(i) != square) continue;
        const int stones = 1 + run(player, square, line.step, line.length - 1 - i) +
                           run(player, square, -line.step, i);
        if (is_winning_run(stones)) return true;
      }
    }
  }
  return false;
}

template <int Words>
bool Mnk<Words>::has_line(Player player) const {
  for (int square = 0; square < rules_.squares(); ++square)
    if (has_stone(player, square) && completes_line(player, square)) return true;
  return false;
}

// ---- text ----

namespace {

constexpr char kSymbols[] = {'x', 'o'};

absl::Status malformed(const mnk::Rules& rules, const std::string& what) {
  return absl::InvalidArgumentError(what + "; a position of " + rules.name() + " is " +
                                    counted(static_cast<std::uint64_t>(rules.height), "row") +
                                    " of " +
                                    counted(static_cast<std::uint64_t>(rules.width), "character") +
                                    " x, o or . from the top, joined by /");
}

}  // namespace

template <int Words>
absl::StatusOr<Mnk<Words>> Mnk<Words>::from_text(const Rules& rules, std::string_view text) {
  const std::size_t expected = static_cast<std::size_t>(rules.height) * (rules.width + 1u) - 1;
  if (text.size() != expected)
    return malformed(rules, "the position has " + counted(text.size(), "character") +
                                " instead of " + std::to_string(expected));
  Mnk state(rules);
  int stones[2] = {};
  for (int row = 0; row < rules.height; ++row) {
    const std::string_view line = text.substr(row * (rules.width + 1u), rules.width + 1u);
    if (static_cast<int>(line.size()) > rules.width && line.back() != '/')
      return malformed(rules, "row " + std::to_string(row) + " does not end with /");
    for (int column = 0; column < rules.width; ++column) {
      const char c = line[column];
      if (c == '.') continue;
      if (c != 'x' && c != 'o')
        return malformed(
            rules, "row " + std::to_string(row) + " contains " + in_quotes(line.substr(column, 1)));
      const Player player = c == 'o';
      state.place(player, row * rules.width + column);
      ++stones[player];
    }
  }
  if (stones[0] != stones[1] && stones[0] != stones[1] + 1)
    return absl::InvalidArgumentError("the position has " + std::to_string(stones[0]) + " x and " +
                                      std::to_string(stones[1]) +
                                      " o; x moves first, so it has as many as o or one more");
  const auto mover = static_cast<Player>(state.plies_ & 1);
  if (state.has_line(mover) && state.has_line(static_cast<Player>(1 - mover)))
    return absl::InvalidArgumentError(
        "the position has finished lines of both x and o; a game ends with its first line");
  if (state.has_line(mover))
    return absl::InvalidArgumentError(std::string("the position has a finished line of ") +
                                      kSymbols[mover] + ", but " + kSymbols[1 - mover] +
                                      " moved last");
  state.won_ = state.has_line(static_cast<Player>(1 - mover));
  state.over_ = state.won_ || state.plies_ == rules.squares();
  return state;
}

template <int Words>
std::string Mnk<Words>::to_text() const {
  std::string text;
  for (int row = 0; row < rules_.height; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < rules_.width; ++column) {
      const int square = row * rules_.width + column;
      text += has_stone(0, square) ? 'x' : has_stone(1, square) ? 'o' : '.';
    }
  }
  return text;
}

template <int Words>
std::string Mnk<Words>::format(Move move) const {
  return std::to_string(move.square / rules_.width) + "," +
         std::to_string(move.square % rules_.width);
}

template <int Words>
auto Mnk<Words>::parse(std::string_view text) const -> absl::StatusOr<Move> {
  const auto parts = split(text, ',');
  const auto row = parts.size() == 2 ? parse_int(parts[0], 0, rules_.height - 1) : std::nullopt;
  const auto column = parts.size() == 2 ? parse_int(parts[1], 0, rules_.width - 1) : std::nullopt;
  if (!row || !column)
    return absl::InvalidArgumentError(
        in_quotes(text) + " is no square: a move is row,col with row 0.." +
        std::to_string(rules_.height - 1) + " and col 0.." + std::to_string(rules_.width - 1) +
        ", from 0,0 at the top left");
  if (over_) return absl::InvalidArgumentError("the game is over");
  const int square = *row * rules_.width + *column;
  if (!is_empty(square))
    return absl::InvalidArgumentError("square " + std::string(text) + " is occupied");
  return Move{static_cast<std::uint16_t>(square)};
}

template <int Words>
std::string Mnk<Words>::drawn() const {
  const auto number = [](int n) { return (n < 10 ? " " : "") + std::to_string(n); };
  std::string header = "   ";
  for (int column = 0; column < rules_.width; ++column) header += number(column) + " ";
  std::string text = header + "\n";
  for (int row = 0; row < rules_.height; ++row) {
    text += number(row) + " ";
    for (int column = 0; column < rules_.width; ++column) {
      const int square = row * rules_.width + column;
      const char c = has_stone(0, square) ? 'x' : has_stone(1, square) ? 'o' : '.';
      text += square == last_ ? std::string("[") + c + "]" : std::string(" ") + c + " ";
    }
    text += "\n";
  }
  if (over_)
    return text + (won_ ? std::string(1, kSymbols[(plies_ & 1) ^ 1]) + " has won\n" : "a draw\n");
  return text + kSymbols[plies_ & 1] + " to move\n";
}

template class Mnk<1>;
template class Mnk<4>;
template class Mnk<8>;
template class Mnk<16>;

static_assert(Game<Mnk<1>> && Game<Mnk<4>> && Game<Mnk<8>> && Game<Mnk<16>>);

// ---- names ----

namespace {

constexpr std::string_view kVariantWords[] = {"exact", "page"};

/// Reads "/exact/page" after the arguments into `rules`.
absl::Status read_variants(std::string_view variants, bool page_allowed, mnk::Rules& rules) {
  if (variants.empty()) return absl::OkStatus();
  for (const std::string_view word : split(variants, '/')) {
    if (word == "exact" && !rules.exact) {
      rules.exact = true;
    } else if (word == "page" && page_allowed && !rules.page) {
      rules.page = true;
    } else {
      return absl::InvalidArgumentError(
          "unknown or repeated variant '/" + printable(word) + "'" +
          did_you_mean(word, kVariantWords) + "; " +
          (page_allowed ? "m,n,k boards know /exact and /page" : "gomoku knows /exact"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AnyGame> make_gomoku(std::string_view arguments, std::string_view variants) {
  mnk::Rules rules;
  if (!arguments.empty()) {
    const auto size = parse_int(arguments, 5, mnk::kMaxSide);
    if (!size)
      return absl::InvalidArgumentError(
          "gomoku's board size is a number from 5 to 32, as in gomoku:15, not " +
          in_quotes(arguments));
    rules.width = rules.height = static_cast<std::uint8_t>(*size);
  }
  if (const absl::Status status = read_variants(variants, false, rules); !status.ok())
    return status;
  return make_mnk_game(rules);
}

absl::StatusOr<AnyGame> make_mnk(std::string_view arguments, std::string_view variants) {
  const auto parts = split(arguments, 'x');
  std::optional<int> numbers[3];
  for (std::size_t i = 0; i < parts.size() && parts.size() == 3; ++i)
    numbers[i] = parse_int(parts[i], 1, mnk::kMaxSide);
  if (!numbers[0] || !numbers[1] || !numbers[2])
    return absl::InvalidArgumentError(
        "an m,n,k board is mnk:WIDTHxHEIGHTxK with each number from 1 to 32, as in "
        "mnk:7x6x4, not 'mnk:" +
        printable(arguments) + "'");
  mnk::Rules rules{static_cast<std::uint8_t>(*numbers[0]), static_cast<std::uint8_t>(*numbers[1]),
                   static_cast<std::uint8_t>(*numbers[2]), false};
  if (const absl::Status status = read_variants(variants, true, rules); !status.ok()) return status;
  return make_mnk_game(rules);
}

AnyGame make_mnk_game(const mnk::Rules& rules) {
  const int squares = rules.squares();
  if (squares <= 64) return AnyGame(std::make_shared<const GameOf<Mnk<1>>>(rules));
  if (squares <= 256) return AnyGame(std::make_shared<const GameOf<Mnk<4>>>(rules));
  if (squares <= 512) return AnyGame(std::make_shared<const GameOf<Mnk<8>>>(rules));
  return AnyGame(std::make_shared<const GameOf<Mnk<16>>>(rules));
}

std::optional<mnk::Rules> mnk_rules(const AnyState& state) {
  std::optional<mnk::Rules> rules;
  const auto look = [&]<class S>(const S*) {
    if (state.holds<S>()) rules = state.as<S>().rules();
  };
  look(static_cast<const Mnk<1>*>(nullptr));
  look(static_cast<const Mnk<4>*>(nullptr));
  look(static_cast<const Mnk<8>*>(nullptr));
  look(static_cast<const Mnk<16>*>(nullptr));
  return rules;
}

}  // namespace gauntlet::engine
