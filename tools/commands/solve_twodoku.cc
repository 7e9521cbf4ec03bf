#include "tools/commands/solve_twodoku.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <boost/json.hpp>
#include <cstdio>
#include <utility>

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"
#include "search/budget.h"
#include "search/cfr/best_response.h"
#include "search/cfr/cfr_plus.h"
#include "search/cfr/unroll.h"
#include "selfplay/players/player_spec.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/timed_stop.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/probed_strategy.h"

namespace gauntlet::tools {

namespace {

using engine::TwoDoku;
using search::cfr::CfrPlus;
using search::cfr::Exploitability;
using search::cfr::Profile;
using std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

constexpr double kSolvedWithin = 1e-4;
constexpr int kUsuallyAsked = 8;
constexpr std::size_t kMostMemoryMb = 400;
/// An average is measured after so many iterations, and then after twice as many each time.
constexpr std::uint64_t kFirstLook = 16;

/// What has been found.
struct Equilibrium {
  std::uint64_t iterations = 0;
  double value = 0;  ///< Red's chance to win, draws as halves.
  Exploitability exploitability;
  bool is_solved = false;
};

/// What was found of a player.
struct MeasuredPlayer {
  ProbedStrategy strategy;
  Exploitability exploitability;
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(steady_clock::now() - start_).count();
  }
  std::int64_t milliseconds() const {
    return std::chrono::duration_cast<Milliseconds>(steady_clock::now() - start_).count();
  }

