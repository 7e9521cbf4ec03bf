// Evaluation, candidate moves and their order on m,n,k boards, by shapes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/alpha_beta/accumulator.h"
#include "search/mnk/fours.h"
#include "search/mnk/shape_board.h"
#include "search/mnk/threats.h"

namespace gauntlet::search {

/// Tries only what can matter: a win, else what stops the opponent's, else an open four, else what
/// stops theirs or makes fours, else the most valuable squares for either side.
template <int Words>
class Accumulator<engine::Mnk<Words>> : public PlainAccumulator<engine::Mnk<Words>> {
 public:
  using State = engine::Mnk<Words>;
  using Move = engine::mnk::Move;

  static constexpr Selectivity kSelectivity{.margin_depth = 6,
                                            .margin = 80,
                                            .razor_depth = 2,
                                            .razor_margin = 60,
                                            .late_depth = 4,
                                            .late_moves = 6,
                                            .late_growth = 2,
                                            .reduction_divisor = 1.8,
                                            .table_judges = true,
                                            .forces = true};

  explicit Accumulator(const engine::mnk::Rules& rules)
      : board_(rules), fours_(board_), threats_(board_, fours_) {}

  void reset(const State& root) { board_.reset(root); }
  void play(const State& before, Move move) { board_.put(before.to_move(), move.square); }
  void undo(const State& before, Move move) { board_.take_back(before.to_move(), move.square); }

  int evaluate(const State& state);
  /// A board with one stone is looked at a ply deeper, too: the network was fitted to none such.
  bool is_quiet(const State& state) const {
    const bool unknown = board_.has_patterns() && state.plies() == 1;
    return !unknown && !any(0, Threat::kFive) && !any(1, Threat::kFive);
  }
  bool can_be_judged(const State& state) const {
    return is_quiet(state) && !any(1 - state.to_move(), Threat::kOpenFour);
  }
  /// The policy knows the moves of good games.
  bool is_ordered() const { return board_.has_patterns(); }
  int certain_end(const State& state) const;
  bool may_force_a_win(const State& state) const {
    return any(state.to_move(), Threat::kFour) || any(state.to_move(), Threat::kFourThree);
  }
  int plies_to_win(const State& state, std::uint64_t& nodes);
  std::vector<Move> winning_line(const State& state, std::uint64_t most_nodes, std::uint64_t& nodes,
                                 Budget& budget);
  void drop_losing(const State& state, std::vector<Move>& moves, std::uint64_t most_nodes,
                   std::uint64_t& nodes, Budget& budget);
  void candidates(const State& state, Candidates<State>& out) const;
  /// The same by worth() alone and near stones, for who draws among good moves: a policy of the
  /// best ones knows little of the others.
  void plain_candidates(const State& state, Candidates<State>& out) const {
    list_candidates<false>(state, out);
    drop_far(state, out);
  }
  int plies_left(const State& state) const { return state.rules().squares() - state.plies(); }

 private:
  using Threat = mnk::Threat;
  using Squares = typename mnk::ShapeBoard<Words>::Squares;
  /// On larger boards only this many squares are tried.
  static constexpr std::size_t kWidth = 24;
  static constexpr int kFullWidthSquares = 49;
  /// What a step of the policy is worth beside the histories of moves.
  static constexpr std::int32_t kOrderOfPolicy = 8;
  /// So many fours are tried at the end of a line.
  static constexpr std::uint32_t kFoursAtHorizon = 8;

  bool any(int player, Threat threat) const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : board_.squares(player, threat)) all |= word;
    return all != 0;
  }
  void add(int player, Threat threat, Squares& squares) const {
    for (int w = 0; w < Words; ++w) squares[w] |= board_.squares(player, threat)[w];
  }
  void add_fours(int player, Squares& squares) const {
    for (const Threat threat : {Threat::kOpenFour, Threat::kFourThree, Threat::kFour})
      add(player, threat, squares);
  }
  void only(int player, Threat threat, Candidates<State>& out) const;
  static Squares middle(const State& state) {
    const int square = state.rules().height / 2 * state.rules().width + state.rules().width / 2;
    Squares squares{};
    squares[square >> 6] = std::uint64_t{1} << (square & 63);
    return squares;
  }
  Squares worth_a_try(const State& state, Candidates<State>& out) const;
  Squares near_stones(const State& state, Candidates<State>& out) const;
  static bool is_near_stone(const State& state, int square);
  static void drop_far(const State& state, Candidates<State>& out);
  template <bool kByPolicy>
  void list_candidates(const State& state, Candidates<State>& out) const;
  template <bool kByPolicy>
  void list(const State& state, const Squares& squares, Candidates<State>& out) const;
  std::int32_t worth(const State& state, int us, int square) const;
  void narrow(const State& state, Candidates<State>& out) const;

  mnk::ShapeBoard<Words> board_;
  mnk::Fours<Words> fours_;
  mnk::Threats<Words> threats_;
};

