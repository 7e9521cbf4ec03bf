// Two-Doku, told to people; docs/twodoku.md tells more.
#include "engine/guide.h"

#include "engine/twodoku/twodoku.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

constexpr GameGuide::Variant kVariants[] = {
    {"/java", "red colours its 36 squares, then blue; without it square by square in turn"},
    {"/open", "both hands lie open; the face-down dominoes and the pot stay secret"},
    {"/small",
     "4x4 squares, three of each colour, ten dominoes of which two are hidden and three dealt to "
     "each player; nothing is taken; small enough to be solved: gauntlet solve twodoku/small"},
};

std::string seat_of(const AnyState&, Player player) {
  return std::string(kSeats[static_cast<std::size_t>(player)]);
}

Ending how_it_ended(const AnyState& over) {
  const auto& state = over.as<TwoDoku>();
  const bool is_empty = state.hand_size(0) == 0 || state.hand_size(1) == 0;
  return {.how = is_empty                  ? "an empty hand"
                 : state.idle_turns() == 2 ? "two turns without a placement"
                                           : "the limit of turns",
          .lead = state.hand_sum(1) - state.hand_sum(0)};
}

}  // namespace

constexpr GameGuide kTwoDokuGuide = {
    .seats = "Two: red, who begins, and blue.",
    .rules =
        "Each player colours 36 squares of a Sudoku board; a square may get both colours. Then in "
        "turn each hides four dominoes, whose digits nobody knows, face down on white squares. Of "
        "the other dominoes, ten of each digit less those hidden, two go into the pot and each "
        "player gets 40 with the same sum. In a turn a player may take one face-up domino of the "
        "board, or one of the pot unseen, into the hand; and then places a domino, or passes, or "
        "after taking from the pot returns one to it. While squares of one's own colour are empty "
        "only they may be filled, then white ones, then the other's; the row, column and box must "
        "not show the digit face up. If a face-down domino in sight has it, the placement fails: "
        "that domino is turned face up and the other one goes back into the hand. The game ends "
        "when a hand is empty after a turn, or after two turns in a row without a placement. Each "
        "player scores the sum of the other's hand and the pot, so the smaller hand wins; after "
        "400 turns the game is drawn.",
    .variants = kVariants,
    .moves =
        "A move is a word and numbers, rows and columns from 0 at the top left: 'colour 4,5', "
        "'hide 4,5', 'take 4,5', 'take pot', 'play 4,5,7' (the digit last), 'return 7', 'pass'. "
        "Blanks may stand for the commas.",
    .position =
        "Fields with single blanks between. The colours: nine rows joined by '/', . for white, r "
        "red, b blue, x both. The dominoes in the same way: . nothing, 1 to 9 face up, a to i face "
        "down with the value 1 to 9, ? face down and not drawn yet. The stage: colour, hide, turn, "
        "took, took-pot and so on. From 'turn' on ten more fields as in mover=red, for hands, pot "
        "and what is known; docs/twodoku.md explains each.",
    .example_plies = 82,
    .seat_name = seat_of,
    .ending = how_it_ended,
    .lead_unit = "digits",
};

}  // namespace gauntlet::engine
