// Whether the likeliest parameters of a model of choices are finite.
#pragma once

#include <optional>
#include <vector>

#include "selfplay/statistics/choice_model.h"

namespace gauntlet::selfplay {

/// A direction in which all that was chosen becomes ever more likely, so that the likelihood has no
/// maximum: quasi-separation (Albert and Anderson, Biometrika 71, 1984). Nothing where there is a
/// maximum. Parameters of which something is known beforehand count as finite, and
/// a share below 0 as none: where luck was taken out of shares, anchors must make the maximum sure.
///
/// Directions z = R d, one row for each alternative and each that was not chosen instead, form a
/// subspace, and one without a negative part is sought in it: projections on the subspace and on
/// the directions without negative parts in turn, from (1, 1, ..). They lead to such a z if there
/// is one, for their product with it never shrinks; once all of the projection is below 1, the
/// steps so far add up to a proof that there is none (Stiemke's lemma). REQUIRES: is_identified().
std::optional<std::vector<double>> recession_of(const ChoiceModel& model);

/// A sum of parameters.
using Combination = std::vector<Term>;

/// The value of a combination, between -kFarthest and kFarthest, at which what was seen has 5 % of
/// the chance that it has where `is_low` tells: at the highest values, or at the lowest. So it is a
/// 95 % bound of what has no finite estimate; where it alone decides games it is that of
/// open_bound(). `games` is what one game counts. Nothing where other parameters would not be
/// finite beside it.
inline constexpr double kFarthest = 30;
std::optional<double> bound_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                               const Combination& combination, bool is_low, double games);

}  // namespace gauntlet::selfplay
