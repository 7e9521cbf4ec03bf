// `gauntlet selfplay`: many games between the same players, and what they say about their strength.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/auto_batch.h"
#include "selfplay/batch.h"
#include "selfplay/store.h"
#include "tools/colours.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/human_seat.h"
#include "tools/commands/openings_option.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"
#include "tools/commands/progress_line.h"
#include "tools/commands/selfplay_report.h"
#include "tools/commands/shell.h"
#include "tools/commands/stored_run.h"
#include "tools/commands/value_kinds.h"
#include "tools/forms/game_json.h"
#include "tools/lab/damage.h"
#include "tools/lab/mapped_tablebase.h"

namespace gauntlet::tools {

namespace {

using selfplay::AutoBatch;
using selfplay::Batch;
using selfplay::BatchResult;
using selfplay::OpponentStrength;
using selfplay::Store;

constexpr std::uint64_t kMostGames = 1'000'000'000'000;

struct SelfplayOptions {
  CommonOptions common;
  std::string game;
  std::string players;              // separated by commas
  std::vector<std::string> player;  // one each
  std::uint64_t games = 100;
  std::optional<std::string> store;
  std::optional<std::string> position;
  std::optional<std::string> openings;
  std::optional<std::string> table;
  bool resume = false;
  bool repair = false;
  bool quiet = false;
};

std::vector<std::string> player_words(const SelfplayOptions& options) {
  if (!options.player.empty()) return options.player;
  std::vector<std::string> words;
  for (const std::string_view word : engine::split(options.players, ',')) words.emplace_back(word);
  return words;
}

absl::StatusOr<std::vector<selfplay::PlayerSpec>> read_players(const SelfplayOptions& options,
                                                               const engine::AnyGame& game) {
  if (options.players.empty() == options.player.empty())
    return absl::InvalidArgumentError(
        options.players.empty()
            ? "who plays? Name a player for each seat, as in --players random,random"
            : "--players and --player cannot be given together");
  const auto words = player_words(options);
  const auto seats = static_cast<std::size_t>(game.players());
  if (words.size() != seats)
    return absl::InvalidArgumentError(game.name() + " takes " + engine::counted(seats, "player") +
                                      ", and " + std::to_string(words.size()) +
                                      (words.size() == 1 ? " was" : " were") + " given");
  const auto knowledge = knowledge_for(options.table, game, words);
  if (!knowledge.ok()) return knowledge.status();
  std::vector<selfplay::PlayerSpec> players;
  for (const std::string& word : words) {
    auto found = selfplay::parse_auto_level(word, game);
    auto spec = found ? std::move(*found) : selfplay::parse_player(word, game, *knowledge);
    if (!spec.ok()) return spec.status();
    players.push_back(std::move(*spec));
  }
  return players;
}

bool has_human(const std::vector<selfplay::PlayerSpec>& players) {
  return std::any_of(players.begin(), players.end(), [](const selfplay::PlayerSpec& player) {
    return player.kind == selfplay::PlayerSpec::Kind::kHuman;
  });
}

/// The batch that the options describe, without seed and setup.
absl::StatusOr<Batch> read_batch(const SelfplayOptions& options) {
  auto game = engine::find_game(options.game);
  if (!game.ok()) return game.status();
  auto players = read_players(options, *game);
  if (!players.ok()) return players.status();
  Batch batch{.game = std::move(*game), .players = std::move(*players)};
  batch.games = options.games;
  batch.threads = threads_of(options.common);
  if (has_human(batch.players)) batch.threads = 1;
  if (selfplay::auto_player(batch))
    if (const absl::Status status = AutoBatch::objection(batch); !status.ok()) return status;
  if (options.position) {
    const auto position = batch.game.from_text(*options.position);
    if (!position.ok())
      return absl::InvalidArgumentError("bad --position: " + engine::message_of(position));
    batch.position = *position;
  }
  if (const absl::Status status = choose_openings(options.openings, batch); !status.ok())
    return status;
  return batch;
}

/// The command that goes on with the batch in `options.store`.
std::string resume_command(const SelfplayOptions& options, const Batch& batch) {
  std::string command = invoked_as() + " selfplay " + shell_quoted(batch.game.name());
  for (const auto& player : batch.players) command += " --player " + shell_quoted(player.text);
  command += " --games " + std::to_string(batch.games) + " --seed " + std::to_string(batch.seed);
  if (options.common.threads > 0) command += " --threads " + std::to_string(batch.threads);
  if (batch.position) command += " --position " + shell_quoted(batch.position->to_text());
  if (options.common.json) command += " --json";
  if (options.quiet) command += " --quiet";
  if (options.table) command += " --table " + shell_quoted(*options.table);
  return command + " --store " + shell_quoted(*options.store) + " --resume";
}

/// Takes over what the options do not say: the seed and the openings.
absl::Status take_over(const SelfplayOptions& options, const Store& store, Batch& batch) {
  if (!options.common.seed) batch.seed = store.run().seed;
  if (options.openings || store.run().game != batch.game.name()) return absl::OkStatus();
  auto openings = selfplay::openings_from_text(store.run().openings, batch.game);
  if (!openings.ok())
    return absl::DataLossError(engine::in_quotes(*options.store, 200) +
                               " is damaged: what it says of its openings cannot be read: " +
                               engine::message_of(openings));
  batch.openings = std::move(*openings);
  return absl::OkStatus();
}

/// Opens the store to resume.
absl::StatusOr<std::unique_ptr<Store>> resumed_store(const SelfplayOptions& options, Batch& batch) {
  auto store = Store::open(*options.store);
  if (!store.ok()) return store;
  if (const absl::Status status = take_over(options, **store, batch); !status.ok()) return status;
  const std::string other = selfplay::difference((*store)->run(), selfplay::run_info(batch));
  if (!other.empty())
    return absl::InvalidArgumentError("cannot resume " + engine::in_quotes(*options.store, 200) +
                                      ": " + other);
  return store;
}

/// The store that the options ask for.
absl::StatusOr<std::unique_ptr<Store>> open_store(const SelfplayOptions& options, Batch& batch) {
  if (options.resume && Store::exists(*options.store)) return resumed_store(options, batch);
  const std::string name = engine::in_quotes(*options.store, 200);
  if (!Store::exists(*options.store)) {
    if (options.resume && access(options.store->c_str(), F_OK) != 0)
      return absl::InvalidArgumentError(
          name + " does not exist, so there is nothing to resume; leave --resume out");
    auto created = Store::create(*options.store, selfplay::run_info(batch));
    // Unless another process was faster.
    if (created.ok() || !Store::exists(*options.store)) return created;
  }
  const auto existing = Store::open_to_read(*options.store);
  if (!existing.ok() && !absl::IsInvalidArgument(existing.status())) return existing.status();
  if (!existing.ok())
    return absl::InvalidArgumentError(engine::message_of(existing) + "; give --store a new file");
  if (const absl::Status status = take_over(options, **existing, batch); !status.ok())
    return status;
  const std::string other = selfplay::difference((*existing)->run(), selfplay::run_info(batch));
  if (!other.empty())
    return absl::InvalidArgumentError(name + " exists already: " + other +
                                      "; give --store a new file");
  return absl::InvalidArgumentError(
      name + " exists already; to go on with its games: " + resume_command(options, batch));
}

/// The file of `--store`, if there is one.
struct Kept {
  std::unique_ptr<Store> store;
  Damage damage;  ///< Its games that are not among the results.
};

selfplay::BatchRun new_run(const Batch& batch) {
  return {.earlier = selfplay::Stats(batch.game.players()),
          .missing = {{0, batch.games}},
          .sink = {},
          .progress = {}};
}

/// What `kept` has of the batch; with --repair what is damaged becomes missing.
absl::Status read_kept(const SelfplayOptions& options, const Batch& batch, selfplay::BatchRun& run,
                       Kept& kept) {
  if (const absl::Status status = read_stored_run(*kept.store, batch, run, kept.damage);
      !status.ok())
    return status;
  if (!options.repair || !kept.damage.any()) return absl::OkStatus();
  if (const absl::Status error = remove_damaged(*kept.store, kept.damage); !error.ok())
    return absl::DataLossError("it cannot be repaired: " + engine::message_of(error) +
                               "; export its games");
  kept.damage = Damage();
  run = new_run(batch);
  return read_stored_run(*kept.store, batch, run, kept.damage);
}

/// What has become of the games when keeping them failed.
std::string told_failure(const absl::Status& status, const Kept& kept, const std::string& resume) {
  if (kept.store->has_moved())
    return engine::message_of(status) +
           ", so its games are not kept there; put it back, and go on with: " + resume;
  return engine::message_of(status) +
         "; the stored games are safe (the last ones counted may have to be played again); to go "
         "on: " +
         resume;
}

/// Tells what all games add up to.
void tell_sum(const SelfplayOptions& options, const Batch& batch, const BatchResult& result,
              const std::optional<OpponentStrength>& strength) {
  if (options.common.json) {
    boost::json::object summary = summary_json(batch, result);
    if (strength) summary["strength"] = strength_json(*strength);
    return print_json(summary);
  }
  print(summary_text(batch, result, Colours::of(STDOUT_FILENO)));
  if (strength && !has_human(batch.players))
    print(engine::printable(strength->player) + " plays like " +
          selfplay::estimate_text(*strength) + "\n");
}

/// Tells the result and, if games are missing, how to go on.
Exit tell(const SelfplayOptions& options, const Batch& batch, const BatchResult& result,
          const std::optional<OpponentStrength>& strength, const EarlyEnd& early_end,
          const Kept& kept) {
  const bool can_resume = options.store.has_value();
  const std::string resume = can_resume ? resume_command(options, batch) : "";
  tell_sum(options, batch, result, strength);
  std::fflush(stdout);
  if (!result.status.ok()) return complain(Exit::kIo, told_failure(result.status, kept, resume));
  const Exit sound = kept.damage.any()
                         ? complain(Exit::kIo, kept.damage.sentence(*options.store) +
                                                   "; to play that again: " + resume + " --repair")
                         : Exit::kDone;
  if (!result.was_stopped) return sound;
  return complain(
      Exit::kInterrupted,
      std::string(early_end.word()) +
          (can_resume ? "; to go on: " + resume : "; without --store there is nothing to resume"));
}

void tell_incomplete_block(const Batch& batch) {
  const auto block = static_cast<std::uint64_t>(batch.game.players());
  if (batch.games % block == 0) return;
  std::fprintf(stderr,
               "gauntlet: with %s not every player gets every seat equally often; with a multiple "
               "of %llu each does\n",
               engine::counted(batch.games, "game").c_str(),
               static_cast<unsigned long long>(block));
}

void tell_timed_players(const SelfplayOptions& options, const Batch& batch) {
  const auto& players = batch.players;
  if (!options.common.seed || std::none_of(players.begin(), players.end(), selfplay::is_timed))
    return;
  tell_timed_games_differ();
}

void tell_nothing_to_do(const SelfplayOptions& options, const selfplay::BatchRun& run,
                        const Kept& kept) {
  if (options.quiet || !run.missing.empty() || kept.damage.any()) return;
  const std::uint64_t games = run.earlier.games();
  const std::string all =
      games == 1 ? "the game is" : "all " + engine::counted(games, "game") + " are";
  std::fprintf(stderr, "gauntlet: %s in '%s' already; nothing to do\n", all.c_str(),
               engine::printable(*options.store, 200).c_str());
}

/// Plays what `run` lacks with level:auto, and tells people what it finds out.
absl::StatusOr<BatchResult> play_auto(const SelfplayOptions& options, const Batch& batch,
                                      selfplay::BatchRun run, AutoBatch& games) {
  if (!has_human(batch.players)) return games.run(std::move(run), {});
  if (!run.missing.empty())
    tell_person(options.common.json, "level:auto begins with level " + games.next_level());
  return games.run(std::move(run), [&](const OpponentStrength& strength) {
    const bool is_last = strength.games == batch.games;
    tell_person(options.common.json, is_last ? "You play like " + selfplay::estimate_text(strength)
                                             : selfplay::sentence_to(strength));
  });
}

/// Plays what `run` lacks, with progress on stderr.
Exit play(const SelfplayOptions& options, const Batch& batch, selfplay::BatchRun run,
          const Kept& kept, const EarlyEnd& early_end) {
  ProgressLine line;
  if (!options.quiet && !has_human(batch.players))
    run.progress = [&line](const selfplay::BatchProgress& progress) {
      line.show(progress_text(progress), progress.seconds);
    };
  run.sink = kept.store.get();
  std::optional<AutoBatch> finding;
  if (selfplay::auto_player(batch)) finding.emplace(batch);
  if (finding && kept.store)
    if (const absl::Status status = finding->take_over(*kept.store, run); !status.ok())
      return complain(status);
  auto result = finding ? play_auto(options, batch, std::move(run), *finding)
                        : selfplay::run_batch(batch, std::move(run));
  line.clear();
  if (!result.ok()) return complain(result.status());
  if (kept.store && result->status.ok()) result->status = kept.store->flush();
  return tell(options, batch, *result, finding ? finding->strength() : std::nullopt, early_end,
              kept);
}

Exit run(const SelfplayOptions& options) {
  if (options.resume && !options.store)
    return complain(Exit::kUsage, "--resume needs --store FILE, the store to continue");
  if (options.repair && !options.resume)
    return complain(Exit::kUsage,
                    "--repair needs --resume: it plays damaged games of a store again");
  auto batch = read_batch(options);
  if (!batch.ok()) return complain(batch.status());
  EarlyEnd early_end;
  batch->stop = early_end.token();
  batch->seed = seed_of(options.common);
  if (!options.resume || !Store::exists(*options.store))
    if (const absl::Status status = check_openings(options.openings, options.quiet, *batch);
        !status.ok())
      return complain(status);
  if (batch->position)
    if (const absl::Status status = need_whole(*batch->position, "selfplay"); !status.ok())
      return complain(status);
  // Games that are kept go on when nobody reads the progress or the results any more.
  if (options.store) std::signal(SIGPIPE, SIG_IGN);
  batch->setup.human = [&](const engine::AnyGame& game) {
    return human_at_terminal(game, options.common.json, early_end);
  };
  selfplay::BatchRun run = new_run(*batch);
  Kept kept;
  if (options.store) {
    auto opened = open_store(options, *batch);
    if (!opened.ok()) return complain(opened.status());
    kept.store = std::move(*opened);
    const absl::Status status = read_kept(options, *batch, run, kept);
    if (!status.ok() && batch->stop.stop_requested())
      return complain(Exit::kInterrupted,
                      "interrupted; to go on: " + resume_command(options, *batch));
    if (!status.ok()) return complain(status);
    tell_nothing_to_do(options, run, kept);
  }
  if (!options.quiet) {
    tell_incomplete_block(*batch);
    if (!run.missing.empty()) tell_timed_players(options, *batch);
  }
  return play(options, *batch, std::move(run), kept, early_end);
}

}  // namespace

void add_selfplay(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SelfplayOptions>();
  CLI::App& command = *app.add_subcommand("selfplay", "Play many games between players");
  command.add_option("GAME", options->game, help::kGame)->required()->type_name(kGameValue);
  command.add_option("--players", options->players, "The players in seat order: A,B[,C,D]")
      ->type_name(kPlayersValue);
  command.add_option("--player", options->player, "One player; give it once for each seat")
      ->type_name(kPlayerValue)
      ->expected(1)
      ->take_all();
  add_number(command, "--games", {1, kMostGames}, "Games to play; 100 if omitted",
             [options](std::uint64_t games) { options->games = games; });
  command.add_option("--store", options->store, "Keep the games in this file")
      ->type_name(kStoreValue);
  command.add_flag("--resume", options->resume, "Continue an interrupted run")
      ->disable_flag_override();
  command.add_flag("--repair", options->repair, "With --resume: play damaged games again")
      ->disable_flag_override();
  command.add_option("--position", options->position, "The position from which all games start")
      ->type_name("TEXT");
  add_openings_option(command, options->openings);
  command.add_flag("--quiet", options->quiet, help::kQuiet)->disable_flag_override();
  add_table_option(command, options->table);
  add_common_options(command, options->common);
  command.footer(
      "Players: random, ab[:time=100ms|:nodes=N|:depth=D][:hash=MB], mcts[:sims=N|:time=T],\n"
      "solver[:time=T|:nodes=N|:depth=D][:hash=MB] (Sudokill), rollouts[:time=T|:sims=N] and\n"
      "expectimax[:time=T|:depth=D] with [:against=NAME] for what the others play (Kimble), table\n"
      "(Kimble, by --table), expert, level:1 to level:10, level:auto (as strong as its\n"
      "opponent), human, and the strategies that 'gauntlet games GAME' lists. clock=T is the time\n"
      "for all moves of a game. Players rotate over the seats; games of one round share the start\n"
      "and the dice. The same seed gives the same games on any number of threads, unless a player\n"
      "is limited by time, or is human. Rounds begin with openings where games would be the same\n"
      "otherwise: docs/commands.md.\n\n"
      "Examples:\n"
      "  gauntlet selfplay mnk:7x6x4 --players ab:depth=6,mcts:sims=2000 --games 200\n"
      "  gauntlet selfplay kimble:4 --players random,random,random,random --games 100000\n"
      "  gauntlet selfplay gomoku --players level:3,human --games 2 --store evening.db\n"
      "  gauntlet selfplay mnk:7x6x4 --players human,level:auto --games 10");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
