// Moves of Two-Doku in words, and the board for people; docs/twodoku.md describes both.
#include <algorithm>

#include "engine/twodoku/text.h"
#include "engine/words.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

using Kind = TwoDoku::Move::Kind;

/// How a move is written: its word and the numbers behind it.
struct Notation {
  Kind kind;
  std::string_view word;
  std::string_view numbers;  // 's' a square (row and column), 'd' a digit, 'c' nine counts
  std::string_view example;
};

constexpr std::size_t kLongestMove = 64;

constexpr std::array<Notation, 14> kNotations = {{
    {Kind::kPass, "pass", "", "pass"},
    {Kind::kColour, "colour", "s", "colour 0,8"},
    {Kind::kHide, "hide", "s", "hide 0,8"},
    {Kind::kTake, "take", "s", "take 0,8"},
    {Kind::kTakePot, "take pot", "", "take pot"},
    {Kind::kPlay, "play", "sd", "play 0,8,5"},
    {Kind::kReturn, "return", "d", "return 5"},
    {Kind::kValue, "value", "sd", "value 0,8,5"},
    {Kind::kPot, "pot", "dd", "pot 3,7"},
    {Kind::kDeal, "deal", "c", "deal 4,5,4,5,4,4,5,4,5"},
    {Kind::kDealBlue, "deal blue", "c", "deal blue 4,5,4,5,4,4,5,4,5"},
    {Kind::kDrew, "drew", "d", "drew 5"},
    {Kind::kAccepted, "accepted", "", "accepted"},
    {Kind::kRevealed, "reveal", "sd", "reveal 0,8,5"},
}};

std::string digit_text(int digit) {
  return digit == 0 ? "?" : std::to_string(digit);
}

