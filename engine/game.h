// The concept of a game: what a type must offer so that every searcher, batch, test and command can
// use it. A game is one value: a trivially copyable state that knows its own rules.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "engine/status.h"

namespace gauntlet::engine {

/// A seat: 0..players-1 in order of play. Two more values say that nobody at the table moves.
using Player = std::int8_t;
inline constexpr Player kChance = -1;  ///< Chance is next: dice, draws, what a conflict reveals.
inline constexpr Player kNobody = -2;  ///< The game is over.

inline constexpr int kMaxPlayers = 4;
/// No position of any game has more legal moves (an empty 32x32 board has exactly this many).
inline constexpr int kMaxMoves = 1024;
/// The largest state, so that any state fits in an AnyState without heap.
inline constexpr int kMaxStateBytes = 512;

/// What each seat gets at the end, in 0..1; entries past the number of players are 0. With two or
/// more players they sum to 1: the winner 1, the others 0, or 1/2 each for a two-player draw. Alone
/// at the board it is the player's score scaled into 0..1, more is better.
using Returns = std::array<float, kMaxPlayers>;

/// A playable, copyable, comparable game state.
///
/// Types:
/// - S::Move: at most 4 bytes with a documented layout; bits() and from_bits() are inverse. Chance
///   outcomes are Moves too.
/// - S::Moves: an InplaceVector of Move that holds every move list of the game, and all outcomes of
///   a chance node unless the game has hidden information.
/// - S::Rules: a small value that says which variant is played (board size, seats, options); it is
///   part of the state. name() is the full name in the registry, players() the number of seats.
///
/// Functions, none of which throws or allocates (but those that return strings):
/// - start(rules, rng): the position before the first move; rng draws what is drawn before it.
/// - from_text(rules, t): reads the line of to_text(), or says in one sentence what is wrong in it.
/// - players(): number of seats, 1..kMaxPlayers.
/// - to_move(): a seat, kChance or kNobody.
/// - legal_moves(out): replaces `out`; never empty. REQUIRES: to_move() >= 0.
/// - random_move(rng): each legal move equally likely. REQUIRES: to_move() >= 0.
/// - apply(m): plays m. REQUIRES: m is legal, or a possible outcome at a chance node.
/// - returns(): REQUIRES: to_move() == kNobody.
/// - hash(): a 64-bit key; equal states have equal keys.
/// - format(m), parse(t): the game's move notation; parse accepts only what can be played now (also
///   by chance) and else says why not.
/// - drawn(): the board for people: several lines, each ended by a newline.
template <class S>
concept Game = std::is_trivially_copyable_v<S> && std::equality_comparable<S> && sizeof(S) <=
                   kMaxStateBytes&& std::is_trivially_copyable_v<
                       typename S::Move>&& std::equality_comparable<typename S::Move> &&
               sizeof(typename S::Move) <= 4 &&
               S::Moves::kCapacity
                   <= kMaxMoves&& requires(const S& state, S& mutable_state, typename S::Move move,
                                           typename S::Moves& moves, const typename S::Rules& rules,
                                           Rng& rng, std::string_view text, std::uint32_t bits) {
  { S::start(rules, rng) } -> std::same_as<S>;
  { S::from_text(rules, text) } -> std::same_as<absl::StatusOr<S>>;
  { state.rules() } -> std::convertible_to<typename S::Rules>;
  { rules.name() } -> std::same_as<std::string>;
  { rules.players() } -> std::same_as<int>;
  { state.players() } -> std::same_as<int>;
  { state.to_move() } -> std::same_as<Player>;
  { state.legal_moves(moves) } -> std::same_as<void>;
  { state.random_move(rng) } -> std::same_as<typename S::Move>;
  { mutable_state.apply(move) } -> std::same_as<void>;
  { state.returns() } -> std::same_as<Returns>;
  { state.hash() } -> std::same_as<std::uint64_t>;
  { state.to_text() } -> std::same_as<std::string>;
  { state.format(move) } -> std::same_as<std::string>;
  { state.parse(text) } -> std::same_as<absl::StatusOr<typename S::Move>>;
  { state.drawn() } -> std::same_as<std::string>;
  { move.bits() } -> std::same_as<std::uint32_t>;
  { S::Move::from_bits(bits) } -> std::same_as<typename S::Move>;
};

/// A game with chance moves, at states whose to_move() is kChance.
/// - sample_chance(rng): one outcome, drawn by its probability.
/// - chance_outcomes(visit): calls visit(Move, double probability) once for each possible outcome,
///   in a fixed order; the probabilities sum to 1.
/// - is_outcome(m): whether m (any bits) is an outcome that can happen now.
template <class S>
concept Stochastic = Game<S> &&
    requires(const S& state, Rng& rng, void (*visit)(typename S::Move, double),
             typename S::Move move) {
  { state.sample_chance(rng) } -> std::same_as<typename S::Move>;
  { state.chance_outcomes(visit) } -> std::same_as<void>;
  { state.is_outcome(move) } -> std::same_as<bool>;
};

/// A game in which players do not see everything.
/// - redacted(observer): the state without what `observer` may not know, and with all that it does
///   know (own hand, what play has proved). Redacting twice changes nothing. Two states that look
///   the same to the observer redact to equal ones.
/// - determinized(rng): a full state, drawn at random, that is consistent with everything the
///   observer knows. REQUIRES: redacted.
/// - seen(m, observer): what the observer sees of move m, played or drawn in this (full) state: m
///   itself when it is public, else a stand-in that hides the rest. It is the key of information
///   sets.
template <class S>
concept Hidden = Game<S> &&
    requires(const S& state, Player observer, typename S::Move move, Rng& rng) {
  { state.redacted(observer) } -> std::same_as<S>;
  { state.determinized(rng) } -> std::same_as<S>;
  { state.observer() } -> std::same_as<Player>;  // whose view it is; kNobody: a whole state
  { state.seen(move, observer) } -> std::same_as<typename S::Move>;
};

/// The state after `move`. Copies: for every state here (16 to 300 bytes) a copy is at most a few
/// vector loads and stores, so no game carries undo.
template <class S>
inline S child(const S& state, typename S::Move move) {
  S next = state;
  next.apply(move);
  return next;
}

/// True when the game is over.
template <class S>
inline bool is_over(const S& state) {
  return state.to_move() == kNobody;
}

}  // namespace gauntlet::engine
