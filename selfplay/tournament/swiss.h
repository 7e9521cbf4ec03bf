// A Swiss tournament.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "selfplay/tournament/format.h"
#include "selfplay/tournament/meetings.h"

namespace gauntlet::selfplay {

/// In each round players meet who have about as many points; nobody meets the same player again
/// before there is no other way. The first round is drawn by lot, and so is who goes first among
/// equals. If their number is odd, one of the last who have rested least often rests, and gets half
/// of the points of an encounter and half a game's more, so that nobody is worse off by the lot
/// than by a narrow win. A round begins when the one before has ended.
class Swiss final : public Format {
 public:
  explicit Swiss(const FormatOptions& options);

  std::optional<Encounter> next() override;
  void ended(const Encounter& encounter, std::span<const double> points) override;
  std::uint64_t expected_encounters() const override;
  double merit(int entrant) const override { return player(entrant).points; }

 private:
  struct Contestant {
    double points = 0;
    int rests = 0;
    std::uint64_t lot = 0;
  };
  static constexpr double kPointsOfRest = 1.5;  // of two

  const Contestant& player(int entrant) const {
    return players_[static_cast<std::size_t>(entrant)];
  }
  Contestant& player(int entrant) { return players_[static_cast<std::size_t>(entrant)]; }
  int& times_met(int a, int b);
  void draw_round();
  std::vector<int> ranking() const;
  void rest(std::vector<int>& ranked);
  /// What a round's pairs may cost.
  struct Bounds {
    int meetings;  ///< Before, of any pair.
    double apart;  ///< Points between the players of all pairs together.
  };
  using Pairs = std::vector<std::pair<int, int>>;

  bool pair_within(const std::vector<int>& ranked, int most_meetings, Pairs& pairs);
  bool pair_up(std::vector<int> unpaired, Bounds bounds, int& steps, Pairs& pairs);
  std::vector<std::size_t> opponents_by_preference(const std::vector<int>& unpaired) const;

  const std::uint64_t rounds_;
  std::vector<Contestant> players_;
  std::vector<int> times_met_;  // by pair
  Meetings meetings_;
  std::uint64_t round_ = 0;  // the next to be drawn
  std::deque<Encounter> open_;
  std::size_t under_way_ = 0;
};

}  // namespace gauntlet::selfplay
