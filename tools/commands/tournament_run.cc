#include "tools/commands/tournament_run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/tournament/run_tournament.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/entrants.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/program_outputs.h"
#include "tools/commands/sandbox_option.h"
#include "tools/commands/shell.h"
#include "tools/commands/tournament_file.h"
#include "tools/commands/tournament_report.h"
#include "tools/lab/damage.h"
#include "tools/screen.h"

namespace gauntlet::tools {

namespace {

using selfplay::Tournament;
using selfplay::TournamentResult;
using selfplay::TournamentStore;

/// The tournament, where its programs run, and its file if there is one.
struct Opened {
  Tournament tournament;
  SandboxChoice sandbox = {};
  std::unique_ptr<TournamentStore> store = nullptr;
};

/// Nothing, where no player is a program.
absl::StatusOr<SandboxChoice> sandbox_for(const TournamentRunOptions& options,
                                          const Tournament& tournament) {
  if (!has_programs(tournament)) return SandboxChoice();
  return choose_sandbox(options.plan.sandbox);
}

absl::StatusOr<Opened> resumed(const TournamentRunOptions& options) {
  auto store = TournamentStore::open(options.plan.store);
  if (!store.ok()) return store.status();
  auto tournament = continued((*store)->tournament(), options.plan);
  if (!tournament.ok())
    return absl::Status(tournament.status().code(),
                        engine::in_quotes(options.plan.store, 200) +
                            " cannot go on: " + engine::message_of(tournament));
  auto sandbox = sandbox_for(options, *tournament);
  if (!sandbox.ok()) return sandbox.status();
  if (const absl::Status status = (*store)->extend(*tournament); !status.ok()) return status;
  return Opened{*std::move(tournament), *std::move(sandbox), *std::move(store)};
}

absl::StatusOr<Opened> open_tournament(const TournamentRunOptions& options, std::stop_token stop) {
  const std::string& path = options.plan.store;
  const bool is_there = !path.empty() && selfplay::file_exists(path);
  if (options.resume && is_there) return resumed(options);
  if (options.resume && options.plan.players.empty())
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) +
                                      " does not exist, so there is nothing to resume");
  if (is_there)
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " exists already; " +
                                      (TournamentStore::is_tournament(path)
                                           ? "to go on with it: " + command_to_resume(options)
                                           : "give --store a new file"));
  auto tournament = new_tournament(options.plan, options.quiet, std::move(stop));
  if (!tournament.ok()) return tournament.status();
  auto sandbox = sandbox_for(options, *tournament);
  if (!sandbox.ok()) return sandbox.status();
  Opened opened{*std::move(tournament), *std::move(sandbox)};
  if (path.empty()) return opened;
  auto store = TournamentStore::create(path, opened.tournament);
  if (!store.ok()) return store.status();
  opened.store = *std::move(store);
  return opened;
}

/// Games that are damaged, in their moves too, are to be played anew. Of the others only the
/// outcomes and values are kept.
absl::Status read_earlier(TournamentStore& store, const std::stop_token& stop,
                          selfplay::TournamentRun& run, Damage& damage) {
  return store.for_each(
      TournamentStore::Detail::kMoves,
      [&run, &stop](selfplay::TournamentGame&& game) -> absl::Status {
        if (stop.stop_requested()) return absl::CancelledError("interrupted");
        if (run.value) game.value = run.value(game);
        game.result.moves = {};
        game.result.notes = {};
        run.earlier.push_back(std::move(game));
        return absl::OkStatus();
      },
      damage.collector());
}

std::int64_t delay_ms(const LatenessRecord& lateness) {
  return std::chrono::ceil<std::chrono::milliseconds>(lateness.meter.longest()).count();
}

TournamentProgress::Form form_of(const TournamentRunOptions& options) {
  using Form = TournamentProgress::Form;
  if (options.quiet) return Form::kNone;
  if (options.common.json) return Form::kJson;
  return is_screen(STDOUT_FILENO) ? Form::kTable : Form::kLines;
}

