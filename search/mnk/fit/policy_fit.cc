#include "search/mnk/fit/policy_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/shuffle.h"
#include "search/mnk/squares.h"

namespace gauntlet::search::mnk {

namespace {

/// A square that a search would try where the opponent threatens an open four or not.
bool is_tried(Threat mine, Threat theirs, bool answers_open_four) {
  const auto is_four = [](Threat threat) {
    return threat == Threat::kFour || threat == Threat::kFourThree || threat == Threat::kOpenFour;
  };
  if (answers_open_four) return is_four(mine) || is_four(theirs);
  return mine != Threat::kNone || theirs != Threat::kNone;
}

}  // namespace

PolicyFit::PolicyFit(Examples examples, std::uint64_t seed)
    : examples_(examples),
      order_(examples.size()),
      rng_(seed),
      weights_(kWeights),
      squares_of_slopes_(kWeights, 1e-6f) {}

void PolicyFit::add_square(const PatternExample& example, int square) {
  const int us = example.state.to_move();
  const PatternTable& table = PatternTable::get();
  const SquarePatterns patterns = board_->patterns(square);
  const SquareClass mine = board_->square_class(us, square),
                    theirs = board_->square_class(1 - us, square);
  Square& read = squares_.emplace_back();
  for (std::size_t line = 0; line < SquarePatterns::kLines; ++line) {
    const PatternCode code = patterns.of_line(static_cast<int>(line));
    read.parts[line] = us == 0 ? code : table.exchanged(code);
  }
  read.parts[SquarePatterns::kLines] =
      static_cast<std::uint16_t>(kPatterns + mine.code() * SquareClass::kCodes + theirs.code());
  const std::int32_t worth = kOrderWorth[mine.code()];
  read.order_worth = worth + worth / 2 + kOrderWorth[theirs.code()];
}

/// False where the move was none of several that a search would try: there is nothing to learn.
bool PolicyFit::read(const PatternExample& example) {
  const auto& state = example.state;
  if (!board_ || rules_ != state.rules()) board_.emplace(rules_ = state.rules());
  board_->reset(state);
  const int us = state.to_move();
  const bool answers_open_four = count(board_->squares(1 - us, Threat::kOpenFour)) > 0;
  squares_.clear();
  bool is_there = false;
  for (int square = 0; square < state.rules().squares(); ++square) {
    if (!state.is_empty(square) ||
        !is_tried(board_->threat(us, square), board_->threat(1 - us, square), answers_open_four))
      continue;
    if (square == example.played) {
      is_there = true;
      played_ = squares_.size();
    }
    add_square(example, square);
  }
  return is_there && squares_.size() > 1;
}

/// Of the example that was read: a step for each weight that it has to do with. Returns its loss.
double PolicyFit::learn(float step) {
  chances_.clear();
  float highest = -std::numeric_limits<float>::infinity();
  for (const Square& square : squares_) {
    float sum = 0;
    for (const std::uint16_t part : square.parts) sum += weights_[part];
    chances_.push_back(sum);
    highest = std::max(highest, sum);
  }
  float all = 0;
  for (float& chance : chances_) all += chance = std::exp(chance - highest);
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    const float slope = chances_[i] / all - (i == played_ ? 1.0f : 0.0f);
    for (const std::uint16_t part : squares_[i].parts) {
      squares_of_slopes_[part] += slope * slope;
      weights_[part] -= step * slope / std::sqrt(squares_of_slopes_[part]);
    }
  }
  return -std::log(static_cast<double>(chances_[played_] / all));
}

std::optional<double> PolicyFit::epoch(const std::stop_token& stop) {
  std::iota(order_.begin(), order_.end(), 0u);
  engine::shuffle(order_, rng_);
  double loss = 0;
  std::size_t seen = 0;
  for (const std::uint32_t i : order_) {
    if (stop.stop_requested()) return std::nullopt;
    if (!read(examples_[i])) continue;
    loss += learn(step_);
    ++seen;
  }
  step_ *= static_cast<float>(kStepShrinks);
  return loss / static_cast<double>(std::max<std::size_t>(seen, 1));
}

template <class Score>
PolicyFit::Marks PolicyFit::marks_by(Examples examples, const Score& score) {
  Marks marks;
  double seen = 0;
  for (const PatternExample& example : examples) {
    if (!read(example)) continue;
    const double played = score(squares_[played_]);
    double all = 0;
    int before = 0;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      const double other = score(squares_[i]);
      all += std::exp(other - played);
      before += i != played_ && other >= played;
    }
    marks.log_loss += std::log(all);
    marks.first += before == 0;
    marks.rank += before;
    ++seen;
  }
  if (seen == 0) return marks;
  return {marks.log_loss / seen, marks.first / seen, marks.rank / seen};
}

PolicyFit::Marks PolicyFit::marks(Examples examples) {
  return marks_by(examples, [&](const Square& square) {
    double sum = 0;
    for (const std::uint16_t part : square.parts) sum += weights_[part];
    return sum;
  });
}

PolicyFit::Marks PolicyFit::marks_of_order_worth(Examples examples) {
  Marks marks = marks_by(
      examples, [](const Square& square) { return static_cast<double>(square.order_worth); });
  marks.log_loss = 0;
  return marks;
}

std::unique_ptr<PolicyWeights> PolicyFit::weights() const {
  const auto rounded = [](float weight) {
    constexpr float kMost = std::numeric_limits<std::int16_t>::max();
    return static_cast<std::int16_t>(
        std::lround(std::clamp(weight * PolicyWeights::kOne, -kMost, kMost)));
  };
  auto weights = std::make_unique<PolicyWeights>();
  for (std::size_t code = 0; code < kPatterns; ++code)
    weights->patterns[code] = rounded(weights_[code]);
  for (std::size_t mine = 0; mine < SquareClass::kCodes; ++mine)
    for (std::size_t theirs = 0; theirs < SquareClass::kCodes; ++theirs)
      weights->classes[mine][theirs] =
          rounded(weights_[kPatterns + mine * SquareClass::kCodes + theirs]);
  return weights;
}

}  // namespace gauntlet::search::mnk
