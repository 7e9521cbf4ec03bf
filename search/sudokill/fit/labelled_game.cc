#include "search/sudokill/fit/labelled_game.h"

#include <algorithm>
#include <limits>

#include "search/sudokill/solver/solver.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::Rng;
using engine::Sudokill;

constexpr int kWalks = 4;
constexpr int kWalkPlies = 8;
constexpr std::size_t kHashMb = 32;
constexpr std::uint64_t kMostNodes = 20'000'000;  // a position; ten seconds

/// Open positions one move on; those with the fewest replies if `fewest`.
std::vector<Sudokill> next_positions(const Sudokill& state, bool fewest) {
  Sudokill::Moves moves;
  state.legal_moves(moves);
  std::vector<Sudokill> next;
  int least = std::numeric_limits<int>::max();
  for (const Sudokill::Move move : moves) {
    const Sudokill child = engine::child(state, move);
    const int replies = fewest ? child.mobility() : 0;
    if (!is_open(child) || replies > least) continue;
    if (replies < least) next.clear();
    least = replies;
    next.push_back(child);
  }
  return next;
}

/// Plays a move at random; false when none of them leads to an open position.
bool advance(Sudokill& state, bool fewest, Rng& rng) {
  const std::vector<Sudokill> next = next_positions(state, fewest);
  if (next.empty()) return false;
  state = next[rng.below(static_cast<std::uint32_t>(next.size()))];
  return true;
}

/// The first position of a game with at most so many candidates.
std::optional<Sudokill> middle_of_game(int candidates, Rng& rng) {
  Sudokill state = Sudokill::start({}, rng);
  const double fewest[] = {rng.uniform(), rng.uniform()};
  while (candidates_of(state) > candidates)
    if (!advance(state, rng.uniform() < fewest[state.to_move()], rng)) return std::nullopt;
  return is_open(state) ? std::optional(state) : std::nullopt;
}

/// Solves sets of siblings, with a table that knows what was solved for this game before.
class Labeller {
 public:
  explicit Labeller(const std::stop_token& stop) : stop_(stop), solver_(kHashMb, 1) {}

  /// Nothing when it takes too long.
  std::optional<Siblings> label(const Sudokill& parent, std::uint64_t game) {
    Siblings siblings{game, parent, {}};
    Sudokill::Moves moves;
    parent.legal_moves(moves);
    for (const Sudokill::Move move : moves) {
      const Proven reply = prove(engine::child(parent, move));
      if (reply == Proven::kNothing) return std::nullopt;
      siblings.wins.push_back(reply == Proven::kLoss);
    }
    return siblings;
  }

 private:
  Proven prove(const Sudokill& state) {
    Limits limits;
    limits.nodes = kMostNodes;
    limits.stop = stop_;
    Budget budget(limits, Solver::kNodesPerPoll);
    return solver_.prove(state, budget);
  }

  const std::stop_token& stop_;
  Solver solver_;
};

}  // namespace

std::optional<std::vector<Siblings>> label_game(const LabelRecipe& recipe, std::uint64_t game,
                                                const std::stop_token& stop) {
  std::vector<Siblings> sibling_sets;
  Rng rng(recipe.seed, game);
  const auto spread = static_cast<int>(rng.below(LabelRecipe::kSpread + 1));
  const auto top = middle_of_game(recipe.candidates - spread, rng);
  if (!top) return sibling_sets;
  Labeller labeller(stop);
  for (int walk = 0; walk < kWalks; ++walk) {
    Sudokill state = *top;
    for (int ply = 0; ply < kWalkPlies; ++ply) {
      const bool is_new =
          std::none_of(sibling_sets.begin(), sibling_sets.end(),
                       [&](const Siblings& other) { return other.parent == state; });
      if (is_new)
        if (auto siblings = labeller.label(state, game))
          sibling_sets.push_back(std::move(*siblings));
      if (stop.stop_requested()) return std::nullopt;
      if (!advance(state, false, rng)) break;
    }
  }
  return sibling_sets;
}

}  // namespace gauntlet::search::sudokill
