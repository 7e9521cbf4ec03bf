#include "selfplay/batch.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <stop_token>
#include <thread>
#include <utility>

#include "selfplay/game_graph.h"
#include "selfplay/players/player_pool.h"
#include "selfplay/schedule.h"
#include "selfplay/starts.h"
#include "selfplay/wait_for_stop.h"

namespace gauntlet::selfplay {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kChunkSeconds = 250e-6;  // what passing a chunk on costs is nothing beside it
constexpr std::uint64_t kMostChunkGames = 256;
constexpr absl::Duration kFlushEvery = absl::Milliseconds(100);
constexpr std::chrono::milliseconds kProgressEvery{500};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Others tell nothing of their chances.
bool someone_searches(const std::vector<PlayerSpec>& players) {
  return std::any_of(players.begin(), players.end(), [](const PlayerSpec& player) {
    return player.kind == PlayerSpec::Kind::kSearcher || player.kind == PlayerSpec::Kind::kLevel;
  });
}

/// Games that travel through the graph together; its memory is reused.
struct Chunk {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<GameRecord> games;
  std::size_t ended = 0;  ///< The first so many of `games` are valid.
};

/// One run of run_batch(): the three stages, the clock beside them, and what they share. source()
/// runs in order; work() runs on many threads and touches nothing else that changes but the pool
/// and `game_seconds_`.
class Run {
 public:
  Run(const Batch& batch, BatchRun run, PlayerPool& pool, const Starts& starts)
      : batch_(batch),
        run_(std::move(run)),
        pool_(pool),
        starts_(starts),
        schedule_(batch.seed, batch.game.players()),
        keys_(batch.game, batch.players),
        chunks_(items_under_way(batch.threads)),
        result_{.stats = std::move(run_.earlier)} {
    for (Chunk& chunk : chunks_) free_.push_back(&chunk);
    for (const IndexRange& range : run_.missing) wanted_ += range.last - range.first;
    unplayed_ = wanted_;
    if (run_.sink) usual_start_ = starts_.of(0);
  }

  BatchResult operator()() {
    {
      const std::jthread clock([this](const std::stop_token& stop) { tick(stop); });
      run_game_graph<Chunk>(
          batch_.threads, [this] { return source(); }, [this](Chunk& chunk) { work(chunk); },
          [this](Chunk& chunk) { sink(chunk); });
    }
    const absl::MutexLock lock(&result_mutex_);
    result_.seconds = seconds_since(begin_);
    result_.was_stopped = result_.status.ok() && result_.played < wanted_;
    return std::move(result_);
  }

