#include "search/kimble/rollouts/rivals.h"

#include <algorithm>
#include <array>

#include "engine/words.h"

namespace gauntlet::search {

namespace {

/// Half of them play well; chosen, not measured.
constexpr std::array kPeople = {
    KimblePolicy::kFitted,  KimblePolicy::kFitted,  KimblePolicy::kFitted, KimblePolicy::kFitted,
    KimblePolicy::kCapture, KimblePolicy::kCapture, KimblePolicy::kVaikea, KimblePolicy::kRandom};

}  // namespace

KimbleRivals KimbleRivals::unknown(int players) {
  KimbleRivals rivals;
  rivals.others_.assign(static_cast<std::size_t>(players - 1), KimblePolicy::kFitted);
  return rivals;
}

std::optional<KimbleRivals> KimbleRivals::parse(std::string_view names, int players) {
  KimbleRivals rivals;
  for (const std::string_view name : engine::split(names, '+')) {
    const auto policy = kimble_policy(name);
    if (!policy && name != "people") return std::nullopt;
    rivals.others_.push_back(policy);
  }
  const auto count = static_cast<std::size_t>(players - 1);
  if (rivals.others_.size() == 1) rivals.others_.resize(count, rivals.others_[0]);
  if (rivals.others_.size() != count) return std::nullopt;
  return rivals;
}

bool KimbleRivals::are_drawn() const {
  return std::find(others_.begin(), others_.end(), std::nullopt) != others_.end();
}

KimblePolicies KimbleRivals::draw(engine::Player mover, engine::Rng& rng) const {
  KimblePolicies policies;
  policies.fill(KimblePolicy::kFitted);
  const std::size_t players = others_.size() + 1;
  for (std::size_t i = 0; i < others_.size(); ++i)
    policies[(static_cast<std::size_t>(mover) + 1 + i) % players] =
        others_[i].value_or(kPeople[rng.below(kPeople.size())]);
  return policies;
}

}  // namespace gauntlet::search
