// A knockout tournament.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/tournament/format.h"

namespace gauntlet::selfplay {

/// Who loses a match is out. Players are seeded in the order of the tournament's list: the first
/// two can meet in the final only, and where their number is no power of two the first ones have no
/// opponent in the first round. A match goes on while it is level, for up to kMostMore encounters;
/// then lots are drawn.
class Knockout final : public Format {
 public:
  static constexpr std::uint64_t kMostMore = 10;

  explicit Knockout(const FormatOptions& options);

  std::optional<Encounter> next() override;
  void ended(const Encounter& encounter, std::span<const double> points) override;
  std::uint64_t expected_encounters() const override { return expected_; }
  double merit(int entrant) const override { return merit_[static_cast<std::size_t>(entrant)]; }
  std::string remark() const override;

 private:
  static constexpr int kUnknown = -1, kNobody = -2;

  struct Match {
    int players[2] = {kUnknown, kUnknown};
    double points[2] = {0, 0};
    std::uint64_t given = 0, ended = 0;  // encounters
    bool is_over = false;

    bool is_ready() const { return players[0] >= 0 && players[1] >= 0 && !is_over; }
  };

  Match& match_of(const Encounter& encounter);
  bool wants_encounter(const Match& match) const;
  void decide(std::size_t round, std::size_t number);
  void advance(std::size_t round, std::size_t number, int winner);
  int drawn(const Match& match) const;

  const std::uint64_t encounters_;  // of a match, unless it is level then
  const std::uint64_t seed_;
  std::vector<std::vector<Match>> rounds_;
  std::vector<double> merit_;              // matches won, and half a point for who lost the final
  std::vector<std::pair<int, int>> lots_;  // who won by lot, and against whom
  std::uint64_t expected_ = 0;
};

}  // namespace gauntlet::selfplay
