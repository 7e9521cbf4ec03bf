// Kimble: the Finnish race round a ring of 28 squares, for one to four players and a die.
//
// Rules, where variants of the game differ: the starter is drawn. A piece leaves home only on a
// six, onto its own start square. A six throws again, even if nothing could move. Whoever can move
// must. Landing on another's piece sends it home, one's own square is barred; pieces may pass each
// other anywhere. The four goal squares behind the ring are reached by exact count, and moves
// inside the goal are allowed. The first with all pieces in the goal wins.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/bits.h"
#include "engine/game.h"
#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "engine/status.h"

namespace gauntlet::engine {

namespace kimble {

/// Who plays, and with how many pieces.
struct Rules {
  std::uint8_t seats = 0b1111;  ///< Bit c: corner c plays (A 0, B 1, C 2, D 3, clockwise).
  std::uint8_t pieces =
      4;  ///< Of each player, 1..4; as many goal squares are in use, the first ones.

  int players() const { return std::popcount(seats); }
  /// "kimble:4", "kimble:BD/pieces=2": a digit for A, AC, ABC and ABCD, else letters.
  std::string name() const;
  /// "AC": the corners that play.
  std::string letters() const;
  bool operator==(const Rules&) const = default;
};

/// What stands between "kimble:" and '/', and what follows: seats as a digit or letters, then
/// "pieces=N"; each may be empty.
absl::StatusOr<Rules> read_rules(std::string_view arguments, std::string_view variants);

/// A piece's move, a throw of the die, or the draw of the starter. Layout: bits 6-7 the kind, bits
/// 0-5 its number.
class Move {
 public:
  enum Kind : std::uint32_t {
    kPiece,    ///< Number: where the piece stands on its player's track (see Kimble).
    kThrow,    ///< Number: 1..6.
    kStarter,  ///< Number: the player who starts.
  };

  Move() = default;
  constexpr Move(Kind kind, int number) : bits_(kind << 6 | static_cast<std::uint32_t>(number)) {}
  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 6); }
  constexpr int number() const { return static_cast<int>(bits_ & 63); }

