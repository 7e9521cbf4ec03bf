#include "search/kimble/policy.h"

namespace gauntlet::search {

std::string_view word_of(KimblePolicy policy) {
  switch (policy) {
    case KimblePolicy::kRandom:
      break;
    case KimblePolicy::kHelppo:
      return "helppo";
    case KimblePolicy::kVaikea:
      return "vaikea";
    case KimblePolicy::kCapture:
      return "capture";
    case KimblePolicy::kFitted:
      return "fitted";
    case KimblePolicy::kBest:
      return "best";
  }
  return "random";
}

std::optional<KimblePolicy> kimble_policy(std::string_view word) {
  return word == word_of(KimblePolicy::kFitted) ? KimblePolicy::kFitted : simple_policy(word);
}

std::optional<KimblePolicy> simple_policy(std::string_view word) {
  for (const KimblePolicy policy : kSimplePolicies)
    if (word == word_of(policy)) return policy;
  return std::nullopt;
}

}  // namespace gauntlet::search
