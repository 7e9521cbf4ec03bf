// m,n,k boards and gomoku, told to people.
#include "engine/guide.h"

namespace gauntlet::engine {

namespace {

constexpr std::string_view kSeats = "Two: x and o. x begins.";

constexpr std::string_view kMoves =
    "A move is row,column, both from 0 at the top left: 0,0 is the top left square, 0,1 the one to "
    "the right of it.";

constexpr std::string_view kPosition =
    "The rows from the top, joined by '/', one character per square: x, o, or . for an empty one. "
    "Who is to move follows from the stones: x moves when there are as many of each.";

constexpr GameGuide::Variant kGomokuVariants[] = {
    {":SIZE", "the side of the board, 5 to 32; 15 without it"},
    {"/exact", "only exactly five in a row win, and six or more count for nothing"},
};

constexpr GameGuide::Variant kMnkVariants[] = {
    {":WxHxK", "W squares wide, H high, K in a row win; each 1 to 32"},
    {"/exact", "only exactly K in a row win, and more count for nothing"},
    {"/page",
     "on boards at least two squares higher than wide some diagonals go on round the edge, as the "
     "original K-in-a-Row page counts them"},
};

std::string seat_of(const AnyState&, Player player) {
  return player == 0 ? "x" : "o";
}

Ending how_it_ended(const AnyState& over) {
  return {.how = over.returns()[0] == 0.5f ? "a full board" : "a line"};
}

}  // namespace

constexpr GameGuide kGomokuGuide = {
    .seats = kSeats,
    .rules =
        "The players put stones of their own on empty squares in turn. The first to have five or "
        "more in a row, across, down or diagonally, wins. A full board is a draw. Nothing else is "
        "forbidden: there are no restrictions on x and no opening rules.",
    .variants = kGomokuVariants,
    .moves = kMoves,
    .position = kPosition,
    .example_plies = 5,
    .seat_name = seat_of,
    .ending = how_it_ended,
};

constexpr GameGuide kMnkGuide = {
    .seats = kSeats,
    .rules =
        "The players put stones of their own on empty squares in turn. Stones do not fall. The "
        "first to have K or more in a row, across, down or diagonally, wins. A full board is a "
        "draw. mnk:3x3x3 is noughts and crosses.",
    .variants = kMnkVariants,
    .moves = kMoves,
    .position = kPosition,
    .example_plies = 5,
    .seat_name = seat_of,
    .ending = how_it_ended,
};

}  // namespace gauntlet::engine
