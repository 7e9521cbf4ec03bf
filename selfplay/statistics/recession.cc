#include "selfplay/statistics/recession.h"

#include <algorithm>
#include <cmath>

namespace gauntlet::selfplay {

namespace {

std::size_t place_of(const Term& term) {
  return static_cast<std::size_t>(term.parameter);
}

/// What one alternative's strength is above another's.
struct Lead {
  std::vector<Term> terms;
  bool
      is_zero;  ///< Both shared the point: neither may win in the end. Else it may not be negative.
};

class Leads {
 public:
  explicit Leads(const ChoiceModel& model)
      : size_(static_cast<std::size_t>(model.parameters)), is_known_(size_) {
    for (const Prior& prior : model.priors)
      is_known_[static_cast<std::size_t>(prior.parameter)] = true;
    for (const ObservedChoice& choice : model.choices) add(choice.alternatives);
  }

  std::size_t count() const { return leads_.size(); }
  bool is_zero(std::size_t lead) const { return leads_[lead].is_zero; }

  /// The factor of R'R; what the rows say nothing about is pinned to 0.
  std::optional<Cholesky> squares(const ChoiceModel& model) const {
    Matrix sum(size_);
    for (const Lead& lead : leads_)
      for (const Term& a : lead.terms)
        for (const Term& b : lead.terms) sum.at(place_of(a), place_of(b)) += a.factor * b.factor;
    for (std::size_t i = 0; i < size_; ++i)
      if (is_known_[i]) sum.at(i, i) += 1;
    for (const std::vector<int>& zero_sum : model.zero_sums)
      for (const int a : zero_sum)
        for (const int b : zero_sum)
          sum.at(static_cast<std::size_t>(a), static_cast<std::size_t>(b)) += 1;
    return Cholesky::of(sum);
  }

  /// R d.
  std::vector<double> along(const std::vector<double>& direction) const {
    std::vector<double> values;
    for (const Lead& lead : leads_) {
      double& sum = values.emplace_back();
      for (const Term& term : lead.terms) sum += term.factor * direction[place_of(term)];
    }
    return values;
  }

  /// R' u.
  std::vector<double> back(const std::vector<double>& values) const {
    std::vector<double> sums(size_);
    for (std::size_t i = 0; i < leads_.size(); ++i)
      for (const Term& term : leads_[i].terms) sums[place_of(term)] += term.factor * values[i];
    return sums;
  }

 private:
  void add(const std::vector<Alternative>& alternatives) {
    for (const Alternative& chosen : alternatives)
      for (const Alternative& other : alternatives) {
        if (chosen.share <= 0 || &chosen == &other) continue;
        if (other.share > 0 && &other < &chosen) continue;  // has been added
        leads_.push_back({lead(chosen, other), other.share > 0});
      }
  }

  std::vector<Term> lead(const Alternative& chosen, const Alternative& other) const {
    std::vector<Term> terms;
    for (const Term& term : chosen.terms) add(term.parameter, term.factor, terms);
    for (const Term& term : other.terms) add(term.parameter, -term.factor, terms);
    std::erase_if(terms, [](const Term& term) { return term.factor == 0; });
    return terms;
  }

  void add(int parameter, double factor, std::vector<Term>& terms) const {
    if (is_known_[static_cast<std::size_t>(parameter)]) return;
    const auto same = std::find_if(terms.begin(), terms.end(),
                                   [&](const Term& term) { return term.parameter == parameter; });
    if (same == terms.end()) {
      terms.push_back({parameter, factor});
    } else {
      same->factor += factor;
    }
  }

  std::size_t size_;
  std::vector<bool> is_known_;
  std::vector<Lead> leads_;
};

/// Without negative parts, and nothing where there should be nothing.
void project(const Leads& leads, std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = leads.is_zero(i) ? 0 : std::max(0.0, values[i]);
}

}  // namespace

std::optional<std::vector<double>> recession_of(const ChoiceModel& model) {
  constexpr int kMostSteps = 2'000;
  constexpr double kNearly = 1e-7, kRounding = 1e-9;
  const Leads leads(model);
  const auto squares = leads.squares(model);
  if (!squares) return std::nullopt;
  std::vector<double> values(leads.count(), 1);
  project(leads, values);
  for (int step = 0; step < kMostSteps; ++step) {
    std::vector<double> direction = squares->solve(leads.back(values));
    values = leads.along(direction);
    double largest = 0, fault = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!leads.is_zero(i)) largest = std::max(largest, values[i]);
      fault = std::max(fault, leads.is_zero(i) ? std::abs(values[i]) : -values[i]);
    }
    if (largest < 1 - kRounding) return std::nullopt;
    if (fault < kNearly) return direction;
    project(leads, values);
  }
  return std::nullopt;
}

namespace {

/// The best that the other parameters can do where the combination has this value.
double profile(ChoiceModel model, const std::vector<std::uint64_t>& counts,
               const Combination& combination, double value) {
  constexpr double kVariance = 1e-9;
  double squares = 0;
  for (const Term& term : combination) squares += term.factor * term.factor;
  for (const Term& term : combination)
    model.priors.push_back({term.parameter, value * term.factor / squares, kVariance});
  return log_chance_of(model, counts, maximum_of(model, counts).parameters);
}

}  // namespace

std::optional<double> bound_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                               const Combination& combination, bool is_low, double games) {
  constexpr int kHalvings = 24;
  ChoiceModel fixed = model;
  for (const Term& term : combination) fixed.priors.push_back({term.parameter, 0, 1});
  if (recession_of(fixed)) return std::nullopt;
  const auto chance = [&](double value) {
    return games * profile(model, counts, combination, value);
  };
  double inside = is_low ? kFarthest : -kFarthest, outside = -inside;
  const double limit = chance(inside) + std::log(0.05);
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = (inside + outside) / 2;
    (chance(middle) < limit ? outside : inside) = middle;
  }
  return (inside + outside) / 2;
}

}  // namespace gauntlet::selfplay
