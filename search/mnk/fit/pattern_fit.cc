#include "search/mnk/fit/pattern_fit.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <type_traits>

#include "engine/shuffle.h"
#include "search/fit/logistic_fit.h"

namespace gauntlet::search::mnk {

namespace {

constexpr std::size_t kNumbers = PatternFit::kVectors * kChannels;  ///< Of vectors.
using HeadFlat = std::array<float, PatternHead::kParameters>;
constexpr std::size_t kTotals = 2 * kChannels;
using Channels = std::array<float, kTotals>;  ///< The mover's view, then the other's.

/// Calls use(pattern, family) for each number of each pattern's vector and the number at its place
/// in the vectors of its families.
template <class Use>
void for_each_family(const Use& use) {
  const PatternFamilies& families = PatternFamilies::get();
  for (std::size_t code = 0; code < kPatterns; ++code)
    for (const std::size_t family : families.of(static_cast<PatternCode>(code)))
      for (std::size_t i = 0; i < kChannels; ++i) use(code * kChannels + i, family * kChannels + i);
}

/// The place of the vector of two classes among all vectors.
std::uint16_t vector_of(SquareClass own, SquareClass other) {
  return static_cast<std::uint16_t>(kPatterns + std::size_t{own.code()} * SquareClass::kCodes +
                                    other.code());
}

}  // namespace

/// A part of a batch: how its loss grows with each weight.
struct PatternFit::Share {
  std::unique_ptr<Flat> slopes = std::make_unique<Flat>();
  PatternHead head_slopes;
  double loss;

  double add(const PatternExample& example, const Flat& weights, const PatternHead& head,
             float share, bool learns);

 private:
  /// Which vectors an empty square has as mover and other see it, and what they add up to.
  struct Square {
    std::array<std::array<std::uint16_t, SquarePatterns::kLines + 1>, 2> vectors;
    Channels sum;
  };

  void read(const PatternExample& example, const Flat& weights);
  PatternHead::Inputs learn_head(const PatternHead& head, const PatternHead::Inputs& inputs,
                                 const PatternHead::Hidden& passed, float error);
  void learn_vectors(const PatternHead::Inputs& slopes_of_inputs);

  std::optional<ShapeBoard<8>> board_;
  engine::mnk::Rules rules_;
  std::vector<Square> squares_;
  ThreatMarks marks_;
};

void PatternFit::Share::read(const PatternExample& example, const Flat& weights) {
  const PatternTable& table = PatternTable::get();
  const auto& state = example.state;
  const int us = state.to_move();
  if (!board_ || rules_ != state.rules()) board_.emplace(rules_ = state.rules());
  board_->reset(state);
  marks_ = ThreatMarks::of(*board_, us);
  squares_.clear();
  for (int square = 0; square < state.rules().squares(); ++square) {
    if (!state.is_empty(square)) continue;
    Square& read = squares_.emplace_back();
    const SquarePatterns patterns = board_->patterns(square);
    for (std::size_t line = 0; line < SquarePatterns::kLines; ++line) {
      const PatternCode first = patterns.of_line(static_cast<int>(line));
      const PatternCode second = table.exchanged(first);
      read.vectors[0][line] = us == 0 ? first : second;
      read.vectors[1][line] = us == 0 ? second : first;
    }
    const SquareClass own = board_->square_class(us, square),
                      other = board_->square_class(1 - us, square);
    read.vectors[0].back() = vector_of(own, other);
    read.vectors[1].back() = vector_of(other, own);
    read.sum.fill(0);
    for (std::size_t view = 0; view < 2; ++view)
      for (const std::size_t vector : read.vectors[view])
        for (std::size_t i = 0; i < kChannels; ++i)
          read.sum[view * kChannels + i] += weights[vector * kChannels + i];
  }
}

PatternHead::Inputs PatternFit::Share::learn_head(const PatternHead& head,
                                                  const PatternHead::Inputs& inputs,
                                                  const PatternHead::Hidden& passed, float error) {
  PatternHead::Hidden errors;
  for (std::size_t j = 0; j < passed.size(); ++j) {
    head_slopes.from_hidden[j] += error * passed[j];
    errors[j] = passed[j] > 0 ? error * head.from_hidden[j] : 0.0f;
    head_slopes.hidden_bias[j] += errors[j];
  }
  PatternHead::Inputs slopes_of_inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    head_slopes.direct[i] += error * inputs[i];
    float slope = error * head.direct[i];
    for (std::size_t j = 0; j < passed.size(); ++j) {
      head_slopes.to_hidden[i][j] += errors[j] * inputs[i];
      slope += errors[j] * head.to_hidden[i][j];
    }
    slopes_of_inputs[i] = slope;
  }
  head_slopes.bias += error;
  return slopes_of_inputs;
}

