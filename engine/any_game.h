// Any game at run time. AnyState holds the state of any game inline and by value; AnyGame is a game
// with its variant. Outside of searches and playouts (which are templates) everything uses these.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "engine/perft.h"
#include "engine/state_types.h"

namespace gauntlet::engine {

/// A move of any game: the bits of the typed move. Meaningful only beside the state it belongs to.
class AnyMove {
 public:
  AnyMove() = default;
  explicit AnyMove(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits() const { return bits_; }
  bool operator==(const AnyMove&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

using AnyMoves = InplaceVector<AnyMove, kMaxMoves>;

/// A chance outcome and its probability.
struct ChanceOutcome {
  AnyMove move;
  double probability;
};

class AnyState;

/// One game variant behind a virtual seam; GameOf<S> is the one implementation. Immutable and safe
/// to share between threads. The `const void*` are states of the implementation's own type.
class GameInterface {
 public:
  virtual ~GameInterface() = default;

  virtual std::string name() const = 0;
  virtual int players() const = 0;
  virtual bool is_stochastic() const = 0;
  virtual bool is_hidden() const = 0;
  virtual const void* type() const = 0;
  virtual AnyState start(Rng& rng) const = 0;
  virtual absl::StatusOr<AnyState> from_text(std::string_view text) const = 0;

  virtual bool equal(const void* a, const void* b) const = 0;
  virtual Player to_move(const void* state) const = 0;
  virtual void legal_moves(const void* state, AnyMoves& out) const = 0;
  virtual AnyMove random_move(const void* state, Rng& rng) const = 0;
  virtual bool is_playable(const void* state, AnyMove move) const = 0;
  virtual void apply(void* state, AnyMove move) const = 0;
  virtual Returns returns(const void* state) const = 0;
  virtual std::uint64_t hash(const void* state) const = 0;
  virtual std::string to_text(const void* state) const = 0;
  virtual std::string format(const void* state, AnyMove move) const = 0;
  virtual absl::StatusOr<AnyMove> parse(const void* state, std::string_view text) const = 0;
  virtual std::string drawn(const void* state) const = 0;
  virtual void chance_outcomes(const void* state, std::vector<ChanceOutcome>& out) const = 0;
  virtual std::uint64_t perft(const void* state, int depth) const = 0;
  virtual int play_chance_moves(void* state, Rng& dice, std::vector<AnyMove>* played) const = 0;
  virtual AnyState redacted(const void* state, Player observer) const = 0;
  virtual AnyState determinized(const void* state, Rng& rng) const = 0;
  virtual AnyMove seen(const void* state, AnyMove move, Player observer) const = 0;
  virtual Player observer(const void* state) const = 0;
};

/// The state of any game, held inline: copying copies bytes, nothing allocates. The AnyGame it came
/// from must outlive it. What each function does and requires is said at the Game concept.
class AnyState {
 public:
  template <Game S>
  AnyState(const GameInterface& game, const S& state) : game_(&game) {
    assert(game.type() == type_of<S>());
    std::memcpy(bytes_, &state, sizeof(S));
  }

  int players() const { return game_->players(); }
  Player to_move() const { return game_->to_move(bytes_); }
  bool is_over() const { return to_move() == kNobody; }
  void legal_moves(AnyMoves& out) const { game_->legal_moves(bytes_, out); }
  AnyMove random_move(Rng& rng) const { return game_->random_move(bytes_, rng); }
  /// True when `move` is legal now, or a possible outcome at a chance node. For moves from
  /// stores.
  bool is_playable(AnyMove move) const { return game_->is_playable(bytes_, move); }
  void apply(AnyMove move) { game_->apply(bytes_, move); }
  Returns returns() const { return game_->returns(bytes_); }
  std::uint64_t hash() const { return game_->hash(bytes_); }
  std::string to_text() const { return game_->to_text(bytes_); }
  std::string format(AnyMove move) const { return game_->format(bytes_, move); }
  absl::StatusOr<AnyMove> parse(std::string_view text) const { return game_->parse(bytes_, text); }
  std::string drawn() const { return game_->drawn(bytes_); }
  /// Replaces `out`. REQUIRES: to_move() == kChance.
  void chance_outcomes(std::vector<ChanceOutcome>& out) const {
    game_->chance_outcomes(bytes_, out);
  }
  /// See perft.h; runs at the speed of the typed state.
  std::uint64_t perft(int depth) const { return game_->perft(bytes_, depth); }
  /// Plays chance moves until a player must decide or the game is over; appends them to `played`
  /// unless that is null, and returns how many they were.
  int play_chance_moves(Rng& dice, std::vector<AnyMove>* played) {
    return game_->play_chance_moves(bytes_, dice, played);
  }
  /// In games without hidden information: the state itself.
  AnyState redacted(Player observer) const { return game_->redacted(bytes_, observer); }
  /// In games without hidden information: the state itself.
  AnyState determinized(Rng& rng) const { return game_->determinized(bytes_, rng); }
  /// In games without hidden information: the move itself.
  AnyMove seen(AnyMove move, Player observer) const { return game_->seen(bytes_, move, observer); }

  /// Whose view this is; kNobody when it is a whole state. Views are for searching, not for playing
  /// on with chance moves.
  Player observer() const { return game_->observer(bytes_); }

  const GameInterface& game() const { return *game_; }
  bool operator==(const AnyState& other) const {
    return game_ == other.game_ && game_->equal(bytes_, other.bytes_);
  }

  /// The typed state, for the searchers. REQUIRES: holds<S>().
  template <Game S>
  const S& as() const {
    assert(holds<S>());
    return *reinterpret_cast<const S*>(bytes_);
  }
  template <Game S>
  bool holds() const {
    return game_->type() == type_of<S>();
  }

  /// A tag that is different for every state type.
  template <class S>
  static constexpr const void* type_of() {
    return &kTag<S>;
  }

 private:
  template <class S>
  static constexpr char kTag = 0;

  const GameInterface* game_;
  alignas(32) std::byte bytes_[kMaxStateBytes];
};

template <Game S>
class GameOf;

/// A game with its variant, shared by value. Make one with `find_game` (registry.h).
class AnyGame {
 public:
  template <Game S>
  requires Listed<S>
  explicit AnyGame(std::shared_ptr<const GameOf<S>> game) : game_(std::move(game)) {}

  /// The full name with variants, as `find_game` reads it.
  std::string name() const { return game_->name(); }
  int players() const { return game_->players(); }
  bool is_stochastic() const { return game_->is_stochastic(); }
  bool is_hidden() const { return game_->is_hidden(); }
  template <Game S>
  bool holds() const {
    return game_->type() == AnyState::type_of<S>();
  }
  /// The variant's typed rules. REQUIRES: holds<S>().
  template <Game S>
  const typename S::Rules& rules() const;
  /// See AnyState::type_of().
  const void* type() const { return game_->type(); }
  AnyState start(Rng& rng) const { return game_->start(rng); }
  absl::StatusOr<AnyState> from_text(std::string_view text) const { return game_->from_text(text); }

 private:
  std::shared_ptr<const GameInterface> game_;
};

/// AnyState's view of a typed game.
template <Game S>
class GameOf final : public GameInterface {
 public:
  using Move = typename S::Move;

  explicit GameOf(typename S::Rules rules) : rules_(std::move(rules)) {}

  const typename S::Rules& rules() const { return rules_; }

  std::string name() const override { return rules_.name(); }
  int players() const override { return rules_.players(); }
  bool is_stochastic() const override { return Stochastic<S>; }
  bool is_hidden() const override { return Hidden<S>; }
  const void* type() const override { return AnyState::type_of<S>(); }
  AnyState start(Rng& rng) const override { return AnyState(*this, S::start(rules_, rng)); }
  absl::StatusOr<AnyState> from_text(std::string_view text) const override {
    absl::StatusOr<S> state = S::from_text(rules_, text);
    if (!state.ok()) return state.status();
    return AnyState(*this, *state);
  }

  bool equal(const void* a, const void* b) const override { return typed(a) == typed(b); }
  Player to_move(const void* state) const override { return typed(state).to_move(); }
  void legal_moves(const void* state, AnyMoves& out) const override {
    typename S::Moves moves;
    typed(state).legal_moves(moves);
    out.clear();
    for (const Move move : moves) out.push_back(AnyMove(move.bits()));
  }
  AnyMove random_move(const void* state, Rng& rng) const override {
    return AnyMove(typed(state).random_move(rng).bits());
  }
  bool is_playable(const void* state, AnyMove move) const override;
  void apply(void* state, AnyMove move) const override {
    static_cast<S*>(state)->apply(Move::from_bits(move.bits()));
  }
  Returns returns(const void* state) const override { return typed(state).returns(); }
  std::uint64_t hash(const void* state) const override { return typed(state).hash(); }
  std::string to_text(const void* state) const override { return typed(state).to_text(); }
  std::string format(const void* state, AnyMove move) const override {
    return typed(state).format(Move::from_bits(move.bits()));
  }
  absl::StatusOr<AnyMove> parse(const void* state, std::string_view text) const override {
    absl::StatusOr<Move> move = typed(state).parse(text);
    if (!move.ok()) return move.status();
    return AnyMove(move->bits());
  }
  std::string drawn(const void* state) const override { return typed(state).drawn(); }

  void chance_outcomes([[maybe_unused]] const void* state,
                       std::vector<ChanceOutcome>& out) const override {
    out.clear();
    if constexpr (Stochastic<S>)
      typed(state).chance_outcomes([&](Move move, double probability) {
        out.push_back({AnyMove(move.bits()), probability});
      });
  }
  std::uint64_t perft(const void* state, int depth) const override {
    return engine::perft(typed(state), depth);
  }
  int play_chance_moves([[maybe_unused]] void* state, [[maybe_unused]] Rng& dice,
                        [[maybe_unused]] std::vector<AnyMove>* played) const override {
    int moves = 0;
    if constexpr (Stochastic<S>) {
      S& typed_state = *static_cast<S*>(state);
      for (; typed_state.to_move() == kChance; ++moves) {
        const Move move = typed_state.sample_chance(dice);
        if (played) played->push_back(AnyMove(move.bits()));
        typed_state.apply(move);
      }
    }
    return moves;
  }

  AnyState redacted(const void* state, [[maybe_unused]] Player observer) const override {
    if constexpr (Hidden<S>) return AnyState(*this, typed(state).redacted(observer));
    return AnyState(*this, typed(state));
  }
  AnyState determinized(const void* state, [[maybe_unused]] Rng& rng) const override {
    if constexpr (Hidden<S>) return AnyState(*this, typed(state).determinized(rng));
    return AnyState(*this, typed(state));
  }
  AnyMove seen([[maybe_unused]] const void* state, AnyMove move,
               [[maybe_unused]] Player observer) const override {
    if constexpr (Hidden<S>)
      return AnyMove(typed(state).seen(Move::from_bits(move.bits()), observer).bits());
    return move;
  }
  Player observer([[maybe_unused]] const void* state) const override {
    if constexpr (Hidden<S>) return typed(state).observer();
    return kNobody;
  }

 private:
  static const S& typed(const void* state) { return *static_cast<const S*>(state); }

  typename S::Rules rules_;
};

template <Game S>
const typename S::Rules& AnyGame::rules() const {
  assert(holds<S>());
  return static_cast<const GameOf<S>&>(*game_).rules();
}

template <Game S>
bool GameOf<S>::is_playable(const void* state, AnyMove move) const {
  const S& typed_state = typed(state);
  if (typed_state.to_move() >= 0) {
    typename S::Moves moves;
    typed_state.legal_moves(moves);
    for (const Move legal : moves)
      if (legal.bits() == move.bits()) return true;
  } else if constexpr (Stochastic<S>) {
    if (typed_state.to_move() == kChance)
      return typed_state.is_outcome(Move::from_bits(move.bits()));
  }
  return false;
}

}  // namespace gauntlet::engine
