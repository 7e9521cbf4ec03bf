#include "selfplay/auto_batch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/words.h"

namespace gauntlet::selfplay {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTellEvery{500};

bool is_auto(const PlayerSpec& player) {
  return is_auto_level(player.text);
}

/// Learns from the one game of a run, and hands it on with what is known then.
class LastGame final : public GameSink {
 public:
  using Learn = std::function<OpponentStrength(const GameRecord&)>;
  LastGame(Learn learn, GameSink* inner) : learn_(std::move(learn)), inner_(inner) {}

  absl::Status write(std::span<const GameRecord> games) override {
    game_ = games.back();
    game_->strength = learn_(*game_);
    return inner_ ? inner_->write({&*game_, 1}) : absl::OkStatus();
  }
  absl::Status flush() override { return inner_ ? inner_->flush() : absl::OkStatus(); }
  bool has_ended() const { return game_.has_value(); }

 private:
  const Learn learn_;
  GameSink* const inner_;
  std::optional<GameRecord> game_;
};

/// The progress of the whole run, told by runs of single games and between them.
class Progress {
 public:
  explicit Progress(std::function<void(const BatchProgress&)> show) : show_(std::move(show)) {}

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  std::function<void(const BatchProgress&)> of_one_game(std::uint64_t played) {
    if (!show_) return {};
    return [this, played](const BatchProgress& one) { tell(one.stats, one.games, played); };
  }
  void after_game(const BatchResult& total, std::uint64_t games) {
    if (show_ && Clock::now() - last_ >= kTellEvery) tell(total.stats, games, total.played);
  }

 private:
  void tell(const Stats& stats, std::uint64_t games, std::uint64_t played) {
    last_ = Clock::now();
    show_({stats, games, played, seconds()});
  }

  const std::function<void(const BatchProgress&)> show_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

}  // namespace

std::optional<std::size_t> auto_player(const Batch& batch) {
  const auto found = std::find_if(batch.players.begin(), batch.players.end(), is_auto);
  if (found == batch.players.end()) return std::nullopt;
  return static_cast<std::size_t>(found - batch.players.begin());
}

absl::Status AutoBatch::objection(const Batch& batch) {
  if (batch.game.players() != 2)
    return absl::InvalidArgumentError("level:auto plays games for two, and " + batch.game.name() +
                                      " is for " + std::to_string(batch.game.players()) +
                                      "; level:1 to level:10 are possible");
  if (std::count_if(batch.players.begin(), batch.players.end(), is_auto) > 1)
    return absl::InvalidArgumentError(
        "level:auto finds out how strong its opponent is, so it cannot play against itself");
  return absl::OkStatus();
}

AutoBatch::AutoBatch(const Batch& batch)
    : batch_(batch),
      auto_(*auto_player(batch)),
      estimate_(batch.game, batch.players[auto_].level) {}

absl::Status AutoBatch::take_over(Store& store, const BatchRun& run) {
  const std::uint64_t there = run.earlier.games();
  const bool is_rest = run.missing.empty()
                           ? there == batch_.games
                           : run.missing == std::vector<IndexRange>{{there, batch_.games}};
  if (!is_rest)
    return absl::InvalidArgumentError(
        "level:auto goes by all games before the one it plays, and of those in the store some are "
        "missing or damaged: if these are the last, --repair plays them again, else play all "
        "again, in a new file");
  return store.for_each(
      Store::Detail::kOutcomes,
      [this](const GameRecord& game) {
        add(game);
        return absl::OkStatus();
      },
      [](const DamagedGames&) {});
}

/// The batch, as far as its next game goes.
Batch AutoBatch::next_game() const {
  Batch next = batch_;
  next.threads = 1;
  next.players[auto_].level = estimate_.level();
  return next;
}

OpponentStrength AutoBatch::add(const GameRecord& game) {
  const Schedule schedule(batch_.seed, batch_.game.players());
  const std::size_t other = 1 - auto_;
  const int seat = schedule.seat_of(static_cast<int>(other), schedule.slot(game.index).rotation);
  // What was stored under other ratings was played at other levels.
  const search::LevelTenths played =
      game.strength ? *parse_level_number(game.strength->played) : estimate_.level();
  strength_ = learn(estimate_, batch_.players[other].text, played,
                    game.result.summary.returns[static_cast<engine::Player>(seat)]);
  return *strength_;
}

absl::StatusOr<BatchResult> AutoBatch::run(BatchRun run, const Told& told) {
  BatchResult total{.stats = std::move(run.earlier)};
  Progress progress(std::move(run.progress));
  const IndexRange games = run.missing.empty() ? IndexRange{0, 0} : run.missing.front();
  for (std::uint64_t index = games.first; index < games.last; ++index) {
    LastGame last([this](const GameRecord& game) { return add(game); }, run.sink);
    auto result = run_batch(next_game(), {.earlier = std::move(total.stats),
                                          .missing = {{index, index + 1}},
                                          .sink = &last,
                                          .progress = progress.of_one_game(total.played)});
    if (!result.ok()) return result.status();
    total.stats = std::move(result->stats);
    total.played += result->played;
    total.nodes += result->nodes;
    total.status = result->status.ok() ? last.flush() : result->status;
    total.was_stopped = result->was_stopped;
    if (total.was_stopped || !total.status.ok() || !last.has_ended()) break;
    progress.after_game(total, batch_.games);
    if (told) told(*strength_);
  }
  total.seconds = progress.seconds();
  return total;
}

}  // namespace gauntlet::selfplay
