// `gauntlet fit`: an evaluation fitted to what the solver knows.
#include "search/sudokill/fit/fit.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "search/sudokill/fit/fit_marks.h"
#include "selfplay/file_kind.h"
#include "selfplay/pipeline.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/label_file.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"

namespace gauntlet::tools {

namespace {

using search::Family;
using search::FitMarks;

struct FitOptions {
  CommonOptions common;
  std::string game;
  std::string labels;
  std::uint64_t positions = 1'000'000;
  search::LabelRecipe recipe;
  std::optional<std::string> weights;
};

/// Labels games on all threads until a file holds enough positions; what is written does not
/// depend on how many threads there are.
class LabelRun {
 public:
  LabelRun(LabelFile& file, const FitOptions& options, const std::stop_token& stop)
      : file_(file), options_(options), stop_(stop), next_(file.next_game()), due_(next_) {}

  std::optional<engine::Error> operator()() {
    const int threads = threads_of(options_.common);
    std::vector<Job> jobs(selfplay::pipeline_tokens(threads));
    for (Job& job : jobs) free_.push_back(&job);
    selfplay::run_pipeline<Job>(
        threads, [this] { return start(); },
        [this](Job& job) { job.families = label_game(options_.recipe, job.game, stop_); },
        [this](Job& job) { finish(job); });
    return error_;
  }

 private:
  struct Job {
    std::uint64_t game = 0;
    std::optional<std::vector<Family>> families;
  };

  bool is_done() const {
    return error_ || stop_.stop_requested() || file_.positions() >= options_.positions;
  }
  Job* start();
  void finish(Job& job);
  void tell_progress();

  LabelFile& file_;
  const FitOptions& options_;
  const std::stop_token stop_;
  std::mutex mutex_;  ///< For all below and the file.
  std::vector<Job*> free_;
  std::uint64_t next_;  ///< The game to be started next.
  std::uint64_t due_;   ///< The game to be written next.
  std::map<std::uint64_t, std::vector<Family>> early_;
  std::optional<engine::Error> error_;
  std::chrono::steady_clock::time_point next_line_{};
};

LabelRun::Job* LabelRun::start() {
  const std::scoped_lock lock(mutex_);
  if (is_done()) return nullptr;
  Job* const job = free_.back();
  free_.pop_back();
  job->game = next_++;
  return job;
}

/// Games end in any order and are written in that of their numbers.
void LabelRun::finish(Job& job) {
  const std::scoped_lock lock(mutex_);
  if (job.families) early_.emplace(job.game, std::move(*job.families));
  free_.push_back(&job);
  for (auto game = early_.find(due_); game != early_.end() && !is_done();
       game = early_.find(++due_)) {
    error_ = file_.add(std::move(game->second));
    early_.erase(game);
    tell_progress();
  }
}

void LabelRun::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_line_ && file_.positions() < options_.positions) return;
  next_line_ = now + std::chrono::seconds(1);
  std::fprintf(stderr, "%s of %s positions, from %s games\n", grouped(file_.positions()).c_str(),
               grouped(options_.positions).c_str(), grouped(due_ + 1).c_str());
}

/// The command that goes on with what this one does, and makes the same; on one line whatever the
/// files are called, for it stands in the header too.
std::string command_of(const FitOptions& options) {
  const auto file = [](const std::string& path) {
    return shell_quoted(engine::printable(path, 200));
  };
  std::string command = "gauntlet fit sudokill --labels " + file(options.labels) + " --positions " +
                        std::to_string(options.positions) + " --candidates " +
                        std::to_string(options.recipe.candidates) + " --seed " +
                        std::to_string(options.recipe.seed);
  if (options.weights) command += " --weights " + file(*options.weights);
  return command;
}

/// Only what an earlier fit has written is written over.
std::optional<engine::Error> refusal_to_write(const std::string& path) {
  std::ifstream file(path);
  std::string first;
  if (!file || !std::getline(file, first) || first == search::kWeightsHeading) return std::nullopt;
  return engine::Error{"'" + engine::printable(path, 200) +
                       "' exists and holds no weights; give --weights a new file, or one that fit "
                       "has written"};
}

std::optional<engine::Error> write_weights(const std::string& path,
                                           const search::SudokillNetwork& network,
                                           const std::string& made_by) {
  std::ofstream file(path, std::ios::trunc);
  file << search::weights_header(network, made_by);
  file.close();
  if (file) return std::nullopt;
  return selfplay::file_refusal("write", path, errno);
}

/// Fits for a fixed number of epochs; nothing when interrupted.
std::optional<search::SudokillNetwork> fit(std::span<const Family> families, std::uint64_t seed,
                                           const std::stop_token& stop) {
  constexpr int kEpochs = 12;
  const std::vector<search::SudokillExample> examples = search::training_examples(families);
  if (examples.empty()) return search::SudokillNetwork{};
  search::SudokillFit fit(examples, kEpochs, seed);
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    if (stop.stop_requested()) return std::nullopt;
    const double loss = fit.epoch();
    std::fprintf(stderr, "epoch %d of %d: log loss %s\n", epoch, kEpochs, fixed(loss, 4).c_str());
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
          {"families", marks.families},
          {"best_wins", mean(static_cast<double>(marks.best_wins), marks.families)},
          {"winning_share", mean(marks.winning_share, marks.families)}};
}

