#include "search/kimble/duel/sweep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "engine/bits.h"

namespace gauntlet::search {

namespace {

using Step = KimbleConfigurations::Step;
constexpr std::uint32_t kOne = PackedValues::kOne;
constexpr int kDice = KimbleConfigurations::kDice;

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
template <KimblePolicy kPolicy, class Value, class Captures>
inline std::uint32_t chosen(std::span<const Step> steps, Value&& value, Captures&& captures) {
  switch (kPolicy) {
    case KimblePolicy::kBest: {
      std::uint32_t best = 0;
      for (const Step& step : steps) best = std::max(best, value(step));
      return best;
    }
    case KimblePolicy::kHelppo:
      return value(steps.back());
    case KimblePolicy::kVaikea:
      return value(steps.front());
    case KimblePolicy::kCapture: {
      const auto hit = std::find_if(steps.begin(), steps.end(), captures);
      if (hit != steps.end()) return value(*hit);
      return value(steps.back().from_home ? steps.back() : steps.front());
    }
    case KimblePolicy::kRandom: {
      std::uint32_t sum = 0;
      for (const Step& step : steps) sum += value(step);
      const auto count = static_cast<std::uint32_t>(steps.size());
      return (sum + count / 2) / count;
    }
  }
  return 0;
}

template <KimblePolicy kPolicy, class Places>
inline Worth worth_of(const KimbleConfigurations& configurations, int own, const Places& places) {
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
std::array<std::uint32_t, 2> settle(const Worth& one, const Worth& two) {
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
  Lookups(const KimbleDuel& duel, int mover, int other)
      : own_pairs_(duel.pairs(mover)),
        other_pairs_(duel.pairs(1 - mover)),
        own_values_(duel.values(mover)),
        other_values_(duel.values(1 - mover)),
        other_(other),
        blocked_(other_pairs_.blocked_by(other)) {}

  bool captures(const Step& step) const { return blocked_ >> step.lands & 1; }
  std::uint32_t after(const Step& step) const {
    if (step.to == KimbleConfigurations::kFinished) return kOne;
    return kOne - other_values_.get(other_pairs_.place_of(other_after(step), step.to));
  }
  std::uint32_t after_six(const Step& step) const {
    if (step.to == KimbleConfigurations::kFinished) return kOne;
    return own_values_.get(own_pairs_.place_of(step.to, other_after(step)));
  }

 private:
  int other_after(const Step& step) const {
    return captures(step) ? other_pairs_.sends_home(other_, step.lands) : other_;
  }

  const KimblePairs &own_pairs_, &other_pairs_;
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
  Outlook(const KimbleDuel& duel, int mover)
      : configurations_(duel.configurations()),
        own_pairs_(duel.pairs(mover)),
        other_pairs_(duel.pairs(1 - mover)),
        own_values_(duel.values(mover)),
        other_values_(duel.values(1 - mover)),
        after_(static_cast<std::size_t>(configurations_.size())),
        after_six_(after_.size()) {
    after_[KimbleConfigurations::kFinished] = after_six_[KimbleConfigurations::kFinished] = kOne;
  }

  void open(int other, int layer, int level) {
    blocked_ = other_pairs_.blocked_by(other);
    if (layer + 1 < configurations_.pieces()) look(other, layer + 1, level, level - 1);
    look(other, layer, level, level);
  }

  /// The other's row, with the columns of the mover's level.
  const KimbleRow& row() const { return row_; }

  bool captures(const Step& step) const { return blocked_ >> step.lands & 1; }
  std::uint32_t after(const Step& step) const { return after_[step.to]; }
  std::uint32_t after_six(const Step& step) const { return after_six_[step.to]; }

 private:
  /// Looks up what steps from `level` to `layer` lead to; row_ is opened up to `top`.
  void look(int other, int layer, int level, int top) {
    constexpr int kLongest = KimbleConfigurations::kLongestStep;
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

  const KimbleConfigurations& configurations_;
  const KimblePairs &own_pairs_, &other_pairs_;
  const PackedValues &own_values_, &other_values_;
  std::uint32_t blocked_ = 0;
  KimbleRow row_, captured_;
  std::vector<std::uint32_t> after_, after_six_;  ///< By where the mover stands then.
  std::vector<std::pair<int, std::uint64_t>> sixes_;
};

}  // namespace

/// One thread's part of a task.
class DuelSweep::Kernel {
 public:
  Kernel(KimbleDuel& duel, const std::vector<std::uint64_t>& passing, const Task& task,
         bool updates)
      : duel_(duel),
        configurations_(duel.configurations()),
        passing_(passing),
        task_(task),
        updates_(updates),
        outlook_(duel, task.mover) {}

  /// Updates the positions where the other stands on `other` and the levels add up to `sum`.
  void update(int other, int sum, Phase phase) {
    const int level = sum - configurations_.level(other);
    const int first = configurations_.first_of(task_.mover_layer, level);
    const int end = configurations_.first_of(task_.mover_layer, level + 1);
    if (level < 0 || first == end || !has_any(first, end, phase)) return;
    outlook_.open(other, task_.mover_layer, level);
    list(first, end, other, phase);
    switch (policy_of(task_.mover)) {
      case KimblePolicy::kBest:
        return update_listed<KimblePolicy::kBest>(other, phase);
      case KimblePolicy::kHelppo:
        return update_listed<KimblePolicy::kHelppo>(other, phase);
      case KimblePolicy::kVaikea:
        return update_listed<KimblePolicy::kVaikea>(other, phase);
      case KimblePolicy::kCapture:
        return update_listed<KimblePolicy::kCapture>(other, phase);
      case KimblePolicy::kRandom:
        return update_listed<KimblePolicy::kRandom>(other, phase);
    }
  }

  /// Of all updates.
  std::uint32_t largest_change() const { return largest_change_; }

 private:
  KimblePolicy policy_of(int mover) const {
    return duel_.players()[static_cast<std::size_t>(mover)].policy;
  }
  std::uint64_t in_phase(int word, Phase phase) const {
    const std::uint64_t passing = passing_[static_cast<std::size_t>(word)];
    return phase == Phase::kNeverPasses ? ~passing : passing;
  }
  bool has_any(int first, int end, Phase phase) const;
  void list(int first, int end, int other, Phase phase);
  template <KimblePolicy kPolicy>
  void update_listed(int other, Phase phase);
  void settle_both(int own, int other, const Worth& worth);
  Worth worth_of_other(int own, int other) const;
  void store(int mover, std::uint64_t place, std::uint32_t value);

  KimbleDuel& duel_;
  const KimbleConfigurations& configurations_;
  const std::vector<std::uint64_t>& passing_;
  const Task task_;
  const bool updates_;
  Outlook outlook_;
  std::vector<std::pair<int, std::uint64_t>> movers_;  ///< Where the mover stands, and its place.
  std::uint32_t largest_change_ = 0;
};

bool DuelSweep::Kernel::has_any(int first, int end, Phase phase) const {
  if (phase == Phase::kNeverPasses) return true;
  for (int word = first / 64; word <= (end - 1) / 64; ++word)
    if (in_phase(word, phase) != 0) return true;
  return false;
}

void DuelSweep::Kernel::list(int first, int end, int other, Phase phase) {
  movers_.clear();
  const KimblePairs& pairs = duel_.pairs(task_.mover);
  outlook_.row().for_each(first, end, [&](int own, std::uint64_t) {
    if ((in_phase(own / 64, phase) >> own % 64 & 1) == 0) return;
    const std::uint64_t place = pairs.place_of(own, other);
    duel_.values(task_.mover).prefetch(place);
    movers_.emplace_back(own, place);
  });
}

template <KimblePolicy kPolicy>
void DuelSweep::Kernel::update_listed(int other, Phase phase) {
  const bool is_mirrored =
      phase == Phase::kBothPass && duel_.tables() == 1 && task_.mover_layer == task_.other_layer;
  for (const auto& [own, place] : movers_) {
    if (is_mirrored && own > other) continue;  // settled with its mirror image
    const Worth worth = worth_of<kPolicy>(configurations_, own, outlook_);
    if (phase == Phase::kBothPass) {
      settle_both(own, other, worth);
    } else {
      const std::uint64_t passed = outlook_.row().place_of(own);
      store(task_.mover, place,
            worth.with(worth.passes == 0 ? 0 : kOne - duel_.values(1 - task_.mover).get(passed)));
    }
  }
}

Worth DuelSweep::Kernel::worth_of_other(int own, int other) const {
  const Lookups places(duel_, 1 - task_.mover, own);
  switch (policy_of(1 - task_.mover)) {
    case KimblePolicy::kBest:
      return worth_of<KimblePolicy::kBest>(configurations_, other, places);
    case KimblePolicy::kHelppo:
      return worth_of<KimblePolicy::kHelppo>(configurations_, other, places);
    case KimblePolicy::kVaikea:
      return worth_of<KimblePolicy::kVaikea>(configurations_, other, places);
    case KimblePolicy::kCapture:
      return worth_of<KimblePolicy::kCapture>(configurations_, other, places);
    case KimblePolicy::kRandom:
      return worth_of<KimblePolicy::kRandom>(configurations_, other, places);
  }
  return {};
}

void DuelSweep::Kernel::settle_both(int own, int other, const Worth& worth) {
  const auto [value, others] = settle(worth, worth_of_other(own, other));
  const int mover = task_.mover;
  store(mover, duel_.pairs(mover).place_of(own, other), value);
  store(1 - mover, duel_.pairs(1 - mover).place_of(other, own), others);
}

inline void DuelSweep::Kernel::store(int mover, std::uint64_t place, std::uint32_t value) {
  PackedValues& values = duel_.values(mover);
  const std::uint32_t before = values.get(place);
  largest_change_ = std::max(largest_change_, before > value ? before - value : value - before);
  if (updates_) values.set(place, value);
}

DuelSweep::DuelSweep(KimbleDuel& duel, Workers& workers) : duel_(duel), workers_(workers) {
  const KimbleConfigurations& configurations = duel.configurations();
  passing_.resize((static_cast<std::size_t>(configurations.size()) + 63) / 64);
  for (int i = 0; i < configurations.size(); ++i)
    if (configurations.passes(i) > 0)
      passing_[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << i % 64;
}

std::optional<double> DuelSweep::sweep(DuelLayer layer, const std::stop_token& stop, bool updates) {
  updates_ = updates;
  std::vector<Task> tasks;
  for (int mover = 0; mover < duel_.tables(); ++mover) {
    tasks.push_back({mover, layer.more, layer.fewer});
    if (layer.more != layer.fewer) tasks.push_back({mover, layer.fewer, layer.more});
  }
  largest_change_ = 0;
  for (int sum = 2; sum <= 2 * duel_.configurations().top_level(); ++sum) {
    for (const Phase phase : {Phase::kNeverPasses, Phase::kOnePasses, Phase::kBothPass})
      for (const Task& task : tasks) sweep(task, sum, phase);
    if (stop.stop_requested()) return std::nullopt;
  }
  return static_cast<double>(largest_change_) / kOne;
}

/// Updates all of a task's positions of a sum.
void DuelSweep::sweep(const Task& task, int sum, Phase phase) {
  const KimbleConfigurations& configurations = duel_.configurations();
  if (phase == Phase::kBothPass &&
      (task.mover > 0 || (duel_.tables() == 1 && task.mover_layer < task.other_layer)))
    return;  // settled with its mirror image
  const int end = configurations.first_of(task.other_layer, sum + 1);
  std::atomic<int> next =
      configurations.first_of(task.other_layer, sum - configurations.top_level());
  if (next >= end) return;
  const auto work = [&](int) {
    constexpr int kRowsAtOnce = 4;
    Kernel kernel(duel_, passing_, task, updates_);
    for (;;) {
      const int begin = next.fetch_add(kRowsAtOnce, std::memory_order_relaxed);
      if (begin >= end) break;
      for (int other = begin; other < std::min(begin + kRowsAtOnce, end); ++other)
        if (phase == Phase::kNeverPasses ||
            (configurations.passes(other) > 0) == (phase == Phase::kBothPass))
          kernel.update(other, sum, phase);
    }
    std::uint32_t largest = largest_change_.load();
    while (largest < kernel.largest_change() &&
           !largest_change_.compare_exchange_weak(largest, kernel.largest_change())) {
    }
  };
  workers_.run([&] { work(0); }, work);
}

}  // namespace gauntlet::search