 private:
  steady_clock::time_point start_ = steady_clock::now();
};

absl::Status objection(const TwoDokuSolveOptions& options, const engine::AnyGame& game) {
  if (!game.rules<TwoDoku>().small)
    return absl::InvalidArgumentError(game.name() +
                                      " is too large to be solved; solve takes twodoku/small and "
                                      "twodoku/small/open");
  if (options.position)
    return absl::InvalidArgumentError(
        "solve twodoku/small takes no --position: what players know there depends on how they "
        "came to it");
  if (options.asked && !options.player)
    return absl::InvalidArgumentError("--asked is for --player: how often it is asked the same");
  if (options.memory_mb && *options.memory_mb < kMostMemoryMb)
    return absl::InvalidArgumentError("solving takes up to " + std::to_string(kMostMemoryMb) +
                                      " MB of memory, more than --memory " +
                                      std::to_string(*options.memory_mb));
  return absl::OkStatus();
}

std::optional<UnrolledTwoDoku> unrolled(const engine::AnyGame& game,
                                        const TwoDokuSolveOptions& options,
                                        const std::stop_token& stop) {
  using Unroll = search::cfr::Unroll<TwoDoku>;
  search::Limits limits;
  limits.stop = stop;
  if (options.nodes) limits.nodes = *options.nodes;
  search::Budget budget(limits, Unroll::kHistoriesPerPoll);
  engine::Rng rng(0);
  Unroll unroll(TwoDoku::start(game.rules<TwoDoku>(), rng));
  auto form = unroll(budget);
  if (!form) return std::nullopt;
  return UnrolledTwoDoku{game, *std::move(form), {unroll.examples(0), unroll.examples(1)}};
}

/// Iterates until it is solved or stopped.
Equilibrium solved(const UnrolledTwoDoku& game, double tolerance, const std::stop_token& stop,
                   const Stopwatch& clock) {
  CfrPlus cfr(game.form);
  Equilibrium found;
  std::uint64_t look_at = kFirstLook;
  while (!found.is_solved && !stop.stop_requested()) {
    cfr.iterate();
    if (cfr.iterations() < look_at) continue;
    look_at *= 2;
    const Profile average = cfr.average();
    found = {.iterations = cfr.iterations(),
             .value = (1 + search::cfr::value_of(game.form, average)) / 2,
             .exploitability = search::cfr::exploitability(game.form, average)};
    found.is_solved = found.exploitability.of_stake() <= tolerance;
    absl::FPrintF(stderr, "%5d iterations: red wins %.4f, exploitability %.6f, %.1f s\n",
                  found.iterations, found.value, found.exploitability.of_stake(), clock.seconds());
  }
  return found;
}

absl::StatusOr<MeasuredPlayer> measured(const selfplay::PlayerSpec& spec,
                                        const UnrolledTwoDoku& game, const ProbeOptions& options,
                                        const Stopwatch& clock) {
  double told = clock.seconds();
  const auto tell = [&](std::uint64_t done, std::uint64_t known) {
    if (clock.seconds() < told + 10) return;
    told = clock.seconds();
    absl::FPrintF(stderr, "%s: asked at %s of %s views or more, %.0f s\n", spec.text, grouped(done),
                  grouped(known), told);
  };
  auto strategy = probe(spec, game, options, tell);
  if (!strategy.ok()) return strategy.status();
  const Exploitability found = search::cfr::exploitability(game.form, strategy->profile);
  return MeasuredPlayer{*std::move(strategy), found};
}

/// All that there is to tell.
struct Findings {
  const UnrolledTwoDoku& game;
  const Equilibrium& found;
  const selfplay::PlayerSpec* spec;  ///< Null without a player.
  const std::optional<MeasuredPlayer>& measured;
  int asked;
  std::uint64_t seed;
  std::int64_t milliseconds;
};

/// How much of the stake the player loses in a seat, against its best answer, beyond what perfect
/// play gets there.
std::array<double, 2> losses_of(const Findings& told) {
  const auto& responses = told.measured->exploitability.responses;
  const double red = told.found.value;
  return {(responses[1] + 1) / 2 - (1 - red), (responses[0] + 1) / 2 - red};
}

void print_json_of(const Findings& told) {
  engine::Rng rng(0);
  const auto& sets = told.game.form.sets;
  boost::json::object object = {
      {"game", told.game.game.name()},
      {"position", told.game.game.start(rng).to_text()},
      {"value", told.found.is_solved ? boost::json::value(told.found.value) : nullptr},
      {"best", nullptr},
      {"pv", boost::json::array()},
      {"nodes", told.game.form.histories},
      {"time_ms", told.milliseconds},
      {"exploitability", told.found.exploitability.of_stake()},
      {"iterations", told.found.iterations},
      {"information_sets", {sets[0].size(), sets[1].size()}}};
  if (told.measured) {
    const auto losses = losses_of(told);
    object["player"] = told.spec->text;
    object["player_exploitability"] = told.measured->exploitability.of_stake();
    object["player_loses"] = {losses[0], losses[1]};
    object["player_sets"] = told.measured->strategy.sets;
    object["player_views"] = told.measured->strategy.views;
    object["player_nodes"] = told.measured->strategy.nodes;
    object["asked"] = told.asked;
    object["seed"] = told.seed;
  }
  print_json(object);
}

/// How the player's strategy was found.
std::string asking(const Findings& told) {
  const ProbedStrategy& strategy = told.measured->strategy;
  if (strategy.views == 0) return "it was not asked: it plays all moves alike";
  std::string text =
      absl::StrFormat("it comes to %s, and was asked about %s, each %s, seed %d",
                      counted(strategy.sets, "information set"), counted(strategy.views, "view"),
                      counted(static_cast<std::uint64_t>(told.asked), "time"), told.seed);
  if (strategy.nodes > 0) text += "; " + counted(strategy.nodes, "node");
  return text;
}

void print_text_of(const Findings& told) {
  const auto& form = told.game.form;
  std::string text =
      absl::StrFormat("%s: %s, %s and %s information sets of red and blue\n", told.game.game.name(),
                      engine::counted(form.histories, "history", "histories"),
                      grouped(form.sets[0].size()), grouped(form.sets[1].size()));
  if (!told.found.is_solved) text += "not solved within the limits\n";
  if (told.found.iterations > 0)
    absl::StrAppendFormat(&text,
                          "red wins %.4f, draws counted half; after %s of CFR+ both could still be "
                          "exploited by %.6f of the stake\n",
                          told.found.value, counted(told.found.iterations, "iteration"),
                          told.found.exploitability.of_stake());
  if (told.measured) {
    const auto losses = losses_of(told);
    absl::StrAppendFormat(
        &text,
        "%s: exploitability %.4f of the stake; against the best answer it loses %.4f more than "
        "perfect play as red, %.4f as blue\n"
        "%s\n",
        told.spec->text, told.measured->exploitability.of_stake(), losses[0], losses[1],
        asking(told));
  }
  print(text);
}

Exit run(const CommonOptions& common, const TwoDokuSolveOptions& options,
         const engine::AnyGame& game, const selfplay::PlayerSpec* spec) {
  const Stopwatch clock;
  const TimedStop stop(options.time);
  const auto whole = unrolled(game, options, stop.token());
  if (!whole && stop.was_interrupted())
    return complain(Exit::kInterrupted, "interrupted before the game was gone through");
  if (!whole)
    return complain(Exit::kUsage,
                    "the limits ended it before the game was gone through; it needs "
                    "two million --nodes and some seconds");
  const Equilibrium found =
      solved(*whole, options.tolerance.value_or(kSolvedWithin), stop.token(), clock);
  const ProbeOptions probing{.seed = seed_of(common),
                             .asked = options.asked.value_or(kUsuallyAsked),
                             .threads = threads_of(common),
                             .stop = stop.token()};
  std::optional<MeasuredPlayer> of_player;
  if (spec != nullptr && found.is_solved) {
    auto player = measured(*spec, *whole, probing, clock);
    if (!player.ok() && !absl::IsCancelled(player.status())) return complain(player.status());
    if (player.ok()) of_player = *std::move(player);
  }
  const Findings told{
      *whole, found, spec, of_player, probing.asked, probing.seed, clock.milliseconds()};
  common.json ? print_json_of(told) : print_text_of(told);
  if (stop.was_interrupted()) return complain(Exit::kInterrupted, "interrupted");
  if (spec != nullptr && !of_player)
    return complain(Exit::kDone, spec->text + " was not measured within the limits");
  return Exit::kDone;
}

}  // namespace

void add_twodoku_solve_options(CLI::App& command, TwoDokuSolveOptions& options) {
  command
      .add_option("--player", options.player,
                  "Two-Doku: how much this player loses against its best answer")
      ->type_name(kPlayerValue);
  add_number(command, "--asked", {1, 10'000},
             "Two-Doku: how often --player is asked the same, with other seeds; 8 if omitted",
             [&options](std::uint64_t asked) { options.asked = static_cast<int>(asked); });
}

Exit solve_twodoku(const CommonOptions& common, const TwoDokuSolveOptions& options,
                   const engine::AnyGame& game) {
  if (const absl::Status status = objection(options, game); !status.ok()) return complain(status);
  if (!options.player) return run(common, options, game, nullptr);
  const auto spec = selfplay::parse_player(*options.player, game);
  if (!spec.ok()) return complain(spec.status());
  if (spec->kind == selfplay::PlayerSpec::Kind::kHuman)
    return complain(Exit::kUsage, "--player of solve plays by itself; human needs a terminal");
  return run(common, options, game, &*spec);
}

}  // namespace gauntlet::tools
