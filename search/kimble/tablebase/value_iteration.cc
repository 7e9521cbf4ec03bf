#include "search/kimble/tablebase/value_iteration.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

#include "engine/bits.h"

namespace gauntlet::search::kimble {

namespace {

using Step = Configurations::Step;
constexpr std::uint32_t kOne = PackedValues::kOne;
constexpr int kDice = Configurations::kDice;

/// What the throws that move something are worth, and how many may come: those that pass, or that
/// throw again because nothing could be moved with a six, are left to whoever asks.
struct Worth {
  std::uint32_t sum = 0;     ///< Of the throws 1..6 that move something.
  std::uint32_t passes = 0;  ///< Throws.
  std::uint32_t throws = 6;  ///< 5 where a six moves nothing.

  /// Where a pass is worth `passed`.
  std::uint32_t with(std::uint32_t passed) const {
    return (sum + passes * passed + throws / 2) / throws;
  }
};

/// The value of one throw to who chooses by kPolicy. `value` tells that of a step, `captures`
/// whether it sends somebody home.
template <Policy kPolicy, class Value, class Captures>
inline std::uint32_t chosen(std::span<const Step> steps, Value&& value, Captures&& captures) {
  switch (kPolicy) {
    case Policy::kBest: {
      std::uint32_t best = 0;
      for (const Step& step : steps) best = std::max(best, value(step));
      return best;
    }
    case Policy::kHelppo:
      return value(steps.back());
    case Policy::kVaikea:
      return value(steps.front());
    case Policy::kCapture: {
      const auto hit = std::find_if(steps.begin(), steps.end(), captures);
      if (hit != steps.end()) return value(*hit);
      return value(steps.back().from_home ? steps.back() : steps.front());
    }
    case Policy::kRandom: {
      std::uint32_t sum = 0;
      for (const Step& step : steps) sum += value(step);
      const auto count = static_cast<std::uint32_t>(steps.size());
      return (sum + count / 2) / count;
    }
  }
  return 0;
}

/// What act<policy>() returns.
template <class Act>
decltype(auto) with_policy(Policy policy, Act&& act) {
  switch (policy) {
    case Policy::kHelppo:
      return act.template operator()<Policy::kHelppo>();
    case Policy::kVaikea:
      return act.template operator()<Policy::kVaikea>();
    case Policy::kCapture:
      return act.template operator()<Policy::kCapture>();
    case Policy::kRandom:
      return act.template operator()<Policy::kRandom>();
    case Policy::kBest:
    case Policy::kFitted:  // nobody plays it: see Tablebase
      break;
  }
  return act.template operator()<Policy::kBest>();
}

template <Policy kPolicy, class Places>
inline Worth worth_of(const Configurations& configurations, int own, const Places& places) {
  Worth worth;
  const auto captures = [&](const Step& step) { return places.captures(step); };
  for (int die = 1; die < kDice; ++die) {
    const auto steps = configurations.steps(own, die);
    if (steps.empty())
      ++worth.passes;
    else
      worth.sum += chosen<kPolicy>(
          steps, [&](const Step& step) { return places.after(step); }, captures);
  }
  const auto steps = configurations.steps(own, kDice);
  if (steps.empty())
    worth.throws = 5;
  else
    worth.sum += chosen<kPolicy>(
        steps, [&](const Step& step) { return places.after_six(step); }, captures);
  return worth;
}

/// The values of two positions that pass into each other.
std::array<std::uint32_t, 2> solve_both(const Worth& one, const Worth& two) {
  const auto share = [](std::uint32_t part, const Worth& worth) {
    return static_cast<double>(part) / worth.throws;
  };
  const double a = share(one.sum, one) / kOne, p = share(one.passes, one);
  const double b = share(two.sum, two) / kOne, q = share(two.passes, two);
  const double x = (a + p * (1 - b - q)) / (1 - p * q);
  const double y = b + q * (1 - x);
  return {static_cast<std::uint32_t>(std::lround(x * kOne)),
          static_cast<std::uint32_t>(std::lround(y * kOne))};
}

/// What a mover's steps are worth where the other stands on one configuration: looked up one by
/// one.
class Lookups {
 public:
  Lookups(const Tablebase& tablebase, int mover, int other)
      : own_pairs_(tablebase.pairs(mover)),
        other_pairs_(tablebase.pairs(1 - mover)),
        own_values_(tablebase.values(mover)),
        other_values_(tablebase.values(1 - mover)),
        other_(other),
        blocked_(other_pairs_.blocked_by(other)) {}

