// A match of two players that a test ends.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>

#include "selfplay/tournament/format.h"

namespace gauntlet::selfplay {

/// Two players meet until the test accepts a hypothesis about the first one, or so many times. The
/// results are looked at in the order in which encounters were given out, whatever ends first, so
/// what was under way when the test was decided does not count.
class SprtMatch final : public Format {
 public:
  explicit SprtMatch(const FormatOptions& options) : test_(options.test), most_(options.rounds) {}

  std::optional<Encounter> next() override;
  void ended(const Encounter& encounter, std::span<const double> points) override;
  bool counts(const Encounter& encounter) const override { return encounter.meeting < looked_at_; }
  std::uint64_t expected_encounters() const override { return is_decided_ ? looked_at_ : most_; }
  std::string remark() const override;

  double log_likelihood_ratio() const { return ratio_; }
  const Sprt& test() const { return test_; }

 private:
  const Sprt test_;
  const std::uint64_t most_;
  std::uint64_t given_ = 0, looked_at_ = 0;
  /// Ended before those in front of them; nothing where nobody came to one of the games.
  absl::flat_hash_map<std::uint64_t, std::optional<double>> early_;
  Pentanomial pairs_;
  double ratio_ = 0;
  bool is_decided_ = false;
};

}  // namespace gauntlet::selfplay
