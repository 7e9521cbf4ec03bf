#include "tools/commands/fit_gomoku.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <boost/json.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <utility>

#include "search/mnk/fit/pattern_fit.h"
#include "search/mnk/fit/pattern_weights_text.h"
#include "search/mnk/fit/policy_fit.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/pattern_examples.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {

namespace {

using search::mnk::PatternFit;
using search::mnk::PolicyFit;

constexpr int kDefaultEpochs = 8;
constexpr int kDefaultPolicyEpochs = 3;
/// The first line of a file for --state.
constexpr std::string_view kStateHeading = "gauntlet fit gomoku: how far a fit has come, 1";

/// The files that a run writes, where they are asked for.
struct Files {
  std::unique_ptr<WeightsFile> weights, state;
};

absl::StatusOr<Files> open_files(const std::optional<std::string>& weights,
                                 const std::optional<std::string>& state) {
  Files files;
  const auto open = [](const std::optional<std::string>& path, WeightsFile::Kind kind,
                       std::unique_ptr<WeightsFile>& file) -> absl::Status {
    if (!path) return absl::OkStatus();
    auto opened = WeightsFile::open(*path, kind);
    if (opened.ok()) file = std::move(*opened);
    return opened.status();
  };
  if (auto status = open(weights, {search::mnk::kPatternWeightsHeading}, files.weights);
      !status.ok())
    return status;
  if (auto status = open(state, {kStateHeading}, files.state); !status.ok()) return status;
  return files;
}

std::string gomoku_fit_command(const GomokuFitOptions& options, int epochs, std::uint64_t seed,
                               const std::optional<std::string>& weights) {
  std::string command = "gauntlet fit gomoku";
  for (const std::string& path : options.stores)
    absl::StrAppend(&command, " --games-of ", shell_quoted(path));
  absl::StrAppend(&command, " --epochs ", epochs, " --seed ", seed);
  if (options.policy) absl::StrAppend(&command, " --policy ", shell_quoted(*options.policy));
  if (options.state) absl::StrAppend(&command, " --state ", shell_quoted(*options.state));
  if (weights) absl::StrAppend(&command, " --weights ", shell_quoted(*weights));
  return command;
}

absl::StatusOr<PatternExamples> read_examples(const std::vector<std::string>& stores,
                                              const std::stop_token& stop) {
  PatternExamples examples;
  for (const std::string& path : stores) {
    Damage damage;
    if (const auto status = add_examples(path, examples, damage, stop); !status.ok()) return status;
    if (damage.any()) std::fprintf(stderr, "%s\n", damage.sentence(path).c_str());
    std::fprintf(stderr, "%s, %s\n", counted(examples.games, "game").c_str(),
                 counted(examples.fitted.size() + examples.held_out.size(), "position").c_str());
  }
  if (examples.fitted.empty() || examples.held_out.empty())
    return absl::InvalidArgumentError(
        "these games have too few positions; fit gomoku needs 10 games at least");
  return examples;
}

/// Goes on from what the file holds, if it holds something.
absl::Status restore(PatternFit& fit, const WeightsFile* file, const std::string& path) {
  if (!file || file->text().empty()) return absl::OkStatus();
  const std::string_view bytes = std::string_view(file->text()).substr(kStateHeading.size() + 1);
  if (fit.restore(bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--state ", shell_quoted(path),
      " holds a fit of other games, with other epochs, another seed or another version of the "
      "program; give the same, or a new file"));
}

/// What came of it, on the games that were held out.
struct Marks {
  double by_classes, by_network;
};

void tell(const PatternExamples& examples, const Marks& marks, int epochs, std::uint64_t seed,
          bool json) {
  if (json)
    return print_json({{"games", examples.games},
                       {"positions", examples.fitted.size()},
                       {"held_out",
                        {{"positions", examples.held_out.size()},
                         {"log_loss", marks.by_network},
                         {"log_loss_classes", marks.by_classes}}},
                       {"epochs", epochs},
                       {"seed", seed}});
  print(absl::StrFormat(
      "%s, fitted to %s, seed %d; log loss on %s of every tenth game, which was held out:\n\n"
      "by square classes  %.4f\n"
      "by the network     %.4f\n",
      counted(examples.games, "game"), counted(examples.fitted.size(), "position"), seed,
      counted(examples.held_out.size(), "position"), marks.by_classes, marks.by_network));
}

/// Fits to the end, keeping the state after each epoch; a cancelled status when interrupted.
absl::Status run_epochs(PatternFit& fit, int epochs, PatternFit::Examples held_out, Files& files,
                        const std::stop_token& stop) {
  while (fit.epochs_done() < epochs) {
    const auto loss = fit.epoch(stop);
    if (!loss) return absl::CancelledError("interrupted");
    std::fprintf(stderr, "epoch %d of %d: log loss %.4f, held out %.4f\n", fit.epochs_done(),
                 epochs, *loss, fit.loss(held_out));
    if (!files.state) continue;
    if (auto status =
            files.state->write(absl::StrCat(std::string(kStateHeading), "\n", fit.state()));
        !status.ok())
      return status;
  }
  return absl::OkStatus();
}

void tell(const PatternExamples& examples, const PolicyFit::Marks& worth,
          const PolicyFit::Marks& policy, int epochs, std::uint64_t seed, bool json) {
  if (json)
    return print_json({{"games", examples.games},
                       {"positions", examples.fitted.size()},
                       {"held_out",
                        {{"positions", examples.held_out.size()},
                         {"log_loss", policy.log_loss},
                         {"first", policy.first},
                         {"rank", policy.rank},
                         {"first_classes", worth.first},
                         {"rank_classes", worth.rank}}},
                       {"epochs", epochs},
                       {"seed", seed}});
  print(
      absl::StrFormat("%s, fitted to %s, seed %d; on %s of every tenth game, which was held out, "
                      "the move played:\n\n"
                      "                   put first  squares before it\n"
                      "by square classes  %8.1f %%  %17.2f\n"
                      "by the policy      %8.1f %%  %17.2f\n",
                      counted(examples.games, "game"), counted(examples.fitted.size(), "position"),
                      seed, counted(examples.held_out.size(), "position"), 100 * worth.first,
                      worth.rank, 100 * policy.first, policy.rank));
}

/// The order of moves instead of the evaluation.
Exit fit_policy(const GomokuFitOptions& options, int epochs, std::uint64_t seed, bool json,
                const std::string& command) {
  const Interrupt interrupt;
  const auto file =
      WeightsFile::open(*options.policy, {search::mnk::kPolicyWeightsHeading, "--policy"});
  if (!file.ok()) return complain(file.status());
  const auto interrupted = [&] {
    return complain(Exit::kInterrupted, "interrupted; to begin again: " + command);
  };
  const auto examples = read_examples(options.stores, interrupt.token());
  if (!examples.ok())
    return absl::IsCancelled(examples.status()) ? interrupted() : complain(examples.status());
  PolicyFit fit(examples->fitted, seed);
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const auto loss = fit.epoch(interrupt.token());
    if (!loss) return interrupted();
    std::fprintf(stderr, "epoch %d of %d: log loss %.4f, held out %.4f\n", epoch, epochs, *loss,
                 fit.marks(examples->held_out).log_loss);
  }
  tell(*examples, fit.marks_of_order_worth(examples->held_out), fit.marks(examples->held_out),
       epochs, seed, json);
  const auto error = (*file)->write(search::mnk::policy_weights_text(*fit.weights(), command));
  return error.ok() ? Exit::kDone : complain(error);
}

}  // namespace

