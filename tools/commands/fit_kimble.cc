#include "tools/commands/fit_kimble.h"

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/words.h"
#include "search/kimble/fit/labelled_game.h"
#include "search/kimble/fit/model.h"
#include "search/kimble/fit/policy_fit.h"
#include "search/kimble/fit/value_fit.h"
#include "search/parallel.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/shell.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {

namespace {

using search::kimble::LabelledDecision;
using search::kimble::Model;
using std::chrono::steady_clock;

constexpr int kDefaultRounds = 3, kMostRounds = 100;
constexpr std::uint64_t kDefaultGames = 3000;
constexpr std::uint64_t kRolloutsEach = 1000;
constexpr int kPolicyEpochs = 12, kValueEpochs = 10;
constexpr std::size_t kMostExamples = 400'000;
constexpr int kSets = 3;  // two, three and four players

/// What makes the rounds what they are.
struct Recipe {
  std::uint64_t games;
  std::uint64_t seed;

  /// What stands in the header after `rounds` rounds.
  std::string after(int rounds) const {
    return "after " + counted(static_cast<std::uint64_t>(rounds), "round") +
           " of gauntlet fit kimble --games " + std::to_string(games) + " --seed " +
           std::to_string(seed);
  }
};

/// What a round came to for one number of players, on the games that are held out. Losses are
/// chances to win that a choice gives away on average.
struct Marks {
  int round, players;
  std::size_t fitted_to;  ///< Decisions, of the other games.
  search::kimble::PolicyLoss before, after;
  double value_error;  ///< Root mean square; that of the rollouts themselves included.
};

/// The games of one round for one number of players, in the order of their numbers.
class LabelledGames {
 public:
  LabelledGames(const Recipe& recipe, int round, int players, search::Workers& workers)
      : recipe_(recipe), round_(round), players_(players), workers_(workers) {}

  /// False when `stop` was requested.
  bool play(const search::kimble::PolicyWeights& weights, const std::stop_token& stop) {
    games_.resize(recipe_.games);
    std::atomic<std::uint64_t> next = 0, played = 0;
    const auto work = [&](int id) {
      for (std::uint64_t game; !stop.stop_requested() && (game = next++) < recipe_.games;) {
        engine::Rng rng(recipe_.seed, number_of(game));
        games_[game] = search::kimble::labelled_game(rules_of(game), weights, kRolloutsEach, rng);
        const std::uint64_t sum = ++played;
        if (id == 0) tell(sum);
      }
    };
    workers_.run([&] { work(0); }, work);
    return !stop.stop_requested();
  }

  /// Gives away the decisions of each tenth game, which is held out, or of the others.
  std::vector<LabelledDecision> take(bool held_out) {
    std::vector<LabelledDecision> decisions;
    for (std::size_t game = 0; game < games_.size(); ++game) {
      if ((game % 10 == 0) != held_out) continue;
      decisions.insert(decisions.end(), games_[game].begin(), games_[game].end());
      games_[game] = {};
    }
    return decisions;
  }

 private:
  std::uint64_t number_of(std::uint64_t game) const {
    return static_cast<std::uint64_t>(round_ * kSets + players_ - 2) << 32 | game;
  }
  /// Two sit opposite and side by side in turns.
  engine::KimbleRules rules_of(std::uint64_t game) const {
    constexpr std::uint8_t kOpposite = 0b0101, kThree = 0b0111, kFour = 0b1111;
    constexpr std::uint8_t kBeside = 0b0011;
    engine::KimbleRules rules;
    rules.seats = players_ == 4 ? kFour : players_ == 3 ? kThree : game % 2 ? kBeside : kOpposite;
    return rules;
  }
  void tell(std::uint64_t played) {
    if (steady_clock::now() < next_line_) return;
    next_line_ = steady_clock::now() + std::chrono::seconds(1);
    std::fprintf(stderr, "round %d, %d players: %s of %s games\n", round_, players_,
                 grouped(played).c_str(), grouped(recipe_.games).c_str());
  }

