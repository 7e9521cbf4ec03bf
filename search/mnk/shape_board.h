// The classes of every empty square of an m,n,k board, kept from move to move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/big_memory.h"
#include "search/mnk/line_class_table.h"
#include "search/mnk/line_table.h"
#include "search/mnk/pattern_network.h"
#include "search/mnk/pattern_policy.h"
#include "search/mnk/square_class.h"
#include "search/mnk/square_worth.h"

namespace gauntlet::search::mnk {

/// For both players and each empty square: what a stone there makes of each line, what the best two
/// lines make together (SquareClass), and for each Threat the squares that make it. A move looks
/// only at the empty squares that see it along a line; taking it back puts back what it changed.
/// Nothing is allocated after construction. For one thread at a time.
template <int Words>
class ShapeBoard {
 public:
  using State = engine::Mnk<Words>;
  using Squares = typename State::Board;  ///< Bit s % 64 of word s / 64 is square s.

  explicit ShapeBoard(const engine::mnk::Rules& rules);

  /// Starts from the stones of `root`.
  void reset(const State& root);
  /// REQUIRES: `square` is empty.
  void put(int player, int square) {
    network_ ? put<Judged::kByNetwork>(player, square) : put<Judged::kByWorth>(player, square);
  }
  /// The same for searches that ask for threats alone. REQUIRES: until it is taken back every put()
  /// is such, and nobody asks for a score or for patterns.
  void put_unjudged(int player, int square) { put<Judged::kNot>(player, square); }
  /// REQUIRES: this was the last that was put.
  void take_back(int player, int square);

  /// The empty squares where a stone of `player` is this threat and no better one.
  const Squares& squares(int player, Threat threat) const {
    return squares_[player][static_cast<int>(threat)];
  }
  SquareClass square_class(int player, int square) const { return classes_[square][player]; }
  Threat threat(int player, int square) const { return square_class(player, square).threat(); }
  /// How good the position is for `mover`, who is to move: the logarithm of the odds, in 256ths.
  int score(int mover);
  /// The same by SquareWorths alone. REQUIRES: nothing was put since reset(), or !has_patterns().
  int score_by_worth(int mover) const {
    return worth_[mover].to_mover + worth_[1 - mover].to_other + kTempo;
  }
  /// Of an empty square. REQUIRES: has_patterns().
  SquarePatterns patterns(int square) const { return patterns_[square]; }
  bool has_patterns() const { return network_ != nullptr; }
  /// What PatternPolicy says of an empty square when `mover` is to move. REQUIRES: has_patterns().
  std::int32_t policy(int mover, int square) const {
    return policy_->at(patterns_[square], classes_[square], mover);
  }

 private:
  /// How the position is judged while a stone is put.
  enum class Judged { kNot, kByWorth, kByNetwork };

  using Classes = PatternNetwork::Classes;
  /// What a move has changed on one square, as it was before.
  struct Change {
    SquareLinePairs lines;
    std::uint16_t square;
    Classes classes;
  };
  using Worths = std::array<SquareWorth, 2>;  ///< By player.
  using ThreatSquares = std::array<std::array<Squares, kThreats>, 2>;
  /// Putting sets back as a whole is sooner done than square by square. Those of larger boards are
  /// up to 2 kB for each move, by which players of few nodes would grow too much.
  static constexpr bool kKeepsSets = Words <= 4;
  struct NoSets {};
  struct Move {
    std::uint32_t first_change, first_pattern_change;
    std::conditional_t<kKeepsSets, ThreatSquares, NoSets> sets;  ///< Before it, where kept.
    Worths worth;                                                ///< Before it, where worths judge.
    bool is_judged;
    bool is_known;                  ///< Whether somebody has asked for ..
    PatternNetwork::Totals totals;  ///< .. the sums after it.
  };
  /// What a move has changed for the network on one square.
  struct PatternChange {
    SquarePatterns before;
    std::uint16_t square;
    std::uint16_t now;  ///< kTaken, or the pattern on the one line that has changed and that line.
    Classes classes_before, classes_now;

    /// By the move itself: nothing is left of the square.
    static constexpr std::uint16_t kTaken = 0xffff;
    static constexpr int kCodeBits = 13;
    static std::uint16_t on_line(int line, PatternCode code) {
      return static_cast<std::uint16_t>(line << kCodeBits | code);
    }
    PatternCode code() const { return now & ((1 << kCodeBits) - 1); }
    int line() const { return now >> kCodeBits; }
  };
  static_assert(sizeof(PatternChange) == 16 && kPatterns <= 1 << PatternChange::kCodeBits);

