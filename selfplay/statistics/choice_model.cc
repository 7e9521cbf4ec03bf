#include "selfplay/statistics/choice_model.h"

#include <absl/container/flat_hash_map.h>
#include <absl/types/span.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace gauntlet::selfplay {

namespace {

using Parameters = std::vector<double>;

std::size_t index_of(int parameter) {
  return static_cast<std::size_t>(parameter);
}

double strength(const Alternative& alternative, const Parameters& parameters) {
  double sum = alternative.offset;
  for (const Term& term : alternative.terms)
    sum += term.factor * parameters[index_of(term.parameter)];
  return sum;
}

/// The chances of a choice's alternatives.
class Chances {
 public:
  Chances(const ObservedChoice& choice, const Parameters& parameters) {
    for (const Alternative& alternative : choice.alternatives)
      logarithms_.push_back(strength(alternative, parameters));
    const double largest = *std::max_element(logarithms_.begin(), logarithms_.end());
    double sum = 0;
    for (const double logarithm : logarithms_) sum += std::exp(logarithm - largest);
    for (double& logarithm : logarithms_) {
      logarithm -= largest + std::log(sum);
      chances_.push_back(std::exp(logarithm));
    }
  }
  double operator[](std::size_t alternative) const { return chances_[alternative]; }
  /// Finite even where the chance is too small for a number.
  double logarithm(std::size_t alternative) const { return logarithms_[alternative]; }

 private:
  std::vector<double> chances_, logarithms_;
};

double point_of(const ObservedChoice& choice) {
  double sum = 0;
  for (const Alternative& alternative : choice.alternatives) sum += alternative.share;
  return sum;
}

/// Calls visit(parameter, value) for the gradient of the choice's log-likelihood, in parts.
template <class Visit>
void visit_gradient(const ObservedChoice& choice, const Chances& chances, const Visit& visit) {
  const double point = point_of(choice);
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
    const Alternative& alternative = choice.alternatives[i];
    const double surplus = alternative.share - point * chances[i];
    for (const Term& term : alternative.terms) visit(term.parameter, surplus * term.factor);
  }
}

void add_products(std::span<const Term> terms, double weight, Matrix& sum) {
  for (const Term& a : terms)
    for (const Term& b : terms)
      sum.at(index_of(a.parameter), index_of(b.parameter)) += weight * a.factor * b.factor;
}

/// Adds the information of `times` such choices: the covariance of the terms of what is chosen.
void add_information(const ObservedChoice& choice, const Chances& chances, double times,
                     Matrix& sum) {
  const double weight = times * point_of(choice);
  std::vector<Term> means;
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
    const Alternative& alternative = choice.alternatives[i];
    add_products(alternative.terms, weight * chances[i], sum);
    for (const Term& term : alternative.terms)
      means.push_back({term.parameter, term.factor * chances[i]});
  }
  add_products(means, -weight, sum);
}

double times_of(const ObservedChoice& choice, const std::vector<std::uint64_t>& counts) {
  return static_cast<double>(counts[choice.outcome]);
}

double log_likelihood(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                      const Parameters& parameters) {
  double sum = log_chance_of(model, counts, parameters);
  for (const Prior& prior : model.priors) {
    const double off = parameters[index_of(prior.parameter)] - prior.mean;
    sum -= off * off / (2 * prior.variance);
  }
  return sum;
}

Parameters gradient(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                    const Parameters& parameters) {
  Parameters sum(parameters.size());
  for (const ObservedChoice& choice : model.choices)
    visit_gradient(choice, Chances(choice, parameters), [&](int parameter, double value) {
      sum[index_of(parameter)] += times_of(choice, counts) * value;
    });
  for (const Prior& prior : model.priors)
    sum[index_of(prior.parameter)] -=
        (parameters[index_of(prior.parameter)] - prior.mean) / prior.variance;
  return sum;
}

