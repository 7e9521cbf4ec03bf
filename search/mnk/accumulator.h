// Evaluation and move ordering of m,n,k boards by windows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/mnk/mnk.h"
#include "search/alpha_beta/accumulator.h"
#include "search/mnk/window_table.h"

namespace gauntlet::search {

/// Keeps for each window how many stones each side has in it, for each side the sum of its open
/// windows' worth, and for each square what a stone there would add: one move touches at most 4k
/// windows of k squares.
template <int Words>
class Accumulator<engine::Mnk<Words>> {
 public:
  using State = engine::Mnk<Words>;
  using Move = engine::mnk::Move;

  explicit Accumulator(const engine::mnk::Rules& rules)
      : table_(rules),
        weights_(rules.k),
        stones_(static_cast<std::size_t>(table_.windows())),
        tempo_(table_.most_windows() * weights_.board[rules.k > 1] / 2) {}

  void reset(const State& root);
  void play(const State& before, Move move) { update<+1>(before.to_move(), move.square); }
  void undo(const State& before, Move move) { update<-1>(before.to_move(), move.square); }

  int evaluate(const State& state) const;
  bool is_quiet(const State& state) const;
  void candidates(const State& state, Candidates<State>& out) const;
  int plies_left(const State& state) const { return state.rules().squares() - state.plies(); }

 private:
  /// On larger boards only this many squares are tried.
  static constexpr std::size_t kWidth = 24;
  static constexpr int kFullWidthSquares = 49;

  template <int Sign>
  void update(int player, int square);
  void narrow(const State& state, Candidates<State>& out) const;
  void add(int player, int window, std::int32_t amount) {
    const std::uint16_t* const squares = table_.squares(window);
    for (int i = 0; i < table_.k(); ++i) worth_[player][squares[i]] += amount;
  }

  mnk::WindowTable table_;
  mnk::WindowWeights weights_;
  std::vector<std::array<std::uint8_t, 2>> stones_;  ///< By window and player.
  /// What being to move is worth: half of what a stone is on the best square of an empty board, so
  /// that positions before and after a move are told alike.
  std::int32_t tempo_;
  std::array<std::int32_t, 2> total_{};
  std::array<std::array<std::int32_t, State::kCapacity>, 2> worth_{};
};

template <int Words>
void Accumulator<engine::Mnk<Words>>::reset(const State& root) {
  std::fill(stones_.begin(), stones_.end(), std::array<std::uint8_t, 2>{});
  total_ = {};
  for (auto& of_player : worth_) of_player.fill(0);
  for (int window = 0; window < table_.windows(); ++window)
    for (int player = 0; player < 2; ++player) {
      add(player, window, weights_.square[0]);
      total_[player] += weights_.board[0];
    }
  for (int square = 0; square < root.rules().squares(); ++square)
    for (engine::Player player = 0; player < 2; ++player)
      if (root.has_stone(player, square)) update<+1>(player, square);
}

/// Sign +1 puts a stone, -1 takes it away again.
template <int Words>
template <int Sign>
inline void Accumulator<engine::Mnk<Words>>::update(int player, int square) {
  const int other = 1 - player;
  for (auto it = table_.begin(square), end = table_.end(square); it != end; ++it) {
    const int window = *it;
    auto& stones = stones_[static_cast<std::size_t>(window)];
    if (Sign < 0) --stones[player];
    const int own = stones[player], theirs = stones[other];
    if (Sign > 0) ++stones[player];
    if (theirs == 0) {
      add(player, window, Sign * (weights_.square[own + 1] - weights_.square[own]));
      total_[player] += Sign * (weights_.board[own + 1] - weights_.board[own]);
    }
    if (own == 0) {
      add(other, window, -Sign * weights_.square[theirs]);
      total_[other] -= Sign * weights_.board[theirs];
    }
  }
}

template <int Words>
int Accumulator<engine::Mnk<Words>>::evaluate(const State& state) const {
  const int tempo = state.to_move() == 0 ? tempo_ : -tempo_;
  return std::clamp(total_[0] - total_[1] + tempo, -kMaxEvaluation, kMaxEvaluation);
}

template <int Words>
bool Accumulator<engine::Mnk<Words>>::is_quiet(const State& state) const {
  if (state.rules().exact) return true;
  for (int square = 0; square < state.rules().squares(); ++square)
    if (std::max(worth_[0][square], worth_[1][square]) >= mnk::WindowWeights::kCompletes &&
        state.is_empty(square))
      return false;
  return true;
}

/// Keeps the kWidth most promising squares, best first; `selective` tells when that left some out.
/// Squares that are equal come scattered: in the board's order those of one side would all be late,
/// where moves are searched less deep.
template <int Words>
void Accumulator<engine::Mnk<Words>>::narrow(const State& state, Candidates<State>& out) const {
  if (state.rules().squares() <= kFullWidthSquares || out.moves.size() <= kWidth) return;
  const auto scattered = [](const Move& move) { return move.square * 0x9e3779b1u; };
  const auto comes_first = [&](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : scattered(a.move) < scattered(b.move);
  };
  std::nth_element(out.moves.begin(), out.moves.begin() + kWidth, out.moves.end(), comes_first);
  while (out.moves.size() > kWidth) out.moves.pop_back();
  std::sort(out.moves.begin(), out.moves.end(), comes_first);
  out.selective = true;
}

/// A square that wins at once; else one that keeps the opponent from winning at once; else the most
/// valuable squares for either side. Where only exact runs win, completing a window may not win:
/// the squares stay candidates, but nothing is forced.
template <int Words>
void Accumulator<engine::Mnk<Words>>::candidates(const State& state, Candidates<State>& out) const {
  const int us = state.to_move();
  const bool threats_are_real = !state.rules().exact;
  out.moves.clear();
  out.selective = false;
  typename State::Moves legal;
  state.legal_moves(legal);
  const Move* block = nullptr;
  for (const Move& move : legal) {
    const std::int32_t mine = worth_[us][move.square], theirs = worth_[1 - us][move.square];
    if (threats_are_real && mine >= mnk::WindowWeights::kCompletes) {
      out.moves.clear();
      out.moves.push_back({move, mine});
      return;
    }
    if (threats_are_real && theirs >= mnk::WindowWeights::kCompletes && !block) block = &move;
    out.moves.push_back({move, mine + mine / 2 + theirs - table_.eccentricity(move.square)});
  }
  if (!block) return narrow(state, out);
  const ScoredMove<State> forced{*block, 0};
  out.moves.clear();
  out.moves.push_back(forced);
}

}  // namespace gauntlet::search
