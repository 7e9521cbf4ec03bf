#include "tools/forms/sgf_reader.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/mnk/mnk.h"
#include "engine/words.h"
#include "selfplay/utc_time.h"
#include "tools/forms/board_name.h"
#include "tools/forms/sgf.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kSgfFront = 1'024;  // of a text, where its first tree begins
constexpr std::size_t kMostSgfStones = 4'096;
constexpr std::uint64_t kUsualSize = 15;

/// Steps through a text and counts its lines.
class SgfText {
 public:
  explicit SgfText(std::string_view text) : text_(text) {}

  bool is_at_end() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }
  std::size_t line() const { return line_; }
  char take() {
    line_ += text_[at_] == '\n';
    return text_[at_++];
  }
  /// Behind the first of the two bytes that end a line on some systems.
  void skip_other_half(char first) {
    const char other = first == '\r' ? '\n' : '\r';
    if (!is_at_end() && peek() == other) take();
  }
  /// Whether a tree begins here: '(' and ';', with blanks between.
  bool is_at_tree() const {
    if (text_[at_] != '(') return false;
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_ + 1);
    return next != text_.npos && text_[next] == ';';
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

struct SgfMove {
  bool is_black;
  std::string point;
};

/// What is read of one tree.
struct SgfGame {
  std::size_t line = 1;
  std::string game, size, rules, black, white, result, date, comment;
  std::vector<std::string> black_stones, white_stones;
  std::vector<SgfMove> moves;
  std::string fault;  ///< The first, if any.

  void blame(const std::string& what) {
    if (fault.empty()) fault = what;
  }
};

/// What stands in brackets, without its escapes. REQUIRES: behind a '['.
std::string read_sgf_value(SgfText& text, SgfGame& game) {
  const std::size_t line = text.line();
  std::string value;
  while (!text.is_at_end()) {
    char c = text.take();
    if (c == ']') return value;
    const bool is_escaped = c == '\\' && !text.is_at_end();
    if (is_escaped) c = text.take();
    if (is_escaped && (c == '\n' || c == '\r')) {
      text.skip_other_half(c);
      continue;
    }
    if (value.size() < kLongestToldText) value += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  }
  game.blame(absl::StrCat("the value in line ", line, " does not end"));
  return value;
}

void add_sgf_move(SgfGame& game, bool is_black, std::string&& point) {
  if (game.moves.size() > kMostToldMoves) return game.blame("it has too many moves");
  game.moves.push_back({is_black, std::move(point)});
}

void add_sgf_stone(SgfGame& game, std::vector<std::string>& stones, std::string&& points) {
  if (!game.moves.empty())
    return game.blame(absl::StrCat("stones are set up behind move ", game.moves.size()));
  if (stones.size() < kMostSgfStones) stones.push_back(std::move(points));
}

void take_sgf_value(SgfGame& game, std::string_view name, std::string&& value) {
  if (name == "B" || name == "W" || name == "AB" || name == "AW" || name == "SZ")
    std::erase(value, ' ');  // points and sizes have none
  if (name == "B" || name == "W") return add_sgf_move(game, name == "B", std::move(value));
  if (name == "AB") return add_sgf_stone(game, game.black_stones, std::move(value));
  if (name == "AW") return add_sgf_stone(game, game.white_stones, std::move(value));
  if (name == "AE") return game.blame("stones are taken off the board (AE)");
  const std::pair<std::string_view, std::string*> kTexts[] = {
      {"GM", &game.game},  {"SZ", &game.size},   {"RU", &game.rules}, {"PB", &game.black},
      {"PW", &game.white}, {"RE", &game.result}, {"DT", &game.date},  {"GC", &game.comment}};
  for (const auto& [known, text] : kTexts)
    if (name == known && text->empty()) *text = std::move(value);
}

bool is_sgf_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A name and its values. Small letters of names, as old files have them, do not count.
void read_sgf_property(SgfText& text, SgfGame& game) {
  std::string name;
  while (!text.is_at_end() && is_sgf_letter(text.peek())) {
    const char c = text.take();
    if (c <= 'Z' && name.size() < 8) name += c;
  }
  while (!text.is_at_end() &&
         std::string_view("[ \t\r\n").find(text.peek()) != std::string_view::npos)
    if (text.take() == '[') take_sgf_value(game, name, read_sgf_value(text, game));
}

