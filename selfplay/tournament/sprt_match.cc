#include "selfplay/tournament/sprt_match.h"

#include <absl/strings/str_format.h>

#include <cmath>

namespace gauntlet::selfplay {

std::optional<Encounter> SprtMatch::next() {
  if (is_decided_ || given_ == most_) return std::nullopt;
  const std::uint64_t number = given_++;
  return Encounter{{0, 1}, number, number, 0};
}

void SprtMatch::ended(const Encounter& encounter, std::span<const double> points) {
  const bool is_whole = points[0] + points[1] > 1.5;
  early_.emplace(encounter.meeting, is_whole ? std::optional(points[0]) : std::nullopt);
  for (auto next = early_.find(looked_at_); next != early_.end() && !is_decided_;
       next = early_.find(looked_at_)) {
    const std::optional<double> first = next->second;
    early_.erase(next);
    ++looked_at_;
    if (!first) continue;
    ++pairs_.pairs[static_cast<std::size_t>(std::lround(2 * *first))];
    ratio_ = selfplay::log_likelihood_ratio(test_, pairs_);
    is_decided_ = ratio_ <= test_.lower() || ratio_ >= test_.upper();
  }
}

std::string SprtMatch::remark() const {
  const std::string_view verdict = ratio_ >= test_.upper()   ? "H1 is accepted, it does"
                                   : ratio_ <= test_.lower() ? "H0 is accepted, it does not"
                                                             : "not decided";
  return absl::StrFormat(
      "the first player leads by elo %g rather than %g: %s, log-likelihood ratio %.2f (limits %.2f "
      "and %.2f)",
      test_.elo1, test_.elo0, verdict, ratio_, test_.lower(), test_.upper());
}

}  // namespace gauntlet::selfplay
