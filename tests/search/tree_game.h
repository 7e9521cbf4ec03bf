// A game whose whole tree is written down, for tests that must know what a search has to say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bits.h"
#include "engine/game.h"
#include "search/alpha_beta/accumulator.h"
#include "search/alpha_beta/evaluation.h"

namespace gauntlet::search {

/// A position of two players: who moves there, what it leads to, and what it is worth.
struct TreePosition {
  engine::Player mover = engine::kNobody;
  std::vector<int> children = {};  ///< Places in the tree, any number of times; two or more.
  float result = 0.5f;             ///< What player 0 gets where the game is over.
  int evaluation = 0;              ///< For player 0, where it goes on.
  bool leaves_out = false;         ///< Alpha-beta is told that there are other moves.
};

/// The game begins at place 0. Several positions may lead to one.
using PositionTree = std::vector<TreePosition>;

/// A place in a tree, which must outlive it. Chance takes each of its children equally often.
template <bool kHasChance>
class TreeGame {
 public:
  /// The number of a child.
  struct Move {
    std::uint8_t child = 0;

    std::uint32_t bits() const { return child; }
    static Move from_bits(std::uint32_t bits) { return {static_cast<std::uint8_t>(bits)}; }
    bool operator==(const Move&) const = default;
  };
  using Moves = engine::InplaceVector<Move, 128>;
  struct Rules {
    const PositionTree* tree = nullptr;
    std::string name() const { return "tree"; }
    int players() const { return 2; }
  };

  explicit TreeGame(const PositionTree& tree) : tree_(&tree) {}
  static TreeGame start(const Rules& rules, engine::Rng&) { return TreeGame(*rules.tree); }
  static absl::StatusOr<TreeGame> from_text(const Rules&, std::string_view) {
    return absl::InvalidArgumentError("places in a tree are not read");
  }

  const TreePosition& position() const { return (*tree_)[static_cast<std::size_t>(place_)]; }
  Rules rules() const { return {tree_}; }
  int players() const { return 2; }
  engine::Player to_move() const { return position().mover; }
  void legal_moves(Moves& out) const {
    out.clear();
    for (std::size_t i = 0; i < position().children.size(); ++i)
      out.push_back({static_cast<std::uint8_t>(i)});
  }
  Move random_move(engine::Rng& rng) const {
    return Move::from_bits(rng.below(static_cast<std::uint32_t>(position().children.size())));
  }
  void apply(Move move) { place_ = position().children[move.child]; }
  engine::Returns returns() const { return {position().result, 1 - position().result}; }
  std::uint64_t hash() const { return engine::mix(static_cast<std::uint64_t>(place_) + 1); }
  std::string to_text() const { return std::to_string(place_); }
  std::string format(Move move) const { return std::to_string(move.child); }
  absl::StatusOr<Move> parse(std::string_view) const {
    return absl::InvalidArgumentError("not read");
  }
  std::string drawn() const { return to_text() + "\n"; }
  bool operator==(const TreeGame&) const = default;

  Move sample_chance(engine::Rng& rng) const requires kHasChance { return random_move(rng); }
  template <class Visit>
  void chance_outcomes(Visit visit) const requires kHasChance {
    Moves all;
    legal_moves(all);
    for (const Move move : all) visit(move, 1 / static_cast<double>(all.size()));
  }
  bool is_outcome(Move move) const requires kHasChance {
    return move.child < position().children.size();
  }

 private:
  const PositionTree* tree_;
  int place_ = 0;
};

using SureTree = TreeGame<false>;
using ChanceTree = TreeGame<true>;
static_assert(engine::Game<SureTree> && !engine::Stochastic<SureTree>);
static_assert(engine::Stochastic<ChanceTree>);

template <bool kHasChance>
struct Evaluation<TreeGame<kHasChance>> {
  static int evaluate(const TreeGame<kHasChance>& state) { return state.position().evaluation; }
  static double win_probability(int score) { return 0.5 + 0.5 * score / kMaxEvaluation; }
};

/// Moves are tried in the order in which they are written down.
template <bool kHasChance>
class Accumulator<TreeGame<kHasChance>> : public PlainAccumulator<TreeGame<kHasChance>> {
 public:
  using State = TreeGame<kHasChance>;
  using Move = typename State::Move;

  explicit Accumulator(const typename State::Rules&) {}
  void reset(const State&) {}
  void play(const State&, Move) {}
  void undo(const State&, Move) {}
  int evaluate(const State& state) const { return Evaluation<State>::evaluate(state); }
  void candidates(const State& state, Candidates<State>& out) const {
    typename State::Moves legal;
    state.legal_moves(legal);
    out.moves.clear();
    for (const Move move : legal) out.moves.push_back({move, -static_cast<int>(move.child)});
    out.selective = state.position().leaves_out;
  }
  int plies_left(const State&) const { return std::numeric_limits<int>::max(); }
};

}  // namespace gauntlet::search
