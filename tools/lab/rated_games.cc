#include "tools/lab/rated_games.h"

#include <cmath>

#include "engine/words.h"
#include "selfplay/schedule.h"
#include "selfplay/statistics/ratings.h"

namespace gauntlet::tools {

using selfplay::GameRecord;
using selfplay::Outcome;
using selfplay::RunInfo;

namespace {

/// Whether both have the same games as far as both go.
bool overlap(const RunInfo& a, const RunInfo& b) {
  return a.players == b.players && a.seed == b.seed && a.position == b.position &&
         a.openings == b.openings;
}

bool shares_one_point(const Outcome& outcome) {
  constexpr double kRounding = 1e-4;
  double sum = 0;
  for (const float share : outcome.shares) sum += static_cast<double>(share);
  return std::abs(sum - 1) < kRounding;
}

}  // namespace

/// Why these games cannot be rated with the others; "" if they can.
std::string RatedGames::objection(const RunInfo& run, const engine::AnyGame& game) const {
  if (game.players() < 2)
    return "it has games of " + game.name() +
           ", which is played alone; rate takes games of two players or more";
  if (!runs_.empty() && game.name() != game_)
    return "it has games of " + game.name() + ", and the others are of " + game_ +
           "; ratings hold for one game";
  for (const RunInfo& other : runs_)
    if (overlap(run, other))
      return "it has the players, the seed and the openings of an earlier store, so the same "
             "games; give each "
             "game once";
  return "";
}

int RatedGames::number_of(const std::string& name) {
  const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(players_.size()));
  if (is_new) players_.push_back(name);
  return found->second;
}

std::optional<int> RatedGames::player_called(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

absl::Status RatedGames::add(const std::string& path, const StoredBatch& batch, Damage& damage) {
  const RunInfo& run = batch.store->run();
  if (const std::string why = objection(run, batch.game); !why.empty())
    return absl::InvalidArgumentError("'" + engine::printable(path, 200) +
                                      "' cannot be rated: " + why);
  game_ = batch.game.name();
  seats_ = batch.game.players();
  runs_.push_back(run);
  std::vector<int> numbers;
  for (const std::string& player : run.players) numbers.push_back(number_of(player));
  if (players_.size() > static_cast<std::size_t>(selfplay::kMostRatedPlayers))
    return absl::InvalidArgumentError("there are more than " +
                                      engine::grouped(selfplay::kMostRatedPlayers) +
                                      " players, and so many cannot be rated together");
  const selfplay::Schedule schedule(run.seed, seats_);
  Outcome outcome{std::vector<int>(numbers.size()), std::vector<float>(numbers.size())};
  std::optional<std::uint64_t> block;
  const auto add_game = [&](const GameRecord& record) -> absl::Status {
    const selfplay::Slot slot = schedule.slot(record.index);
    for (int seat = 0; seat < seats_; ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      outcome.players[place] =
          numbers[static_cast<std::size_t>(schedule.player_at(seat, slot.rotation))];
      outcome.shares[place] = record.result.summary.returns[place];
    }
    if (!shares_one_point(outcome)) {
      const auto index = static_cast<std::int64_t>(record.index);
      damage.add({index, index, "shares out more or less than one point"});
      return absl::OkStatus();
    }
    if (block != slot.block) outcomes_.begin_block();
    block = slot.block;
    outcomes_.add(outcome);
    return absl::OkStatus();
  };
  const absl::Status status =
      batch.store->for_each(selfplay::Store::Detail::kOutcomes, add_game, damage.collector());
  store_ends_.push_back(outcomes_.blocks());
  return status;
}

}  // namespace gauntlet::tools