  /// Of one move: to both sides on all lines.
  static std::size_t most_changes(int reach) {
    return std::size_t{2} * SquareLines::kAll * static_cast<std::size_t>(std::max(reach, 1));
  }
  /// Where there is one for these rules: nothing further than four squares away matters.
  static const PatternNetwork* network_for(const engine::mnk::Rules& rules) {
    return rules.k == 5 && !rules.exact && !rules.page ? &PatternNetwork::get() : nullptr;
  }
  /// Vector by vector: as a whole it costs more than all else in take_back().
  static void copy(const ThreatSquares& from, ThreatSquares& to) {
    constexpr std::size_t kBytes = 32;
    static_assert(sizeof(ThreatSquares) % kBytes == 0);
    const auto* const source = reinterpret_cast<const std::byte*>(&from);
    auto* const target = reinterpret_cast<std::byte*>(&to);
    [&]<std::size_t... kPart>(std::index_sequence<kPart...>) {
      (std::memcpy(target + kPart * kBytes, source + kPart * kBytes, kBytes), ...);
    }
    (std::make_index_sequence<sizeof(ThreatSquares) / kBytes>{});
  }
  /// Calls see(slot, stones, position) for each line through `square`.
  template <class See>
  void for_each_line(int square, See see) {
    const SquareLines& through = line_table_->at(square);
    for (std::uint32_t slot = 0; slot < through.count; ++slot)
      see(static_cast<int>(slot), lines_[through.line[slot]], std::countr_zero(through.bit[slot]));
  }
  template <Judged kJudged>
  void put(int player, int square);
  template <bool kWrapped, Judged kJudged, class Pairs>
  void look_along_lines(int player, int square, const Pairs& pairs);
  template <bool kWrapped, Judged kJudged>
  void set_lines(int square, SquareLinePairs lines, Worths& worth);
  void start_patterns(const State& root);
  const PatternNetwork::Totals& totals();
  void list(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] |= std::uint64_t{1} << (square & 63);
  }
  void unlist(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] &= ~(std::uint64_t{1} << (square & 63));
  }
  void relist(int player, int square, SquareClass from, SquareClass to) {
    if (from.threat() == to.threat()) return;
    unlist(player, square, from.threat());
    list(player, square, to.threat());
  }

  const LineClassTable& pairs_;
  const SquareClassTable& class_of_;
  const PatternNetwork* const network_;  ///< Null where worths judge.
  const PatternPolicy* const policy_;    ///< The same.
  bool wrapped_;
  int squares_on_board_;
  const std::shared_ptr<const LineTable> line_table_;
  std::vector<LineStones> lines_;  ///< As the table numbers them.
  Worths worth_{};
  std::array<SquareLinePairs, State::kCapacity> lines_through_{};
  std::array<Classes, State::kCapacity> classes_{};
  ThreatSquares squares_{};
  std::array<SquarePatterns, State::kCapacity> patterns_{};
  // Few moves are ever on the board at once, and room for the others costs nothing.
  BigMemory change_memory_, move_memory_, pattern_change_memory_;
  Change* changes_;  ///< What moves have changed: the first changed_ of them.
  Move* moves_;      ///< From 1 to moved_ those put since reset(); 0 is as if it had led there.
  PatternChange* pattern_changes_;  ///< The first patterns_changed_ of them.
  std::uint32_t changed_ = 0;
  std::uint32_t patterns_changed_ = 0;
  std::uint32_t moved_ = 0;
};

template <int Words>
ShapeBoard<Words>::ShapeBoard(const engine::mnk::Rules& rules)
    : pairs_(LineClassTable::of(rules)),
      class_of_(SquareClassTable::get()),
      network_(network_for(rules)),
      policy_(network_ ? &PatternPolicy::get() : nullptr),
      wrapped_(rules.page),
      squares_on_board_(rules.squares()),
      line_table_(LineTable::of(rules)),
      change_memory_(
          static_cast<std::size_t>(rules.squares()) * most_changes(pairs_.reach()) * sizeof(Change),
          Pages::kSmall),
      move_memory_((static_cast<std::size_t>(rules.squares()) + 1) * sizeof(Move), Pages::kSmall),
      pattern_change_memory_(network_
                                 ? static_cast<std::size_t>(rules.squares()) *
                                       (most_changes(pairs_.reach()) + 1) * sizeof(PatternChange)
                                 : sizeof(PatternChange),
                             Pages::kSmall),
      changes_(reinterpret_cast<Change*>(change_memory_.data())),
      moves_(reinterpret_cast<Move*>(move_memory_.data())),
      pattern_changes_(reinterpret_cast<PatternChange*>(pattern_change_memory_.data())) {
  for (int line = 0; line < line_table_->lines(); ++line)
    lines_.push_back(LineStones::empty(line_table_->line(line).length));
}