/// Of the choices alone.
Matrix information(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                   const Parameters& parameters) {
  Matrix sum(parameters.size());
  for (const ObservedChoice& choice : model.choices)
    add_information(choice, Chances(choice, parameters), times_of(choice, counts), sum);
  return sum;
}

void add_priors(const ChoiceModel& model, Matrix& sum) {
  for (const Prior& prior : model.priors)
    sum.at(index_of(prior.parameter), index_of(prior.parameter)) += 1 / prior.variance;
}

/// Pins the sums that must be zero, about which choices say nothing: what else is known does not
/// depend on how firmly.
void pin_sums(const ChoiceModel& model, Matrix& sum) {
  for (const std::vector<int>& zero_sum : model.zero_sums) {
    double largest = 0;
    for (const int parameter : zero_sum)
      largest = std::max(largest, sum.at(index_of(parameter), index_of(parameter)));
    const double pin = (largest > 0 ? largest : 1) /
                       static_cast<double>(std::max<std::size_t>(1, zero_sum.size()));
    for (const int a : zero_sum)
      for (const int b : zero_sum) sum.at(index_of(a), index_of(b)) += pin;
  }
}

Matrix pinned_information(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                          const Parameters& parameters) {
  Matrix sum = information(model, counts, parameters);
  add_priors(model, sum);
  pin_sums(model, sum);
  return sum;
}

/// Rounding can leave too little of the information where chances are next to 0 or 1.
Cholesky factor_of(Matrix matrix) {
  for (double more = 1e-9;; more *= 10) {
    if (auto factor = Cholesky::of(matrix)) return std::move(*factor);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix.at(i, i) += more;
  }
}

Parameters moved(const Parameters& parameters, const Parameters& step, double part) {
  Parameters result = parameters;
  for (std::size_t i = 0; i < step.size(); ++i) result[i] += part * step[i];
  return result;
}

/// Takes out what rounding adds up to in directions about which nothing is known.
void centre(const ChoiceModel& model, Parameters& parameters) {
  for (const std::vector<int>& zero_sum : model.zero_sums) {
    double sum = 0;
    for (const int parameter : zero_sum) sum += parameters[index_of(parameter)];
    for (const int parameter : zero_sum)
      parameters[index_of(parameter)] -= sum / static_cast<double>(zero_sum.size());
  }
}

double largest_of(const Parameters& step) {
  double largest = 0;
  for (const double value : step) largest = std::max(largest, std::abs(value));
  return largest;
}

/// What a choice, or a game of several, tells of a parameter.
struct Tells {
  int parameter;
  double surplus;      ///< Its part of the gradient.
  double information;  ///< The model's variance of that.
};

void add_to(std::vector<Tells>& all, const Tells& more) {
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](const Tells& one) { return one.parameter == more.parameter; });
  if (same == all.end()) {
    all.push_back(more);
    return;
  }
  same->surplus += more.surplus;
  same->information += more.information;
}

/// Adds what `choice` tells.
void add_tells(const ObservedChoice& choice, const Chances& chances, std::vector<Tells>& all) {
  const double point = point_of(choice);
  std::vector<Tells> means;  // of each parameter: surplus, and the mean of its factor
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i)
    for (const Term& term : choice.alternatives[i].terms) {
      const double surplus = choice.alternatives[i].share - point * chances[i];
      add_to(means, {term.parameter, surplus * term.factor, term.factor * chances[i]});
      add_to(all, {term.parameter, 0, point * chances[i] * term.factor * term.factor});
    }
  for (const Tells& mean : means)
    add_to(all, {mean.parameter, mean.surplus, -point * mean.information * mean.information});
}

/// The same games in the same order.
struct AlikeBlocks {
  absl::Span<const std::uint32_t> games;  ///< As Outcomes::block() has them.
  double times = 0;
};

