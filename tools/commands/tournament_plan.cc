#include "tools/commands/tournament_plan.h"

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/openings_option.h"
#include "tools/commands/options.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

using selfplay::Entrant;
using selfplay::FormatKind;
using selfplay::Tournament;

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr std::uint64_t kMostSprtRounds = 20'000;  // unless --rounds says otherwise

void add_span(CLI::App& command, const std::string& name, const std::string& help,
              std::optional<Milliseconds>& span) {
  add_duration(command, name, help, [&span](Milliseconds value) { span = value; });
}

void add_format_option(CLI::App& command, TournamentPlan& plan) {
  add_choice(command, "--format", selfplay::format_words(),
             "Who meets whom: everybody everybody (round-robin, if omitted), the first player all "
             "others (gauntlet), everybody the next two in the list (ladder), players of about "
             "equal points (swiss), only winners of a match go on (knockout), or two play until "
             "a test decides (sprt)",
             [&plan](const std::string& word) { plan.format = selfplay::parse_format(word); });
}

absl::Status set_test(const TournamentPlan& plan, Tournament& tournament) {
  if (tournament.format.kind != FormatKind::kSprt)
    return plan.test.is_empty()
               ? absl::OkStatus()
               : absl::InvalidArgumentError(
                     "--elo0, --elo1, --alpha, --beta and --model are for --format sprt");
  const auto test = sprt_of(plan.test);
  if (test.ok()) tournament.format.test = *test;
  return test.status();
}

absl::Status set_time(const TournamentPlan& plan, Tournament& tournament) {
  if (plan.increment && !plan.time_per_game)
    return absl::InvalidArgumentError(
        "--increment adds to the time of --time-per-game, which is missing");
  if (plan.margin && !plan.time_per_move && !plan.time_per_game)
    return absl::InvalidArgumentError(
        "--margin is how late an answer may come; it needs --time-per-move or --time-per-game");
  constexpr Milliseconds kUsualMargin{20};
  const bool is_timed = plan.time_per_move || plan.time_per_game;
  tournament.time = {plan.time_per_move, plan.time_per_game,
                     plan.increment.value_or(Milliseconds(0)),
                     plan.margin.value_or(is_timed ? kUsualMargin : Milliseconds(0)), plan.nodes};
  return absl::OkStatus();
}

/// Balanced ones where games would repeat themselves.
absl::Status set_openings(const TournamentPlan& plan, bool quiet, Tournament& tournament) {
  selfplay::Batch batch{.game = tournament.game};
  batch.seed = tournament.seed;
  batch.stop = tournament.stop;
  for (const Entrant& entrant : tournament.entrants) {
    auto spec = selfplay::parse_player(entrant.player, tournament.game);
    // A program may always choose the same moves, as a high level does.
    if (!spec.ok()) spec = selfplay::parse_player("level:10", tournament.game);
    if (spec.ok()) batch.players.push_back(*std::move(spec));
  }
  if (const absl::Status status = choose_openings(plan.openings, batch); !status.ok())
    return status;
  if (const absl::Status status = check_openings(plan.openings, quiet, batch); !status.ok())
    return status;
  tournament.openings = batch.openings;
  return absl::OkStatus();
}

template <class Value>
void overlay(std::optional<Value>& value, const std::optional<Value>& over) {
  if (over) value = over;
}

void overlay(std::string& text, const std::string& over) {
  if (!over.empty()) text = over;
}

template <class Value>
bool differs_from(const std::optional<Value>& said, const Value& stored) {
  return said && *said != stored;
}

absl::Status must_repeat(const char* option) {
  return absl::InvalidArgumentError(std::string(option) +
                                    " is another one than that of the stored tournament, which "
                                    "cannot be changed; leave it out, or give --store a new file");
}

/// What the plan repeats must be as it was.
absl::Status objection_to_changes(const Tournament& stored, const TournamentPlan& plan) {
  const auto& time = stored.time;
  if (!plan.game.empty()) {
    const auto game = engine::find_game(plan.game);
    if (!game.ok()) return game.status();
    if (game->name() != stored.game.name()) return must_repeat("the game");
  }
  if (differs_from(plan.format, stored.format.kind)) return must_repeat("--format");
  if (differs_from(plan.seed, stored.seed)) return must_repeat("--seed");
  if (plan.time_per_move && plan.time_per_move != time.per_move)
    return must_repeat("--time-per-move");
  if (plan.time_per_game && plan.time_per_game != time.per_game)
    return must_repeat("--time-per-game");
  if (differs_from(plan.increment, time.increment)) return must_repeat("--increment");
  if (differs_from(plan.margin, time.margin)) return must_repeat("--margin");
  if (plan.nodes && plan.nodes != time.nodes) return must_repeat("--nodes");
  const selfplay::Sprt& test = stored.format.test;
  if (differs_from(plan.test.elo0, test.elo0) || differs_from(plan.test.elo1, test.elo1) ||
      differs_from(plan.test.alpha, test.alpha) || differs_from(plan.test.beta, test.beta) ||
      differs_from(plan.test.model, test.model))
    return must_repeat("the test");
  return absl::OkStatus();
}

absl::Status add_players(const TournamentPlan& plan, Tournament& tournament) {
  auto players = read_entrants(plan.players, tournament.game, tournament.time.is_limited());
  if (!players.ok()) return players.status();
  for (Entrant& player : *players) {
    const auto known =
        std::find_if(tournament.entrants.begin(), tournament.entrants.end(),
                     [&](const Entrant& other) { return other.name == player.name; });
    if (known == tournament.entrants.end()) {
      tournament.entrants.push_back(std::move(player));
    } else if (known->player != player.player) {
      return absl::InvalidArgumentError("'" + player.name + "' is " +
                                        engine::in_quotes(known->player) +
                                        " in the stored tournament; whoever is new needs a name "
                                        "of their own");
    }
  }
  return absl::OkStatus();
}

}  // namespace

