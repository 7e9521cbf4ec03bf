// Two-Doku: two players fill a Sudoku board with dominoes from hands that the other does not see;
// some dominoes lie face down. Whoever keeps the smaller hand wins. Based on an idea by
// Christopher F. Clark. Rules, texts and notation: docs/twodoku.md.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/game.h"
#include "engine/inplace_vector.h"
#include "engine/registry.h"
#include "engine/square_set.h"
#include "engine/twodoku/deal.h"
#include "engine/twodoku/move.h"
#include "engine/twodoku/rules.h"

namespace gauntlet::engine {

namespace twodoku {

class LastFillings;
class Text;
class UnknownDominoes;
struct UnseenDominoes;

/// What the players are called, in texts too.
inline constexpr std::array<std::string_view, 2> kSeats = {"red", "blue"};

/// A domino that lies face down on a white square.
struct FaceDown {
  std::uint8_t square = 0;
  std::uint8_t digit = 0;      ///< 0: not drawn yet, or not known in this view.
  std::uint16_t excluded = 0;  ///< Bit d: an accepted placement has proved that it is not digit d.
  bool operator==(const FaceDown&) const = default;
};

/// Up to two digits, the larger first; zeros fill the rest.
class DigitPair {
 public:
  int size() const { return (digits_[0] != 0) + (digits_[1] != 0); }
  int operator[](int i) const { return digits_[i]; }
  bool has(int digit) const { return digits_[0] == digit || digits_[1] == digit; }
  void clear() { digits_ = {}; }
  /// REQUIRES: size() < 2, digit > 0.
  void add(int digit) {
    assert(size() < 2 && digit > 0);
    digits_[1] = static_cast<std::uint8_t>(digit);
    if (digits_[0] < digits_[1]) std::swap(digits_[0], digits_[1]);
  }
  /// Removes one such digit if there is one.
  void remove(int digit) {
    if (digits_[0] == digit)
      digits_ = {digits_[1], 0};
    else if (digits_[1] == digit)
      digits_[1] = 0;
  }
  bool operator==(const DigitPair&) const = default;

 private:
  std::array<std::uint8_t, 2> digits_{};
};

/// Within which bounds the sum of a hand lies for certain, both included.
struct SumRange {
  std::uint16_t low = 0, high = 0;

  bool is_exact() const { return low == high; }
  bool has(int sum) const { return low <= sum && sum <= high; }
  /// What hands of so many dominoes can weigh, whatever they are.
  static constexpr SumRange of_size(int dominoes) {
    return {static_cast<std::uint16_t>(dominoes), static_cast<std::uint16_t>(9 * dominoes)};
  }
  bool operator==(const SumRange&) const = default;
};

/// The ninety dominoes of a game: ten of each digit, of which up to three have been swapped for
/// dominoes of any digit. Only positions that are read have swapped ones, from the turns on;
/// nothing that is dealt here has.
class SwappedDominoes {
 public:
  static constexpr int kMost = 3;

  /// How many were swapped, thus how many may be of any digit.
  int size() const { return (digits_[0] != 0) + (digits_[1] != 0) + (digits_[2] != 0); }
  int operator[](int i) const { return digits_[i]; }
  /// How many of this digit were swapped.
  int count(int digit) const {
    return (digits_[0] == digit) + (digits_[1] == digit) + (digits_[2] == digit);
  }
  /// REQUIRES: size() < kMost, and `digit` is not below those added before.
  void add(int digit) {
    assert(size() < kMost && digit > 0 && (size() == 0 || digits_[size() - 1] <= digit));
    digits_[size()] = static_cast<std::uint8_t>(digit);
  }
  bool operator==(const SwappedDominoes&) const = default;

 private:
  std::array<std::uint8_t, kMost> digits_{};  // ascending; zeros fill the rest
};

}  // namespace twodoku

/// A position, whole or as one player sees it. Player 0 is red and moves first.
///
/// A view (redacted) has an observer and lacks what that player may not know: the digits of
/// face-down dominoes, the pot but for the digits that the observer knows to be in it, the other's
/// pot knowledge, and the other's hand but for its size, its known minimum per digit and its sum,
/// of which only bounds are left once that player has drawn from the pot. Views can be played on
/// with what the observer sees of each move, seen(): redacting before and after a move agree. (With
/// open hands the deal takes two moves then, kDeal and kDealBlue.)
class TwoDoku {
 public:
  using Move = twodoku::Move;
  using Kind = twodoku::Move::Kind;
  /// Plays on 45 squares and takes from the 36 others are the most there can be at once.
  using Moves = InplaceVector<Move, 512>;
  using Rules = twodoku::Rules;

