#include "tools/lab/kimble_fit.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "search/kimble/fit/labelled_game.h"
#include "search/kimble/fit/value_fit.h"

namespace gauntlet::tools {

namespace {

using search::kimble::LabelledDecision;
using search::kimble::Model;
using std::chrono::steady_clock;

constexpr std::uint64_t kRolloutsEach = 1000;
constexpr int kPolicyEpochs = 12, kValueEpochs = 10;
constexpr std::size_t kMostExamples = 400'000;
constexpr int kSets = KimbleFitRecipe::kMostPlayers - KimbleFitRecipe::kLeastPlayers + 1;

/// The games of one round for one number of players, in the order of their numbers.
class LabelledGames {
 public:
  LabelledGames(const KimbleFitRecipe& recipe, int round, int players, search::Workers& workers)
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
    return static_cast<std::uint64_t>(round_ * kSets + players_ - KimbleFitRecipe::kLeastPlayers)
               << 32 |
           game;
  }
  /// Two sit opposite and side by side in turns.
  engine::Kimble::Rules rules_of(std::uint64_t game) const {
    constexpr std::uint8_t kOpposite = 0b0101, kThree = 0b0111, kFour = 0b1111;
    constexpr std::uint8_t kBeside = 0b0011;
    engine::Kimble::Rules rules;
    rules.seats = players_ == 4 ? kFour : players_ == 3 ? kThree : game % 2 ? kBeside : kOpposite;
    return rules;
  }
  void tell(std::uint64_t played) {
    if (steady_clock::now() < next_line_) return;
    next_line_ = steady_clock::now() + std::chrono::seconds(1);
    std::fprintf(stderr, "round %d, %d players: %s of %s games\n", round_, players_,
                 engine::grouped(played).c_str(), engine::grouped(recipe_.games).c_str());
  }

  const KimbleFitRecipe recipe_;
  const int round_, players_;
  search::Workers& workers_;
  std::vector<std::vector<LabelledDecision>> games_;
  steady_clock::time_point next_line_ = steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace

std::string KimbleFitRecipe::after(int rounds) const {
  return "after " + engine::counted(static_cast<std::uint64_t>(rounds), "round") +
         " of gauntlet fit kimble --games " + std::to_string(games) + " --seed " +
         std::to_string(seed);
}

std::optional<KimbleFitMarks> fit_players(const KimbleFitRecipe& recipe, int round, int players,
                                          Model& model, search::Workers& workers,
                                          const std::stop_token& stop) {
  const auto set = static_cast<std::size_t>(players - KimbleFitRecipe::kLeastPlayers);
  search::kimble::PolicyWeights& weights = model.policies[set];
  LabelledGames games(recipe, round, players, workers);
  if (!games.play(weights, stop)) return std::nullopt;
  const auto seen = games.take(false), held_out = games.take(true);
  KimbleFitMarks marks{round, players, seen.size(), policy_loss(held_out, weights), {}, 0};

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

absl::StatusOr<int> rounds_in(const std::string& text, const std::string& path,
                              const KimbleFitRecipe& recipe, Model& model) {
  if (text.empty()) return 0;
  const std::string name = engine::in_quotes(path, 200);
  const auto policies = search::kimble::read_policies(text);
  if (!policies.ok())
    return absl::InvalidArgumentError(name + " " + engine::message_of(policies) +
                                      "; give --weights another file");
  // Of "// after 3 rounds of ..": the second line says which command made it.
  const std::string_view line = engine::split(text, '\n')[1];
  const std::string_view made_by = line.substr(std::min<std::size_t>(3, line.size()));
  for (int rounds = KimbleFitRecipe::kMostRounds; rounds > 0; --rounds) {
    if (made_by != recipe.after(rounds)) continue;
    model.policies = *policies;
    return rounds;
  }
  return absl::InvalidArgumentError(name + " holds weights " + engine::in_quotes(made_by, 100) +
                                    "; give the same --games and --seed to go on, or another file");
}

}  // namespace gauntlet::tools