/// In the order in which they first occur. Where few play, most blocks occur many times.
std::vector<AlikeBlocks> distinct_blocks(const Outcomes& outcomes) {
  std::vector<AlikeBlocks> distinct;
  absl::flat_hash_map<absl::Span<const std::uint32_t>, std::size_t> places;
  for (std::size_t number = 0; number < outcomes.blocks(); ++number) {
    const auto games = outcomes.block(number);
    const absl::Span<const std::uint32_t> key(games.data(), games.size());
    const auto [place, is_new] = places.try_emplace(key, distinct.size());
    if (is_new) distinct.push_back({key});
    ++distinct[place->second].times;
  }
  return distinct;
}

/// The sums over blocks that the sandwich is made of.
class BlockProducts {
 public:
  BlockProducts(const ChoiceModel& model, const Maximum& maximum, const Outcomes& outcomes)
      : tells_(outcomes.distinct().size()), products_(maximum.parameters.size()) {
    for (const ObservedChoice& choice : model.choices)
      add_tells(choice, Chances(choice, maximum.parameters), tells_[choice.outcome]);
    block_.resize(maximum.parameters.size());
    sums_.resize(maximum.parameters.size());
    for (const auto& [games, times] : distinct_blocks(outcomes)) add(games, times);
  }

  const Matrix& products() const { return products_; }

  /// So many blocks that told as much each would tell what these did.
  double blocks(std::size_t parameter) const {
    const Sums& sums = sums_[parameter];
    return sums.informations > 0 ? sums.information * sums.information / sums.informations : 0;
  }

  /// What is added to the spread of a parameter, where it is less than that of a single block in
  /// which `games` games went the same way.
  double lack(std::size_t parameter, double games) const {
    const double number = blocks(parameter);
    if (number == 0) return 0;
    const double least = games * sums_[parameter].information / (number < 2 ? 1 : number);
    return std::max(0.0, least - products_.at(parameter, parameter));
  }

  double freedom(std::size_t parameter, double games) const {
    const double number = blocks(parameter), more = lack(parameter, games);
    if (number < 2) return std::numeric_limits<double>::infinity();
    const double spread = products_.at(parameter, parameter) + more;
    const double fourth = (sums_[parameter].fourth + more * more) / (spread * spread);
    const double by_spread = fourth > 1 / number ? 2 / (fourth - 1 / number) : number;
    return std::max(1.0, std::min(number - 1, by_spread));
  }

  /// The information that a parameter gets from all blocks.
  double information(std::size_t parameter) const { return sums_[parameter].information; }

 private:
  struct OfBlock {
    double surplus = 0, information = 0;
  };
  struct Sums {
    double information = 0, informations = 0;  // the latter of squares
    double fourth = 0;                         // of powers of surpluses
  };

  void add(absl::Span<const std::uint32_t> games, double times) {
    touched_.clear();
    for (const std::uint32_t game : games)
      for (const Tells& told : tells_[game]) {
        OfBlock& block = block_[index_of(told.parameter)];
        if (block.information == 0) touched_.push_back(index_of(told.parameter));
        block.surplus += told.surplus;
        block.information += told.information;
      }
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const std::size_t a : touched_)
      for (const std::size_t b : touched_)
        products_.at(a, b) += times * block_[a].surplus * block_[b].surplus;
    for (const std::size_t a : touched_) close(block_[a], times, sums_[a]);
  }

  static void close(OfBlock& block, double times, Sums& sums) {
    const double square = block.surplus * block.surplus;
    sums.information += times * block.information;
    sums.informations += times * block.information * block.information;
    sums.fourth += times * square * square;
    block = {};
  }

  std::vector<std::vector<Tells>> tells_;  // by outcome
  Matrix products_;
  std::vector<OfBlock> block_;        // all 0 between blocks
  std::vector<Sums> sums_;            // by parameter
  std::vector<std::size_t> touched_;  // parameters that the block has to do with
};

