// The standings of a tournament as text and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <string>

#include "selfplay/tournament/tournament_result.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// The standings, best first, with ratings unless they are not wanted, for they take a while; what
/// the numbers mean tells docs/tournament.md.
std::string standings_text(const selfplay::Tournament& tournament,
                           const selfplay::TournamentResult& result, bool is_rated = true,
                           const Colours& colours = {});
/// {"game", "games", "distinct_games", "standings": [..], ..}; docs/tournament.md has its fields.
boost::json::object standings_json(const selfplay::Tournament& tournament,
                                   const selfplay::TournamentResult& result);

/// "12 of 40 games  3.1 games/s  ann 0.71, ben 0.55  1 forfeit  10 s left".
std::string tournament_progress(const selfplay::Tournament& tournament,
                                const selfplay::TournamentResult& so_far);
/// {"event": "progress", "games", "expected_games", "forfeits", "seconds", "left_s", "leader"}.
boost::json::object progress_json(const selfplay::Tournament& tournament,
                                  const selfplay::TournamentResult& so_far);

/// Shows how a tournament goes, a line a second at most, and at least one in ten; on a terminal the
/// standings in place of those before. One thread at a time.
class TournamentProgress {
 public:
  enum class Form {
    kNone,   ///< Nothing.
    kLines,  ///< A line on stderr.
    kJson,   ///< An object on stderr.
    kTable,  ///< The standings on stdout, redrawn: for terminals.
  };
  /// In the colours of the stream that the form has.
  TournamentProgress(Form form, const Colours& colours) : form_(form), colours_(colours) {}

  void show(const selfplay::Tournament& tournament, const selfplay::TournamentResult& so_far);
  /// Takes the table away, to make room for the last one.
  void clear();

 private:
  void draw(const std::string& table);

  const Form form_;
  const Colours colours_;
  std::chrono::steady_clock::time_point last_{};
  std::uint64_t last_games_ = 0;
  std::size_t lines_ = 0;  // of the table that stands on the terminal
};

}  // namespace gauntlet::tools