void add_gomoku_fit_options(CLI::App& command, GomokuFitOptions& options) {
  command
      .add_option("--games-of", options.stores,
                  "Gomoku: fit to the games of this file of `selfplay --store`; may be repeated")
      ->type_name(kFileValue);
  add_number(command, "--epochs", {1, 1000},
             "Gomoku: how often each position is seen; 8 if omitted, 3 with --policy",
             [&options](std::uint64_t epochs) { options.epochs = static_cast<int>(epochs); });
  command
      .add_option("--state", options.state,
                  "Gomoku: keep here how far the fit has come, and continue from it")
      ->type_name(kFileValue);
  command
      .add_option("--policy", options.policy,
                  "Gomoku: fit the order of moves instead, to the moves of the games, and write it "
                  "here, as search/mnk/fit/policy.inc")
      ->type_name(kFileValue);
}

Exit fit_gomoku(const CommonOptions& common, const GomokuFitOptions& options,
                const std::optional<std::string>& weights) {
  const std::uint64_t seed = seed_of(common);
  const int epochs =
      options.epochs.value_or(options.policy ? kDefaultPolicyEpochs : kDefaultEpochs);
  const std::string command = gomoku_fit_command(options, epochs, seed, weights);
  if (options.policy && (weights || options.state))
    return complain(absl::InvalidArgumentError(
        "--policy is fitted instead of the evaluation: give it without --weights and --state"));
  if (options.policy) return fit_policy(options, epochs, seed, common.json, command);
  const Interrupt interrupt;
  auto files = open_files(weights, options.state);
  if (!files.ok()) return complain(files.status());
  const auto examples = read_examples(options.stores, interrupt.token());
  if (!examples.ok())
    return absl::IsCancelled(examples.status())
               ? complain(Exit::kInterrupted, "interrupted; to begin again: " + command)
               : complain(examples.status());
  PatternFit fit(examples->fitted, epochs, seed, threads_of(common));
  if (auto status = restore(fit, files->state.get(), options.state.value_or("")); !status.ok())
    return complain(status);
  const absl::Status status =
      run_epochs(fit, epochs, examples->held_out, *files, interrupt.token());
  if (absl::IsCancelled(status))
    return complain(Exit::kInterrupted,
                    options.state ? "interrupted; to go on: " + command
                                  : "interrupted; with --state FILE finished epochs are kept");
  if (!status.ok()) return complain(status);
  tell(*examples,
       {search::mnk::loss_of_square_worths(examples->held_out), fit.loss(examples->held_out)},
       epochs, seed, common.json);
  if (!files->weights) return Exit::kDone;
  const auto fitted = fit.weights();
  if (!search::mnk::WholePatternHead::fits(fitted->head))
    return complain(absl::InvalidArgumentError(
        "the fitted weights are too large for a search, and are not written; fewer --epochs or "
        "more games keep them small"));
  const auto error = files->weights->write(search::mnk::pattern_weights_text(*fitted, command));
  return error.ok() ? Exit::kDone : complain(error);
}

}  // namespace gauntlet::tools
