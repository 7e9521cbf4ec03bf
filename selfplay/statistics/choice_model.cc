#include "selfplay/statistics/choice_model.h"

#include <algorithm>
#include <cmath>
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
  double sum = 0;
  for (const ObservedChoice& choice : model.choices) {
    const Chances chances(choice, parameters);
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i)
      if (choice.alternatives[i].share > 0)
        sum += times_of(choice, counts) * choice.alternatives[i].share * chances.logarithm(i);
  }
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

/// The sums over blocks that the sandwich is made of.
class BlockProducts {
 public:
  BlockProducts(const ChoiceModel& model, const Maximum& maximum, const Outcomes& outcomes)
      : surpluses_(outcomes.distinct().size()), products_(maximum.parameters.size()) {
    for (const ObservedChoice& choice : model.choices)
      visit_gradient(choice, Chances(choice, maximum.parameters), [&](int parameter, double value) {
        surpluses_[choice.outcome].push_back({parameter, value});
      });
    sum_.resize(maximum.parameters.size());
    blocks_.resize(maximum.parameters.size());
    for (std::size_t block = 0; block < outcomes.blocks(); ++block) add(outcomes.block(block));
  }

  const Matrix& products() const { return products_; }
  const std::vector<std::uint64_t>& blocks() const { return blocks_; }

 private:
  void add(std::span<const std::uint32_t> games) {
    touched_.clear();
    for (const std::uint32_t game : games)
      for (const Term& term : surpluses_[game]) {
        if (sum_[index_of(term.parameter)] == 0) touched_.push_back(index_of(term.parameter));
        sum_[index_of(term.parameter)] += term.factor;
      }
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const std::size_t a : touched_) {
      ++blocks_[a];
      for (const std::size_t b : touched_) products_.at(a, b) += sum_[a] * sum_[b];
    }
    for (const std::size_t a : touched_) sum_[a] = 0;
  }

  std::vector<std::vector<Term>> surpluses_;  // by outcome: what a game adds to the gradient
  Matrix products_;
  std::vector<std::uint64_t> blocks_;
  Parameters sum_;                    // of the block, all 0 between blocks
  std::vector<std::size_t> touched_;  // parameters that the block has to do with
};

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

Errors errors_of(const ChoiceModel& model, const Maximum& maximum, const Outcomes& outcomes) {
  const BlockProducts blocks(model, maximum, outcomes);
  Matrix middle = blocks.products();
  add_priors(model, middle);
  return {sandwich(maximum.inverse, middle), blocks.blocks()};
}

Matrix covariance_by_model(const ChoiceModel& model, const Maximum& maximum,
                           const std::vector<std::uint64_t>& counts) {
  Matrix middle = information(model, counts, maximum.parameters);
  add_priors(model, middle);
  return sandwich(maximum.inverse, middle);
}

}  // namespace gauntlet::selfplay