  constexpr std::uint32_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint32_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }
  bool operator==(const Move&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace kimble

/// The state: 24 bytes.
///
/// Each player has a board of up to 32 squares of its own: 0..27 the ring from its start square, 28
/// and up its goal. A square of one player's ring is found on the next player's 7 squares earlier.
/// A track is the board with home six squares before the start, where a six leads from home onto
/// the start: bit 0 is home, bit 6 + s is square s. So leaving home is a move like any other.
///
/// A throw that moves nothing passes the turn at once: there are no passes in the game, and
/// to_move() is kChance again. A throw with one movable piece is an ordinary decision.
class Kimble {
 public:
  using Move = kimble::Move;
  using Moves = InplaceVector<Move, 6>;  // four pieces at most; six throws, where outcomes are kept
  using Rules = kimble::Rules;

  static constexpr int kRing = 28;
  static constexpr int kSquares = 32;
  static constexpr int kCorners = 4;
  static constexpr int kCornerGap = kRing / kCorners;
  static constexpr int kHomeGap = 6;  ///< From home to the start square.
  /// Throws are counted up to here, and only alone at the board.
  static constexpr int kMostThrows = 1000;

  /// Everything at home and the starter not drawn yet; draws nothing from `rng`.
  static Kimble start(const Rules& rules, Rng& rng);

  /// Reads the protocol's 46 characters (44 squares, the mover or '-' when the starter is not drawn
  /// yet, the die or '0' when it is not thrown yet), a blank and the letters of those who play;
  /// alone at the board another blank and the throws so far (0 if left out). A die with which
  /// nothing can move passes the turn, as it does in play. When the game is over the mover is the
  /// winner and the die '0'. With fewer than four pieces the last goal squares stay '0'.
  static absl::StatusOr<Kimble> from_text(const Rules& rules, std::string_view text);
  std::string to_text() const;

  const Rules& rules() const { return rules_; }
  int players() const { return rules_.players(); }
  Player to_move() const { return to_move_; }

  /// The foremost movable piece first, home last. Several pieces at home are one choice.
  void legal_moves(Moves& out) const;
  Move random_move(Rng& rng) const {
    const std::uint64_t movable = movable_pieces();
    const auto choices = static_cast<std::uint32_t>(std::popcount(movable));
    return {Move::kPiece, nth_set_bit(movable, static_cast<int>(rng.below(choices)))};
  }
  void apply(Move move);

  Move sample_chance(Rng& rng) const {
    if (turn_ == kNoCorner)
      return {Move::kStarter, static_cast<int>(rng.below(static_cast<std::uint32_t>(players())))};
    return {Move::kThrow, static_cast<int>(rng.below(6)) + 1};
  }
  template <class Visit>
  void chance_outcomes(Visit&& visit) const;
  bool is_outcome(Move move) const;

  /// The winner gets 1. Alone at the board: 1 - throws / kMostThrows, so fewer throws are better.
  Returns returns() const;
  std::uint64_t hash() const;

  /// A piece is its rank, 0 the foremost to 3, pieces in the goal counted and those at home last.
  /// Chance moves are "die=5" and "starter=A".
  std::string format(Move move) const;
  absl::StatusOr<Move> parse(std::string_view text) const;
  std::string drawn() const;

  // ---- what searches and strategies look at ----

  /// The squares on which `player` stands, as bits of its own board.
  std::uint32_t board(Player player) const { return boards_[corner(player)]; }
  int at_home(Player player) const { return rules_.pieces - std::popcount(board(player)); }
  /// The corner (0..3) of a player's start square.
  int corner(Player player) const { return nth_set_bit(rules_.seats, player); }
  /// Who throws or moves next, or has won; kChance while the starter is not drawn.
  Player turn() const { return turn_ == kNoCorner ? kChance : player_at(turn_); }
  /// 1..6, or 0 when it is not thrown yet.
  int die() const { return die_; }
  /// Throws so far, at most kMostThrows; 0 unless alone at the board.
  int throws() const { return throws_; }
  /// The track positions of the pieces that the die lets move. REQUIRES: turn() >= 0.
  std::uint64_t movable_pieces() const { return movable(boards_[turn_], die_); }
  /// Whether the move lands on another's piece. REQUIRES: a legal move of a piece.
  bool captures(Move move) const;

  /// The square on the board of the corner `further` places on (clockwise) that is ring square
  /// `square` of this one's. REQUIRES: 0 <= square < kRing, 0 <= further <= 4.
  static constexpr int seen_from(int square, int further) {
    const int shifted = square - kCornerGap * further;
    return shifted < 0 ? shifted + kRing : shifted;
  }

  bool operator==(const Kimble&) const = default;

 private:
  static constexpr std::uint8_t kNoCorner = 0xff;

  Kimble() = default;
  static absl::StatusOr<Kimble> read_squares(const Rules& rules, std::string_view squares);
  absl::StatusOr<Kimble> with_turn(char mover, char die) const;
  absl::StatusOr<Kimble> over(int winner) const;

  /// One past the last square.
  int end() const { return kRing + rules_.pieces; }
  Player player_at(int corner) const {
    return static_cast<Player>(std::popcount(rules_.seats & ((1u << corner) - 1)));
  }
  std::uint64_t track(std::uint32_t board) const {
    const std::uint64_t home = std::popcount(board) < rules_.pieces;
    return std::uint64_t{board} << kHomeGap | home;
  }
  std::uint64_t movable(std::uint32_t board, int die) const {
    const std::uint64_t pieces = track(board);
    const std::uint64_t squares = ((std::uint64_t{1} << end()) - 1) << kHomeGap;
    return pieces & (squares & ~pieces) >> die;
  }
  bool has_finished(std::uint32_t board) const {
    return std::popcount(board >> kRing) == rules_.pieces;
  }
  void throw_die(int die);
  void move_piece(int from);
  void end_turn();
  std::string why_not(int rank) const;

  std::array<std::uint32_t, kCorners> boards_{};  // by corner
  Rules rules_;
  std::uint8_t turn_ = kNoCorner;  // the corner whose turn it is, or that has won
  std::uint8_t die_ = 0;
  Player to_move_ = kChance;
  std::uint16_t throws_ = 0;
};

inline void Kimble::apply(Move move) {
  switch (move.kind()) {
    case Move::kPiece:
      return move_piece(move.number());
    case Move::kThrow:
      return throw_die(move.number());
    case Move::kStarter:
      turn_ = static_cast<std::uint8_t>(corner(static_cast<Player>(move.number())));
  }
}

inline void Kimble::throw_die(int die) {
  assert(to_move_ == kChance && turn_ != kNoCorner && die >= 1 && die <= 6);
  die_ = static_cast<std::uint8_t>(die);
  throws_ += players() == 1 && throws_ < kMostThrows;
  if (movable_pieces() == 0) return end_turn();
  to_move_ = player_at(turn_);
}

inline void Kimble::move_piece(int from) {
  assert(to_move_ >= 0 && (movable_pieces() >> from & 1));
  const int square = from + die_ - kHomeGap;
  std::uint32_t& own = boards_[turn_];
  own ^= static_cast<std::uint32_t>(std::uint64_t{1} << from >> kHomeGap);
  own |= 1u << square;
  if (square < kRing) {
    for (int k = 1; k < kCorners; ++k)
      boards_[(turn_ + k) % kCorners] &= ~(1u << seen_from(square, k));
  } else if (has_finished(own)) {
    die_ = 0;
    to_move_ = kNobody;
    return;
  }
  end_turn();
}

inline void Kimble::end_turn() {
  if (die_ != 6) {
    const unsigned following = (rules_.seats * 0x11u) >> (turn_ + 1);
    turn_ = static_cast<std::uint8_t>((turn_ + 1 + std::countr_zero(following)) % kCorners);
  }
  die_ = 0;
  to_move_ = kChance;
}

template <class Visit>
void Kimble::chance_outcomes(Visit&& visit) const {
  assert(to_move_ == kChance);
  if (turn_ == kNoCorner) {
    for (int player = 0; player < players(); ++player)
      visit(Move(Move::kStarter, player), 1.0 / players());
  } else {
    for (int die = 1; die <= 6; ++die) visit(Move(Move::kThrow, die), 1.0 / 6);
  }
}

static_assert(Game<Kimble> && Stochastic<Kimble>);
static_assert(sizeof(Kimble) == 24);

/// The game of this name; see registry.h.
absl::StatusOr<AnyGame> make_kimble(std::string_view arguments, std::string_view variants);

}  // namespace gauntlet::engine