void PatternFit::Share::learn_vectors(const PatternHead::Inputs& slopes_of_inputs) {
  for (const Square& square : squares_) {
    Channels errors;
    for (std::size_t i = 0; i < errors.size(); ++i)
      errors[i] = square.sum[i] > 0 ? slopes_of_inputs[i] / PatternWeights::kTotalsUnit : 0.0f;
    for (std::size_t view = 0; view < 2; ++view)
      for (const std::size_t vector : square.vectors[view])
        for (std::size_t i = 0; i < kChannels; ++i)
          (*slopes)[vector * kChannels + i] += errors[view * kChannels + i];
  }
}

/// Returns the loss of one example.
double PatternFit::Share::add(const PatternExample& example, const Flat& weights,
                              const PatternHead& head, float share, bool learns) {
  read(example, weights);
  PatternHead::Inputs inputs{};
  for (const Square& square : squares_)
    for (std::size_t i = 0; i < kTotals; ++i) inputs[i] += std::max(square.sum[i], 0.0f);
  for (std::size_t i = 0; i < kTotals; ++i) inputs[i] /= PatternWeights::kTotalsUnit;
  for (std::size_t mark = 0; mark < ThreatMarks::kAll; ++mark)
    inputs[kTotals + mark] = static_cast<float>(marks_.bits >> mark & 1);
  const auto passed = head.hidden(inputs);
  const float odds = head.log_odds(inputs, passed);
  if (learns) {
    const float error = share * (1 / (1 + std::exp(-odds)) - example.score);
    learn_vectors(learn_head(head, inputs, passed, error));
  }
  return mean_log_loss(odds, example.score);
}

PatternFit::PatternFit(Examples examples, int epochs, std::uint64_t seed, int threads)
    : examples_(examples),
      epochs_(epochs),
      seed_(seed),
      order_(examples.size()),
      rng_(seed),
      workers_(threads),
      adam_(std::make_unique<Adam<kFitted>>(
          kFirstStep, static_cast<double>(epochs) *
                          static_cast<double>((examples.size() + kBatch - 1) / kBatch))),
      fitted_(std::make_unique<Fitted>()),
      slopes_(std::make_unique<Fitted>()),
      weights_(std::make_unique<Flat>()) {
  std::fill_n(fitted_->begin(), kPatterns * kChannels, 0.05f);
  PatternHead head{};
  for (auto& of_input : head.to_hidden)
    for (float& weight : of_input) weight = spread(0.15f);
  for (float& weight : head.from_hidden) weight = spread(0.25f);
  const auto flat = std::bit_cast<HeadFlat>(head);
  std::copy(flat.begin(), flat.end(), fitted_->begin() + kNumbers);
  add_families();
  for (std::size_t i = 0; i < kShares; ++i) shares_.push_back(std::make_unique<Share>());
}

PatternFit::~PatternFit() = default;

PatternHead PatternFit::head() const {
  HeadFlat flat;
  std::copy(weights_->begin() + kNumbers, weights_->end(), flat.begin());
  return std::bit_cast<PatternHead>(flat);
}

/// Brings weights_ up to date.
void PatternFit::add_families() {
  std::copy_n(fitted_->begin(), kParameters, weights_->begin());
  for_each_family([&](std::size_t pattern, std::size_t family) {
    (*weights_)[pattern] += (*fitted_)[kParameters + family];
  });
  constexpr float kMost = static_cast<float>(PatternWeights::kMost) / PatternWeights::kOne;
  for (std::size_t i = 0; i < kNumbers; ++i)
    (*weights_)[i] = std::clamp((*weights_)[i], -kMost, kMost);
}

/// Calls work(share, first, last) for equal parts of the examples, on all threads; the sum of what
/// it returns, added up in one order.
template <class Work>
double PatternFit::over_shares(std::size_t examples, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&](int) {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < kShares;)
      shares_[i]->loss = work(*shares_[i], examples * i / kShares, examples * (i + 1) / kShares);
  };
  workers_.run([&] { take(0); }, take);
  double loss = 0;
  for (const auto& share : shares_) loss += share->loss;
  return loss;
}

/// What a state begins with: of which fit it is, and how far that had come.
struct PatternFit::Heading {
  std::uint64_t examples, first_key, seed;
  std::int32_t epochs, done;
  engine::Rng rng{0};