  /// Dominoes that are hidden at the start, in the variant with the most.
  static constexpr int kMostFaceDown = twodoku::kFullSize.face_down;

  /// What is to be done now.
  enum class Stage : std::uint8_t {
    kColour,   ///< A player colours a square.
    kHide,     ///< A player puts a face-down domino on a white square.
    kValues,   ///< Chance draws the next face-down domino's value, in the order of squares.
    kPot,      ///< Chance draws the pot.
    kDeal,     ///< Chance deals the hands.
    kTurn,     ///< A player's turn begins: take, place or pass.
    kTook,     ///< It has taken a domino of the board: place or pass.
    kDraw,     ///< Chance says which domino comes from the pot.
    kTookPot,  ///< It has taken from the pot: place, return or pass.
    kJudge,    ///< Chance compares a placement with the face-down dominoes that it sees.
    kOver,
  };

  // What the concepts ask for; see game.h.
  static TwoDoku start(const Rules& rules, Rng& rng);
  static absl::StatusOr<TwoDoku> from_text(const Rules& rules, std::string_view text);
  Rules rules() const { return rules_; }
  int players() const { return 2; }
  Player to_move() const;
  /// Plays (highest digit first), takes, `take pot`, returns, pass. Placements that the mover can
  /// see to fail (a wrong colour, a face-up conflict) are not moves: they would do nothing that a
  /// pass does not.
  void legal_moves(Moves& out) const;
  Move random_move(Rng& rng) const;
  void apply(Move move);
  /// The smaller hand wins; equal hands and the turn limit are ties. In a view where a hand's sum
  /// is not known, a tie too.
  Returns returns() const;
  std::uint64_t hash() const;
  std::string to_text() const;
  std::string format(Move move) const;
  absl::StatusOr<Move> parse(std::string_view text) const;
  /// A move as format() writes it, whether or not it can be played anywhere: parse() without the
  /// rules. Moves with a digit that is not seen are not read.
  static std::optional<Move> read(std::string_view text);
  std::string drawn() const;

  /// REQUIRES of the first two: the next move is a chance move, and this is no view.
  Move sample_chance(Rng& rng) const;
  template <class Visit>
  void chance_outcomes(Visit visit) const;
  /// False for every move of a view.
  bool is_outcome(Move move) const;

  /// REQUIRES: this is no view, or already `observer`'s.
  TwoDoku redacted(Player observer) const;
  /// Uniform over all physical ways to fill in what the observer does not know that agree with the
  /// view; a digit that the other is known to hold is one certain domino of that digit. About half
  /// a microsecond; in a few of 10,000 positions, late and heavily restricted ones, all ways are
  /// counted first (see Fillings). Swapped dominoes are given their digits first, each digit
  /// equally likely. A whole state is returned as it is.
  TwoDoku determinized(Rng& rng) const;
  /// The same, for many of one view: what must be counted is kept in `last`.
  TwoDoku determinized(Rng& rng, twodoku::LastFillings& last) const;
  Move seen(Move move, Player observer) const;
  /// What a view's owner has not seen, and where it may lie when these are the dominoes: the slots
  /// are the face-down dominoes in the order of squares, then the unknown dominoes of the pot.
  /// REQUIRES: a view after the deal.
  twodoku::UnseenDominoes unseen() const;
  twodoku::UnknownDominoes unknown(const twodoku::DigitCounts& pool) const;