/// Behind the end of a tree. Whatever it has is no part of the main line. REQUIRES: in so many
/// open parentheses.
void skip_sgf_variations(SgfText& text, SgfGame& game, std::uint64_t depth) {
  while (depth > 0 && !text.is_at_end()) {
    const char c = text.take();
    if (c == '[') read_sgf_value(text, game);
    if (c == '(') ++depth;
    if (c == ')') --depth;
  }
  if (depth > 0) game.blame("its tree does not end");
}

/// The first ')' ends the main line, for the first of several trees is always its next piece.
SgfGame read_sgf_tree(SgfText& text) {
  SgfGame game;
  game.line = text.line();
  std::uint64_t depth = 0;
  while (!text.is_at_end()) {
    if (is_sgf_letter(text.peek())) {
      read_sgf_property(text, game);
      continue;
    }
    const char c = text.take();
    if (c == '(') ++depth;
    if (c == ')') {
      skip_sgf_variations(text, game, depth - 1);
      return game;
    }
  }
  game.blame("its tree does not end");
  return game;
}

// ---- what it means ----

struct SgfBoard {
  std::uint64_t width, height;
};

absl::StatusOr<SgfBoard> sgf_board(const SgfGame& game) {
  constexpr std::uint64_t kMost = 1'000;
  if (game.size.empty()) return SgfBoard{kUsualSize, kUsualSize};
  const auto sides = engine::split(game.size, ':');
  const auto width = engine::parse_whole(sides[0], kMost);
  const auto height = engine::parse_whole(sides.back(), kMost);
  if (!width || !height || sides.size() > 2)
    return absl::InvalidArgumentError("SZ[" + engine::printable(game.size) +
                                      "] is no size, as in SZ[15]");
  return SgfBoard{*width, *height};
}

struct SgfPoint {
  std::uint64_t row, column;
};

std::optional<SgfPoint> sgf_point_of(std::string_view text, const SgfBoard& board) {
  if (text.size() < 2) return std::nullopt;
  const std::size_t column = kSgfLetters.find(text[0]);
  std::size_t row = kSgfLetters.find(text[1]);
  if (row == kSgfLetters.npos) {
    const auto from_bottom = engine::parse_whole(text.substr(1), 99);
    if (!from_bottom || *from_bottom == 0 || *from_bottom > board.height) return std::nullopt;
    row = board.height - *from_bottom;
  } else if (text.size() > 2) {
    return std::nullopt;
  }
  if (column >= board.width || row >= board.height) return std::nullopt;
  return SgfPoint{row, column};
}

/// A position, as the engine writes it.
class SgfStart {
 public:
  explicit SgfStart(const SgfBoard& board)
      : board_(board), squares_(board.width * board.height, '.') {}

  /// Single points, and rectangles as in "aa:cc". False where one is none.
  bool add(const std::vector<std::string>& stones, char symbol) {
    for (const std::string& points : stones) {
      const auto ends = engine::split(points, ':');
      const auto from = sgf_point_of(ends[0], board_), to = sgf_point_of(ends.back(), board_);
      if (ends.size() > 2 || !from || !to) return false;
      for (std::uint64_t row = from->row; row <= to->row; ++row)
        for (std::uint64_t column = from->column; column <= to->column; ++column)
          squares_[row * board_.width + column] = symbol;
    }
    return true;
  }
  std::ptrdiff_t count(char symbol) const {
    return std::count(squares_.begin(), squares_.end(), symbol);
  }
  std::string text() const {
    std::string rows;
    for (std::uint64_t row = 0; row < board_.height; ++row)
      rows += (row > 0 ? "/" : "") + squares_.substr(row * board_.width, board_.width);
    return rows;
  }

 private:
  const SgfBoard board_;
  std::string squares_;
};

/// Whether a game in which Black, or White, is the first player can have such a beginning: its
/// stones take turns, and who is next has the first move.
bool can_be_first(const SgfGame& game, std::ptrdiff_t own, std::ptrdiff_t others, bool is_black) {
  const bool has_move = own == others;
  if (!has_move && own != others + 1) return false;
  return game.moves.empty() || (game.moves[0].is_black == is_black) == has_move;
}

