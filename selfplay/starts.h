// The position from which each game of a batch starts.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "search/searcher.h"
#include "selfplay/openings.h"
#include "selfplay/permutation.h"
#include "selfplay/schedule.h"

namespace gauntlet::selfplay {

struct Batch;

/// The start of each block: a pure function of the batch's game, seed, openings and the block's
/// number, whatever the thread. Thread-safe.
///
/// Balanced openings are positions in which a search of kJudgeNodes nodes by the game's strongest
/// method gives the side to move a chance of 0.5 +- kMostLead, a draw counting half: the mean of
/// the two deepest iterations, for odd depths favour one side and even ones the other. A game that
/// numbers its openings (search::NumberedOpenings) has these numbers shuffled by the seed and dealt
/// into groups of at most kGroup, or of kLargeGroup where there are more than a batch can use;
/// block b takes the first balanced one of its group, and once every group has been used the
/// second, and so on. So no opening comes twice before the groups are used up, and then as late as
/// can be. Other games play kRandomPlies plies at random, up to kTries times. Where none is
/// balanced it is the least unbalanced of the group, or of the tries; in later rounds others of the
/// group that are hardly worse, no more than kMostLead.
class Starts {
 public:
  static constexpr std::uint64_t kJudgeNodes = 2'000;
  static constexpr double kMostLead = 0.1;
  static constexpr std::uint64_t kGroup = 128;
  static constexpr std::uint64_t kLargeGroup = 2'048;
  static constexpr std::uint64_t kLeastLargeGroups = 10'000;
  static constexpr int kRandomPlies = 4;
  static constexpr int kTries = 16;

  /// `batch` outlives it. Once its stop token is set, searches end at once and openings are not
  /// what they should be: no game may start from them.
  explicit Starts(const Batch& batch);
  ~Starts();

  engine::AnyState of(std::uint64_t block) const;
  /// Whether they cost searches.
  bool are_judged() const;
  /// Why such openings cannot be had: a game that is over before so many plies, or before the first
  /// that could be balanced.
  absl::Status usable() const;
  /// Whether one of the first hundreds of positions is balanced. Else many games will start from
  /// the least unbalanced. REQUIRES: are_judged().
  bool are_balanced() const;

 private:
  /// A position, and how far from even it is: 0 to 0.5; more where it is none but the start.
  struct Judged {
    engine::AnyState state;
    double lead;
    bool is_balanced() const { return lead <= kMostLead; }
  };
  class Judge;

  engine::AnyState usual(std::uint64_t block) const;
  std::optional<engine::AnyState> after_plies(std::uint64_t block, int plies, int tries) const;
  engine::AnyState balanced(std::uint64_t block) const;
  Judged judged(std::uint64_t block) const;
  static Judged least_unbalanced(std::vector<Judged> all, std::uint64_t round);
  /// The first blocks, each of its own group.
  std::uint64_t first_blocks() const;
  Judged chosen_of_group(std::uint64_t group, std::uint64_t round, Judge& judge) const;
  Judged chosen_of_random(std::uint64_t block, Judge& judge) const;
  std::uint64_t groups() const;
  std::uint64_t first_of(std::uint64_t group) const;

  const Batch& batch_;
  const Schedule schedule_;
  const Permutation numbers_;  ///< Of the game's openings; of nothing where it numbers none.

  mutable absl::Mutex mutex_;
  mutable std::vector<std::unique_ptr<Judge>> judges_ ABSL_GUARDED_BY(mutex_);  // free ones
  /// The last openings made, for the other games of their blocks.
  mutable std::vector<std::pair<std::uint64_t, engine::AnyState>> recent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::selfplay
