// Who takes part in a tournament, as it is written on the command line or in a file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/tournament/run_tournament.h"
#include "tools/net/answer_clock.h"
#include "tools/net/program_report.h"
#include "tools/net/sandbox.h"

namespace gauntlet::tools {

/// One participant: what it is called, and what plays. Without a name of its own it gets one by
/// read_entrants().
struct EntrantText {
  std::string name;
  std::string player;
};

/// Splits "NAME=PLAYER". What has a colon before its first '=' is a player without a name, as
/// mcts:sims=1000 is.
EntrantText split_entrant(std::string_view text);

/// Why nobody can be called so: too short or long, not legible (utf8.h), or nothing but blanks.
absl::Status objection_to_entrant_name(std::string_view name);

/// The tournament's players. A player is one of these:
///
///   SPEC              built in, as selfplay takes it: level:5, ab:nodes=10000, expert, vaikea, ..
///   server:COMMAND    a program that connects to the game's own server, at {host} {port}
///   gomocup:COMMAND   one that speaks the Gomocup protocol on its pipes
///   engine:COMMAND    one that speaks our line protocol on its pipes
///   cmd:COMMAND       one of these: server where {port} is in the command, else gomocup where the
///                     game knows it, else engine
///   kinarow:COMMAND   a bot of the K-in-a-Row page, which serves at {host} {port}
///   http://..         one that runs already
///
/// Where the tournament limits moves (`is_limited`), players without a limit of their own have
/// none.
///
/// Who has no name is called by its spec or URL, or by its program's name or folder
/// (program_names.h). An error names who is none, and two of one name.
absl::StatusOr<std::vector<selfplay::Entrant>> read_entrants(const std::vector<EntrantText>& texts,
                                                             const engine::AnyGame& game,
                                                             bool is_limited);

/// What programs that play have in common.
struct ProgramCare {
  /// Called, on any thread, for each process that has ended.
  std::function<void(const ProgramReport&)> tell = {};
  /// Of the machine's own delay; null: there is no allowance for it.
  std::shared_ptr<LatenessRecord> lateness = {};
  /// Where they run; null: with our rights.
  std::shared_ptr<const Sandbox> sandbox = {};
};

/// Makes the players of `tournament`, which outlives the result. Their texts were read by
/// read_entrants() or are refused here with a sentence.
absl::StatusOr<selfplay::MakeEntrant> entrant_maker(const selfplay::Tournament& tournament,
                                                    const ProgramCare& care);

/// Whether the same seed gives other games, for time limits a player: the tournament's clocks, or
/// what a built-in player has of its own.
bool depends_on_time(const selfplay::Tournament& tournament);
/// Whether any of them is a program that we start.
bool has_programs(const selfplay::Tournament& tournament);
/// Whether any of them is not built in.
bool has_guests(const selfplay::Tournament& tournament);

}  // namespace gauntlet::tools
