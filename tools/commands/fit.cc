// `gauntlet fit`: evaluations fitted to what search has found.
#include "search/sudokill/fit/fit.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "search/sudokill/fit/fit_marks.h"
#include "tools/commands/command.h"
#include "tools/commands/fit_gomoku.h"
#include "tools/commands/fit_kimble.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/label_file.h"
#include "tools/lab/label_run.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {

namespace {

using search::sudokill::FitMarks;
using search::sudokill::Siblings;

struct FitOptions {
  CommonOptions common;
  std::string game;
  std::optional<std::string> labels;
  std::uint64_t positions = 1'000'000;
  search::sudokill::LabelRecipe recipe;
  bool of_sudokill = false;  ///< Something besides --labels was given that only it takes.
  std::optional<std::string> weights;
  KimbleFitOptions kimble;
  GomokuFitOptions gomoku;
};

/// The command that goes on with what this one does, and makes the same; on one line whatever the
/// files are called, for it stands in the header too.
std::string fit_command_of(const FitOptions& options) {
  std::string command = "gauntlet fit sudokill --labels " + shell_quoted(*options.labels) +
                        " --positions " + std::to_string(options.positions) + " --candidates " +
                        std::to_string(options.recipe.candidates) + " --seed " +
                        std::to_string(options.recipe.seed);
  if (options.weights) command += " --weights " + shell_quoted(*options.weights);
  return command;
}

/// Fits for a fixed number of epochs; nothing when interrupted.
std::optional<search::sudokill::Network> fit(std::span<const Siblings> sibling_sets,
                                             std::uint64_t seed, const std::stop_token& stop) {
  constexpr int kEpochs = 12;
  const std::vector<search::sudokill::Example> examples =
      search::sudokill::training_examples(sibling_sets);
  if (examples.empty()) return search::sudokill::Network{};
  search::sudokill::Fit fit(examples, kEpochs, seed);
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    if (stop.stop_requested()) return std::nullopt;
    const double loss = fit.epoch();
    std::fprintf(stderr, "epoch %d of %d: log loss %.4f\n", epoch, kEpochs, loss);
  }
  return fit.network();
}

/// A quotient, 0 of nothing.
double mean(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

boost::json::object marks_json(const FitMarks& marks) {
  return {{"positions", marks.positions},
          {"won", mean(static_cast<double>(marks.won), marks.positions)},
          {"log_loss", mean(marks.log_loss, marks.positions)},
          {"accuracy", mean(static_cast<double>(marks.right), marks.positions)},
          {"families", marks.sibling_sets},
          {"best_wins", mean(static_cast<double>(marks.best_wins), marks.sibling_sets)},
          {"winning_share", mean(marks.winning_share, marks.sibling_sets)}};
}

std::string marks_line(const std::string& name, const FitMarks& marks) {
  return absl::StrFormat(
      "%7s%12s%9.3f%9.3f%9.3f%11s%9.3f%9.3f\n", name, grouped(marks.positions),
      mean(static_cast<double>(marks.won), marks.positions), mean(marks.log_loss, marks.positions),
      mean(static_cast<double>(marks.right), marks.positions), grouped(marks.sibling_sets),
      mean(static_cast<double>(marks.best_wins), marks.sibling_sets),
      mean(marks.winning_share, marks.sibling_sets));
}

void tell(const FitOptions& options, const LabelFile& file,
          const search::sudokill::FitMarksByEmpties& held_out) {
  const std::string seed = std::to_string(options.recipe.seed);
  if (options.common.json) {
    boost::json::array by_empties;
    for (const auto& [empties, marks] : held_out) {
      boost::json::object line = marks_json(marks);
      line["empties"] = empties;
      by_empties.push_back(std::move(line));
    }
    return print_json({{"positions", file.positions()},
                       {"families", file.sibling_sets().size()},
                       {"held_out", marks_json(total(held_out))},
                       {"by_empties", std::move(by_empties)},
                       {"candidates", options.recipe.candidates},
                       {"seed", options.recipe.seed}});
  }
  std::string text =
      counted(file.positions(), "position") + " in " +
      counted(file.sibling_sets().size(), "family", "families") + ", seed " + seed +
      "; on every tenth game, which was held out:\n\n"
      "empties   positions      won log loss accuracy   families best wins  random\n";
  for (const auto& [empties, marks] : held_out) text += marks_line(std::to_string(empties), marks);
  print(text + marks_line("all", total(held_out)));
}

Exit fit_sudokill(FitOptions options) {
  options.recipe.seed = seed_of(options.common);
  const Interrupt interrupt;
  const auto file = LabelFile::open(*options.labels, options.recipe);
  if (!file.ok()) return complain(file.status());
  std::unique_ptr<WeightsFile> weights;
  if (options.weights) {
    auto opened = WeightsFile::open(*options.weights, {search::sudokill::kWeightsHeading});
    if (!opened.ok()) return complain(opened.status());
    weights = std::move(*opened);
  }
  if (const absl::Status error =
          LabelRun({options.recipe, options.positions, threads_of(options.common)}, **file,
                   interrupt.token())();
      !error.ok())
    return complain(error);
  const auto& sibling_sets = (*file)->sibling_sets();
  const bool is_whole = (*file)->positions() >= options.positions;
  const auto network =
      is_whole ? fit(sibling_sets, options.recipe.seed, interrupt.token()) : std::nullopt;
  if (!network)
    return complain(Exit::kInterrupted, "interrupted; to go on: " + fit_command_of(options));
  std::vector<Siblings> held_out;
  std::copy_if(sibling_sets.begin(), sibling_sets.end(), std::back_inserter(held_out),
               search::sudokill::is_held_out);
  tell(options, **file, search::sudokill::mark(*network, held_out));
  if (!weights) return Exit::kDone;
  const auto error =
      weights->write(search::sudokill::weights_header(*network, fit_command_of(options)));
  return error.ok() ? Exit::kDone : complain(error);
}

/// Whether the options go with the game.
absl::Status objection(const FitOptions& options) {
  if (options.game != "gomoku" && options.gomoku.is_any_given())
    return absl::InvalidArgumentError("--games-of, --epochs and --state are for fit gomoku");
  if (options.game == "sudokill") {
    if (options.kimble.is_any_given())
      return absl::InvalidArgumentError("--rounds and --games are for fit kimble");
    return options.labels ? absl::OkStatus()
                          : absl::InvalidArgumentError(
                                "fit sudokill needs --labels FILE, where it keeps the positions");
  }
  if (options.game == "gomoku") {
    if (options.kimble.is_any_given() || options.labels || options.of_sudokill)
      return absl::InvalidArgumentError(
          "--rounds and --games are for fit kimble, --labels, --positions and --candidates for fit "
          "sudokill");
    return options.gomoku.stores.empty()
               ? absl::InvalidArgumentError(
                     "fit gomoku needs --games-of FILE, games of `selfplay --store`")
               : absl::OkStatus();
  }
  if (options.game == "kimble")
    return options.labels || options.of_sudokill
               ? absl::InvalidArgumentError(
                     "--labels, --positions and --candidates are for fit sudokill")
               : absl::OkStatus();
  return absl::InvalidArgumentError("there is nothing to fit for " +
                                    engine::in_quotes(options.game, 100) +
                                    " yet; fit takes sudokill, kimble and gomoku");
}

Exit run(const FitOptions& options) {
  if (const absl::Status status = objection(options); !status.ok()) return complain(status);
  if (options.game == "gomoku") return fit_gomoku(options.common, options.gomoku, options.weights);
  return options.game == "kimble" ? fit_kimble(options.common, options.kimble, options.weights)
                                  : fit_sudokill(options);
}

}  // namespace

