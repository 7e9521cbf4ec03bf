#include "search/kimble/policy.h"

namespace gauntlet::search::kimble {

std::string_view word_of(Policy policy) {
  switch (policy) {
    case Policy::kRandom:
      break;
    case Policy::kHelppo:
      return "helppo";
    case Policy::kVaikea:
      return "vaikea";
    case Policy::kCapture:
      return "capture";
    case Policy::kFitted:
      return "fitted";
    case Policy::kBest:
      return "best";
  }
  return "random";
}

std::optional<Policy> find_policy(std::string_view word) {
  return word == word_of(Policy::kFitted) ? Policy::kFitted : simple_policy(word);
}

std::optional<Policy> simple_policy(std::string_view word) {
  for (const Policy policy : kSimplePolicies)
    if (word == word_of(policy)) return policy;
  return std::nullopt;
}

}  // namespace gauntlet::search::kimble
