// Fitting a PatternPolicy to the moves of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/rng.h"
#include "search/mnk/fit/pattern_fit.h"
#include "search/mnk/pattern_policy.h"
#include "search/mnk/shape_board.h"

namespace gauntlet::search::mnk {

/// Lowers the mean log loss of the moves that were played, among the squares that a search would
/// try, by AdaGrad (Duchi, Hazan and Singer 2011), one position after the other. Equal seeds give
/// equal weights.
class PolicyFit {
 public:
  using Examples = std::span<const PatternExample>;

  /// How well a policy foretells moves.
  struct Marks {
    double log_loss = 0;
    double first = 0;  ///< The share of the positions in which it puts the move first.
    double rank = 0;   ///< The mean number of squares that it puts before the move.
  };

  /// REQUIRES: as of PatternFit.
  PolicyFit(Examples examples, std::uint64_t seed);

  /// Sees every example once; its mean log loss as it was met. Nothing when a stop was requested
  /// before the end.
  std::optional<double> epoch(const std::stop_token& stop = {});
  /// Of other examples, by the weights as they stand; by kOrderWorth, which has no log loss.
  Marks marks(Examples examples);
  Marks marks_of_order_worth(Examples examples);
  /// Rounded, as they are used.
  std::unique_ptr<PolicyWeights> weights() const;

 private:
  static constexpr std::size_t kClasses = SquareClass::kCodes * SquareClass::kCodes;
  static constexpr std::size_t kWeights = kPatterns + kClasses;
  static constexpr std::size_t kParts = SquarePatterns::kLines + 1;
  static constexpr double kFirstStep = 0.15;
  static constexpr double kStepShrinks = 0.5;  ///< From epoch to epoch.
  /// A square that a search would try: the weights that are its own, and what it is worth to
  /// kOrderWorth.
  struct Square {
    std::array<std::uint16_t, kParts> parts;
    std::int32_t order_worth;
  };

  bool read(const PatternExample& example);
  void add_square(const PatternExample& example, int square);
  double learn(float step);
  template <class Score>
  Marks marks_by(Examples examples, const Score& score);

  Examples examples_;
  std::vector<std::uint32_t> order_;
  engine::Rng rng_;
  float step_ = kFirstStep;
  std::vector<float> weights_, squares_of_slopes_;
  std::optional<ShapeBoard<8>> board_;
  engine::mnk::Rules rules_;
  // Of the example that was read last.
  std::vector<Square> squares_;
  std::size_t played_ = 0;
  std::vector<float> chances_;
};

}  // namespace gauntlet::search::mnk