template <int Words>
int Accumulator<engine::Mnk<Words>>::evaluate(const State& state) {
  const int us = state.to_move();
  const int score = board_.score(us);
  return std::clamp(us == 0 ? score : -score, -kMaxEvaluation, kMaxEvaluation);
}

template <int Words>
int Accumulator<engine::Mnk<Words>>::certain_end(const State& state) const {
  const int us = state.to_move();
  if (any(us, Threat::kFive)) return 1;
  if (any(1 - us, Threat::kFive))
    return mnk::count(board_.squares(1 - us, Threat::kFive)) > 1 ? -2 : 0;
  return any(us, Threat::kOpenFour) ? 3 : 0;
}

template <int Words>
int Accumulator<engine::Mnk<Words>>::plies_to_win(const State& state, std::uint64_t& nodes) {
  const bool won =
      fours_.find(state.to_move(), state.hash(), kFoursAtHorizon, mnk::FoursTried::kThatBuild);
  nodes += fours_.nodes();
  return won ? static_cast<int>(fours_.line().size()) : 0;
}

/// By fours, else by fours and threes.
template <int Words>
auto Accumulator<engine::Mnk<Words>>::winning_line(const State& state, std::uint64_t most_nodes,
                                                   std::uint64_t& nodes, Budget& budget)
    -> std::vector<Move> {
  const int us = state.to_move();
  const bool by_fours = fours_.find(us, state.hash(), static_cast<std::uint32_t>(most_nodes / 4));
  nodes += fours_.nodes();
  const bool by_threats = !by_fours && threats_.find(us, state.hash(), most_nodes, &budget) == true;
  if (!by_fours) nodes += threats_.nodes();
  std::vector<Move> line;
  if (by_fours || by_threats)
    for (const std::uint16_t square : by_fours ? fours_.line() : threats_.line())
      line.push_back({square});
  return line;
}

template <int Words>
void Accumulator<engine::Mnk<Words>>::drop_losing(const State& state, std::vector<Move>& moves,
                                                  std::uint64_t most_nodes, std::uint64_t& nodes,
                                                  Budget& budget) {
  const int us = state.to_move();
  std::vector<Move> kept;
  for (const Move move : moves) {
    const State next = engine::child(state, move);
    if (!engine::is_over(next)) {
      board_.put_unjudged(us, move.square);
      const bool lost =
          threats_.find(1 - us, next.hash(), most_nodes / moves.size(), &budget) == true;
      board_.take_back(us, move.square);
      nodes += threats_.nodes();
      if (lost) continue;
    }
    kept.push_back(move);
  }
  if (!kept.empty()) moves = kept;
}

/// The first of those squares alone.
template <int Words>
void Accumulator<engine::Mnk<Words>>::only(int player, Threat threat,
                                           Candidates<State>& out) const {
  const Squares& squares = board_.squares(player, threat);
  for (int w = 0; w < Words; ++w)
    if (squares[w] != 0) {
      const int square = 64 * w + std::countr_zero(squares[w]);
      return out.moves.push_back({{static_cast<std::uint16_t>(square)}, 0});
    }
}

/// Against an open four to come only fours help, and squares that take a stone from it: there the
/// opponent would have a four, too. Elsewhere squares that have to do with no stone are left out on
/// larger boards.
template <int Words>
auto Accumulator<engine::Mnk<Words>>::worth_a_try(const State& state, Candidates<State>& out) const
    -> Squares {
  const int us = state.to_move();
  Squares squares{};
  if (any(1 - us, Threat::kOpenFour)) {
    add_fours(us, squares);
    add_fours(1 - us, squares);
    return squares;
  }
  return near_stones(state, out);
}