/// The numbers of `text`, which may be separated by commas or blanks; none if anything else is
/// there, a number is missing between separators, or there are more than nine.
std::optional<std::vector<int>> read_numbers(std::string_view text) {
  std::vector<int> numbers;
  if (text.empty()) return numbers;
  std::string commas(text);
  std::replace(commas.begin(), commas.end(), ' ', ',');
  for (const std::string_view word : split(commas, ',')) {
    const auto number = parse_int(word, 0, 99);
    if (!number || numbers.size() == 9) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// The move of this notation with these numbers, if they fit.
std::optional<TwoDoku::Move> build(const Notation& notation, const std::vector<int>& numbers) {
  auto is_digit = [](int n) { return n >= 1 && n <= 9; };
  auto is_square = [&] { return numbers[0] <= 8 && numbers[1] <= 8; };
  if (notation.numbers.empty())
    return numbers.empty() ? std::optional(TwoDoku::Move::of(notation.kind)) : std::nullopt;
  if (notation.numbers == "c") {
    DigitCounts counts{};
    if (numbers.size() != 9) return std::nullopt;
    for (int digit = 1; digit <= 9; ++digit) {
      if (numbers[digit - 1] > 10) return std::nullopt;
      counts[digit] = static_cast<std::uint8_t>(numbers[digit - 1]);
    }
    const int dealt = domino_count(counts);
    const bool is_small = dealt == kSmallSize.hand && counts[9] == 0;
    if (dealt != kFullSize.hand && !is_small) return std::nullopt;
    return TwoDoku::Move::deal(notation.kind, counts);
  }
  if (notation.numbers == "d")
    return numbers.size() == 1 && is_digit(numbers[0])
               ? std::optional(TwoDoku::Move::of(notation.kind, 0, numbers[0]))
               : std::nullopt;
  if (notation.numbers == "dd") {
    if (numbers.size() != 2 || !is_digit(numbers[0]) || !is_digit(numbers[1])) return std::nullopt;
    return TwoDoku::Move::of(notation.kind, 0, std::min(numbers[0], numbers[1]),
                             std::max(numbers[0], numbers[1]));
  }
  const bool has_digit = notation.numbers == "sd";
  if (numbers.size() != (has_digit ? 3u : 2u) || !is_square()) return std::nullopt;
  if (has_digit && !is_digit(numbers[2])) return std::nullopt;
  return TwoDoku::Move::of(notation.kind, numbers[0] * 9 + numbers[1], has_digit ? numbers[2] : 0);
}

/// The notation whose word begins `text`; "take pot" and "deal blue" are found before "take" and
/// "deal".
const Notation* find_notation(std::string_view text) {
  const Notation* found = nullptr;
  for (const Notation& notation : kNotations) {
    const std::size_t length = notation.word.size();
    if (!text.starts_with(notation.word)) continue;
    if (text.size() > length && text[length] != ' ') continue;
    if (found == nullptr || length > found->word.size()) found = &notation;
  }
  return found;
}

constexpr std::array<std::string_view, 11> kExpected = {
    "'colour R,C' on a square that is not yet the mover's",
    "'hide R,C' on a white square without a domino",
    "the chance move 'value R,C,D' for the next face-down domino",
    "the chance move 'pot D,E', which leaves an even sum",
    "the chance move 'deal' of nine counts that make half of what is left",
    "'take R,C', 'take pot', 'play R,C,D' or 'pass'",
    "'play R,C,D' or 'pass'",
    "the chance move 'drew D' from the pot",
    "'play R,C,D', 'return D' or 'pass'",
    "the chance move 'accepted' or 'reveal R,C,D', as the face-down dominoes have it",
    "nothing: the game is over",
};

}  // namespace

std::string TwoDoku::format(Move move) const {
  const auto notation = std::find_if(kNotations.begin(), kNotations.end(),
                                     [&](const Notation& n) { return n.kind == move.kind(); });
  if (notation == kNotations.end()) return "?";
  std::string text(notation->word);
  char separator = ' ';
  auto append = [&](const std::string& number) {
    text += separator + number;
    separator = ',';
  };
  for (const char kind : notation->numbers) {
    if (kind == 's') append(square_text(move.square()));
    if (kind == 'd')
      append(
          digit_text(separator == ',' && notation->numbers == "dd" ? move.second() : move.digit()));
    if (kind == 'c')
      for (int digit = 1; digit <= 9; ++digit) append(std::to_string(move.counts()[digit]));
  }
  return text;
}

std::optional<TwoDoku::Move> TwoDoku::read(std::string_view text) {
  if (text.size() > kLongestMove) return std::nullopt;
  const Notation* const notation = find_notation(text);
  if (notation == nullptr) return std::nullopt;
  std::string_view rest = text.substr(notation->word.size());
  if (!rest.empty()) rest.remove_prefix(1);
  const auto numbers = read_numbers(rest);
  return numbers ? build(*notation, *numbers) : std::nullopt;
}

absl::StatusOr<TwoDoku::Move> TwoDoku::parse(std::string_view text) const {
  if (text.size() > kLongestMove)
    return absl::InvalidArgumentError("a move is at most " + std::to_string(kLongestMove) +
                                      " characters");
  const Notation* const notation = find_notation(text);
  if (notation == nullptr)
    return absl::InvalidArgumentError(in_quotes(text) + " is no move; expected is " +
                                      std::string(kExpected[static_cast<std::size_t>(stage_)]));
  const auto move = read(text);
  if (!move)
    return absl::InvalidArgumentError(in_quotes(text) + " should look like '" +
                                      std::string(notation->example) + "'");
  if (const std::string why = why_not(*move); !why.empty()) return absl::InvalidArgumentError(why);
  return *move;
}

/// One sentence if the move cannot be played now, else nothing.
std::string TwoDoku::why_not(Move move) const {
  const Player mover = to_move();
  const std::string expected(kExpected[static_cast<std::size_t>(stage_)]);
  if (mover == kChance && !is_whole())
    return "chance moves now, and a view does not know how; parse its moves in a whole position";
  if (mover == kChance)
    return is_outcome(move) ? ""
                            : "'" + format(move) + "' cannot happen now; expected is " + expected;
  if (mover != kNobody) {
    Moves moves;
    legal_moves(moves);
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) return "";
    if (move.kind() == Kind::kPlay && stage_ >= Stage::kTurn) return why_no_play(move);
    if ((move.kind() == Kind::kTake || move.kind() == Kind::kTakePot) && rules_.small)
      return "no domino can be taken in " + rules_.name();
    if (move.kind() == Kind::kTake && stage_ == Stage::kTurn)
      return "no domino lies face up at " + square_text(move.square());
    if (move.kind() == Kind::kTakePot && stage_ == Stage::kTurn) return "the pot is empty";
    if (move.kind() == Kind::kReturn && stage_ == Stage::kTookPot)
      return "no domino of digit " + digit_text(move.digit()) + " is in the mover's hand";
  }
  return "'" + format(move) + "' cannot be played now; expected is " + expected;
}