  const Recipe recipe_;
  const int round_, players_;
  search::Workers& workers_;
  std::vector<std::vector<LabelledDecision>> games_;
  steady_clock::time_point next_line_ = steady_clock::now() + std::chrono::seconds(1);
};

/// Fits the policy and the value for so many players to one round's games. Nothing when `stop` was
/// requested.
std::optional<Marks> fit_players(const Recipe& recipe, int round, int players, Model& model,
                                 search::Workers& workers, const std::stop_token& stop) {
  const auto set = static_cast<std::size_t>(players - 2);
  search::kimble::PolicyWeights& weights = model.policies[set];
  LabelledGames games(recipe, round, players, workers);
  if (!games.play(weights, stop)) return std::nullopt;
  const auto seen = games.take(false), held_out = games.take(true);
  Marks marks{round, players, seen.size(), policy_loss(held_out, weights), {}, 0};

  search::kimble::PolicyFit policy(seen, weights, kPolicyEpochs, recipe.seed);
  for (int epoch = 0; epoch < kPolicyEpochs && !stop.stop_requested(); ++epoch) policy.epoch();
  weights = policy.weights();
  marks.after = policy_loss(held_out, weights);

  const auto examples = search::kimble::value_examples(seen, kMostExamples, recipe.seed);
  const auto value =
      std::make_unique<search::kimble::ValueFit>(examples, kValueEpochs, recipe.seed);
  for (int epoch = 0; epoch < kValueEpochs && !stop.stop_requested(); ++epoch) value->epoch();
  if (stop.stop_requested()) return std::nullopt;
  model.values[set] = value->network();
  marks.value_error = search::kimble::value_error(
      search::kimble::value_examples(held_out, kMostExamples, recipe.seed), value->network());
  return marks;
}

/// How many rounds of the recipe `text`, that of the file at `path`, holds, with their policies in
/// `model`.
engine::Expected<int> rounds_in(const std::string& text, const std::string& path,
                                const Recipe& recipe, Model& model) {
  if (text.empty()) return 0;
  const std::string name = "'" + engine::printable(path, 200) + "'";
  const auto policies = search::kimble::read_policies(text);
  if (!policies)
    return engine::Error{name + " " + policies.error() + "; give --weights another file"};
  // Of "// after 3 rounds of ..": the second line says which command made it.
  const std::string_view line = engine::split(text, '\n')[1];
  const std::string_view made_by = line.substr(std::min<std::size_t>(3, line.size()));
  for (int rounds = kMostRounds; rounds > 0; --rounds) {
    if (made_by != recipe.after(rounds)) continue;
    model.policies = *policies;
    return rounds;
  }
  return engine::Error{name + " holds weights '" + engine::printable(made_by, 100) +
                       "'; give the same --games and --seed to go on, or another file"};
}

std::string marks_heading() {
  return "round players   decisions   loss: random    before     after   value error\n";
}

std::string marks_line(const Marks& marks) {
  return right_aligned(std::to_string(marks.round), 5) +
         right_aligned(std::to_string(marks.players), 8) +
         right_aligned(grouped(marks.fitted_to), 12) +
         right_aligned(fixed(marks.before.random, 5), 15) +
         right_aligned(fixed(marks.before.fitted, 5), 10) +
         right_aligned(fixed(marks.after.fitted, 5), 10) +
         right_aligned(fixed(marks.value_error, 4), 14) + "\n";
}

boost::json::object marks_json(const Marks& marks) {
  return {{"round", marks.round},
          {"players", marks.players},
          {"decisions", marks.fitted_to},
          {"loss_random", marks.before.random},
          {"loss_before", marks.before.fitted},
          {"loss_after", marks.after.fitted},
          {"value_error", marks.value_error}};
}

void tell_result(const std::vector<Marks>& all, const Recipe& recipe, int rounds, bool json) {
  if (json) {
    boost::json::array lines;
    for (const Marks& marks : all) lines.push_back(marks_json(marks));
    return print_json({{"rounds", rounds},
                       {"marks", std::move(lines)},
                       {"games", recipe.games},
                       {"seed", recipe.seed}});
  }
  print(recipe.after(rounds) + (all.empty() ? ": nothing is left to do\n" : "\n"));
  if (all.empty()) return;
  print(
      "fitted to so many decisions; losses and errors on each tenth game, which is held out:\n\n" +
      marks_heading());
  for (const Marks& marks : all) print(marks_line(marks));
}

std::string how_to_go_on(const Recipe& recipe, int done, int rounds,
                         const std::optional<std::string>& weights) {
  if (!weights) return "interrupted; with --weights FILE the rounds that are done are kept";
  return std::string("interrupted") + (done == 0 ? " before a round was done" : "") + "; to " +
         (done == 0 ? "begin again" : "go on") + ": gauntlet fit kimble --rounds " +
         std::to_string(rounds) + " --games " + std::to_string(recipe.games) + " --seed " +
         std::to_string(recipe.seed) + " --weights " + shell_quoted(*weights);
}

}  // namespace

void add_kimble_fit_options(CLI::App& command, KimbleFitOptions& options) {
  add_number(command, "--rounds", {1, kMostRounds},
             "Kimble: rounds of playing and fitting; 3 if not given",
             [&options](std::uint64_t rounds) { options.rounds = static_cast<int>(rounds); });
  add_number(command, "--games", {20, 100'000},
             "Kimble: games of a round for each number of players; 3000 if not given",
             [&options](std::uint64_t games) { options.games = games; });
}

Exit fit_kimble(const CommonOptions& common, const KimbleFitOptions& options,
                const std::optional<std::string>& weights) {
  const Recipe recipe{options.games.value_or(kDefaultGames), seed_of(common)};
  const int rounds = options.rounds.value_or(kDefaultRounds);
  const Interrupt interrupt;
  const auto model = std::make_unique<Model>(search::kimble::first_model());
  int done = 0;
  std::unique_ptr<WeightsFile> file;
  if (weights) {
    auto opened = WeightsFile::open(*weights, search::kimble::kModelHeading);
    if (!opened) return complain(opened.failure());
    file = std::move(*opened);
    const auto rounds_there = rounds_in(file->text(), *weights, recipe, *model);
    if (!rounds_there) return complain(Exit::kUsage, rounds_there.error());
    done = *rounds_there;
  }
  search::Workers workers(threads_of(common));
  std::vector<Marks> all;
  for (int round = done + 1; round <= rounds; ++round) {
    for (int players = 2; players <= kSets + 1; ++players) {
      const auto marks = fit_players(recipe, round, players, *model, workers, interrupt.token());
      if (!marks)
        return complain(Exit::kInterrupted, how_to_go_on(recipe, round - 1, rounds, weights));
      all.push_back(*marks);
      std::fprintf(stderr, "%s%s", marks_heading().c_str(), marks_line(*marks).c_str());
    }
    if (file)
      if (const auto error = file->write(search::kimble::model_header(*model, recipe.after(round))))
        return complain(*error);
  }
  tell_result(all, recipe, std::max(rounds, done), common.json);
  return Exit::kDone;
}

}  // namespace gauntlet::tools