template <int Words>
auto Accumulator<engine::Mnk<Words>>::near_stones(const State& state, Candidates<State>& out) const
    -> Squares {
  Squares squares{};
  if (state.rules().squares() <= kFullWidthSquares) return state.empties();
  for (const int player : {0, 1}) {
    add_fours(player, squares);
    for (const Threat threat : {Threat::kDoubleThree, Threat::kOpenThree, Threat::kBuilds})
      add(player, threat, squares);
  }
  out.selective = true;
  if (squares == Squares{}) return state.plies() == 0 ? middle(state) : state.empties();
  return squares;
}

/// By what stones there would make; nearer to the middle is better where all else is equal.
template <int Words>
inline std::int32_t Accumulator<engine::Mnk<Words>>::worth(const State& state, int us,
                                                           int square) const {
  const int width = state.rules().width, height = state.rules().height;
  const int from_middle = std::max(std::abs(2 * (square / width) + 1 - height),
                                   std::abs(2 * (square % width) + 1 - width));
  const std::int32_t mine = mnk::kOrderWorth[board_.square_class(us, square).code()];
  const std::int32_t theirs = mnk::kOrderWorth[board_.square_class(1 - us, square).code()];
  return mine + mine / 2 + theirs - from_middle;
}

/// Keeps the kWidth most promising squares, best first. Squares that are equal come scattered: in
/// the board's order those of one side would all be late, where moves are searched less deep.
template <int Words>
void Accumulator<engine::Mnk<Words>>::narrow(const State& state, Candidates<State>& out) const {
  if (state.rules().squares() <= kFullWidthSquares || out.moves.size() <= kWidth) return;
  const auto scattered = [](const Move& move) { return move.square * 0x9e3779b1u; };
  const auto comes_first = [&](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : scattered(a.move) < scattered(b.move);
  };
  std::nth_element(out.moves.begin(), out.moves.begin() + kWidth, out.moves.end(), comes_first);
  while (out.moves.size() > kWidth) out.moves.pop_back();
  out.selective = true;
}

template <int Words>
void Accumulator<engine::Mnk<Words>>::candidates(const State& state, Candidates<State>& out) const {
  board_.has_patterns() ? list_candidates<true>(state, out) : list_candidates<false>(state, out);
}

template <int Words>
template <bool kByPolicy>
void Accumulator<engine::Mnk<Words>>::list_candidates(const State& state,
                                                      Candidates<State>& out) const {
  const int us = state.to_move();
  out.moves.clear();
  out.selective = false;
  if (any(us, Threat::kFive)) return only(us, Threat::kFive, out);
  if (any(1 - us, Threat::kFive)) return only(1 - us, Threat::kFive, out);
  if (any(us, Threat::kOpenFour)) return only(us, Threat::kOpenFour, out);
  list<kByPolicy>(state, worth_a_try(state, out), out);
}

/// Whether there is a stone within three squares, across, down or both.
template <int Words>
bool Accumulator<engine::Mnk<Words>>::is_near_stone(const State& state, int square) {
  const int width = state.rules().width, height = state.rules().height;
  const int row = square / width, column = square % width;
  for (int r = std::max(row - 3, 0); r <= std::min(row + 3, height - 1); ++r)
    for (int c = std::max(column - 3, 0); c <= std::min(column + 3, width - 1); ++c)
      if (!state.is_empty(r * width + c)) return true;
  return false;
}

/// Unless all are far, or the board is small.
template <int Words>
void Accumulator<engine::Mnk<Words>>::drop_far(const State& state, Candidates<State>& out) {
  if (state.rules().squares() <= kFullWidthSquares) return;
  auto* const end = std::stable_partition(
      out.moves.begin(), out.moves.end(),
      [&](const auto& candidate) { return is_near_stone(state, candidate.move.square); });
  if (end == out.moves.begin() || end == out.moves.end()) return;
  while (out.moves.end() != end) out.moves.pop_back();
  out.selective = true;
}

/// Adds the squares, in the order of the policy or of worth().
template <int Words>
template <bool kByPolicy>
void Accumulator<engine::Mnk<Words>>::list(const State& state, const Squares& squares,
                                           Candidates<State>& out) const {
  const int us = state.to_move();
  for (int w = 0; w < Words; ++w)
    for (std::uint64_t word = squares[w]; word != 0;) {
      const int square = 64 * w + engine::pop_lowest(word);
      out.moves.push_back(
          {{static_cast<std::uint16_t>(square)},
           kByPolicy ? kOrderOfPolicy * board_.policy(us, square) : worth(state, us, square)});
    }
  narrow(state, out);
}

}  // namespace gauntlet::search
