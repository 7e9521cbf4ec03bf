// Whom searches of Kimble take the others for.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/inplace_vector.h"
#include "engine/kimble/kimble.h"
#include "engine/rng.h"
#include "engine/status.h"
#include "search/kimble/policy.h"
#include "search/options.h"

namespace gauntlet::search::kimble {

/// What each of the others plays, as far as it is known.
class OpponentModel {
 public:
  /// One name for all of them, or one for each in turn order, beginning after the mover, with +
  /// between: "helppo", "helppo+vaikea+fitted". The names are those of find_policy() and
  /// "people". Nothing when it is none of this.
  static std::optional<OpponentModel> parse(std::string_view names, int players);
  /// Nothing is known: all play by the fitted weights.
  static OpponentModel unknown(int players);
  /// As the method's option `against` says; unknown() without it. REQUIRES: objection() has none.
  static OpponentModel told(const SearcherOptions& options, int players);
  /// Why parse() cannot read `names` for `game`, and what would be right.
  static absl::Status objection(std::string_view names, const engine::AnyGame& game);

  /// Whether draw() draws anything.
  bool are_drawn() const;

  /// What everybody plays in some games behind a decision of `mover`, who plays by the weights. Of
  /// people, who do not play like each other, each is drawn anew: every second by the weights, the
  /// others by a rule or at random. A person that is drawn plays so to the end of these games.
  Policies draw(engine::Player mover, engine::Rng& rng) const;

  /// A move and how likely it is.
  struct Chance {
    engine::Kimble::Move move;
    double probability;
  };
  using Chances = engine::InplaceVector<Chance, engine::Kimble::Moves::kCapacity>;
  /// What whoever is to move may do, who is not `mover`; nothing that is impossible.
  Chances choices(const engine::Kimble& state, engine::Player mover) const;

 private:
  /// nullopt: a person.
  std::vector<std::optional<Policy>> others_;
};

}  // namespace gauntlet::search::kimble
