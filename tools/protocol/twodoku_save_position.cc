// What who has the next turn knows of a saved game of Two-Doku, as a position text.
#include <algorithm>
#include <optional>
#include <vector>

#include "engine/twodoku/twodoku.h"
#include "tools/protocol/twodoku_save.h"

namespace gauntlet::tools {

namespace {

using engine::Player;
using engine::SquareSet;
using engine::twodoku::DigitCounts;
using Tile = TwoDokuSave::Tile;

/// The program's game ends when its counter of passes gets here.
constexpr int kPassesAtTheEnd = 4;

/// 81 characters in nine rows.
template <class Letter>
std::string rows(const TwoDokuSave& save, Letter letter) {
  std::string text;
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    if (square > 0 && square % 9 == 0) text += '/';
    text += letter(save.tiles[square]);
  }
  return text;
}

char colour_letter(const Tile& tile) {
  return ".rbx"[tile.colour];
}

/// Nobody knows what lies face down.
char domino_letter(const Tile& tile) {
  if (tile.digit == 0) return '.';
  return tile.is_face_up ? static_cast<char>('0' + tile.digit) : '?';
}

/// REQUIRES: at most thirteen of a digit.
std::string counts_text(const DigitCounts& counts) {
  std::string text;
  for (int digit = 1; digit <= 9; ++digit) text += "0123456789abcd"[counts[digit]];
  return text;
}

/// The next turn, from a file in the turns.
class SavedTurn {
 public:
  explicit SavedTurn(const TwoDokuSave& save) : save_(save) {
    mover_ = save.is_locked ? 1 - save.mover : save.mover;
    passes_ = save.passes;
    if (save.is_locked) passes_ = std::max(passes_ + (save.counts_a_pass ? 1 : -1), -1);
  }

  absl::StatusOr<std::string> text() const;

 private:
  bool is_over() const;
  std::string hand_text(Player player) const;
  std::string excluded_text() const;
  std::string excluded_digits(int square) const;
  std::optional<std::string> swapped_text() const;
  int seen(int digit) const;

  const TwoDokuSave& save_;
  Player mover_;  // whose turn comes when the button is clicked, if nothing else is left to do
  int passes_;    // and the counter then
};

bool SavedTurn::is_over() const {
  return save_.is_over || passes_ >= kPassesAtTheEnd ||
         engine::twodoku::domino_count(save_.hands[0]) == 0 ||
         engine::twodoku::domino_count(save_.hands[1]) == 0;
}

std::string SavedTurn::hand_text(Player player) const {
  const DigitCounts& hand = save_.hands[player];
  return player == mover_ ? counts_text(hand)
                          : "?" + std::to_string(engine::twodoku::domino_count(hand));
}

/// A domino on a coloured square was placed there, and so was accepted by all that lie face down in
/// sight. One on a white square may have been turned face up itself.
std::string SavedTurn::excluded_digits(int square) const {
  SquareSet digits;
  engine::kPeers[square].for_each([&](int peer) {
    const Tile& tile = save_.tiles[peer];
    if (tile.is_face_up && tile.colour != 0) digits.add(tile.digit);
  });
  std::string text;
  digits.for_each([&](int digit) { text += static_cast<char>('0' + digit); });
  return text.empty() ? "-" : text;
}

std::string SavedTurn::excluded_text() const {
  std::string text;
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    const Tile& tile = save_.tiles[square];
    if (tile.digit == 0 || tile.is_face_up) continue;
    text += (text.empty() ? "" : ",") + excluded_digits(square);
  }
  return text.empty() ? "none" : text;
}

/// How many dominoes of this digit the mover sees, its own with them.
int SavedTurn::seen(int digit) const {
  const auto is_seen = [&](const Tile& tile) { return tile.is_face_up && tile.digit == digit; };
  return static_cast<int>(std::count_if(save_.tiles.begin(), save_.tiles.end(), is_seen)) +
         save_.hands[mover_][digit];
}

/// The program puts two dominoes of any digit into the pot and leaves two low ones out of the game
/// in exchange: ones, but for ones that were drawn before; then twos. The mover takes it for ones
/// as far as what it sees allows. Nothing if more was left out than the engine can tell.
std::optional<std::string> SavedTurn::swapped_text() const {
  engine::twodoku::SwappedDominoes swapped;
  swapped.add(1);
  swapped.add(1);
  const auto certain = [&](int digit) {
    return engine::twodoku::kFullSize.dominoes[digit] - swapped.count(digit);
  };
  const auto excess = [&] {
    int more = 0;
    for (int digit = 1; digit <= 9; ++digit) more += std::max(0, seen(digit) - certain(digit));
    return more;
  };
  while (excess() > swapped.size()) {
    int lowest = 1;
    while (lowest <= 9 && seen(lowest) >= certain(lowest)) ++lowest;
    if (lowest > 9 || swapped.size() == engine::twodoku::SwappedDominoes::kMost)
      return std::nullopt;
    swapped.add(lowest);
  }
  std::string text;
  for (int i = 0; i < swapped.size(); ++i) text += static_cast<char>('0' + swapped[i]);
  return text;
}

absl::StatusOr<std::string> SavedTurn::text() const {
  if (save_.pot > 2)
    return absl::InvalidArgumentError("numberOfDominoesInPot must be 0 to 2 in the turns, not " +
                                      std::to_string(save_.pot));
  if (is_over())
    return absl::InvalidArgumentError("the game of this file is over; no move is left to find");
  const auto swapped = swapped_text();
  if (!swapped)
    return absl::InvalidArgumentError(
        "the player to move sees more dominoes of some digits than the program "
        "deals: ten of each and two in the pot");
  const bool took = !save_.is_locked && !save_.may_take;
  const int idle = passes_ == kPassesAtTheEnd - 1;
  const int turns =
      mover_ + 2 * (idle > mover_);  // the file does not tell; the fewest there can be
  return rows(save_, colour_letter) + ' ' + rows(save_, domino_letter) +
         (took ? " took-pot" : " turn") + " mover=" + std::string(engine::twodoku::kSeats[mover_]) +
         " turn=" + std::to_string(turns) + " idle=" + std::to_string(idle) +
         " red=" + hand_text(0) + " blue=" + hand_text(1) +
         " pot=" + (save_.pot == 0 ? "-" : std::string(save_.pot, '?')) +
         " knows=-/- min=000000000/000000000 sums=- not=" + excluded_text() +
         " swapped=" + *swapped + " view=" + std::string(engine::twodoku::kSeats[mover_]);
}

}  // namespace

absl::StatusOr<std::string> position_text(const TwoDokuSave& save) {
  switch (save.stage) {
    case TwoDokuSave::Stage::kColouring:
      return rows(save, colour_letter) + ' ' + rows(save, domino_letter) + " colour";
    case TwoDokuSave::Stage::kHiding:
      return absl::InvalidArgumentError(
          "in this file dominoes are being hidden, which the program lets red finish before blue "
          "and the rules do in turn; save the game while squares are coloured, or once the turns "
          "have begun");
    case TwoDokuSave::Stage::kTurns:
      return SavedTurn(save).text();
    case TwoDokuSave::Stage::kOver:
      break;
  }
  return absl::InvalidArgumentError("the game of this file is over; no move is left to find");
}

}  // namespace gauntlet::tools
