// Kimble, told to people.
#include "engine/guide.h"

#include "engine/kimble/kimble.h"

namespace gauntlet::engine {

namespace {

constexpr GameGuide::Variant kVariants[] = {
    {":SEATS",
     "who plays: a number, 1 (A), 2 (A and C), 3 (A, B and C) or 4, or the letters in order, as in "
     "kimble:BD; 4 without it. Alone at the board the aim is to need few throws"},
    {"/pieces=N", "each player has N pieces, 1 to 4, and fills as many goal squares; 4 without it"},
};

std::string seat_of(const AnyState& state, Player player) {
  return std::string(1, state.as<Kimble>().rules().letters()[static_cast<std::size_t>(player)]);
}

/// Alone at the board, too, however many throws that takes.
Ending how_it_ended(const AnyState&) {
  return {.how = "all pieces in the goal"};
}

/// Why the mover's pieces cannot move by `die`.
std::string stuck_sentence(const std::string& mover, bool is_all_home, char die) {
  const std::string thrown = mover + " cannot move with a " + die + ": ";
  return is_all_home ? thrown + "its pieces are at home, and a piece leaves home only with a 6"
                     : thrown +
                           "each of its pieces would land on another of its own, leaves home only "
                           "with a 6, or stands too near the end of the goal";
}

/// Where a throw moves nothing the next player throws.
std::string why_thrown_again(const AnyState& state, std::string_view text) {
  constexpr std::size_t kMover = 44, kDie = 45;  // in the text; what stands there was checked
  const auto& kimble = state.as<Kimble>();
  if (text[kDie] == '0' || kimble.to_move() != kChance) return "";
  const std::string mover(1, text[kMover]);
  const auto seat = static_cast<Player>(kimble.rules().letters().find(mover));
  const auto next = static_cast<std::size_t>(kimble.turn());
  return stuck_sentence(mover, kimble.board(seat) == 0, text[kDie]) + "; " +
         kimble.rules().letters()[next] + " throws next";
}

}  // namespace

constexpr GameGuide kKimbleGuide = {
    .seats =
        "One to four, at the corners of the board, clockwise: A at the top left, B at the top "
        "right, C at the bottom right, D at the bottom left. The starter is drawn.",
    .rules =
        "Each player takes four pieces from home once round the ring of 28 squares, clockwise, "
        "into the goal of four squares behind it. The player throws a die and moves one piece by "
        "it. A piece leaves home only with a six, onto its player's start square. After a six the "
        "player throws again, even if nothing could move. A player who can move must do so. "
        "Landing on another's piece sends it home; a square with a piece of one's own is barred, "
        "but pieces may be passed. The goal takes exact throws, and pieces may still move inside "
        "it. The first to have all pieces in the goal wins.",
    .variants = kVariants,
    .moves =
        "A move is the rank of the piece that moves: 0 the foremost (those in the goal are "
        "foremost), 1 the next, up to 3; pieces at home come last. The moves of chance are die=1 "
        "to die=6 and starter=A.",
    .position =
        "46 characters, a blank and the letters of those who play. The characters are the 28 "
        "squares of the ring from A's start square on (B's start is the 8th, C's the 15th, D's the "
        "22nd), then the four goal squares each of A, B, C and D, 0 or the letter of who stands "
        "there; then who moves, or - before the starter is drawn; then the die, or 0 before it is "
        "thrown. Pieces that are not shown are at home. Alone at the board a blank and the throws "
        "so far may follow.",
    .example_plies = 30,
    .seat_name = seat_of,
    .ending = how_it_ended,
    .why_passed = why_thrown_again,
};

}  // namespace gauntlet::engine