  // What strategies and evaluations look at. Digits are 1..9.
  Stage stage() const { return stage_; }
  /// Whose view this is; kNobody if it is whole.
  Player observer() const { return observer_; }
  const SquareSet& coloured(Player player) const { return colour_[player]; }
  /// Squares where no domino lies.
  SquareSet empty_squares() const { return rules_.dimensions().board.without(occupied_); }
  SquareSet white_squares() const {
    return rules_.dimensions().board.without(colour_[0] | colour_[1]);
  }
  /// Squares with this digit face up.
  const SquareSet& face_up(int digit) const { return face_up_[digit - 1]; }
  const SquareSet& face_down() const { return face_down_; }
  int face_down_count() const { return hidden_count_; }
  /// The i-th face-down domino in the order of squares.
  const twodoku::FaceDown& face_down(int i) const { return hidden_[i]; }
  /// The face-up digit of a square, or 0.
  int digit_at(int square) const;
  /// Where `player` may place now: its own colour, then white, then the other's.
  SquareSet targets(Player player) const;
  /// Whether a domino of the board, or of the pot if it has any, may be taken now.
  bool may_take() const { return stage_ == Stage::kTurn && rules_.dimensions().takes; }
  /// Squares that see this digit face up.
  SquareSet seen_by(int digit) const;
  /// Whether the hand's digits are known here.
  bool knows_hand(Player player) const {
    return observer_ == kNobody || observer_ == player || rules_.open;
  }
  /// All zero when !knows_hand(player).
  const twodoku::DigitCounts& hand(Player player) const { return hand_[player]; }
  int hand_size(Player player) const { return hand_size_[player]; }
  /// Whether hand_sum() is true: in views the other's sum is public until it draws from the pot.
  bool knows_sum(Player player) const {
    return knows_hand(player) || sum_range_[player].is_exact();
  }
  int hand_sum(Player player) const { return hand_sum_[player]; }
  /// What everybody knows of a hand's sum: the deal makes sums equal, all that is placed and taken
  /// is seen, and what is drawn from the pot and returned to it may be any domino that does not
  /// lie elsewhere for everybody to see.
  twodoku::SumRange sum_range(Player player) const { return sum_range_[player]; }
  /// How many of each digit everybody knows to be in a hidden hand; zero if hands are open.
  const twodoku::DigitCounts& known_minimum(Player player) const { return minimum_[player]; }
  int pot_size() const { return pot_size_; }
  /// Digits of the pot; in a view those that the observer knows.
  const twodoku::DigitPair& pot() const {
    return observer_ == kNobody ? pot_ : pot_known_[observer_];
  }
  /// Turns in a row without a successful placement; the second ends the game.
  int idle_turns() const { return idle_; }
  int turns() const { return turns_; }
  /// What is not as usual among the ninety dominoes.
  const twodoku::SwappedDominoes& swapped() const { return swapped_; }
  /// How many dominoes of this digit there are for certain.
  int certain(int digit) const {
    return rules_.dimensions().dominoes[digit] - swapped_.count(digit);
  }

  bool operator==(const TwoDoku&) const = default;

 private:
  friend class twodoku::Text;

  bool is_whole() const { return observer_ == kNobody; }
  twodoku::DigitCounts undrawn() const;
  std::array<double, 10> ways_of_values() const;
  void fill_unknown_deal(Rng& rng);
  void draw_again(Rng& rng);
  std::string why_not(Move move) const;
  std::string why_no_play(Move move) const;
  std::string drawn_hands() const;
  TwoDoku filled(const twodoku::DigitCounts& pool,
                 const std::array<std::uint8_t, 10>& digits) const;

  void colour(int square);
  void hide(int square);
  void set_value(int digit);
  void deal(Move move);
  void take(int square);
  void draw(int digit);
  void give_back(int digit);
  void play(int square, int digit);
  void place(int square, int digit);
  void accept();
  void reveal(int square, int digit);
  void end_turn(bool placed);
  void gain(Player player, int digit);
  void lose(Player player, int digit);
  struct DigitBounds {
    int lowest, highest;
  };
  DigitBounds secret_digits(Player from) const;
  void move_range(Player player, int least, int most);
  void forget_pot(Player observer);

  SquareSet all_face_up() const { return occupied_.without(face_down_); }
  template <class Visit>
  void visit_pot(Visit& visit) const;
  template <class Visit>
  void visit_verdicts(Visit& visit) const;

