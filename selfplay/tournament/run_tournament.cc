#include "selfplay/tournament/run_tournament.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <array>
#include <chrono>
#include <deque>
#include <optional>
#include <thread>
#include <utility>

#include "selfplay/batch.h"
#include "selfplay/core_shares.h"
#include "selfplay/game_graph.h"
#include "selfplay/starts.h"
#include "selfplay/tournament/entrant_pool.h"
#include "selfplay/tournament/level_steps.h"
#include "selfplay/tournament/seating.h"
#include "selfplay/wait_for_stop.h"

namespace gauntlet::selfplay {

namespace {

using Steady = std::chrono::steady_clock;
/// Which encounter of a tournament it is: who meets, and for which time.
using EncounterId = std::pair<std::vector<int>, std::uint64_t>;

EncounterId id_of(const Encounter& encounter) {
  return {encounter.entrants, encounter.meeting};
}

/// A batch that has the openings of the tournament.
Batch opening_batch(const Tournament& tournament) {
  Batch batch{.game = tournament.game};
  batch.seed = tournament.seed;
  batch.openings = tournament.openings;
  batch.stop = tournament.stop;
  return batch;
}

PlayedEncounter::Game brief(const TournamentGame& game) {
  PlayedEncounter::Game result;
  std::copy(game.seats.begin(), game.seats.end(), result.seats.begin());
  result.returns = game.result.summary.returns;
  result.value = game.value.value_or(result.returns);
  result.key = game.key;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    result.forfeits[seat] = game.result.summary.has_forfeited(seat);
  return result;
}

/// An encounter some of whose games have not ended.
struct OpenEncounter {
  PlayedEncounter played;
  int ended = 0;
  std::array<bool, engine::kMaxPlayers> has_ended{};
};

/// One run of run_tournament(): the schedule, what plays, and what keeps.
class TournamentRunner {
 public:
  TournamentRunner(const Tournament& tournament, TournamentRun run, const Starts& starts)
      : tournament_(tournament),
        run_(std::move(run)),
        starts_(starts),
        seats_(tournament.game.players()),
        cores_(cores_for(tournament)),
        pool_(run_.make, tournament.entrants.size(), static_cast<std::size_t>(tournament.threads)),
        tasks_(items_under_way(tournament.threads),
               Task{{.encounter = {}, .start = starts.of(0)}, absl::OkStatus()}),
        format_(make_format(format_of(tournament))),
        result_(tournament.entrants.size()) {
    for (Task& task : tasks_) free_.push_back(&task);
    for (TournamentGame& game : run_.earlier)
      earlier_[id_of(game.encounter)].push_back(std::move(game));
  }

  TournamentResult operator()() {
    {
      const std::jthread clock([this](const std::stop_token& stop) { tick(stop); });
      run_game_graph<Task>(
          tournament_.threads, [this] { return next(); }, [this](Task& task) { play(task); },
          [this](Task& task) { keep(task); });
    }
    const absl::MutexLock lock(&mutex_);
    bring_up_to_date();
    if (run_.sink && result_.status.ok()) result_.status = run_.sink->flush();
    result_.was_stopped = result_.status.ok() && (!open_.empty() || has_more_);
    return std::move(result_);
  }

 private:
  struct Task {
    TournamentGame game;
    absl::Status status;
  };

