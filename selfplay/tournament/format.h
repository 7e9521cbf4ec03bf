// Who meets whom in a tournament, and when it is over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/status.h"
#include "selfplay/statistics/sprt.h"
#include "selfplay/tournament/encounter.h"

namespace gauntlet::selfplay {

enum class FormatKind : std::uint8_t {
  kRoundRobin,  ///< In every round each player meets each other one.
  kGauntlet,    ///< In every round the first player meets each other one.
  kLadder,      ///< In every round each player meets those next to it in the list.
  kSwiss,       ///< In every round players of about equal points meet, who have not met before.
  kKnockout,    ///< Who loses is out.
  kSprt,        ///< Two players, until a test says whether the first one is stronger.
};

/// "round-robin", ..
std::string_view word_of(FormatKind kind);
/// The words of all formats, the usual one first.
std::vector<std::string> format_words();
std::optional<FormatKind> parse_format(std::string_view word);

/// What a format needs to know of its tournament.
struct FormatOptions {
  static constexpr int kMostEntrants = 1000;
  static constexpr int kMostEntrantsAtTables = 200;  ///< Where more than two sit at a table.
  static constexpr std::uint64_t kMostRounds = 1'000'000;

  FormatKind kind = FormatKind::kRoundRobin;
  int entrants = 2;
  int seats = 2;  ///< Of the game: 2..4.
  /// Round robin, gauntlet, ladder, Swiss: so many rounds. Knockout: encounters of a match, before
  /// it goes on while it is level. SPRT: encounters at most.
  std::uint64_t rounds = 1;
  std::uint64_t seed = 0;  ///< Of what is drawn by lot.
  Sprt test = {};          ///< Of SPRT.
  /// Ladder: pairs of players who meet in every round, and alone in those behind `rounds`, until
  /// there were `step_rounds` in all.
  std::vector<std::pair<int, int>> steps = {};
  std::uint64_t step_rounds = 0;
};

/// Why there is no such tournament: too few players, ..
absl::Status objection_to(const FormatOptions& options);

/// Gives out encounters. What it does depends on the options and on results alone, not on the order
/// in which results of encounters come that are under way together. One thread.
class Format {
 public:
  virtual ~Format() = default;

  /// The next encounter; nothing when there is none before more results are known, or at all.
  virtual std::optional<Encounter> next() = 0;
  /// All games of an encounter that was given out have ended; `points` are by Encounter::entrants.
  virtual void ended(const Encounter& encounter, std::span<const double> points) = 0;
  /// Whether an encounter counts that has ended: not one behind the end of a test.
  virtual bool counts(const Encounter&) const { return true; }
  /// Encounters in all, as far as is known now: level matches and tests make it more or less.
  virtual std::uint64_t expected_encounters() const = 0;
  /// What players are placed by, before their scores; the same for all where nothing but the score
  /// counts. Of knockouts: how many matches won; of Swiss: points, and what a bye brings.
  virtual double merit(int /*entrant*/) const { return 0; }
  /// What there is to say besides: who won a level match by lot, what a test says; "" for nothing.
  virtual std::string remark() const { return ""; }
};

/// REQUIRES: objection_to(options) has none.
std::unique_ptr<Format> make_format(const FormatOptions& options);

}  // namespace gauntlet::selfplay
