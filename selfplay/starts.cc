#include "selfplay/starts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "search/registry.h"
#include "selfplay/batch.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyState;
using Kind = Openings::Kind;

constexpr std::size_t kMostRecent = 64;
constexpr int kMostPlyTries = 64;
constexpr std::uint64_t kGroupsToDespair = 4;  ///< Without a balanced opening among them.
constexpr double kNoOpening = 1;               ///< The lead of what is no opening.

/// As it is read from text: what a state keeps besides (the last move, say) would make games differ
/// from those of the same position in a store.
AnyState as_given(const AnyState& state, const engine::AnyGame& game) {
  const auto given = game.from_text(state.to_text());
  return given.ok() ? *given : state;
}

/// Nothing where the game ends on the way.
std::optional<AnyState> played_on(AnyState state, int plies, engine::Rng& rng) {
  for (int ply = 0; ply < plies; ++ply) {
    state.play_chance_moves(rng, nullptr);
    if (state.is_over()) return std::nullopt;
    state.apply(state.random_move(rng));
  }
  AnyState after = state;
  after.play_chance_moves(rng, nullptr);
  return after.is_over() ? std::nullopt : std::optional(state);
}

const search::NumberedOpenings* numbered(const Batch& batch) {
  return batch.openings.kind == Kind::kBalanced ? search::search_of(batch.game).openings : nullptr;
}

std::uint64_t count_of(const Batch& batch) {
  const search::NumberedOpenings* const openings = numbered(batch);
  return openings ? openings->count(batch.game) : 0;
}

}  // namespace

/// Tells how even a position is. One thread.
class Starts::Judge {
 public:
  explicit Judge(const Batch& batch)
      : stop_(batch.stop),
        searcher_(search::strongest(batch.game).make(batch.game, {.most_nodes = kJudgeNodes})) {}

  Judged operator()(const AnyState& state) {
    searcher_->new_game(0);
    search::Limits limits;
    limits.nodes = kJudgeNodes;
    limits.stop = stop_;
    std::array<double, 2> last{};  // of the deepest iterations
    int iterations = 0;
    const search::Result result =
        searcher_->search(state, limits, [&](const search::Result& so_far) {
          last[static_cast<std::size_t>(iterations++ % 2)] = so_far.win;
        });
    const bool is_known = result.proven != search::Proven::kNothing || iterations < 2;
    const double win = is_known ? result.win : (last[0] + last[1]) / 2;
    return {state, std::abs(win - 0.5)};
  }

 private:
  const std::stop_token stop_;
  std::unique_ptr<search::Searcher> searcher_;
};

Starts::Starts(const Batch& batch)
    : batch_(batch),
      schedule_(batch.seed, batch.game.players()),
      numbers_(count_of(batch), schedule_.opening_rng(0)) {}

Starts::~Starts() = default;

bool Starts::are_judged() const {
  return batch_.openings.kind == Kind::kBalanced;
}

AnyState Starts::of(std::uint64_t block) const {
  const std::vector<AnyState>& positions = batch_.openings.positions;
  switch (batch_.openings.kind) {
    case Kind::kNone:
      break;
    case Kind::kBalanced:
      return balanced(block);
    case Kind::kPlies:
      return after_plies(block, batch_.openings.plies, kMostPlyTries).value_or(usual(block));
    case Kind::kPositions:
      return positions[block % positions.size()];
  }
  return usual(block);
}

AnyState Starts::usual(std::uint64_t block) const {
  if (batch_.position) return *batch_.position;
  engine::Rng rng = schedule_.start_rng(block);
  return batch_.game.start(rng);
}

std::optional<AnyState> Starts::after_plies(std::uint64_t block, int plies, int tries) const {
  const AnyState start = usual(block);
  engine::Rng rng = schedule_.opening_rng(block);
  for (; tries > 0; --tries)
    if (const auto state = played_on(start, plies, rng)) return as_given(*state, batch_.game);
  return std::nullopt;
}

AnyState Starts::balanced(std::uint64_t block) const {
  {
    const absl::MutexLock lock(&mutex_);
    for (const auto& [number, state] : recent_)
      if (number == block) return state;
  }
  const AnyState state = judged(block).state;
  const absl::MutexLock lock(&mutex_);
  if (recent_.size() == kMostRecent) recent_.erase(recent_.begin());
  recent_.emplace_back(block, state);
  return state;
}

