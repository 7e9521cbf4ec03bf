// Fitting a PatternNetwork to positions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/rng.h"
#include "search/fit/adam.h"
#include "search/mnk/fit/pattern_families.h"
#include "search/mnk/pattern_network.h"
#include "search/mnk/shape_board.h"
#include "search/parallel.h"

namespace gauntlet::search::mnk {

/// A position that is not over, on a board of up to 22 x 22, what was played, and what came of it.
struct PatternExample {
  engine::Mnk<8> state;
  float score;               ///< The mover's, 0..1.
  std::uint16_t played = 0;  ///< The square.
};

/// Lowers the mean log loss of examples by Adam on batches drawn without replacement, in a fixed
/// number of epochs. Equal seeds give equal weights, with any number of threads.
class PatternFit {
 public:
  using Examples = std::span<const PatternExample>;
  /// Of patterns, then of pairs of classes.
  static constexpr std::size_t kVectors =
      kPatterns + std::size_t{SquareClass::kCodes} * SquareClass::kCodes;
  static constexpr std::size_t kParameters = kVectors * kChannels + PatternHead::kParameters;
  /// What is stepped: a pattern's vector is its own and those of its families, added, so that rare
  /// patterns learn from what is like them.
  static constexpr std::size_t kFitted = kParameters + PatternFamilies::kAll * kChannels;

  /// REQUIRES: all are on boards of these rules, for which ShapeBoard has patterns; `examples` is
  /// not empty and outlives this; epochs >= 1.
  PatternFit(Examples examples, int epochs, std::uint64_t seed, int threads);
  ~PatternFit();

  /// Sees every example once; its mean log loss as it was met. Nothing when a stop was requested
  /// before the end: then all that can be done is to restore() what was before.
  std::optional<double> epoch(const std::stop_token& stop = {});
  int epochs_done() const { return epochs_done_; }
  /// All that going on needs, to be kept between runs on one machine.
  std::string state() const;
  /// Goes on from where a fit of the same examples, epochs and seed was; false, and nothing is
  /// changed, when `state` is of no such.
  bool restore(std::string_view state);
  /// Of other examples, by the weights as they stand.
  double loss(Examples examples);
  /// Rounded, as they are used.
  std::unique_ptr<PatternWeights> weights() const;

 private:
  using Flat = std::array<float, kParameters>;
  using Fitted = std::array<float, kFitted>;
  struct Share;
  static constexpr std::size_t kBatch = 512;
  static constexpr std::size_t kShares = 8;  ///< Of a batch, each summed up by one thread.
  static constexpr double kFirstStep = 0.002;

  struct Heading;
  Heading heading() const;
  double learn(std::span<const std::uint32_t> batch);
  template <class Work>
  double over_shares(std::size_t examples, const Work& work);
  void add_families();
  float spread(float most) { return static_cast<float>(2 * rng_.uniform() - 1) * most; }
  PatternHead head() const;

  Examples examples_;
  int epochs_;
  int epochs_done_ = 0;
  std::uint64_t seed_;
  std::vector<std::uint32_t> order_;
  engine::Rng rng_;
  Workers workers_;
  std::unique_ptr<Adam<kFitted>> adam_;
  /// All vectors, one after the other, and the head; after these the vectors of families.
  std::unique_ptr<Fitted> fitted_, slopes_;
  std::unique_ptr<Flat> weights_;  ///< The same where families are added to the patterns.
  std::vector<std::unique_ptr<Share>> shares_;
};

/// The mean log loss of what the values of square classes say of examples on one board.
double loss_of_square_worths(PatternFit::Examples examples);

}  // namespace gauntlet::search::mnk
