#include "tools/commands/fit_kimble.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <memory>
#include <vector>

#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/lab/kimble_fit.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {

namespace {

constexpr int kDefaultRounds = 3;
constexpr std::uint64_t kDefaultGames = 3000;

std::string marks_heading() {
  return "round players   decisions   loss: random    before     after   value error\n";
}

std::string marks_line(const KimbleFitMarks& marks) {
  return absl::StrFormat("%5d%8d%12s%15.5f%10.5f%10.5f%14.4f\n", marks.round, marks.players,
                         grouped(marks.fitted_to), marks.before.random, marks.before.fitted,
                         marks.after.fitted, marks.value_error);
}

boost::json::object marks_json(const KimbleFitMarks& marks) {
  return {{"round", marks.round},
          {"players", marks.players},
          {"decisions", marks.fitted_to},
          {"loss_random", marks.before.random},
          {"loss_before", marks.before.fitted},
          {"loss_after", marks.after.fitted},
          {"value_error", marks.value_error}};
}

void tell_result(const std::vector<KimbleFitMarks>& all, const KimbleFitRecipe& recipe, int rounds,
                 bool json) {
  if (json) {
    boost::json::array lines;
    for (const KimbleFitMarks& marks : all) lines.push_back(marks_json(marks));
    return print_json({{"rounds", rounds},
                       {"marks", std::move(lines)},
                       {"games", recipe.games},
                       {"seed", recipe.seed}});
  }
  print(recipe.after(rounds) + (all.empty() ? ": nothing is left to do\n" : "\n"));
  if (all.empty()) return;
  print(
      "decisions: how many it was fitted to; losses and errors: on every tenth game, held out\n\n" +
      marks_heading());
  for (const KimbleFitMarks& marks : all) print(marks_line(marks));
}

std::string how_to_go_on(const KimbleFitRecipe& recipe, int done, int rounds,
                         const std::optional<std::string>& weights) {
  if (!weights) return "interrupted; with --weights FILE the finished rounds are kept";
  return std::string("interrupted") + (done == 0 ? " before a round was finished" : "") + "; to " +
         (done == 0 ? "begin again" : "go on") + ": gauntlet fit kimble --rounds " +
         std::to_string(rounds) + " --games " + std::to_string(recipe.games) + " --seed " +
         std::to_string(recipe.seed) + " --weights " + shell_quoted(*weights);
}

}  // namespace

void add_kimble_fit_options(CLI::App& command, KimbleFitOptions& options) {
  add_number(command, "--rounds", {1, KimbleFitRecipe::kMostRounds},
             "Kimble: rounds of playing and fitting; 3 if omitted",
             [&options](std::uint64_t rounds) { options.rounds = static_cast<int>(rounds); });
  add_number(command, "--games", {20, 100'000},
             "Kimble: games per round for each number of players; 3000 if omitted",
             [&options](std::uint64_t games) { options.games = games; });
}

Exit fit_kimble(const CommonOptions& common, const KimbleFitOptions& options,
                const std::optional<std::string>& weights) {
  const KimbleFitRecipe recipe{options.games.value_or(kDefaultGames), seed_of(common)};
  const int rounds = options.rounds.value_or(kDefaultRounds);
  const Interrupt interrupt;
  const auto model = std::make_unique<search::kimble::Model>(search::kimble::first_model());
  int done = 0;
  std::unique_ptr<WeightsFile> file;
  if (weights) {
    auto opened = WeightsFile::open(*weights, {search::kimble::kModelHeading});
    if (!opened.ok()) return complain(opened.status());
    file = std::move(*opened);
    const auto rounds_there = rounds_in(file->text(), *weights, recipe, *model);
    if (!rounds_there.ok()) return complain(rounds_there.status());
    done = *rounds_there;
  }
  search::Workers workers(threads_of(common));
  std::vector<KimbleFitMarks> all;
  for (int round = done + 1; round <= rounds; ++round) {
    for (int players = KimbleFitRecipe::kLeastPlayers; players <= KimbleFitRecipe::kMostPlayers;
         ++players) {
      const auto marks = fit_players(recipe, round, players, *model, workers, interrupt.token());
      if (!marks)
        return complain(Exit::kInterrupted, how_to_go_on(recipe, round - 1, rounds, weights));
      all.push_back(*marks);
      std::fprintf(stderr, "%s%s", marks_heading().c_str(), marks_line(*marks).c_str());
    }
    if (file)
      if (const absl::Status error =
              file->write(search::kimble::model_header(*model, recipe.after(round)));
          !error.ok())
        return complain(error);
  }
  tell_result(all, recipe, std::max(rounds, done), common.json);
  return Exit::kDone;
}

}  // namespace gauntlet::tools