Starts::Judged Starts::judged(std::uint64_t block) const {
  std::unique_ptr<Judge> judge;
  {
    const absl::MutexLock lock(&mutex_);
    if (!judges_.empty()) {
      judge = std::move(judges_.back());
      judges_.pop_back();
    }
  }
  if (!judge) judge = std::make_unique<Judge>(batch_);
  const Judged chosen = numbers_.count() > 0
                            ? chosen_of_group(block % groups(), block / groups(), *judge)
                            : chosen_of_random(block, *judge);
  const absl::MutexLock lock(&mutex_);
  judges_.push_back(std::move(judge));
  return chosen;
}

std::uint64_t Starts::groups() const {
  const std::uint64_t count = numbers_.count();
  const std::uint64_t most = count / kLargeGroup >= kLeastLargeGroups ? kLargeGroup : kGroup;
  return (count + most - 1) / most;
}

/// Groups differ in size by one at most.
std::uint64_t Starts::first_of(std::uint64_t group) const {
  const std::uint64_t size = numbers_.count() / groups(), larger = numbers_.count() % groups();
  return group * size + std::min(group, larger);
}

/// The one whose turn it is of those that are about as near to even as can be.
Starts::Judged Starts::least_unbalanced(std::vector<Judged> all, std::uint64_t round) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Judged& a, const Judged& b) { return a.lead < b.lead; });
  const double most = all.front().lead + kMostLead;
  std::erase_if(all, [most](const Judged& one) { return one.lead > most; });
  return all[round % all.size()];
}

/// The balanced opening of a group whose turn it is in the given round; where there are fewer they
/// come again, and where there is none the least unbalanced, or the usual start where no game gets
/// as far.
Starts::Judged Starts::chosen_of_group(std::uint64_t group, std::uint64_t round,
                                       Judge& judge) const {
  const search::NumberedOpenings& openings = *numbered(batch_);
  std::vector<AnyState> balanced;
  std::vector<Judged> others;
  for (std::uint64_t place = first_of(group);
       place < first_of(group + 1) && !batch_.stop.stop_requested(); ++place) {
    const auto state = openings.make(batch_.game, numbers_(place));
    if (!state) continue;
    const Judged found = judge(*state);
    if (!found.is_balanced()) {
      if (balanced.empty()) others.push_back(found);
      continue;
    }
    if (balanced.size() == round) return found;
    balanced.push_back(*state);
  }
  if (!balanced.empty()) return {balanced[round % balanced.size()], 0};
  if (others.empty()) return {usual(0), kNoOpening};
  return least_unbalanced(std::move(others), round);
}

Starts::Judged Starts::chosen_of_random(std::uint64_t block, Judge& judge) const {
  std::optional<Judged> nearest;
  engine::Rng rng = schedule_.opening_rng(block);
  for (int tries = 0; tries < kTries && !batch_.stop.stop_requested(); ++tries) {
    const auto state = played_on(usual(block), kRandomPlies, rng);
    if (!state) continue;
    const Judged found = judge(as_given(*state, batch_.game));
    if (found.is_balanced()) return found;
    if (!nearest || found.lead < nearest->lead) nearest = found;
  }
  return nearest.value_or(Judged{usual(block), kNoOpening});
}

absl::Status Starts::usable() const {
  const Openings& openings = batch_.openings;
  const std::string& game = batch_.game.name();
  if (openings.kind != Kind::kNone && batch_.position && batch_.position->is_over())
    return absl::InvalidArgumentError(
        "the game is over in the position given, so there is nothing "
        "to open; give a position from which it goes on");
  if (openings.kind == Kind::kPlies && !after_plies(0, openings.plies, kMostPlyTries))
    return absl::InvalidArgumentError("a game of " + game + " is over before " + told(openings) +
                                      " are played; give a smaller number");
  if (!are_judged() || judged(0).lead < kNoOpening || batch_.stop.stop_requested())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "no openings of " + game + " can be made, for the game is over before; only none would do");
}

std::uint64_t Starts::first_blocks() const {
  return numbers_.count() > 0 ? std::min(groups(), kGroupsToDespair) : kGroupsToDespair;
}

bool Starts::are_balanced() const {
  for (std::uint64_t block = 0; block < first_blocks(); ++block)
    if (judged(block).is_balanced() || batch_.stop.stop_requested()) return true;
  return false;
}

}  // namespace gauntlet::selfplay
