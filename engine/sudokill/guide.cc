// Sudokill, told to people.
#include "engine/guide.h"

#include "engine/sudokill/sudokill.h"

namespace gauntlet::engine {

namespace {

constexpr GameGuide::Variant kVariants[] = {
    {"/fill=P", "P percent of the squares are given at the start, 0 to 100; 33 without it"},
};

std::string seat_of(const AnyState&, Player player) {
  return "player " + std::to_string(player + 1);
}

Ending how_it_ended(const AnyState& over) {
  return {.how = over.as<Sudokill>().empty().empty() ? "a full board" : "no move left"};
}

}  // namespace

constexpr GameGuide kSudokillGuide = {
    .seats = "Two: player 1, who begins, and player 2.",
    .rules =
        "The players fill one Sudoku in turn, whose givens are part of a solved one. A move puts a "
        "digit on an empty square where neither row, column nor box holds it already. The first "
        "move may go anywhere; each later one must go into the row or the column of the move "
        "before it, and only when both are full anywhere. A player without such a move loses, on a "
        "full board too. Whether the Sudoku can still be solved never matters.",
    .variants = kVariants,
    .moves = "A move is row,column,digit; rows and columns are 0 to 8 from the top left.",
    .position =
        "81 characters row by row from the top left, a digit or . for an empty square; a blank; "
        "the row and the column of the last move as two digits, or - before the first; and if you "
        "like another blank and who moves, 1 or 2 (1 if it is left out).",
    .example_plies = 2,
    .seat_name = seat_of,
    .ending = how_it_ended,
};

}  // namespace gauntlet::engine