  bool is_stopping() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return tournament_.stop.stop_requested() || !result_.status.ok();
  }
  Task* next();
  bool schedule_more() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void add_earlier(const Encounter& encounter, OpenEncounter& open)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void play(Task& task);
  void keep(Task& task);
  void add(const TournamentGame& game) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void close(const EncounterId& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void count_ended() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void bring_up_to_date() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void tick(const std::stop_token& stop);

  const Tournament& tournament_;
  TournamentRun run_;
  const Starts& starts_;
  const int seats_;
  CoreShares cores_;
  EntrantPool pool_;
  const Steady::time_point begin_ = Steady::now();
  std::deque<Task> tasks_;

  absl::Mutex mutex_;
  std::vector<Task*> free_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<Format> format_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<EncounterId, std::vector<TournamentGame>> earlier_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::pair<Encounter, int>> games_to_play_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<EncounterId, OpenEncounter> open_ ABSL_GUARDED_BY(mutex_);
  std::vector<PlayedEncounter> uncounted_ ABSL_GUARDED_BY(mutex_);  // as far as is known now
  bool has_more_ ABSL_GUARDED_BY(mutex_) = false;                   // it was stopped before the end
  TournamentResult result_ ABSL_GUARDED_BY(mutex_);
};

TournamentRunner::Task* TournamentRunner::next() {
  const absl::MutexLock lock(&mutex_);
  while (games_to_play_.empty()) {
    if (is_stopping()) {
      has_more_ |= format_->next().has_value();
      return nullptr;
    }
    if (!schedule_more()) return nullptr;
  }
  if (is_stopping()) return nullptr;
  Task* const task = free_.back();
  free_.pop_back();
  std::tie(task->game.encounter, task->game.rotation) = std::move(games_to_play_.front());
  games_to_play_.pop_front();
  return task;
}

/// Takes the format's next encounter; false when there is none now.
bool TournamentRunner::schedule_more() {
  const auto encounter = format_->next();
  if (!encounter) return false;
  OpenEncounter& open = open_[id_of(*encounter)];
  open.played.encounter = *encounter;
  add_earlier(*encounter, open);
  for (int rotation = 0; rotation < seats_; ++rotation)
    if (!open.has_ended[static_cast<std::size_t>(rotation)])
      games_to_play_.emplace_back(*encounter, rotation);
  if (open.ended == seats_) close(id_of(*encounter));
  return true;
}

/// The games of it that an earlier run has played.
void TournamentRunner::add_earlier(const Encounter& encounter, OpenEncounter& open) {
  const auto found = earlier_.find(id_of(encounter));
  if (found == earlier_.end()) return;
  for (const TournamentGame& game : found->second) {
    const auto place = static_cast<std::size_t>(game.rotation);
    if (open.has_ended[place]) continue;
    open.played.games[place] = brief(game);
    open.has_ended[place] = true;
    ++open.ended;
    ++result_.ended_games;
    result_.add_verdicts(game);
  }
  earlier_.erase(found);
}

void TournamentRunner::play(Task& task) {
  TournamentGame& game = task.game;
  const Seating seating(tournament_, game.encounter);
  game.seats = seating.seats(game.rotation);
  game.start = starts_.of(game.encounter.opening);
  game.result.summary.termination = Termination::kStopped;  // unless it is played to its end
  if (tournament_.stop.stop_requested()) return;            // the opening may be half made
  const CoreShares::Hold share(cores_);
  std::vector<std::unique_ptr<Player>> players;
  std::vector<Player*> seats;
  for (int seat = 0; seat < seats_; ++seat) {
    auto player = pool_.take(game.seats[static_cast<std::size_t>(seat)], share.index());
    if (!player.ok()) {
      task.status = player.status();
      return;
    }
    (*player)->new_game(seating.player_seed(game.rotation, seat),
                        static_cast<engine::Player>(seat));
    seats.push_back(player->get());
    players.push_back(std::move(*player));
  }
  engine::Rng dice = seating.dice();
  GameClock clock(tournament_.time);
  play_match(game.start, seats, dice,
             {.takes_notes = run_.sink != nullptr,
              .takes_times = run_.sink != nullptr,
              .stop = tournament_.stop,
              .clock = tournament_.time.is_timed() ? &clock : nullptr,
              .nodes = tournament_.time.nodes.value_or(Allowance::kNoNodes)},
             game.result);
  game.key = game_key(game.start, game.result.moves_key, seating.key(game.rotation));
  if (run_.value && game.result.summary.termination != Termination::kStopped)
    game.value = run_.value(game);
  game.conversations.clear();
  for (const Player* player : seats) game.conversations.push_back(player->conversation());
  for (int seat = 0; seat < seats_; ++seat)
    pool_.give(game.seats[static_cast<std::size_t>(seat)], share.index(),
               std::move(players[static_cast<std::size_t>(seat)]));
}

void TournamentRunner::keep(Task& task) {
  const absl::MutexLock lock(&mutex_);
  free_.push_back(&task);
  if (result_.status.ok() && !task.status.ok()) result_.status = task.status;
  if (!result_.status.ok() || task.game.result.summary.termination == Termination::kStopped) return;
  if (run_.sink) result_.status = run_.sink->write(task.game);
  if (!result_.status.ok()) return;
  ++result_.played;
  ++result_.ended_games;
  result_.add_verdicts(task.game);
  add(task.game);
}

void TournamentRunner::add(const TournamentGame& game) {
  OpenEncounter& open = open_[id_of(game.encounter)];
  const auto place = static_cast<std::size_t>(game.rotation);
  open.played.games[place] = brief(game);
  open.has_ended[place] = true;
  if (++open.ended == seats_) close(id_of(game.encounter));
}

void TournamentRunner::close(const EncounterId& id) {
  const auto found = open_.find(id);
  uncounted_.push_back(found->second.played);
  open_.erase(found);
  const PlayedEncounter& played = uncounted_.back();
  format_->ended(played.encounter, played.points());
  count_ended();
}

/// Counts what the format counts by now.
void TournamentRunner::count_ended() {
  std::vector<PlayedEncounter> others;
  for (PlayedEncounter& played : uncounted_) {
    if (format_->counts(played.encounter)) {
      result_.add(played);
    } else {
      others.push_back(std::move(played));
    }
  }
  uncounted_ = std::move(others);
}

void TournamentRunner::bring_up_to_date() {
  result_.expected_games = format_->expected_encounters() * static_cast<std::uint64_t>(seats_);
  result_.seconds = std::chrono::duration<double>(Steady::now() - begin_).count();
  result_.remark = format_->remark();
  for (int entrant = 0; entrant < static_cast<int>(tournament_.entrants.size()); ++entrant)
    result_.set_merit(entrant, format_->merit(entrant));
}

/// Flushes and reports by the clock, for a game may take long.
void TournamentRunner::tick(const std::stop_token& stop) {
  constexpr absl::Duration kFlushEvery = absl::Milliseconds(100);
  constexpr std::chrono::milliseconds kProgressEvery{500};
  Steady::time_point last_report = begin_;
  while (!wait_for_stop(stop, kFlushEvery)) {
    const absl::MutexLock lock(&mutex_);
    if (run_.sink && result_.status.ok()) result_.status = run_.sink->flush();
    if (!run_.progress || Steady::now() - last_report < kProgressEvery) continue;
    last_report = Steady::now();
    bring_up_to_date();
    run_.progress(result_);
  }
}

}  // namespace

FormatOptions format_of(const Tournament& tournament) {
  FormatOptions options = tournament.format;
  options.entrants = static_cast<int>(tournament.entrants.size());
  options.seats = tournament.game.players();
  options.seed = tournament.seed;
  if (options.step_rounds > 0) options.steps = level_steps(tournament.entrants);
  return options;
}

CoreShares cores_for(const Tournament& tournament) {
  return tournament.time.is_timed() ? CoreShares(tournament.threads, physical_cores())
                                    : CoreShares();
}

absl::StatusOr<TournamentResult> run_tournament(const Tournament& tournament, TournamentRun run) {
  const Batch openings = opening_batch(tournament);
  const Starts starts(openings);
  if (const absl::Status status = starts.usable(); !status.ok()) return status;
  return TournamentRunner(tournament, std::move(run), starts)();
}

}  // namespace gauntlet::selfplay