 private:
  bool is_stopping() const {
    return batch_.stop.stop_requested() || has_failed_.load(std::memory_order_relaxed);
  }
  Chunk* source();
  std::uint64_t chunk_games() const;
  void work(Chunk& chunk);
  bool play(std::uint64_t index, const PlayerSet& set, GameRecord& record) const;
  void sink(Chunk& chunk);
  void keep(std::span<const GameRecord> games);
  void tick(const std::stop_token& stop);
  void fail_if(absl::Status status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(result_mutex_);

  const Batch& batch_;
  BatchRun run_;
  PlayerPool& pool_;
  const Starts& starts_;
  const Schedule schedule_;
  const GameKeys keys_;
  std::optional<engine::AnyState> usual_start_;
  const bool has_opinions_ = someone_searches(batch_.players);  // that can be noted
  std::uint64_t wanted_ = 0;                                    ///< All that are missing.
  std::vector<Chunk> chunks_;
  const Clock::time_point begin_ = Clock::now();

  // source and sink: a chunk is taken in the one and freed in the other, maybe at the same time
  absl::Mutex free_mutex_;
  std::vector<Chunk*> free_ ABSL_GUARDED_BY(free_mutex_);

  // source alone
  std::size_t range_ = 0;
  std::uint64_t unplayed_ = 0;

  // the stages among each other
  std::atomic<double> game_seconds_{0};  // of a recent chunk; only ever steers the size of chunks
  std::atomic<bool> has_failed_{false};

  // sink and clock
  absl::Mutex result_mutex_;
  BatchResult result_ ABSL_GUARDED_BY(result_mutex_);
};

/// As many games as take about kChunkSeconds, but few enough to give every thread some; of openings
/// that cost a search at least a block, so that none is made twice.
std::uint64_t Run::chunk_games() const {
  const double cost = game_seconds_.load(std::memory_order_relaxed);
  const auto least =
      static_cast<std::uint64_t>(starts_.are_judged() ? schedule_.games_per_block() : 1);
  if (cost <= 0) return least;
  const auto wanted = static_cast<std::uint64_t>(
      std::clamp(kChunkSeconds / cost, 1.0, static_cast<double>(kMostChunkGames)));
  const auto tokens = static_cast<std::uint64_t>(items_under_way(batch_.threads));
  const std::uint64_t games = std::clamp<std::uint64_t>(unplayed_ / tokens, 1, wanted);
  return (games + least - 1) / least * least;
}

Chunk* Run::source() {
  while (range_ < run_.missing.size() && run_.missing[range_].first == run_.missing[range_].last)
    ++range_;
  if (range_ == run_.missing.size() || is_stopping()) return nullptr;
  Chunk* chunk = nullptr;
  {
    const absl::MutexLock lock(&free_mutex_);
    assert(!free_.empty());
    chunk = free_.back();
    free_.pop_back();
  }
  IndexRange& range = run_.missing[range_];
  chunk->first = range.first;
  chunk->count = std::min(chunk_games(), range.last - range.first);
  range.first += chunk->count;
  unplayed_ -= chunk->count;
  return chunk;
}

void Run::work(Chunk& chunk) {
  const auto begin = Clock::now();
  if (chunk.games.size() < chunk.count) chunk.games.resize(chunk.count);
  chunk.ended = 0;
  auto set = pool_.take();
  assert(set.ok());
  while (chunk.ended < chunk.count && !is_stopping())
    if (play(chunk.first + chunk.ended, *set, chunk.games[chunk.ended])) ++chunk.ended;
  pool_.give(std::move(*set));
  if (chunk.ended > 0)
    game_seconds_.store(seconds_since(begin) / static_cast<double>(chunk.ended),
                        std::memory_order_relaxed);
}

/// False when the game was cut short.
bool Run::play(std::uint64_t index, const PlayerSet& set, GameRecord& record) const {
  const Slot slot = schedule_.slot(index);
  const engine::AnyState start = starts_.of(slot.block);
  if (batch_.stop.stop_requested()) return false;  // the opening may be half made
  std::array<Player*, engine::kMaxPlayers> seats{};
  const int players = schedule_.games_per_block();
  for (int seat = 0; seat < players; ++seat) {
    Player* const player = set[schedule_.player_at(seat, slot.rotation)].get();
    player->new_game(schedule_.player_seed(index, seat), static_cast<engine::Player>(seat));
    seats[static_cast<std::size_t>(seat)] = player;
  }
  engine::Rng dice = schedule_.dice(slot.block);
  const MatchOptions options{.records_moves = run_.sink != nullptr,
                             .takes_notes = run_.sink != nullptr && has_opinions_,
                             .most_plies = kMostPlies,
                             .stop = batch_.stop};
  play_match(start, {seats.data(), static_cast<std::size_t>(players)}, dice, options,
             record.result);
  record.index = index;
  record.key = keys_.of(slot, start, record.result.moves_key);
  record.start.clear();
  if (usual_start_ && !(start == *usual_start_)) record.start = start.to_text();
  return record.result.summary.termination != Termination::kStopped;
}

void Run::sink(Chunk& chunk) {
  keep({chunk.games.data(), chunk.ended});
  const absl::MutexLock lock(&free_mutex_);
  free_.push_back(&chunk);
}

void Run::keep(std::span<const GameRecord> games) {
  const absl::MutexLock lock(&result_mutex_);
  if (!result_.status.ok() || games.empty()) return;
  if (run_.sink) fail_if(run_.sink->write(games));
  if (!result_.status.ok()) return;
  for (const GameRecord& game : games) {
    result_.stats.add(schedule_.slot(game.index), game.result.summary, game.key);
    for (const std::uint64_t nodes : game.result.summary.nodes) result_.nodes += nodes;
  }
  result_.played += games.size();
}

void Run::fail_if(absl::Status status) {
  if (status.ok()) return;
  result_.status = std::move(status);
  has_failed_.store(true, std::memory_order_relaxed);
}

/// Flushes and reports by the clock, for a game may take long.
void Run::tick(const std::stop_token& stop) {
  Clock::time_point last_report = begin_;
  while (!wait_for_stop(stop, kFlushEvery)) {
    const absl::MutexLock lock(&result_mutex_);
    if (run_.sink && result_.status.ok()) fail_if(run_.sink->flush());
    const auto now = Clock::now();
    if (!run_.progress || now - last_report < kProgressEvery) continue;
    last_report = now;
    run_.progress({result_.stats, batch_.games, result_.played, seconds_since(begin_)});
  }
}

}  // namespace

std::string usual_start(const Batch& batch) {
  Batch unstopped = batch;  // a store keeps it, and compares it with that of the run that goes on
  unstopped.stop = {};
  return Starts(unstopped).of(0).to_text();
}

absl::StatusOr<BatchResult> run_batch(const Batch& batch, BatchRun run) {
  assert(batch.players.size() == static_cast<std::size_t>(batch.game.players()));
  PlayerPool pool(batch.players, batch.game, batch.setup);
  auto first = pool.take();
  if (!first.ok()) return first.status();
  pool.give(std::move(*first));
  const Starts starts(batch);
  if (const absl::Status status = starts.usable(); !status.ok()) return status;
  return Run(batch, std::move(run), pool, starts)();
}

absl::StatusOr<BatchResult> run_batch(const Batch& batch) {
  return run_batch(batch, {.earlier = Stats(batch.game.players()),
                           .missing = {{0, batch.games}},
                           .sink = nullptr,
                           .progress = {}});
}

}  // namespace gauntlet::selfplay