std::string marks_line(const std::string& name, const FitMarks& marks) {
  const auto share = [](double sum, std::uint64_t count) {
    return right_aligned(fixed(mean(sum, count), 3), 9);
  };
  return right_aligned(name, 7) + right_aligned(grouped(marks.positions), 12) +
         share(static_cast<double>(marks.won), marks.positions) +
         share(marks.log_loss, marks.positions) +
         share(static_cast<double>(marks.right), marks.positions) +
         right_aligned(grouped(marks.families), 11) +
         share(static_cast<double>(marks.best_wins), marks.families) +
         share(marks.winning_share, marks.families) + "\n";
}

void tell(const FitOptions& options, const LabelFile& file,
          const search::FitMarksByEmpties& held_out) {
  const std::string seed = std::to_string(options.recipe.seed);
  if (options.common.json) {
    boost::json::array by_empties;
    for (const auto& [empties, marks] : held_out) {
      boost::json::object line = marks_json(marks);
      line["empties"] = empties;
      by_empties.push_back(std::move(line));
    }
    return print_json({{"positions", file.positions()},
                       {"families", file.families().size()},
                       {"held_out", marks_json(total(held_out))},
                       {"by_empties", std::move(by_empties)},
                       {"candidates", options.recipe.candidates},
                       {"seed", options.recipe.seed}});
  }
  std::string text = grouped(file.positions()) + " positions in " +
                     grouped(file.families().size()) + " families, seed " + seed +
                     "; held out, each tenth game:\n\nempties   positions      won log loss "
                     "accuracy   families best wins  random\n";
  for (const auto& [empties, marks] : held_out) text += marks_line(std::to_string(empties), marks);
  print(text + marks_line("all", total(held_out)));
}

Exit run(FitOptions options) {
  if (options.game != "sudokill")
    return complain(Exit::kUsage, "there is nothing to fit for '" +
                                      engine::printable(options.game, 100) +
                                      "' yet; fit takes sudokill");
  options.recipe.seed = seed_of(options.common);
  if (options.weights)
    if (const auto error = refusal_to_write(*options.weights)) return complain(*error);
  const Interrupt interrupt;
  const auto file = LabelFile::open(options.labels, options.recipe);
  if (!file) return complain(file.failure());
  if (const auto error = LabelRun(**file, options, interrupt.token())()) return complain(*error);
  const auto& families = (*file)->families();
  const bool is_whole = (*file)->positions() >= options.positions;
  const auto network =
      is_whole ? fit(families, options.recipe.seed, interrupt.token()) : std::nullopt;
  if (!network)
    return complain(Exit::kInterrupted, "interrupted; to go on: " + command_of(options));
  std::vector<Family> held_out;
  std::copy_if(families.begin(), families.end(), std::back_inserter(held_out), search::is_held_out);
  tell(options, **file, search::mark(*network, held_out));
  if (!options.weights) return Exit::kDone;
  const auto error = write_weights(*options.weights, *network, command_of(options));
  return error ? complain(*error) : Exit::kDone;
}

}  // namespace

void add_fit(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<FitOptions>();
  CLI::App& command = *app.add_subcommand("fit", "Fit an evaluation to what the solver knows");
  command.add_option("GAME", options->game, "The game: sudokill")->required()->type_name("");
  command
      .add_option("--labels", options->labels,
                  "Keep the labelled positions in this file, and go on with it")
      ->required()
      ->type_name("FILE");
  add_number(command, "--positions", {1, 1'000'000'000},
             "Positions to label, those in the file included; 1000000 when not given",
             [options](std::uint64_t positions) { options->positions = positions; });
  add_number(command, "--candidates",
             {search::LabelRecipe::kLeastCandidates, search::LabelRecipe::kMostCandidates},
             "Label positions with at most so many pairs of a square and a digit that fits; 52 "
             "when not given",
             [options](std::uint64_t candidates) {
               options->recipe.candidates = static_cast<int>(candidates);
             });
  command
      .add_option("--weights", options->weights,
                  "Write the weights here, as search/sudokill/fit/weights.h")
      ->type_name("FILE");
  add_common_options(command, options->common);
  command.footer(
      "Plays games until few candidates are left, solves the positions of a few ways on from "
      "there\n"
      "and all their moves, and fits a network that predicts who wins from what can be counted "
      "on the\n"
      "board. Reports on each tenth game, which it has not seen: log loss and accuracy, and how "
      "often\n"
      "the move that looks best really wins, against a move at random. Five more candidates take "
      "twice\n"
      "the time. Ctrl-C keeps the labels. The program uses the weights once it is built with "
      "them.\n\n"
      "Example:\n"
      "  gauntlet fit sudokill --labels labels.txt --seed 7 --weights "
      "search/sudokill/fit/weights.h");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
