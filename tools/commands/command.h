// What every subcommand shares: how it is added to the command line, and its exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::tools {

/// The process's exit codes; scripts rely on them.
enum class Exit : int {
  kDone = 0,         ///< Whatever the games' results.
  kInterrupted = 1,  ///< Can be resumed; the command that does so was printed.
  kDifferent = 1,    ///< `bench --expect`: a signature is not the expected one.
  kFailed = 1,       ///< `check`: a step failed, or was not reached.
  kUsage = 2,        ///< Unknown word, bad value, wrong number of players, bad file or position.
  kPeer = 3,         ///< A peer made it impossible to finish.
  kIo = 4,           ///< An I/O error, or a store that is damaged or gone.
};

/// Writes "gauntlet: <sentence>" to stderr and returns `code`. `sentence` has no final newline and
/// is already safe to show (engine::printable).
Exit complain(Exit code, std::string_view sentence);
/// The exit code that a status leads to: kUsage for an invalid argument, kPeer for unavailable, kIo
/// for data loss and resource exhausted, kInterrupted for cancelled.
Exit exit_of(absl::StatusCode code);
/// The same as above with the status's sentence and exit code. REQUIRES: !status.ok().
Exit complain(const absl::Status& status);

/// Options that all subcommands take.
struct CommonOptions {
  bool json = false;                  ///< Machine-readable results on stdout, progress on stderr.
  std::optional<std::uint64_t> seed;  ///< Drawn and printed when not given.
  int threads = 0;                    ///< 0: as many as the machine has cores.
};

/// The subcommand that the command line chose; run after parsing.
struct Chosen {
  std::function<Exit()> run;
};

/// Adds --json, --seed and --threads to a subcommand. `options` must outlive the parse.
void add_common_options(CLI::App& command, CommonOptions& options);
/// Where some of them change nothing, their help says so: scripts may give them all the same.
void say_without_effect(CLI::App& command, std::initializer_list<const char*> names);

/// The seed given, or one drawn from the system.
std::uint64_t seed_of(const CommonOptions& options);
/// The threads given, or as many as this process may run on.
int threads_of(const CommonOptions& options);

// Each adds one subcommand, which when parsed sets `chosen.run`. One file each: selfplay.cc, ..
void add_games(CLI::App& app, Chosen& chosen);
void add_selfplay(CLI::App& app, Chosen& chosen);
void add_analyze(CLI::App& app, Chosen& chosen);
void add_solve(CLI::App& app, Chosen& chosen);
void add_fit(CLI::App& app, Chosen& chosen);
void add_perft(CLI::App& app, Chosen& chosen);
void add_bench(CLI::App& app, Chosen& chosen);
void add_luck(CLI::App& app, Chosen& chosen);
void add_tournament(CLI::App& app, Chosen& chosen);
void add_calibrate(CLI::App& app, Chosen& chosen);
void add_check(CLI::App& app, Chosen& chosen);
void add_rate(CLI::App& app, Chosen& chosen);
void add_sprt(CLI::App& app, Chosen& chosen);
void add_connect(CLI::App& app, Chosen& chosen);
void add_export(CLI::App& app, Chosen& chosen);
void add_import(CLI::App& app, Chosen& chosen);
void add_report(CLI::App& app, Chosen& chosen);
void add_completion(CLI::App& app, Chosen& chosen);
void add_man(CLI::App& app, Chosen& chosen);
void add_replay(CLI::App& app, Chosen& chosen);
void add_doctor(CLI::App& app, Chosen& chosen);
void add_engine(CLI::App& app, Chosen& chosen);
void add_gomocup(CLI::App& app, Chosen& chosen);
void add_bot(CLI::App& app, Chosen& chosen);
void add_host(CLI::App& app, Chosen& chosen);

}  // namespace gauntlet::tools
