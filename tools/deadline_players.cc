#include "tools/deadline_players.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestThought{30};

/// With more searches than cores each waits for a core before it can see that its time is over, so
/// the crowd ends earlier.
steady_clock::time_point earlier(steady_clock::time_point deadline, int searches) {
  constexpr std::chrono::milliseconds kTurn{15};
  static const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  const steady_clock::duration left = deadline - steady_clock::now();
  if (searches <= cores || left.count() <= 0) return deadline;
  return deadline - std::min<steady_clock::duration>((searches - cores) * kTurn, left / 3);
}

/// Counts who is inside.
class Visit {
 public:
  explicit Visit(std::atomic<int>& count) : count_(count), inside_(++count) {}
  ~Visit() { --count_; }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  /// With this one, when it came.
  int inside() const { return inside_; }

 private:
  std::atomic<int>& count_;
  const int inside_;
};

}  // namespace

std::optional<engine::AnyMove> DeadlinePlayers::choose(const Question& question,
                                                       std::stop_token stop) {
  const Visit visit(searches_);
  const Time now = steady_clock::now();
  if (now >= question.due) return std::nullopt;
  const Time deadline = deadline_of(question, now, visit.inside());
  const engine::AnyMove move = think(question, deadline, std::move(stop));
  const Time done = steady_clock::now();
  learn(done - deadline);
  return done < question.due ? std::optional(move) : std::nullopt;
}

engine::AnyMove DeadlinePlayers::think(const Question& question, Time deadline,
                                       std::stop_token stop) {
  Seats seat = take(question.game, question.spec);
  if (seat.empty()) {
    engine::Rng rng(seed_);
    return question.view.random_move(rng);
  }
  const engine::AnyMove move =
      seat.front().player->choose(question.view, {deadline, std::move(stop)}).move;
  give_back(std::move(seat));
  return move;
}

/// When the search is to end.
DeadlinePlayers::Time DeadlinePlayers::deadline_of(const Question& question, Time now,
                                                   int searches) const {
  const Time::duration left = question.due - now;
  const Time::duration thought =
      (left - kept_back_of(left)) * question.threads / (question.threads + question.waiting);
  return earlier(now + std::min<Time::duration>(thought, kLongestThought), searches);
}

DeadlinePlayers::Time::duration DeadlinePlayers::kept_back_of(Time::duration allowance) const {
  const std::lock_guard lock(mutex_);
  return margin_.of(allowance);
}

void DeadlinePlayers::learn(Time::duration late) {
  const std::lock_guard lock(mutex_);
  margin_.learn(late);
}

/// One seat, or none when there is no such player.
DeadlinePlayers::Seats DeadlinePlayers::take(const engine::AnyGame& game, const std::string& spec) {
  Seats taken;
  std::uint64_t seed = 0;
  {
    const std::lock_guard lock(mutex_);
    for (auto seat = idle_.begin(); seat != idle_.end(); ++seat) {
      if (seat->spec != spec || seat->game.name() != game.name()) continue;
      taken.splice(taken.end(), idle_, seat);
      return taken;
    }
    seed = seed_++;
  }
  const auto parsed = selfplay::parse_deadline_player(spec, game);
  if (!parsed) return taken;
  auto player = selfplay::make_player(*parsed, game, {.threads = threads_});
  if (!player) return taken;
  (*player)->new_game(seed, engine::kNobody);
  taken.push_back({game, spec, std::move(*player)});
  return taken;
}

void DeadlinePlayers::give_back(Seats seat) {
  Seats too_many;  // freed without the lock
  const std::lock_guard lock(mutex_);
  idle_.splice(idle_.end(), seat);
  if (idle_.size() > kMostIdle) too_many.splice(too_many.end(), idle_, idle_.begin());
}

}  // namespace gauntlet::tools