template <int Words>
void ShapeBoard<Words>::reset(const State& root) {
  changed_ = 0;
  patterns_changed_ = 0;
  moved_ = 0;
  squares_ = {};
  lines_through_ = {};
  classes_ = {};
  worth_ = {};
  for (int square = 0; square < squares_on_board_; ++square)
    for_each_line(square, [&](int, LineStones& stones, int position) {
      for (int player = 0; player < 2; ++player) {
        stones.of[player] &= ~LineStones::bit(position);
        if (root.has_stone(static_cast<engine::Player>(player), square))
          stones.of[player] |= LineStones::bit(position);
      }
    });
  for (int square = 0; square < squares_on_board_; ++square) {
    if (!root.is_empty(square)) continue;
    for_each_line(square, [&](int slot, const LineStones& stones, int position) {
      lines_through_[square].set(slot, pairs_.at(stones, position));
    });
    for (int player = 0; player < 2; ++player) {
      const SquareClass now = class_of_.template at<true>(lines_through_[square], player);
      classes_[square][player] = now;
      list(player, square, now.threat());
      worth_[player] += kSquareWorth[now.code()];
    }
  }
  if (network_) start_patterns(root);
}

/// Lines shorter than five, which are not in lines_, are like such without a free square.
template <int Words>
void ShapeBoard<Words>::start_patterns(const State& root) {
  const PatternTable& pattern_table = PatternTable::get();
  PatternNetwork::Totals& totals = moves_[0].totals;
  totals = {};
  moves_[0].is_known = true;
  for (int square = 0; square < squares_on_board_; ++square) {
    SquarePatterns& patterns = patterns_[square];
    for (int line = 0; line < SquarePatterns::kLines; ++line)
      patterns.set(line, pattern_table.at(0xffff));
    if (!root.is_empty(square)) continue;
    for_each_line(square, [&](int slot, const LineStones& stones, int position) {
      patterns.set(slot, pattern_table.at(stones.around(position)));
    });
    totals += network_->row(patterns, classes_[square]).positive();
  }
}

template <int Words>
int ShapeBoard<Words>::score(int mover) {
  if (network_) return network_->log_odds(totals(), mover, ThreatMarks::of(*this, mover));
  return score_by_worth(mover);
}

/// From the last sums that are known on, change by change.
template <int Words>
const PatternNetwork::Totals& ShapeBoard<Words>::totals() {
  Move& now = moves_[moved_];
  assert(moved_ == 0 || now.is_judged);
  if (now.is_known) return now.totals;
  std::uint32_t from = moved_;
  while (!moves_[from].is_known) --from;
  now.totals = moves_[from].totals;
  now.is_known = true;
  const PatternChange* change = pattern_changes_ + moves_[from + 1].first_pattern_change;
  const PatternChange* const end = pattern_changes_ + patterns_changed_;
  while (change != end) {
    // So many still fit into 16 bits: a square that is taken changes a channel by five vectors,
    // what changes on one line by two, and by two more where classes do.
    constexpr int kMost = 12;
    static_assert(kMost * 5 * PatternWeights::kMost <= INT16_MAX);
    PatternNetwork::Row difference{};
    for (const PatternChange* const stop = std::min(change + kMost, end); change != stop;
         ++change) {
      PatternNetwork::Row row = network_->row(change->before, change->classes_before);
      difference -= row.positive();
      if (change->now == PatternChange::kTaken) continue;
      row -= network_->row(change->before.of_line(change->line()));
      row += network_->row(change->code());
      if (change->classes_now != change->classes_before) {
        row -= network_->row(change->classes_before);
        row += network_->row(change->classes_now);
      }
      difference += row.positive();
    }
    now.totals += difference;
  }
  return now.totals;
}

template <int Words>
template <bool kWrapped, typename ShapeBoard<Words>::Judged kJudged>
inline void ShapeBoard<Words>::set_lines(int square, SquareLinePairs lines, Worths& worth) {
  lines_through_[square] = lines;
  Classes& classes = classes_[square];
  for (int player = 0; player < 2; ++player) {
    const SquareClass before = classes[player];
    const SquareClass now = class_of_.template at<kWrapped>(lines, player);
    if (now == before) continue;
    classes[player] = now;
    if constexpr (kJudged == Judged::kByWorth) {
      worth[player] -= kSquareWorth[before.code()];
      worth[player] += kSquareWorth[now.code()];
    }
    relist(player, square, before, now);
  }
}

