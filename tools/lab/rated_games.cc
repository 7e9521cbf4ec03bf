#include "tools/lab/rated_games.h"

#include <absl/container/btree_map.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/words.h"
#include "selfplay/game_key.h"
#include "selfplay/schedule.h"
#include "selfplay/statistics/ratings.h"

namespace gauntlet::tools {

using selfplay::GameRecord;
using selfplay::Outcome;
using selfplay::RunInfo;

namespace {

/// Whether blocks of the same number have the same starts, and the same dice if there are any.
bool share_luck(const RunInfo& a, const RunInfo& b) {
  return a.seed == b.seed && a.position == b.position && a.openings == b.openings;
}

/// Whether the blocks of both seat the same players in the same ways: one list is the other from
/// another player on.
bool seat_alike(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> twice = a.players;
  twice.insert(twice.end(), a.players.begin(), a.players.end());
  return a.players.size() == b.players.size() &&
         std::search(twice.begin(), twice.end(), b.players.begin(), b.players.end()) != twice.end();
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
  for (const RunInfo& other : runs_) {
    if (!share_luck(run, other)) continue;
    if (run.players == other.players)
      return "it has the players, the seed and the openings of an earlier store, so the same "
             "games; give each game once";
    if (game.is_stochastic() && seat_alike(run, other))
      return "it has the players of an earlier store, though in another order, and its seed, so "
             "the same dice for the same seats; play it with another --seed";
  }
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

/// Gathers the games of a block, and adds them to the outcomes if they are no repetition.
class RatedGames::Reader {
 public:
  Reader(RatedGames& games, const RunInfo& run, std::vector<int> numbers, Damage& damage)
      : games_(games),
        run_(run),
        numbers_(std::move(numbers)),
        damage_(damage),
        schedule_(run.seed, games.seats_) {}

  absl::Status read(selfplay::Store& store) {
    using Detail = selfplay::Store::Detail;
    const auto add_game = [this](const GameRecord& record) -> absl::Status {
      add(record);
      return absl::OkStatus();
    };
    // With dice no game is the same as another, and nobody needs the moves.
    const absl::Status status = store.for_each(
        games_.has_dice_ ? Detail::kOutcomes : Detail::kMoves, add_game, damage_.collector());
    close_block();
    return status;
  }

 private:
  void add(const GameRecord& record) {
    const selfplay::Slot slot = schedule_.slot(record.index);
    Outcome outcome = outcome_of(record, slot);
    if (!shares_one_point(outcome)) {
      const auto index = static_cast<std::int64_t>(record.index);
      damage_.add({index, index, "shares out more or less than one point"});
      return;
    }
    if (slot.block != block_) close_block();
    block_ = slot.block;
    if (!games_.has_dice_) keys_.push_back(key_of(record, slot));
    outcomes_.push_back(std::move(outcome));
  }

  const std::string& player_at(int seat, const selfplay::Slot& slot) const {
    return run_.players[static_cast<std::size_t>(schedule_.player_at(seat, slot.rotation))];
  }

  Outcome outcome_of(const GameRecord& record, const selfplay::Slot& slot) const {
    Outcome outcome{{}, {}};
    for (int seat = 0; seat < games_.seats_; ++seat) {
      const int player = schedule_.player_at(seat, slot.rotation);
      outcome.players.push_back(numbers_[static_cast<std::size_t>(player)]);
      outcome.shares.push_back(record.result.summary.returns[static_cast<std::size_t>(seat)]);
    }
    return outcome;
  }

  /// See GameKey: the start, who sits where, and the moves.
  std::uint64_t key_of(const GameRecord& record, const selfplay::Slot& slot) const {
    std::uint64_t words = selfplay::with_text(selfplay::kNoWords, record.start);
    for (int seat = 0; seat < games_.seats_; ++seat)
      words = selfplay::with_text(words, player_at(seat, slot));
    for (const engine::AnyMove move : record.result.moves) words = selfplay::with_move(words, move);
    return words;
  }

  void close_block() {
    games_.add_block(outcomes_, keys_);
    outcomes_.clear();
    keys_.clear();
  }

  RatedGames& games_;
  const RunInfo& run_;
  const std::vector<int> numbers_;  // of the run's players among all
  Damage& damage_;
  const selfplay::Schedule schedule_;
  std::uint64_t block_ = 0;
  std::vector<Outcome> outcomes_;  // of the block
  std::vector<std::uint64_t> keys_;
};

void RatedGames::add_block(const std::vector<Outcome>& block,
                           const std::vector<std::uint64_t>& keys) {
  games_ += block.size();
  const bool is_whole = block.size() == static_cast<std::size_t>(seats_);
  if (block.empty() || (!has_dice_ && repeated_.repeats(keys, is_whole))) return;
  outcomes_.begin_block();
  for (const Outcome& outcome : block) outcomes_.add(outcome);
}

/// Takes the game and the players' names in.
absl::StatusOr<std::vector<int>> RatedGames::enter(const engine::AnyGame& game,
                                                   const std::vector<std::string>& players) {
  game_ = game.name();
  has_dice_ = game.is_stochastic();
  seats_ = game.players();
  std::vector<int> numbers;
  for (const std::string& player : players) numbers.push_back(number_of(player));
  if (players_.size() <= static_cast<std::size_t>(selfplay::kMostRatedPlayers)) return numbers;
  return absl::InvalidArgumentError("there are more than " +
                                    engine::grouped(selfplay::kMostRatedPlayers) +
                                    " players, and so many cannot be rated together");
}

absl::Status RatedGames::add(const std::string& path, const StoredBatch& batch, Damage& damage) {
  const RunInfo& run = batch.store->run();
  if (const std::string why = objection(run, batch.game); !why.empty())
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " cannot be rated: " + why);
  auto numbers = enter(batch.game, run.players);
  if (!numbers.ok()) return numbers.status();
  runs_.push_back(run);
  const absl::Status status = Reader(*this, run, *std::move(numbers), damage).read(*batch.store);
  store_ends_.push_back(outcomes_.blocks());
  return status;
}

absl::Status RatedGames::add(const std::string& path, selfplay::TournamentStore& store,
                             Damage& damage) {
  const selfplay::Tournament& tournament = store.tournament();
  RunInfo run;
  run.game = tournament.game.name();
  run.seed = tournament.seed;
  for (const selfplay::Entrant& entrant : tournament.entrants) run.players.push_back(entrant.name);
  run.openings = "tournament";  // whose dice are its own: no batch has the same
  if (const std::string why = objection(run, tournament.game); !why.empty())
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " cannot be rated: " + why);
  const auto numbers = enter(tournament.game, run.players);
  if (!numbers.ok()) return numbers.status();
  runs_.push_back(run);
  using Id = std::tuple<int, std::vector<int>, std::uint64_t>;
  absl::btree_map<Id, std::pair<std::vector<Outcome>, std::vector<std::uint64_t>>> blocks;
  const auto take = [&](selfplay::TournamentGame&& game) {
    if (!selfplay::has_result(game.result.summary.returns)) return absl::OkStatus();
    Outcome outcome{{}, {}};
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      outcome.players.push_back((*numbers)[static_cast<std::size_t>(game.seats[seat])]);
      outcome.shares.push_back(game.result.summary.returns[seat]);
    }
    auto& [outcomes, keys] =
        blocks[{game.encounter.round, game.encounter.entrants, game.encounter.meeting}];
    outcomes.push_back(std::move(outcome));
    keys.push_back(game.key.value);
    return absl::OkStatus();
  };
  const absl::Status status =
      store.for_each(selfplay::TournamentStore::Detail::kOutcomes, take, damage.collector());
  for (const auto& [id, block] : blocks) add_block(block.first, block.second);
  store_ends_.push_back(outcomes_.blocks());
  return status;
}

}  // namespace gauntlet::tools