void add_fit(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<FitOptions>();
  CLI::App& command = *app.add_subcommand("fit", "Fit an evaluation to what search has found");
  command.add_option("GAME", options->game, "The game: sudokill, kimble or gomoku")
      ->required()
      ->type_name(kGameValue);
  command
      .add_option("--labels", options->labels,
                  "Sudokill: keep the labelled positions in this file, and continue from it")
      ->type_name(kFileValue);
  add_number(command, "--positions", {1, 1'000'000'000},
             "Sudokill: positions to label, those in the file included; 1000000 if omitted",
             [options](std::uint64_t positions) {
               options->positions = positions;
               options->of_sudokill = true;
             });
  add_number(
      command, "--candidates",
      {search::sudokill::LabelRecipe::kLeastCandidates,
       search::sudokill::LabelRecipe::kMostCandidates},
      "Sudokill: label positions with at most this many pairs of a square and a digit that fits; "
      "52 if omitted",
      [options](std::uint64_t candidates) {
        options->recipe.candidates = static_cast<int>(candidates);
        options->of_sudokill = true;
      });
  command
      .add_option("--weights", options->weights,
                  "Write the weights here, as search/sudokill/fit/weights.h, "
                  "search/kimble/fit/weights.h or search/mnk/fit/weights.inc")
      ->type_name(kFileValue);
  add_kimble_fit_options(command, options->kimble);
  add_gomoku_fit_options(command, options->gomoku);
  add_common_options(command, options->common);
  command.footer(
      "Sudokill: plays games until few candidates are left, plays on from there in a few ways,\n"
      "solves these positions and all their moves, and fits a network that predicts the winner\n"
      "from what can be counted on the board. Every tenth game is held out, and the report is on\n"
      "those: log loss and accuracy, and how often the move that looks best really wins, compared\n"
      "with a random move. Five more candidates take twice the time. Ctrl-C keeps the labels.\n\n"
      "Kimble: plays games by rollouts for two, three and four players. To what the rollouts\n"
      "found it fits the weights of a policy, and a network for the chances to win. Each round\n"
      "rolls out by the weights of the round before. Every tenth game is held out, and the report\n"
      "says how much the policy's choices lose there, compared with the best ones. With --weights\n"
      "Ctrl-C keeps the finished rounds.\n\n"
      "Gomoku: fits a network over the patterns around empty squares to calm positions of games:\n"
      "to their results, half and half with what players thought of their chances. The report is\n"
      "on every tenth game, which was held out. With --state Ctrl-C keeps the finished epochs.\n"
      "With --policy the order in which the search tries moves is fitted instead.\n\n"
      "The program uses the weights once it is built with them.\n\n"
      "Examples:\n"
      "  gauntlet fit sudokill --labels labels.txt --seed 7 --weights "
      "search/sudokill/fit/weights.h\n"
      "  gauntlet fit kimble --seed 7 --weights search/kimble/fit/weights.h\n"
      "  gauntlet selfplay gomoku --players ab:nodes=1400,ab:nodes=1700 --games 50000 --store "
      "g.db\n"
      "  gauntlet fit gomoku --games-of g.db --seed 7 --weights search/mnk/fit/weights.inc\n"
      "  gauntlet fit gomoku --games-of g.db --seed 7 --policy search/mnk/fit/policy.inc");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