  std::array<SquareSet, 2> colour_{};
  std::array<SquareSet, 9> face_up_{};
  SquareSet occupied_;
  SquareSet face_down_;
  std::array<twodoku::FaceDown, kMostFaceDown>
      hidden_{};                             // ascending squares; those past hidden_count_ are {}
  std::array<std::uint16_t, 2> hand_sum_{};  // 0 where it is not known
  std::array<twodoku::SumRange, 2> sum_range_{};
  std::uint16_t turns_ = 0;
  std::array<twodoku::DigitCounts, 2> hand_{};
  std::array<twodoku::DigitCounts, 2> minimum_{};
  std::array<std::uint8_t, 2> hand_size_{};
  std::array<twodoku::DigitPair, 2> pot_known_{};  // what each player knows to be in the pot
  twodoku::DigitPair pot_;                         // empty in views
  std::uint8_t pot_size_ = 0;
  std::uint8_t hidden_count_ = 0;
  std::uint8_t values_drawn_ = 0;  // of the face-down dominoes; all from kPot on
  std::uint8_t idle_ = 0;
  std::uint8_t judged_square_ = 0;  // at kJudge
  std::uint8_t judged_digit_ = 0;   // at kJudge
  Stage stage_ = Stage::kColour;
  Player mover_ = 0;
  Player observer_ = kNobody;
  twodoku::Rules rules_;
  twodoku::SwappedDominoes swapped_;
  std::array<std::uint8_t, 3> padding_{};  // hash() reads whole words
};

template <class Visit>
void TwoDoku::chance_outcomes(Visit visit) const {
  assert(to_move() == kChance && is_whole());
  switch (stage_) {
    case Stage::kValues: {
      const std::array<double, 10> ways = ways_of_values();
      double all = 0;
      for (const double some : ways) all += some;
      for (int digit = 1; digit <= 9; ++digit)
        if (ways[digit] > 0)
          visit(Move::of(Kind::kValue, hidden_[values_drawn_].square, digit), ways[digit] / all);
      return;
    }
    case Stage::kPot:
      return visit_pot(visit);
    case Stage::kDeal: {
      const twodoku::DealEnumeration deals(undrawn());
      const double all = deals.total_ways();
      auto weighed = [&](const twodoku::DigitCounts& hand, double ways) {
        visit(Move::deal(Kind::kDeal, hand), ways / all);
      };
      return deals.for_each(weighed);
    }
    case Stage::kDraw: {
      const bool same = pot_size_ == 2 && pot_[0] == pot_[1];
      const int different = same ? 1 : pot_size_;
      for (int i = 0; i < different; ++i) visit(Move::of(Kind::kDrew, 0, pot_[i]), 1.0 / different);
      return;
    }
    default:
      return visit_verdicts(visit);
  }
}

/// Two of the undrawn dominoes, redrawn until the rest has an even sum, as equal hands need. On the
/// small board not every even sum can be dealt equally: each pot counts as often as it can.
template <class Visit>
void TwoDoku::visit_pot(Visit& visit) const {
  const twodoku::DigitCounts left = undrawn();
  const int parity = twodoku::digit_sum(left) & 1;
  auto ways = [&](int low, int high) -> double {
    if (((low + high) & 1) != parity) return 0;
    const int pots = low == high ? left[low] * (left[low] - 1) / 2 : left[low] * left[high];
    return rules_.small && pots > 0 ? pots * twodoku::ways_to_deal(left, low, high) : pots;
  };
  double all = 0;
  for (int low = 1; low <= 9; ++low)
    for (int high = low; high <= 9; ++high) all += ways(low, high);
  for (int low = 1; low <= 9; ++low)
    for (int high = low; high <= 9; ++high)
      if (const double n = ways(low, high); n > 0)
        visit(Move::of(Kind::kPot, 0, low, high), n / all);
}

template <class Visit>
void TwoDoku::visit_verdicts(Visit& visit) const {
  const SquareSet& peers = kPeers[judged_square_];
  int conflicts = 0;
  auto is_conflict = [&](const twodoku::FaceDown& domino) {
    return domino.digit == judged_digit_ && peers.has(domino.square);
  };
  for (int i = 0; i < hidden_count_; ++i) conflicts += is_conflict(hidden_[i]);
  if (conflicts == 0) return visit(Move::of(Kind::kAccepted), 1.0);
  for (int i = 0; i < hidden_count_; ++i)
    if (is_conflict(hidden_[i]))
      visit(Move::of(Kind::kRevealed, hidden_[i].square, judged_digit_), 1.0 / conflicts);
}

/// The game of this name; see registry.h.
absl::StatusOr<AnyGame> make_twodoku(std::string_view arguments, std::string_view variants);

}  // namespace gauntlet::engine
