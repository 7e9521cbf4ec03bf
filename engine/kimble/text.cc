// Kimble's texts: positions, moves, and the board for people.
#include <algorithm>
#include <optional>

#include "engine/kimble/kimble.h"
#include "engine/words.h"

namespace gauntlet::engine {

namespace {

constexpr int kShown = 44;  // squares in a position text: the ring, then four goals
constexpr std::size_t kLineBytes = kShown + 2;

char letter_of(int corner) {
  return static_cast<char>('A' + corner);
}
std::string word_of(int corner) {
  return std::string(1, letter_of(corner));
}

/// Where square `square` of a corner's board stands in a position text.
int place_of(int corner, int square) {
  if (square >= Kimble::kRing) return Kimble::kRing + 4 * corner + (square - Kimble::kRing);
  return (square + Kimble::kCornerGap * corner) % Kimble::kRing;
}

/// Which square of a corner's board stands at `place`; none in another's goal.
std::optional<int> square_at(int corner, int place) {
  if (place < Kimble::kRing)
    return (place + Kimble::kRing - Kimble::kCornerGap * corner) % Kimble::kRing;
  const int square = place - 4 * corner;
  if (square < Kimble::kRing || square >= Kimble::kSquares) return std::nullopt;
  return square;
}

absl::Status wrong_length(std::string_view line) {
  return absl::InvalidArgumentError(
      "a kimble position begins with 46 characters (44 squares, the player to move, the "
      "die), but here they are " +
      (line.size() > 46 ? "more" : std::to_string(line.size())));
}

}  // namespace

std::string Kimble::to_text() const {
  std::string text(kShown, '0');
  for (int corner = 0; corner < kCorners; ++corner) {
    for (std::uint32_t rest = boards_[corner]; rest != 0;)
      text[place_of(corner, pop_lowest(rest))] = letter_of(corner);
  }
  text += turn_ == kNoCorner ? '-' : letter_of(turn_);
  text += static_cast<char>('0' + die_);
  text += ' ';
  text += rules_.letters();
  if (players() == 1) text.append(1, ' ').append(std::to_string(throws_));
  return text;
}

absl::StatusOr<Kimble> Kimble::from_text(const Rules& rules, std::string_view text) {
  const std::vector<std::string_view> words = split(text.substr(0, 80), ' ');
  if (words[0].size() != kLineBytes) return wrong_length(words[0]);
  if (words.size() < 2 || words[1] != rules.letters()) {
    return absl::InvalidArgumentError(
        "after the 46 characters come a blank and the letters of those who play, here " +
        rules.letters());
  }
  const bool counts = rules.players() == 1 && words.size() == 3;
  const auto throws = counts ? parse_int(words[2], 0, kMostThrows) : 0;
  if (text.size() > 80 || (words.size() > 2 && !counts) || !throws) {
    return absl::InvalidArgumentError(
        rules.players() == 1
            ? "after the letters only a blank and the throws so far, 0-1000, may follow"
            : "nothing may follow the letters of those who play");
  }
  absl::StatusOr<Kimble> squares = read_squares(rules, words[0].substr(0, kShown));
  if (!squares.ok()) return squares;
  squares->throws_ = static_cast<std::uint16_t>(*throws);
  return squares->with_turn(words[0][kShown], words[0][kShown + 1]);
}

absl::StatusOr<Kimble> Kimble::read_squares(const Rules& rules, std::string_view squares) {
  Kimble state;
  state.rules_ = rules;
  for (int place = 0; place < kShown; ++place) {
    const char piece = squares[place];
    if (piece == '0') continue;
    const std::string where = std::string(" at square ").append(std::to_string(place));
    const int corner = piece - 'A';
    if (corner < 0 || corner >= kCorners || !(rules.seats >> corner & 1)) {
      return absl::InvalidArgumentError(in_quotes(squares.substr(place, 1)) + where +
                                        " is neither 0 nor a letter of those who play (" +
                                        rules.letters() + ")");
    }
    const std::optional<int> square = square_at(corner, place);
    if (!square)
      return absl::InvalidArgumentError(word_of(corner) + where +
                                        " stands in another player's goal");
    if (*square >= state.end()) {
      return absl::InvalidArgumentError(
          word_of(corner) + where + " stands past the goal, which has as many squares as " +
          "a player has pieces (" + std::to_string(rules.pieces) + ")");
    }
    state.boards_[corner] |= 1u << *square;
    if (std::popcount(state.boards_[corner]) > rules.pieces) {
      return absl::InvalidArgumentError(word_of(corner) + " has more than " +
                                        counted(static_cast<std::uint64_t>(rules.pieces), "piece") +
                                        " on the board");
    }
  }
  return state;
}

absl::StatusOr<Kimble> Kimble::with_turn(char mover, char die) const {
  if (die < '0' || die > '6') {
    return absl::InvalidArgumentError("the die must be 1-6, or 0 when it is not thrown yet, not " +
                                      in_quotes(std::string(1, die)));
  }
  Kimble state = *this;
  if (mover == '-') {
    const bool untouched = std::all_of(boards_.begin(), boards_.end(), std::logical_not<>());
    if (untouched && die == '0' && throws_ == 0) return state;
    return absl::InvalidArgumentError(
        "before the starter is drawn (mover '-') all pieces are at home and the die is 0");
  }
  const int corner = mover - 'A';
  if (corner < 0 || corner >= kCorners || !(rules_.seats >> corner & 1)) {
    return absl::InvalidArgumentError("the player to move must be one of " + rules_.letters() +
                                      ", or - before the starter is drawn, not " +
                                      in_quotes(std::string(1, mover)));
  }
  state.turn_ = static_cast<std::uint8_t>(corner);
  state.die_ = static_cast<std::uint8_t>(die - '0');
  for (int other = 0; other < kCorners; ++other)
    if (has_finished(boards_[other])) return state.over(other);
  if (state.die_ == 0) return state;
  if (state.movable_pieces() == 0) {
    state.end_turn();
  } else {
    state.to_move_ = player_at(corner);
  }
  return state;
}

absl::StatusOr<Kimble> Kimble::over(int winner) const {
  if (std::count_if(boards_.begin(), boards_.end(), [&](auto b) { return has_finished(b); }) > 1)
    return absl::InvalidArgumentError(
        "two players have all their pieces in the goal, but the first one ends the game");
  if (turn_ != winner || die_ != 0) {
    return absl::InvalidArgumentError(
        word_of(winner) + " has all its pieces in the goal, so the game is over and the " +
        "46 characters must end in " + word_of(winner) + "0");
  }
  Kimble state = *this;
  state.to_move_ = kNobody;
  return state;
}

std::string Kimble::format(Move move) const {
  switch (move.kind()) {
    case Move::kThrow:
      return "die=" + std::to_string(move.number());
    case Move::kStarter:
      return "starter=" + word_of(corner(static_cast<Player>(move.number())));
    case Move::kPiece:
      break;
  }
  const std::uint64_t ahead = track(boards_[turn_]) >> move.number() >> 1;
  return std::to_string(std::popcount(ahead));
}

absl::StatusOr<Kimble::Move> Kimble::parse(std::string_view text) const {
  const std::string shown = in_quotes(text);
  if (to_move_ == kNobody)
    return absl::InvalidArgumentError("the game is over, so " + shown + " cannot be played");
  if (to_move_ == kChance) {
    std::string possible;
    Move found(Move::kPiece, 0);
    chance_outcomes([&](Move move, double) {
      if (format(move) == text) found = move;
      possible += (possible.empty() ? "" : ", ") + format(move);
    });
    if (found.kind() != Move::kPiece) return found;
    return absl::InvalidArgumentError(shown + " is not one of " + possible +
                                      ", which can happen now");
  }
  const std::optional<int> rank = parse_int(text, 0, rules_.pieces - 1);
  if (!rank || text.size() != 1) {
    return absl::InvalidArgumentError(shown + " is not a piece's rank, 0 (the foremost) to " +
                                      std::to_string(rules_.pieces - 1));
  }
  std::uint32_t pieces = boards_[turn_];
  const int on_board = std::popcount(pieces);
  const int position = *rank < on_board ? kHomeGap + nth_set_bit(pieces, on_board - 1 - *rank) : 0;
  if (movable_pieces() >> position & 1) return Move(Move::kPiece, position);
  return absl::InvalidArgumentError(why_not(*rank));
}

std::string Kimble::why_not(int rank) const {
  Moves moves;
  legal_moves(moves);
  std::string movable;
  for (const Move move : moves) movable += (movable.empty() ? "" : ", ") + format(move);
  return "piece " + std::to_string(rank) + " cannot move with a " + std::to_string(die_) +
         " (movable now: " + movable + ")";
}

namespace {

constexpr int kSide = 8;        // squares along one side of the ring
constexpr int kHomeWidth = 12;  // of "A2 at home 2"

struct Cell {
  int row;
  int column;
};

/// The drawing turned by a quarter, clockwise, `times` times.
Cell turned(Cell cell, int times) {
  for (; times > 0; --times) cell = {cell.column, kSide - 1 - cell.row};
  return cell;
}

/// Where a corner's square is drawn: the ring clockwise from the top left, each goal along the
/// ring's inside from its own corner on.
Cell cell_of(int corner, int square) {
  if (square >= Kimble::kRing) return turned({1, 1 + square - Kimble::kRing}, corner);
  const int sides = square / Kimble::kCornerGap;
  return turned({0, square % Kimble::kCornerGap}, (corner + sides) % Kimble::kCorners);
}

/// What the middle of the board says, in two lines.
std::array<std::string, 2> middle(const Kimble& state, const std::string& mover) {
  if (state.turn() == kChance) return {" who", "starts?"};
  if (state.to_move() == kNobody) return {mover + " has", " won"};
  if (state.to_move() == kChance) return {mover + " to", "throw"};
  return {mover + " has", " [" + std::to_string(state.die()) + "]"};
}

/// A line without the blanks at its end.
std::string line_of(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

/// Whoever has thrown sees the ranks of its pieces, by which they are named: "A0".
std::string Kimble::drawn() const {
  std::array<std::string, kSide> rows;
  rows.fill(std::string(3 * kSide, ' '));
  const auto put = [&](Cell cell, const std::string& what) {
    rows[cell.row].replace(3 * cell.column, what.size(), what);
  };
  for (int square = 0; square < kRing; ++square)
    put(cell_of(0, square), square % kCornerGap == 0 ? "+" : ".");
  std::array<std::string, kCorners> homes;
  homes.fill(std::string(kHomeWidth, ' '));
  for (int corner = 0; corner < kCorners; ++corner) {
    if (!(rules_.seats >> corner & 1)) continue;
    const bool has_ranks = to_move_ >= 0 && corner == turn_;
    const auto named = [&](int rank) {
      return word_of(corner) + (has_ranks ? std::to_string(rank) : "");
    };
    for (int square = kRing; square < end(); ++square) put(cell_of(corner, square), "_");
    const int on_board = std::popcount(boards_[corner]);
    int rank = on_board;
    for (std::uint32_t rest = boards_[corner]; rest != 0;)
      put(cell_of(corner, pop_lowest(rest)), named(--rank));
    const int at_home = rules_.pieces - on_board;
    homes[corner] =
        (at_home > 0 ? named(on_board) : word_of(corner)) + " at home " + std::to_string(at_home);
    homes[corner].resize(kHomeWidth, ' ');
  }
  const auto words = middle(*this, turn_ == kNoCorner ? "" : word_of(turn_));
  for (std::size_t i = 0; i < words.size(); ++i) rows[3 + i].replace(8, words[i].size(), words[i]);
  std::string picture = line_of(homes[0] + std::string(5, ' ') + homes[1]);
  for (const std::string& row : rows) picture += line_of("   " + row);
  return picture + line_of(homes[3] + std::string(5, ' ') + homes[2]);
}

}  // namespace gauntlet::engine