  bool is_of(const Heading& other) const {
    return examples == other.examples && first_key == other.first_key && seed == other.seed &&
           epochs == other.epochs && done >= 0 && done <= epochs;
  }
};

PatternFit::Heading PatternFit::heading() const {
  return {examples_.size(), examples_[0].state.hash(), seed_, epochs_, epochs_done_, rng_};
}

std::string PatternFit::state() const {
  const Heading now = heading();
  std::string bytes;
  const auto add = [&](const auto& part) {
    static_assert(std::is_trivially_copyable_v<std::remove_reference_t<decltype(part)>>);
    bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
  };
  add(now);
  add(*adam_);
  add(*fitted_);
  return bytes;
}

bool PatternFit::restore(std::string_view state) {
  Heading there = heading();
  if (state.size() != sizeof there + sizeof *adam_ + sizeof *fitted_) return false;
  const auto take = [&](auto& part) {
    std::memcpy(&part, state.data(), sizeof part);
    state.remove_prefix(sizeof part);
  };
  take(there);
  if (!there.is_of(heading())) return false;
  take(*adam_);
  take(*fitted_);
  add_families();
  epochs_done_ = there.done;
  rng_ = there.rng;
  return true;
}

std::optional<double> PatternFit::epoch(const std::stop_token& stop) {
  std::iota(order_.begin(), order_.end(), 0u);
  engine::shuffle(order_, rng_);
  double loss = 0;
  for (std::size_t begin = 0; begin < order_.size(); begin += kBatch) {
    if (stop.stop_requested()) return std::nullopt;
    loss += learn(std::span(order_).subspan(begin, std::min(kBatch, order_.size() - begin)));
  }
  ++epochs_done_;
  return loss / static_cast<double>(order_.size());
}

double PatternFit::loss(Examples examples) {
  const PatternHead now = head();
  return over_shares(examples.size(),
                     [&](Share& share, std::size_t first, std::size_t last) {
                       double loss = 0;
                       for (std::size_t i = first; i < last; ++i)
                         loss += share.add(examples[i], *weights_, now, 0, false);
                       return loss;
                     }) /
         static_cast<double>(std::max<std::size_t>(examples.size(), 1));
}

/// One step for one batch; the sum of its losses.
double PatternFit::learn(std::span<const std::uint32_t> batch) {
  const PatternHead now = head();
  const float share_of_one = 1 / static_cast<float>(batch.size());
  const double loss =
      over_shares(batch.size(), [&](Share& share, std::size_t first, std::size_t last) {
        share.slopes->fill(0);
        share.head_slopes = {};
        double sum = 0;
        for (std::size_t i = first; i < last; ++i)
          sum += share.add(examples_[batch[i]], *weights_, now, share_of_one, true);
        const auto flat = std::bit_cast<HeadFlat>(share.head_slopes);
        std::copy(flat.begin(), flat.end(), share.slopes->begin() + kNumbers);
        return sum;
      });
  slopes_->fill(0);
  for (const auto& share : shares_)
    for (std::size_t i = 0; i < kParameters; ++i) (*slopes_)[i] += (*share->slopes)[i];
  for_each_family([&](std::size_t pattern, std::size_t family) {
    (*slopes_)[kParameters + family] += (*slopes_)[pattern];
  });
  adam_->step(*slopes_, *fitted_);
  add_families();
  return loss;
}

double loss_of_square_worths(PatternFit::Examples examples) {
  if (examples.empty()) return 0;
  ShapeBoard<8> board(examples[0].state.rules());
  double loss = 0;
  for (const PatternExample& example : examples) {
    board.reset(example.state);
    loss += mean_log_loss(board.score_by_worth(example.state.to_move()) / 256.0, example.score);
  }
  return loss / static_cast<double>(examples.size());
}

std::unique_ptr<PatternWeights> PatternFit::weights() const {
  auto rounded = std::make_unique<PatternWeights>();
  const auto number = [&](std::size_t vector, std::size_t channel) {
    const float weight = (*weights_)[vector * kChannels + channel];
    return static_cast<std::int16_t>(std::lround(weight * PatternWeights::kOne));
  };
  for (std::size_t i = 0; i < kChannels; ++i) {
    for (std::size_t code = 0; code < kPatterns; ++code)
      rounded->patterns[code][i] = number(code, i);
    for (std::size_t pair = 0; pair < kVectors - kPatterns; ++pair)
      rounded->classes[pair / SquareClass::kCodes][pair % SquareClass::kCodes][i] =
          number(kPatterns + pair, i);
  }
  rounded->head = head();
  return rounded;
}

}  // namespace gauntlet::search::mnk