/// Why a placement fails, in the order in which the rules check it. REQUIRES: it is not legal.
std::string TwoDoku::why_no_play(Move move) const {
  const std::string square = square_text(move.square());
  if (hand_[mover_][move.digit()] == 0)
    return "no domino of digit " + digit_text(move.digit()) + " is in the mover's hand";
  if (occupied_.has(move.square())) return "a domino lies at " + square + " already";
  if (!targets(mover_).has(move.square()))
    return "the square " + square +
           " has the wrong colour: first come the mover's own squares, then white ones, then the "
           "other's";
  return "the square " + square + " sees a face-up " + digit_text(move.digit());
}

// Each square is two characters: what lies there ('.' nothing, '?' face down) and whose colour it
// has (r, b, x for both, blank for white).
std::string TwoDoku::drawn() const {
  std::string text = "    0  1  2   3  4  5   6  7  8\n";
  for (int row = 0; row < 9; ++row) {
    if (row % 3 == 0 && row > 0) text += "   --------- --------- ---------\n";
    text += std::to_string(row) + "  ";
    for (int column = 0; column < 9; ++column) {
      const int square = row * 9 + column;
      const int digit = digit_at(square);
      const int colours = colour_[0].has(square) + 2 * colour_[1].has(square);
      if (column % 3 == 0 && column > 0) text += '|';
      text += ' ';
      const char empty = rules_.dimensions().board.has(square) ? '.' : ' ';
      text += face_down_.has(square) ? '?' : digit > 0 ? static_cast<char>('0' + digit) : empty;
      text += colours > 0 ? kColourLetters[colours] : ' ';
    }
    text += '\n';
  }
  return text + drawn_hands();
}

std::string TwoDoku::drawn_hands() const {
  if (stage_ <= Stage::kDeal)
    return "coloured: red " + std::to_string(colour_[0].size()) + ", blue " +
           std::to_string(colour_[1].size()) + "; face down: " + std::to_string(hidden_count_) +
           "\n";
  std::string text;
  for (const Player player : {0, 1}) {
    std::string line = std::string(kSeats[player]) + (player == mover_ ? " *" : "");
    line.resize(8, ' ');
    line += counted(hand_size_[player], "domino", "dominoes");
    const SumRange range = sum_range_[player];
    if (knows_sum(player))
      line += ", sum " + std::to_string(hand_sum_[player]);
    else if (range != SumRange::of_size(hand_size_[player]))
      line += ", sum " + std::to_string(range.low) + " to " + std::to_string(range.high);
    if (knows_hand(player)) {
      line += ":";
      for (int digit = 1; digit <= 9; ++digit)
        line += (digit % 3 == 1 ? "  " : " ") + std::string(hand_[player][digit], '0' + digit);
    }
    text += line + "\n";
  }
  text += "pot     " + counted(pot_size_, "domino", "dominoes");
  for (int i = 0; i < pot().size(); ++i) text += (i == 0 ? ": " : " ") + std::to_string(pot()[i]);
  text += "\nturn    " + std::to_string(turns_) + ", without a placement " + std::to_string(idle_);
  return text + "\n";
}

}  // namespace gauntlet::engine
