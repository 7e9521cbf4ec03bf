// Whether the fields of a position of Two-Doku agree with each other.
#include <algorithm>

#include "engine/twodoku/text.h"
#include "engine/twodoku/unknown.h"

namespace gauntlet::engine::twodoku {

bool Text::check_colours() {
  if (state_.rules_.small) return check_given_colours();
  const int each = state_.rules_.dimensions().coloured;
  const int red = state_.colour_[0].size();
  const int blue = state_.colour_[1].size();
  if (red > each || blue > each)
    return fail("each player colours 36 squares, not " + std::to_string(std::max(red, blue)));
  const bool all = red == each && blue == each;
  if (state_.stage_ != Stage::kColour)
    return all || fail("each player has coloured 36 squares at this stage, not " +
                       std::to_string(red) + " and " + std::to_string(blue));
  if (all) return fail("the stage colour is over when both have coloured 36 squares");
  if (!state_.occupied_.empty()) return fail("no domino lies on the board at the stage colour");
  if (state_.rules_.java) {
    if (blue > 0 && red < each) return fail("red colours its 36 squares before blue begins");
    state_.mover_ = red == each;
  } else {
    if (red != blue && red != blue + 1)
      return fail("the players colour in turn, red first: not " + std::to_string(red) + " and " +
                  std::to_string(blue));
    state_.mover_ = red != blue;
  }
  return true;
}

/// The small board's.
bool Text::check_given_colours() {
  const std::string name = state_.rules_.name();
  if (state_.stage_ == Stage::kColour || state_.stage_ == Stage::kHide)
    return fail(name + " has no stage " +
                std::string(kStageNames[static_cast<std::size_t>(state_.stage_)]) +
                ": colours and hidden squares are given");
  if (state_.colour_ != state_.rules_.dimensions().colours)
    return fail("the colours of " + name +
                " are given: r..b...../....r..../........./b......../.r..b....");
  return true;
}

/// What cannot be where nothing is taken.
bool Text::check_untaken() {
  const std::string name = state_.rules_.name();
  if (state_.stage_ == Stage::kTook || state_.stage_ == Stage::kDraw ||
      state_.stage_ == Stage::kTookPot)
    return fail("no domino can be taken in " + name);
  if (state_.pot_size_ != kPot) return fail("the pot of " + name + " keeps its two dominoes");
  if (state_.pot_known_[0].size() + state_.pot_known_[1].size() > 0)
    return fail("nobody knows the pot in " + name);
  if (!state_.sum_range_[0].is_exact() || !state_.sum_range_[1].is_exact())
    return fail("the sums of both hands stay public in " + name);
  return state_.rules_.dimensions().hides.without(state_.occupied_).empty() ||
         fail("dominoes lie where they were hidden, face down or up, in " + name);
}

/// Before the hands are dealt, face down and in the pot are dominoes that there are. On the small
/// board any two that are face down leave a pot and hands of equal sums.
bool Text::check_drawn() {
  if (!state_.is_whole()) return true;
  DigitCounts drawn{};
  for (int i = 0; i < state_.hidden_count_; ++i) ++drawn[state_.hidden_[i].digit];
  for (int i = 0; i < kPot; ++i) ++drawn[state_.pot_[i]];
  for (int digit = 1; digit <= 9; ++digit)
    if (const int there = state_.rules_.dimensions().dominoes[digit]; drawn[digit] > there)
      return fail("there are " + count_word(there) + " dominoes of digit " + std::to_string(digit) +
                  ", not " + std::to_string(drawn[digit]));
  return true;
}

bool Text::check_setup() {
  const int hidden = state_.hidden_count_;
  const int face_down = state_.rules_.dimensions().face_down;
  if (state_.stage_ == Stage::kColour) return true;
  if (state_.face_down_ != state_.occupied_)
    return fail("no domino lies face up before the hands are dealt");
  if (state_.stage_ == Stage::kHide) {
    if (hidden == face_down)
      return fail("the stage hide is over with " + count_word(face_down) + " dominoes");
    state_.mover_ = static_cast<Player>(hidden % 2);
  } else if (hidden != face_down) {
    return fail(count_word(face_down) + " dominoes lie face down at this stage, not " +
                std::to_string(hidden));
  }
  for (int i = 0; i < hidden; ++i)
    if (state_.is_whole() && (state_.hidden_[i].digit > 0) != (i < state_.values_drawn_))
      return fail("exactly the first " + std::to_string(state_.values_drawn_) +
                  " face-down dominoes have a value at this stage");
  if (!check_drawn()) return false;
  if (state_.stage_ != Stage::kDeal) return true;
  if (state_.pot_size_ != 2) return fail("the pot holds two dominoes before the deal");
  if (!state_.is_whole())
    return state_.pot_.size() == 0 || fail("nobody knows the pot before the deal");
  const DigitCounts left = state_.undrawn();
  if (digit_sum(left) % 2 != 0) return fail("what is left to deal has an odd sum");
  return !state_.rules_.small || DealEnumeration(left).total_ways() > 0 ||
         fail("what is left to deal makes no hands of equal sums");
}

/// Only dominoes that lay face down, thus on white squares, may break the rules of Sudoku.
bool Text::check_face_up() {
  const SquareSet coloured = state_.colour_[0] | state_.colour_[1];
  std::optional<int> wrong;
  for (int digit = 1; digit <= 9; ++digit)
    (state_.face_up(digit) & coloured).for_each([&](int square) {
      if (state_.face_up(digit).meets(kPeers[square]) && !wrong) wrong = square;
    });
  return !wrong || fail("the domino at " + square_text(*wrong) +
                        " sees an equal one, as none that was placed can");
}

bool Text::check_known_pot() {
  if (state_.rules_.open && state_.pot_known_[0] != state_.pot_known_[1])
    return fail("with open hands both know the same of the pot");
  for (const Player player : {0, 1}) {
    DigitPair rest = state_.pot_;
    const DigitPair& known = state_.pot_known_[player];
    for (int i = 0; i < known.size(); ++i) rest.remove(known[i]);
    if (rest.size() != state_.pot_.size() - known.size())
      return fail(std::string(kSeats[player]) + " knows a domino that is not in the pot");
  }
  return true;
}

bool Text::check_whole() {
  if (!check_known_pot()) return false;
  for (int i = 0; i < state_.hidden_count_; ++i) {
    const FaceDown& domino = state_.hidden_[i];
    if (domino.digit == 0)
      return fail("the face-down domino at " + square_text(domino.square) +
                  " needs a value, 'a' to 'i', in a whole position");
    if (domino.excluded >> domino.digit & 1)
      return fail("the face-down domino at " + square_text(domino.square) +
                  " is one that it cannot be");
  }
  const DigitCounts left = state_.undrawn();
  const DigitCounts& all = state_.rules_.dimensions().dominoes;
  DigitCounts counts{};
  for (int digit = 1; digit <= 9; ++digit) {
    counts[digit] =
        static_cast<std::uint8_t>(all[digit] - left[digit] + state_.face_up(digit).size() +
                                  state_.hand_[0][digit] + state_.hand_[1][digit]);
    for (const Player player : {0, 1}) {
      if (state_.minimum_[player][digit] > state_.hand_[player][digit])
        return fail("min says more of digit " + std::to_string(digit) + " than " +
                    std::string(kSeats[player]) + " holds");
      if (state_.rules_.open && state_.minimum_[player][digit] > 0)
        return fail("with open hands min is all zero");
    }
  }
  return check_counts(counts);
}

/// Whether a whole position holds the dominoes of its game.
bool Text::check_counts(const DigitCounts& counts) {
  const SwappedDominoes& swapped = state_.swapped_;
  int more = 0;  // than there are for certain
  for (int digit = 1; digit <= 9; ++digit) {
    const int certain = state_.certain(digit);
    more += counts[digit] - certain;
    if (counts[digit] < certain || (swapped.size() == 0 && counts[digit] > certain))
      return fail("there are " + count_word(certain) + " dominoes of digit " +
                  std::to_string(digit) + ", not " + std::to_string(counts[digit]));
  }
  return more == swapped.size() ||
         fail("board, hands and pot hold " + std::to_string(state_.rules_.dimensions().total) +
              " dominoes, not " + std::to_string(domino_count(counts)));
}

bool Text::check_view() {
  const Player own = state_.observer_;
  const Player other = 1 - own;
  if (state_.pot_ != state_.pot_known_[own])
    return fail("the digits of a view's pot must be those that its owner knows");
  if (!state_.rules_.open && state_.pot_known_[other].size() > 0)
    return fail("a view does not know what the other knows of the pot");
  if (state_.rules_.open && !check_known_pot()) return false;
  state_.pot_.clear();
  int others = 0;
  for (int digit = 1; digit <= 9; ++digit) {
    const DigitPair& pot = state_.pot_known_[own];
    const int count = state_.face_up(digit).size() + state_.hand_[0][digit] +
                      state_.hand_[1][digit] + state_.minimum_[other][digit] + (pot[0] == digit) +
                      (pot[1] == digit);
    const int there = state_.rules_.dimensions().dominoes[digit];
    if (count > there && state_.swapped_.size() == 0)
      return fail("there are " + count_word(there) + " dominoes of digit " + std::to_string(digit) +
                  ", not " + std::to_string(count));
    if (state_.minimum_[own][digit] > state_.hand_[own][digit])
      return fail("min says more of digit " + std::to_string(digit) + " than the owner holds");
    if (state_.rules_.open && state_.minimum_[0][digit] + state_.minimum_[1][digit] > 0)
      return fail("with open hands min is all zero");
    others += state_.minimum_[other][digit];
  }
  if (others > state_.hand_size_[other]) return fail("min says more than the other hand holds");
  const int dominoes =
      state_.occupied_.size() + state_.hand_size_[0] + state_.hand_size_[1] + state_.pot_size_;
  const int total = state_.rules_.dimensions().total;
  if (dominoes != total)
    return fail("board, hands and pot hold " + std::to_string(total) + " dominoes, not " +
                std::to_string(dominoes));
  return is_fillable() || fail("no way to fill in the unknown dominoes agrees with what is known");
}

/// Whether some digits of the swapped dominoes that were not seen allow a filling.
bool Text::is_fillable() {
  const UnseenDominoes unseen = state_.unseen();
  const auto fills = [&](auto&& self, DigitCounts pool, int swapped, int lowest) -> bool {
    if (swapped == 0) return state_.unknown(pool).is_satisfiable();
    for (int digit = 9; digit >= lowest; --digit) {
      DigitCounts more = pool;
      ++more[digit];
      if (self(self, more, swapped - 1, digit)) return true;
    }
    return false;
  };
  return unseen.swapped >= 0 && fills(fills, unseen.counts, unseen.swapped, 1);
}

bool Text::check_turn() {
  const bool out = state_.hand_size_[0] == 0 || state_.hand_size_[1] == 0;
  const int max_turns = state_.rules_.dimensions().max_turns;
  const bool ended = out || state_.idle_ == 2 || state_.turns_ == max_turns;
  if (state_.rules_.small && !check_untaken()) return false;
  if (state_.idle_ > state_.turns_) return fail("idle cannot be more than turn");
  if (state_.stage_ == Stage::kOver)
    return ended || fail(
                        "the game is not over: nobody is out of dominoes, idle is below 2 and "
                        "turn below " +
                        std::to_string(max_turns));
  if (ended)
    return fail("the game is over: a hand is empty, or idle is 2, or turn is " +
                std::to_string(max_turns));
  const bool took = state_.stage_ == Stage::kTook || state_.stage_ == Stage::kTookPot;
  if (took && state_.hand_size_[state_.mover_] < 2)
    return fail("who has taken a domino holds at least two");
  if (state_.stage_ == Stage::kTookPot && state_.pot_size_ == 2)
    return fail("after a domino was taken from it the pot holds at most one");
  if (state_.stage_ == Stage::kDraw && state_.pot_size_ == 0)
    return fail("nothing can be drawn from an empty pot");
  return state_.stage_ != Stage::kJudge || check_judged();
}

bool Text::check_judged() {
  const int square = state_.judged_square_;
  const int digit = state_.judged_digit_;
  const Player mover = state_.mover_;
  const DigitCounts& shown = state_.rules_.open ? state_.hand_[mover] : state_.minimum_[mover];
  if (shown[digit] == 0)
    return fail("the digit to be judged must be in the mover's hand, and in its min");
  if (!state_.targets(mover).has(square) || state_.face_up(digit).meets(kPeers[square]))
    return fail("the placement to be judged is not a legal one");
  return kPeers[square].meets(state_.face_down_) ||
         fail("a placement is judged only where it sees a face-down domino");
}

}  // namespace gauntlet::engine::twodoku