  bool captures(const Step& step) const { return blocked_ >> step.lands & 1; }
  std::uint32_t after(const Step& step) const {
    if (step.to == Configurations::kFinished) return kOne;
    return kOne - other_values_.get(other_pairs_.place_of(other_after(step), step.to));
  }
  std::uint32_t after_six(const Step& step) const {
    if (step.to == Configurations::kFinished) return kOne;
    return own_values_.get(own_pairs_.place_of(step.to, other_after(step)));
  }

 private:
  int other_after(const Step& step) const {
    return captures(step) ? other_pairs_.sends_home(other_, step.lands) : other_;
  }

  const Pairs &own_pairs_, &other_pairs_;
  const PackedValues &own_values_, &other_values_;
  const int other_;
  const std::uint32_t blocked_;
};

/// The same for many configurations of the mover, all of one layer and level: what their steps lead
/// to is looked up first, once each.
///
/// A step that captures leads where the mover stands on one of the other's squares, and no other
/// step leads there; so one array has a place for both.
class Outlook {
 public:
  Outlook(const Tablebase& tablebase, int mover)
      : configurations_(tablebase.configurations()),
        own_pairs_(tablebase.pairs(mover)),
        other_pairs_(tablebase.pairs(1 - mover)),
        own_values_(tablebase.values(mover)),
        other_values_(tablebase.values(1 - mover)),
        after_(static_cast<std::size_t>(configurations_.size())),
        after_six_(after_.size()) {
    after_[Configurations::kFinished] = after_six_[Configurations::kFinished] = kOne;
  }

  void open(int other, int layer, int level) {
    blocked_ = other_pairs_.blocked_by(other);
    if (layer + 1 < configurations_.pieces()) look(other, layer + 1, level, level - 1);
    look(other, layer, level, level);
  }

  /// The other's row, with the columns of the mover's level.
  const ConfigurationRow& row() const { return row_; }

  bool captures(const Step& step) const { return blocked_ >> step.lands & 1; }
  std::uint32_t after(const Step& step) const { return after_[step.to]; }
  std::uint32_t after_six(const Step& step) const { return after_six_[step.to]; }

 private:
  /// Looks up what steps from `level` to `layer` lead to; row_ is opened up to `top`.
  void look(int other, int layer, int level, int top) {
    constexpr int kLongest = Configurations::kLongestStep;
    const auto first = [&](int from) { return configurations_.first_of(layer, from); };
    const int end = first(top + 1);
    if (first(level - kLongest) == end) return;
    row_.open(other_pairs_, other, first(level - kLongest), end);
    row_.for_each(first(level - kDice + 1), first(level),
                  [&](int to, std::uint64_t place) { keep_after(to, place); });
    row_.for_each(first(level - kLongest), first(level - kDice + 1),
                  [&](int to, std::uint64_t) { list_six(to, other); });
    for (std::uint32_t left = blocked_; left != 0;) {
      const int square = engine::pop_lowest(left);
      const int sent_home = other_pairs_.sends_home(other, square);
      captured_.open(other_pairs_, sent_home, first(level - kLongest), end);
      captured_.for_each_on(square, first(level - kDice + 1), first(level),
                            [&](int to, std::uint64_t place) { keep_after(to, place); });
      captured_.for_each_on(square, first(level - kLongest), first(level - kDice + 1),
                            [&](int to, std::uint64_t) { list_six(to, sent_home); });
    }
    for (const auto& [to, place] : sixes_)
      after_six_[static_cast<std::size_t>(to)] = own_values_.get(place);
    sixes_.clear();
  }

  void keep_after(int to, std::uint64_t place) {
    after_[static_cast<std::size_t>(to)] = kOne - other_values_.get(place);
  }
  /// The places of sixes lie far apart: all are asked for before the first is needed.
  void list_six(int to, int other) {
    const std::uint64_t place = own_pairs_.place_of(to, other);
    own_values_.prefetch(place);
    sixes_.emplace_back(to, place);
  }

  const Configurations& configurations_;
  const Pairs &own_pairs_, &other_pairs_;
  const PackedValues &own_values_, &other_values_;
  std::uint32_t blocked_ = 0;
  ConfigurationRow row_, captured_;
  std::vector<std::uint32_t> after_, after_six_;  ///< By where the mover stands then.
  std::vector<std::pair<int, std::uint64_t>> sixes_;
};

}  // namespace

/// One thread's part of a sweep, of the positions in which `mover` throws.
class ValueIteration::Kernel {
 public:
  Kernel(Tablebase& tablebase, int mover)
      : tablebase_(tablebase),
        configurations_(tablebase.configurations()),
        mover_(mover),
        outlook_(tablebase, mover) {}