/// Of the stream that the form writes to.
Colours colours_of(TournamentProgress::Form form) {
  using Form = TournamentProgress::Form;
  if (form == Form::kJson) return {};
  return Colours::of(form == Form::kTable ? STDOUT_FILENO : STDERR_FILENO);
}

/// How far the machine itself was late; nothing where no program was timed.
void tell_delay(const LatenessRecord* lateness) {
  if (!lateness) return;
  const std::uint64_t excused = lateness->excused.load();
  std::fprintf(stderr,
               "gauntlet: the machine's own delay was %lld ms at most; %s counted as in time for "
               "that\n",
               static_cast<long long>(delay_ms(*lateness)),
               excused == 1 ? "1 late answer" : (grouped(excused) + " late answers").c_str());
}

void print_standings(const TournamentRunOptions& options, const Opened& opened,
                     const TournamentResult& result, const LatenessRecord* lateness) {
  const Tournament& tournament = opened.tournament;
  if (options.common.json) {
    boost::json::object object = standings_json(tournament, result);
    if (has_programs(tournament)) object["sandbox"] = opened.sandbox.sandbox != nullptr;
    if (tournament.time.is_timed())
      object["cores_per_game"] = selfplay::cores_for(tournament).cores_each();
    if (lateness) {
      object["machine_delay_ms"] = delay_ms(*lateness);
      object["excused_answers"] = lateness->excused.load();
    }
    print_json(object);
  } else {
    print(standings_text(tournament, result, true, Colours::of(STDOUT_FILENO)));
  }
  std::fflush(stdout);
  if (!options.quiet) tell_delay(lateness);
}

Exit tell_end(const TournamentRunOptions& options, const TournamentResult& result,
              const Damage& damage) {
  const bool can_resume = !options.plan.store.empty();
  const std::string resume = can_resume ? command_to_resume(options) : "";
  if (!result.status.ok())
    return complain(exit_of(result.status.code()),
                    engine::message_of(result.status) +
                        (can_resume ? "; the stored games are safe; to go on: " + resume : ""));
  const Exit sound =
      damage.any() ? complain(Exit::kIo, damage.sentence(options.plan.store) +
                                             "; what is damaged does not count, and such games "
                                             "were played again")
                   : Exit::kDone;
  if (!result.was_stopped) return sound;
  return complain(Exit::kInterrupted,
                  can_resume ? "interrupted; to go on: " + resume
                             : "interrupted; without --store there is nothing to resume");
}

void tell_timed(const TournamentRunOptions& options, const Tournament& tournament) {
  if (options.quiet || !options.plan.seed || !depends_on_time(tournament)) return;
  tell_timed_games_differ();
}

/// Who thinks while others do on the same core is late for no fault of its own.
void tell_cores(const TournamentRunOptions& options, const Tournament& tournament) {
  if (options.quiet || !tournament.time.is_timed()) return;
  const int each = selfplay::cores_for(tournament).cores_each();
  const auto cores = static_cast<int>(selfplay::physical_cores().size());
  if (each > 0) {
    std::fprintf(stderr, "gauntlet: each game has %s to itself\n",
                 engine::counted(static_cast<std::uint64_t>(each), "core").c_str());
  } else {
    std::fprintf(stderr,
                 "gauntlet: %d games at the same time share %d cores, so players may be late for "
                 "no fault of their own; --threads %d would be fair\n",
                 tournament.threads, cores, cores);
  }
}

/// Games at the same time: as many as there are cores, and where clocks count these are whole ones.
int games_at_once(const TournamentRunOptions& options, const Tournament& tournament) {
  const int threads = threads_of(options.common);
  if (options.common.threads > 0 || !tournament.time.is_timed()) return threads;
  return std::min(threads, static_cast<int>(selfplay::physical_cores().size()));
}