/// Puts the stone, and sees to the empty squares near it. What grows from square to square is kept
/// in registers.
template <int Words>
template <bool kWrapped, typename ShapeBoard<Words>::Judged kJudged, class Pairs>
inline void ShapeBoard<Words>::look_along_lines(int player, int square, const Pairs& pairs) {
  const int reach = pairs_.reach();
  const PatternTable& pattern_table = PatternTable::get();
  PatternChange* pattern_change = pattern_changes_ + patterns_changed_;
  Worths worth = worth_;
  Change* change = changes_ + changed_;
  const SquareLines& through = line_table_->at(square);
  for (std::uint32_t i = 0; i < through.count; ++i) {
    const LineCourse& line = line_table_->line(through.line[i]);
    const int position = std::countr_zero(through.bit[i]);
    LineStones& now = lines_[through.line[i]];
    now.of[player] |= LineStones::bit(position);
    const LineStones stones = now;
    const int first = std::max(position - reach, 0);
    const int end_of_span = std::min(position + 1 + reach, engine::mnk::kMaxSide);
    const std::uint64_t span = LineStones::bit(end_of_span) - LineStones::bit(first);
    for (std::uint64_t left = stones.empties() & span; left != 0;) {
      const int here = engine::pop_lowest(left) - LineStones::kMargin;
      const LinePair pair = pairs.at(stones, here);
      const auto there = static_cast<std::uint16_t>(line.start + here * line.step);
      const int slot = line.slots[here];
      if constexpr (kJudged == Judged::kByNetwork) {
        SquarePatterns& seen = patterns_[there];
        const PatternCode code = pattern_table.at(stones.around(here));
        // Member by member: as a whole it is made elsewhere and read again before it is written,
        // which costs a quarter of all of put().
        PatternChange& changes = *pattern_change++;
        changes.before = seen;
        changes.square = there;
        changes.now = PatternChange::on_line(slot, code);
        changes.classes_before = changes.classes_now = classes_[there];
        seen.set(slot, code);
      }
      SquareLinePairs lines = lines_through_[there];
      if (pair == lines.of_line(slot)) continue;
      *change++ = {lines, there, classes_[there]};
      lines.set(slot, pair);
      set_lines<kWrapped, kJudged>(there, lines, worth);
      if constexpr (kJudged == Judged::kByNetwork) pattern_change[-1].classes_now = classes_[there];
    }
  }
  if constexpr (kJudged == Judged::kByNetwork)
    patterns_changed_ = static_cast<std::uint32_t>(pattern_change - pattern_changes_);
  worth_ = worth;
  changed_ = static_cast<std::uint32_t>(change - changes_);
}

template <int Words>
template <typename ShapeBoard<Words>::Judged kJudged>
void ShapeBoard<Words>::put(int player, int square) {
  Move& move = moves_[++moved_];
  move.is_judged = kJudged != Judged::kNot;
  move.first_change = changed_;
  if constexpr (kKeepsSets) copy(squares_, move.sets);
  move.first_pattern_change = patterns_changed_;
  if constexpr (kJudged == Judged::kByWorth) move.worth = worth_;
  if constexpr (kJudged == Judged::kByNetwork) {
    move.is_known = false;
    const auto taken = static_cast<std::uint16_t>(square);
    pattern_changes_[patterns_changed_++] = {
        patterns_[square], taken, PatternChange::kTaken, classes_[square], {}};
  }
  for (int of = 0; of < 2; ++of) {
    unlist(of, square, threat(of, square));
    if constexpr (kJudged == Judged::kByWorth)
      worth_[of] -= kSquareWorth[square_class(of, square).code()];
  }
  if constexpr (kJudged != Judged::kByNetwork) {
    if (!pairs_.has_pairs()) return look_along_lines<true, kJudged>(player, square, pairs_);
    if (wrapped_)
      return look_along_lines<true, kJudged>(player, square, LineClassTable::Pairs(pairs_));
  }
  look_along_lines<false, kJudged>(player, square, LineClassTable::Pairs(pairs_));
}

template <int Words>
void ShapeBoard<Words>::take_back(int player, int square) {
  const Move& move = moves_[moved_--];
  while (changed_ > move.first_change) {
    const Change& change = changes_[--changed_];
    lines_through_[change.square] = change.lines;
    Classes& classes = classes_[change.square];
    if constexpr (!kKeepsSets)
      for (int of = 0; of < 2; ++of) relist(of, change.square, classes[of], change.classes[of]);
    classes = change.classes;
  }
  for_each_line(square, [&](int, LineStones& stones, int position) {
    stones.of[player] &= ~LineStones::bit(position);
  });
  if constexpr (kKeepsSets)
    copy(move.sets, squares_);
  else
    for (int of = 0; of < 2; ++of) list(of, square, threat(of, square));
  if (!move.is_judged) return;
  if (!network_) worth_ = move.worth;
  while (patterns_changed_ > move.first_pattern_change) {
    const PatternChange& change = pattern_changes_[--patterns_changed_];
    patterns_[change.square] = change.before;
  }
}

}  // namespace gauntlet::search::mnk
