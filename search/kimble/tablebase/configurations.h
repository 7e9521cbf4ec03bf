// Where the pieces of one Kimble player can stand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/kimble/kimble.h"

namespace gauntlet::search::kimble {

/// Every set of squares that the pieces of one player can stand on (as Kimble::board(); the others
/// are at home), numbered from 0. For four pieces that makes 41,449.
///
/// A piece in the goal never leaves it, so configurations come in layers, by how many pieces are
/// there: those with more come first, and of a layer those nearer to the end.
///
/// The level of a configuration says how far its pieces have to go: a piece's way is its squares to
/// the last one, and from home one more than a six can go. So every move lowers the level of who
/// moves by at most kLongestStep, and a piece that is sent home raises its owner's by more than a
/// move can lower one: whatever is neither a capture nor a pass lowers the sum of both levels, and
/// a capture always raises it.
class Configurations {
 public:
  static constexpr int kLongestStep = 7;  ///< From home to the start square, in levels.
  static constexpr int kDice = 6;
  /// All pieces are in the goal.
  static constexpr int kFinished = 0;

  /// REQUIRES: 1 <= pieces <= 4.
  explicit Configurations(int pieces);

  int pieces() const { return pieces_; }
  int size() const { return static_cast<int>(boards_.size()); }
  std::uint32_t board(int configuration) const { return boards_[at(configuration)]; }
  /// REQUIRES: as many squares as pieces at most, all in use.
  int number_of(std::uint32_t board) const { return numbers_[rank(board)]; }
  /// All pieces at home.
  int home() const { return number_of(0); }

  /// How many pieces are in the goal, 0..pieces().
  int layer(int configuration) const;
  int level(int configuration) const { return levels_[at(configuration)]; }
  int top_level() const { return top_level_; }
  /// The first configuration of a layer that has the level or a higher one; of the next when there
  /// is none.
  int first_of(int layer, int level) const {
    return firsts_[at(layer)][at(std::clamp(level, 0, top_level_ + 1))];
  }

  /// One choice that a throw leaves.
  struct Step {
    static constexpr std::uint8_t kNowhere = engine::Kimble::kRing;
    std::uint16_t to;  ///< Where the pieces stand then.
    std::uint8_t
        lands;  ///< On that square of the ring, as its player counts; in the goal kNowhere.
    bool from_home;
  };
  /// The foremost piece first, home last, as Kimble::legal_moves().
  std::span<const Step> steps(int configuration, int die) const {
    const auto of = at(configuration) * kDice + static_cast<std::size_t>(die) - 1;
    return {steps_.data() + first_steps_[of], first_steps_[of + 1] - first_steps_[of]};
  }
  /// How many of the throws 1..5 move nothing; they pass the turn.
  int passes(int configuration) const { return passes_[at(configuration)]; }

 private:
  static std::size_t at(int configuration) { return static_cast<std::size_t>(configuration); }
  static std::size_t rank(std::uint32_t board);
  int way_of(std::uint32_t board) const;
  void number();
  void list_steps();

  int pieces_;
  std::vector<std::uint32_t> boards_;
  std::vector<std::uint16_t> numbers_;  ///< By rank().
  std::vector<std::uint8_t> levels_;
  int top_level_ = 0;
  std::vector<std::vector<int>> firsts_;  ///< By layer and level.
  std::vector<Step> steps_;
  std::vector<std::uint32_t> first_steps_;
  std::vector<std::uint8_t> passes_;
};

}  // namespace gauntlet::search::kimble