void add_player_option(CLI::App& command, TournamentPlan& plan, const std::string& help) {
  const auto read = [&plan](const std::vector<std::string>& words) {
    for (const std::string& word : words) plan.players.push_back(split_entrant(word));
  };
  command.add_option_function<std::vector<std::string>>("--player", read, help)
      ->type_name(kEntrantValue)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_plan_options(CLI::App& command, TournamentPlan& plan) {
  add_player_option(command, plan,
                    "A player, with a name of its own if it has one; give it once for each");
  add_format_option(command, plan);
  add_number(command, "--rounds", {1, selfplay::FormatOptions::kMostRounds},
             "How often everybody meets; rounds of a Swiss tournament; encounters of a match of a "
             "knockout; at most so many pairs of games of an sprt (20,000); else 1 if omitted",
             [&plan](std::uint64_t rounds) { plan.rounds = rounds; });
  add_openings_option(command, plan.openings);
  add_span(command, "--time-per-move", "For each move of a player", plan.time_per_move);
  add_span(command, "--time-per-game", "For all moves of a player in a game", plan.time_per_game);
  add_span(command, "--increment", "Added to --time-per-game with every move", plan.increment);
  add_span(command, "--margin", "How late an answer may come; 20ms if omitted", plan.margin);
  add_number(command, "--nodes", {1, selfplay::kMostNodes},
             "At most so many nodes or simulations for each move, for players who search",
             [&plan](std::uint64_t nodes) { plan.nodes = nodes; });
  add_sprt_options(command, "sprt: ", plan.test);
  command.add_option("--store", plan.store, "Keep the plan and the games in this file")
      ->type_name(kStoreValue);
  command
      .add_option("--output", plan.output,
                  "Keep what programs write on stderr in this folder, a file for each player")
      ->type_name(kFolderValue);
  add_sandbox_options(command, plan.sandbox);
}

TournamentPlan overlaid(TournamentPlan plan, const TournamentPlan& over) {
  overlay(plan.game, over.game);
  overlay(plan.format, over.format);
  overlay(plan.rounds, over.rounds);
  overlay(plan.step_rounds, over.step_rounds);
  overlay(plan.seed, over.seed);
  overlay(plan.openings, over.openings);
  overlay(plan.time_per_move, over.time_per_move);
  overlay(plan.time_per_game, over.time_per_game);
  overlay(plan.increment, over.increment);
  overlay(plan.margin, over.margin);
  overlay(plan.nodes, over.nodes);
  overlay(plan.test.elo0, over.test.elo0);
  overlay(plan.test.elo1, over.test.elo1);
  overlay(plan.test.alpha, over.test.alpha);
  overlay(plan.test.beta, over.test.beta);
  overlay(plan.test.model, over.test.model);
  overlay(plan.store, over.store);
  overlay(plan.output, over.output);
  overlay(plan.sandbox.mode, over.sandbox.mode);
  overlay(plan.sandbox.memory_mb, over.sandbox.memory_mb);
  plan.sandbox.read.insert(plan.sandbox.read.end(), over.sandbox.read.begin(),
                           over.sandbox.read.end());
  plan.players.insert(plan.players.end(), over.players.begin(), over.players.end());
  return plan;
}

absl::StatusOr<Tournament> new_tournament(const TournamentPlan& plan, bool quiet,
                                          std::stop_token stop) {
  if (plan.game.empty())
    return absl::InvalidArgumentError("of which game? Name it, as in 'tournament gomoku'");
  auto game = engine::find_game(plan.game);
  if (!game.ok()) return game.status();
  const bool is_limited = plan.time_per_move || plan.time_per_game || plan.nodes;
  auto players = read_entrants(plan.players, *game, is_limited);
  if (!players.ok()) return players.status();
  Tournament tournament{.game = *std::move(game), .entrants = *std::move(players)};
  tournament.seed = plan.seed.value_or(0);
  tournament.stop = std::move(stop);
  tournament.format.kind = plan.format.value_or(FormatKind::kRoundRobin);
  const bool is_sprt = tournament.format.kind == FormatKind::kSprt;
  tournament.format.rounds = plan.rounds.value_or(is_sprt ? kMostSprtRounds : 1);
  tournament.format.step_rounds = plan.step_rounds.value_or(0);
  if (const absl::Status status = objection_to(format_of(tournament)); !status.ok()) return status;
  if (const absl::Status status = set_test(plan, tournament); !status.ok()) return status;
  if (const absl::Status status = set_time(plan, tournament); !status.ok()) return status;
  if (const absl::Status status = set_openings(plan, quiet, tournament); !status.ok())
    return status;
  return tournament;
}

absl::StatusOr<Tournament> continued(const Tournament& stored, const TournamentPlan& plan) {
  if (const absl::Status status = objection_to_changes(stored, plan); !status.ok()) return status;
  Tournament wanted = stored;
  if (plan.rounds) wanted.format.rounds = *plan.rounds;
  if (plan.step_rounds) wanted.format.step_rounds = *plan.step_rounds;
  if (plan.openings) {
    if (const absl::Status status = set_openings(plan, true, wanted); !status.ok()) return status;
    if (!(wanted.openings == stored.openings)) return must_repeat("--openings");
  }
  if (const absl::Status status = add_players(plan, wanted); !status.ok()) return status;
  if (const absl::Status status = objection_to(format_of(wanted)); !status.ok()) return status;
  if (const absl::Status status = objection_to_going_on(stored, wanted); !status.ok())
    return status;
  return wanted;
}

}  // namespace gauntlet::tools