  /// Updates the positions where the other stands on `other`, the mover has `layer` pieces in the
  /// goal, and the levels add up to `sum`; but those that may pass are only looked at, and kept.
  void update(int other, int layer, int sum);
  /// Updates what update() has kept: first all of those where one may pass, then the others.
  void update_where_one_passes();
  void update_where_both_pass();

  bool updates = true;  ///< Else changes are only measured.
  /// Of all updates since it was last 0.
  std::uint32_t largest_change = 0;

 private:
  /// A position that may pass into another of the same sum.
  struct Passer {
    std::uint16_t own, other;
    Worth worth;
  };

  Policy policy_of(int mover) const {
    return tablebase_.players()[static_cast<std::size_t>(mover)].policy;
  }
  bool is_updated_elsewhere(int own, int other) const;
  void list(int first, int end, int other);
  template <Policy kPolicy>
  void update_listed(int other);
  Worth worth_of_other(int own, int other) const;
  void store(int mover, std::uint64_t place, std::uint32_t value);

  Tablebase& tablebase_;
  const Configurations& configurations_;
  const int mover_;
  Outlook outlook_;
  std::vector<std::pair<int, std::uint64_t>> movers_;  ///< Where the mover stands, and its place.
  std::vector<Passer> one_passes_, both_pass_;
};

void ValueIteration::Kernel::update(int other, int layer, int sum) {
  const int level = sum - configurations_.level(other);
  const int first = configurations_.first_of(layer, level);
  const int end = configurations_.first_of(layer, level + 1);
  if (level < 0 || first == end) return;
  outlook_.open(other, layer, level);
  list(first, end, other);
  with_policy(policy_of(mover_), [&]<Policy kPolicy>() { update_listed<kPolicy>(other); });
}

void ValueIteration::Kernel::list(int first, int end, int other) {
  movers_.clear();
  const Pairs& pairs = tablebase_.pairs(mover_);
  outlook_.row().for_each(first, end, [&](int own, std::uint64_t) {
    const std::uint64_t place = pairs.place_of(own, other);
    tablebase_.values(mover_).prefetch(place);
    movers_.emplace_back(own, place);
  });
}

/// Of two positions that pass into each other one is kept; with one table they are mirror images.
bool ValueIteration::Kernel::is_updated_elsewhere(int own, int other) const {
  return tablebase_.tables() == 2 ? mover_ == 1 : own > other;
}

template <Policy kPolicy>
void ValueIteration::Kernel::update_listed(int other) {
  const bool other_passes = configurations_.passes(other) > 0;
  for (const auto& [own, place] : movers_) {
    const bool passes = configurations_.passes(own) > 0;
    if (passes && other_passes && is_updated_elsewhere(own, other)) continue;
    const Worth worth = worth_of<kPolicy>(configurations_, own, outlook_);
    if (!passes)
      store(mover_, place, worth.with(0));
    else
      (other_passes ? both_pass_ : one_passes_)
          .push_back({static_cast<std::uint16_t>(own), static_cast<std::uint16_t>(other), worth});
  }
}

void ValueIteration::Kernel::update_where_one_passes() {
  for (const auto& [own, other, worth] : one_passes_) {
    const std::uint32_t passed =
        kOne - tablebase_.values(1 - mover_).get(tablebase_.pairs(1 - mover_).place_of(other, own));
    store(mover_, tablebase_.pairs(mover_).place_of(own, other), worth.with(passed));
  }
  one_passes_.clear();
}

void ValueIteration::Kernel::update_where_both_pass() {
  for (const auto& [own, other, worth] : both_pass_) {
    const auto [value, others] = solve_both(worth, worth_of_other(own, other));
    store(mover_, tablebase_.pairs(mover_).place_of(own, other), value);
    store(1 - mover_, tablebase_.pairs(1 - mover_).place_of(other, own), others);
  }
  both_pass_.clear();
}

Worth ValueIteration::Kernel::worth_of_other(int own, int other) const {
  const Lookups places(tablebase_, 1 - mover_, own);
  return with_policy(policy_of(1 - mover_), [&]<Policy kPolicy>() {
    return worth_of<kPolicy>(configurations_, other, places);
  });
}

inline void ValueIteration::Kernel::store(int mover, std::uint64_t place, std::uint32_t value) {
  PackedValues& values = tablebase_.values(mover);
  const std::uint32_t before = values.get(place);
  largest_change = std::max(largest_change, before > value ? before - value : value - before);
  if (updates) values.set(place, value);
}

ValueIteration::ValueIteration(Tablebase& tablebase, Workers& workers)
    : tablebase_(tablebase), workers_(workers) {
  for (int mover = 0; mover < tablebase.tables(); ++mover)
    for (int thread = 0; thread < workers.threads(); ++thread)
      kernels_[static_cast<std::size_t>(mover)].push_back(
          std::make_unique<Kernel>(tablebase, mover));
}

ValueIteration::~ValueIteration() = default;

/// Calls visit(block, row) for the rows of a layer, on all threads.
template <class Visit>
void ValueIteration::for_each_row(Layer layer, Visit&& visit) {
  for (const Tablebase::Block& block : tablebase_.blocks(layer)) {
    std::atomic<int> next = block.first_row;
    const auto work = [&](int) {
      for (int row; (row = next.fetch_add(1, std::memory_order_relaxed)) < block.end_row;)
        visit(block, row);
    };
    workers_.run([&] { work(0); }, work);
  }
}

void ValueIteration::begin(Layer layer) {
  constexpr double kOfTheThrow = 0.1, kOfALevel = 0.0125;  // log odds; steeper ones are worse
  const Configurations& configurations = tablebase_.configurations();
  const int top = configurations.top_level();
  std::vector<std::uint32_t> by_lead;  // the levels that the other has still to go, less the own
  for (int lead = -top; lead <= top; ++lead)
    by_lead.push_back(
        static_cast<std::uint32_t>(kOne / (1 + std::exp(-(kOfTheThrow + kOfALevel * lead)))));
  for_each_row(layer, [&](const Tablebase::Block& block, int row) {
    const Pairs& pairs = tablebase_.pairs(block.mover);
    const std::uint32_t* const values =
        &by_lead[static_cast<std::size_t>(top - configurations.level(row))];
    std::uint64_t place = pairs.places_of(row, block.first_column, block.end_column).begin;
    for (int column = block.first_column; column < block.end_column; ++column)
      if (pairs.fits(row, column))
        tablebase_.values(block.mover).set(place++, values[configurations.level(column)]);
  });
}

void ValueIteration::narrow(Layer layer) {
  for_each_row(layer, [this](const Tablebase::Block& block, int row) {
    PackedValues& values = tablebase_.values(block.mover);
    const auto places =
        tablebase_.pairs(block.mover).places_of(row, block.first_column, block.end_column);
    for (std::uint64_t place = places.begin; place < places.end; ++place)
      values.set(place, NarrowValues::rounded(values.get(place)));
  });
}

std::optional<double> ValueIteration::sweep(Layer layer, const std::stop_token& stop,
                                            bool updates) {
  for_each_kernel([&](Kernel& kernel) {
    kernel.updates = updates;
    kernel.largest_change = 0;
  });
  for (int sum = 2; sum <= 2 * tablebase_.configurations().top_level(); ++sum) {
    for (int mover = 0; mover < tablebase_.tables(); ++mover) {
      look_at(mover, layer.more, layer.fewer, sum);
      if (layer.more != layer.fewer) look_at(mover, layer.fewer, layer.more, sum);
    }
    update_passes();
    if (stop.stop_requested()) return std::nullopt;
  }
  std::uint32_t largest = 0;
  for_each_kernel(
      [&](const Kernel& kernel) { largest = std::max(largest, kernel.largest_change); });
  return static_cast<double>(largest) / kOne;
}

template <class Visit>
void ValueIteration::for_each_kernel(Visit&& visit) {
  for (const auto& of_mover : kernels_)
    for (const auto& kernel : of_mover) visit(*kernel);
}

/// Updates the positions of a sum in which `mover` has so many pieces in the goal and the other so
/// many, but for those that may pass.
void ValueIteration::look_at(int mover, int layer, int other_layer, int sum) {
  constexpr int kRowsAtOnce = 4;
  const Configurations& configurations = tablebase_.configurations();
  const int end = configurations.first_of(other_layer, sum + 1);
  std::atomic<int> next = configurations.first_of(other_layer, sum - configurations.top_level());
  if (next >= end) return;
  const auto work = [&](int thread) {
    Kernel& kernel = kernel_of(mover, thread);
    for (;;) {
      const int begin = next.fetch_add(kRowsAtOnce, std::memory_order_relaxed);
      if (begin >= end) break;
      for (int other = begin; other < std::min(begin + kRowsAtOnce, end); ++other)
        kernel.update(other, layer, sum);
    }
  };
  workers_.run([&] { work(0); }, work);
}

/// Those that may pass: each thread what it has kept.
void ValueIteration::update_passes() {
  const auto everywhere = [this](auto&& update) {
    const auto work = [&](int thread) {
      for (int mover = 0; mover < tablebase_.tables(); ++mover) update(kernel_of(mover, thread));
    };
    workers_.run([&] { work(0); }, work);
  };
  everywhere([](Kernel& kernel) { kernel.update_where_one_passes(); });
  everywhere([](Kernel& kernel) { kernel.update_where_both_pass(); });
}

}  // namespace gauntlet::search::kimble
