#include "tools/lab/scores_without_luck.h"

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "tools/lab/luck_sums.h"
#include "tools/lab/replayed_games.h"

namespace gauntlet::tools {

using engine::Returns;
using selfplay::GameRecord;
using selfplay::TournamentGame;
using selfplay::TournamentStore;

namespace {

/// What one player has in an encounter.
struct EncounterScore {
  double games = 0, points = 0;
};

/// Adds up games by their encounters.
class EncounterScores {
 public:
  void add(const TournamentGame& game, const GameRecord& record, const Returns& luck) {
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      EncounterScore& score = scores_[{game.encounter.round, game.encounter.meeting,
                                       game.encounter.entrants, game.seats[seat]}];
      ++score.games;
      score.points += static_cast<double>(record.result.summary.returns[seat]) -
                      static_cast<double>(luck[seat]);
    }
  }
  void add_to(const std::vector<selfplay::Entrant>& entrants, ScoresByName& scores) const {
    for (const auto& [key, score] : scores_)
      scores[entrants[static_cast<std::size_t>(std::get<3>(key))].name].add(score.games,
                                                                            score.points);
  }

 private:
  using Key = std::tuple<int, std::uint64_t, std::vector<int>, int>;

  absl::btree_map<Key, EncounterScore> scores_;
};

}  // namespace

absl::Status add_without_luck(TournamentStore& store, int threads, const std::stop_token& stop,
                              ScoresByName& scores, Damage& damage) {
  absl::flat_hash_map<std::uint64_t, TournamentGame> games;  // by their indices, without moves
  EncounterScores sums;
  const auto read = [&](const auto& add) {
    return store.for_each(
        TournamentStore::Detail::kMoves,
        [&](TournamentGame&& game) {
          const GameRecord record{.index = game.index(),
                                  .start = game.start.to_text(),
                                  .result = std::exchange(game.result, {})};
          games.emplace(record.index, std::move(game));
          return add(record);
        },
        damage.collector());
  };
  const engine::AnyGame& rules = store.tournament().game;
  const auto play = [&](const GameRecord& game, Returns& luck) {
    return find_luck(rules, game, luck);
  };
  const auto take = [&](const GameRecord& record, const Returns& luck) -> absl::Status {
    sums.add(games.at(record.index), record, luck);
    return absl::OkStatus();
  };
  const absl::Status status = ReplayedGames<Returns>(threads, play, take)(read, damage, stop);
  sums.add_to(store.tournament().entrants, scores);
  return status;
}

absl::Status add_without_luck(const StoredBatch& batch, int threads, const std::stop_token& stop,
                              ScoresByName& scores, Damage& damage) {
  LuckSums sums = LuckSums::by_name(batch.store->run());
  if (const absl::Status status = add_games(batch, threads, stop, sums, damage); !status.ok())
    return status;
  for (std::size_t i = 0; i < sums.names().size(); ++i)
    scores[sums.names()[i]].add(sums.sums_without_luck(i));
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