/// Adds to `products` what is lacking of the spread of some parameters: a share of the spread by
/// the model of all choices that have to do with them, so that sums of zero stay so.
void add_lacking(const ChoiceModel& model, const Maximum& maximum,
                 const std::vector<std::uint64_t>& counts, const std::vector<double>& shares,
                 Matrix& products) {
  for (const ObservedChoice& choice : model.choices) {
    double share = 0;
    for (const Alternative& alternative : choice.alternatives)
      for (const Term& term : alternative.terms)
        share = std::max(share, shares[index_of(term.parameter)]);
    if (share == 0) continue;
    add_information(choice, Chances(choice, maximum.parameters), share * times_of(choice, counts),
                    products);
  }
}

/// Multiplies the errors of a parameter.
void scale(Matrix& covariance, std::size_t parameter, double factor) {
  for (std::size_t i = 0; i < covariance.size(); ++i) {
    covariance.at(parameter, i) *= factor;
    covariance.at(i, parameter) *= factor;
  }
}

}  // namespace

Maximum maximum_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts) {
  constexpr int kMostSteps = 300;
  constexpr double kNearly = 1e-10, kLeastPart = 1e-6;
  constexpr double kLongest = 4;  // far from the maximum a step may lead anywhere
  Parameters parameters(index_of(model.parameters));
  for (const Prior& prior : model.priors) parameters[index_of(prior.parameter)] = prior.mean;
  double best = log_likelihood(model, counts, parameters);
  for (int number = 0; number < kMostSteps; ++number) {
    Parameters step = factor_of(pinned_information(model, counts, parameters))
                          .solve(gradient(model, counts, parameters));
    centre(model, step);
    double part = std::min(1.0, kLongest / std::max(kNearly, largest_of(step)));
    Parameters next = moved(parameters, step, part);
    double value = log_likelihood(model, counts, next);
    while (!(value >= best - 1e-12 * std::abs(best)) && part > kLeastPart) {
      part /= 2;
      next = moved(parameters, step, part);
      value = log_likelihood(model, counts, next);
    }
    parameters = std::move(next);
    best = value;
    if (largest_of(step) < kNearly) break;
  }
  return {parameters, factor_of(pinned_information(model, counts, parameters)).inverse()};
}

bool is_identified(const ChoiceModel& model, const std::vector<std::uint64_t>& counts) {
  constexpr double kLeastPivot = 1e-11;
  const Parameters zeroes(index_of(model.parameters));
  return Cholesky::of(pinned_information(model, counts, zeroes), kLeastPivot).has_value();
}

double log_chance_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                     const Parameters& parameters) {
  double sum = 0;
  for (const ObservedChoice& choice : model.choices) {
    const Chances chances(choice, parameters);
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i)
      if (choice.alternatives[i].share != 0)
        sum += times_of(choice, counts) * choice.alternatives[i].share * chances.logarithm(i);
  }
  return sum;
}

Errors errors_of(const ChoiceModel& model, const Maximum& maximum, const Outcomes& outcomes) {
  const BlockProducts blocks(model, maximum, outcomes);
  const double games = outcomes.blocks() == 0 ? 1
                                              : static_cast<double>(outcomes.games()) /
                                                    static_cast<double>(outcomes.blocks());
  Errors errors{blocks.products(), {}};
  std::vector<double> shares;
  for (std::size_t i = 0; i < maximum.parameters.size(); ++i) {
    const double lack = blocks.lack(i, games);
    shares.push_back(lack > 0 ? lack / blocks.information(i) : 0);
    errors.freedom.push_back(blocks.freedom(i, games));
  }
  add_lacking(model, maximum, outcomes.counts(), shares, errors.covariance);
  add_priors(model, errors.covariance);
  errors.covariance = sandwich(maximum.inverse, errors.covariance);
  for (std::size_t i = 0; i < maximum.parameters.size(); ++i)
    if (const double number = blocks.blocks(i); number >= 2)
      scale(errors.covariance, i, std::sqrt(number / (number - 1)));
  return errors;
}

}  // namespace gauntlet::selfplay
