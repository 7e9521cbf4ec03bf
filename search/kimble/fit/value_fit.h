// Fitting Kimble's value to what rollouts found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/fit/logistic_fit.h"
#include "search/kimble/fit/labelled_game.h"
#include "search/kimble/fit/value.h"

namespace gauntlet::search::kimble {

using ValueExample = Example<ValueNetwork::Inputs>;
using ValueFit = LogisticFit<value_feature::kCount, 32>;

/// What some decisions teach: the positions that their choices lead to, as some player who is drawn
/// sees each, with the share of the games that it won. About `most` of them, and no more.
std::vector<ValueExample> value_examples(std::span<const LabelledDecision> decisions,
                                         std::size_t most, std::uint64_t seed);

/// The root of the mean squared difference between what the network says and what the examples do.
/// REQUIRES: there are examples.
double value_error(std::span<const ValueExample> examples, const ValueNetwork& network);

}  // namespace gauntlet::search::kimble