/// Which colour the first player has. Black, where both can be.
absl::StatusOr<bool> is_black_first(const SgfGame& game, const SgfBoard& board) {
  SgfStart start(board);
  if (!start.add(game.black_stones, 'x') || !start.add(game.white_stones, 'o'))
    return absl::InvalidArgumentError("AB or AW sets a stone on what is no square of the board");
  const std::ptrdiff_t black = start.count('x'), white = start.count('o');
  if (can_be_first(game, black, white, true)) return true;
  if (can_be_first(game, white, black, false)) return false;
  return absl::InvalidArgumentError(absl::StrCat("it begins with ", black, " black and ", white,
                                                 " white stones and ",
                                                 game.moves.empty()       ? "no move"
                                                 : game.moves[0].is_black ? "a move of Black"
                                                                          : "one of White",
                                                 "; players take turns"));
}

/// As in Go: nothing, or on boards up to 19x19 a point that they do not have.
bool is_sgf_pass(std::string_view point) {
  return point.empty() || point == "tt";
}

absl::Status add_sgf_moves(const SgfGame& game, const SgfBoard& board, ToldGame& told) {
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const SgfMove& move = game.moves[i];
    const std::string number = absl::StrCat("move ", i + 1);
    if (i > 0 && move.is_black == game.moves[i - 1].is_black)
      return absl::InvalidArgumentError(number +
                                        " is by who has moved before; the players move in turn");
    const auto point = sgf_point_of(move.point, board);
    if (!point && is_sgf_pass(move.point))
      return absl::InvalidArgumentError(number + " is a pass, and here nobody passes");
    if (!point)
      return absl::InvalidArgumentError(number + ": " + engine::in_quotes(move.point) +
                                        " is no square of the board");
    told.moves.push_back(absl::StrCat(point->row, ",", point->column));
  }
  return absl::OkStatus();
}

std::vector<double> sgf_returns(const std::string& result, bool is_black_first) {
  if (result.starts_with("B+"))
    return is_black_first ? std::vector<double>{1, 0} : std::vector<double>{0, 1};
  if (result.starts_with("W+"))
    return is_black_first ? std::vector<double>{0, 1} : std::vector<double>{1, 0};
  if (result == "0" || result == "Draw") return {0.5, 0.5};
  if (result == "Void") return {0, 0};
  return {};
}

absl::StatusOr<ToldGame> told_in_sgf(const SgfGame& game, const std::string& wanted) {
  if (!game.fault.empty()) return absl::InvalidArgumentError(game.fault);
  if (!game.game.empty() && game.game != "4" && wanted.empty())
    return absl::InvalidArgumentError("GM[" + engine::printable(game.game) +
                                      "] is not gomoku, GM[4]; --game says what it is");
  const auto board = sgf_board(game);
  if (!board.ok()) return board.status();
  auto name = board_name(board->width, board->height, game.rules, wanted);
  if (!name.ok()) return name.status();
  const auto black_first = is_black_first(game, *board);
  if (!black_first.ok()) return black_first.status();
  ToldGame told;
  told.game = *std::move(name);
  SgfStart start(*board);
  start.add(game.black_stones, *black_first ? 'x' : 'o');
  start.add(game.white_stones, *black_first ? 'o' : 'x');
  told.start = start.text();
  told.players = {*black_first ? game.black : game.white, *black_first ? game.white : game.black};
  told.returns = sgf_returns(game.result, *black_first);
  told.reason = game.comment;
  const std::string ended = game.date + " 00:00:00";
  if (selfplay::is_utc_time(ended)) told.ended = ended;
  if (const absl::Status status = add_sgf_moves(game, *board, told); !status.ok()) return status;
  return told;
}

}  // namespace

bool is_sgf(std::string_view text) {
  SgfText front(text.substr(0, kSgfFront));
  for (; !front.is_at_end(); front.take())
    if (front.is_at_tree()) return true;
  return false;
}

absl::Status read_sgf(std::string_view text, const std::string& game, const GameVisitor& visitor) {
  SgfText trees(text);
  while (!trees.is_at_end()) {
    if (!trees.is_at_tree()) {
      trees.take();
      continue;
    }
    const SgfGame tree = read_sgf_tree(trees);
    const absl::Status status = hand_on(told_in_sgf(tree, game), tree.line, visitor);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