Exit play_tournament(const TournamentRunOptions& options, Opened& opened) {
  ProgramOutputs outputs;
  if (const absl::Status status =
          outputs.keep_in(options.plan.output, ProgramOutputs::Earlier::kAddTo);
      !status.ok())
    return complain(status);
  ProgramCare care{.tell =
                       [&outputs](const ProgramReport& report) {
                         outputs.add(report).IgnoreError();  // is told at the end
                       },
                   .sandbox = opened.sandbox.sandbox};
  if (opened.tournament.time.is_timed() && has_guests(opened.tournament))
    care.lateness = std::make_shared<LatenessRecord>();
  auto make = entrant_maker(opened.tournament, care);
  if (!make.ok()) return complain(make.status());
  TournamentProgress progress(form_of(options), colours_of(form_of(options)));
  selfplay::TournamentRun run{
      .make = *std::move(make), .value = options.value, .sink = opened.store.get()};
  run.progress = [&](const TournamentResult& so_far) { progress.show(opened.tournament, so_far); };
  Damage damage;
  if (opened.store)
    if (const absl::Status status =
            read_earlier(*opened.store, opened.tournament.stop, run, damage);
        !status.ok())
      return complain(status);
  tell_timed(options, opened.tournament);
  tell_cores(options, opened.tournament);
  if (!options.quiet && !opened.sandbox.sentence.empty())
    std::fprintf(stderr, "gauntlet: %s\n", opened.sandbox.sentence.c_str());
  auto result = selfplay::run_tournament(opened.tournament, std::move(run));
  progress.clear();
  if (!result.ok()) return complain(result.status());
  if (!options.report) print_standings(options, opened, *result, care.lateness.get());
  Exit code = tell_end(options, *result, damage);
  if (options.report && code == Exit::kDone) code = options.report(opened.tournament, *result);
  const absl::Status unkept = outputs.failure();
  return unkept.ok() ? code : complain(unkept);
}

/// Reads the file where the game's place names one.
absl::Status read_file(TournamentPlan& plan) {
  if (!plan.game.ends_with(".toml")) return absl::OkStatus();
  auto file = read_tournament_file(plan.game);
  if (!file.ok()) return file.status();
  TournamentPlan over = std::move(plan);
  over.game.clear();
  plan = overlaid(*std::move(file), over);
  return absl::OkStatus();
}

}  // namespace

std::string command_to_resume(const TournamentRunOptions& options) {
  std::string command = invoked_as() + " " + options.command + " --store " +
                        shell_quoted(options.plan.store) + " --resume";
  if (options.common.threads > 0) command += " --threads " + std::to_string(options.common.threads);
  if (!options.plan.output.empty()) command += " --output " + shell_quoted(options.plan.output);
  command += sandbox_words(options.plan.sandbox);
  if (options.common.json) command += " --json";
  if (options.quiet) command += " --quiet";
  return command;
}

Exit run_tournament_command(TournamentRunOptions options) {
  if (const absl::Status status = read_file(options.plan); !status.ok()) return complain(status);
  if (!options.common.seed) options.common.seed = options.plan.seed;
  if (options.resume && options.plan.store.empty())
    return complain(Exit::kUsage, "--resume needs --store FILE, the tournament to continue");
  options.plan.seed = options.common.seed;
  if (options.plan.store.empty() || !selfplay::file_exists(options.plan.store))
    options.plan.seed = seed_of(options.common);
  const Interrupt interrupt;
  // Games that are kept go on when nobody reads the progress or the results any more; and programs
  // may leave while they are talked to.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // how programs end must not be lost
  auto opened = open_tournament(options, interrupt.token());
  if (!opened.ok()) return complain(opened.status());
  opened->tournament.threads = games_at_once(options, opened->tournament);
  opened->tournament.stop = interrupt.token();
  options.plan.seed = options.common.seed;
  return play_tournament(options, *opened);
}

}  // namespace gauntlet::tools
