#include "selfplay/thinking/thinking_pool.h"

#include <absl/time/time.h>
#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace gauntlet::selfplay {

using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kLongestThought{30};

/// With more searches than cores each waits for a core before it can see that its time is over, so
/// the crowd ends earlier.
steady_clock::time_point earlier(steady_clock::time_point deadline, std::size_t searches) {
  constexpr std::chrono::milliseconds kTurn{15};
  static const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  const steady_clock::duration left = deadline - steady_clock::now();
  if (searches <= cores || left.count() <= 0) return deadline;
  return deadline - std::min<steady_clock::duration>((searches - cores) * kTurn, left / 3);
}

/// The calling thread leaves the cores to the others, so that answers go out in time however many
/// think. (On Linux priorities are those of threads.)
void step_back() {
  constexpr int kBehind = 10;
  setpriority(PRIO_PROCESS, 0, kBehind);
}

}  // namespace

/// A question from when it is asked until it is answered. What its mutex guards is the pool's.
struct ThinkingPool::Thought {
  explicit Thought(Question asked) : question(std::move(asked)) {}

  const Question question;
  std::stop_source stop = {};         // by the pool
  Time deadline = {};                 // set before anybody thinks, as is ..
  Time crisis_deadline = {};          // .. this
  bool is_forgotten = false;          // guarded
  bool is_answered = false;           // guarded: by the watchdog
  std::optional<Choice> so_far = {};  // guarded: for the watchdog
};

ThinkingPool::ThinkingPool(const Options& options)
    : options_(options),
      thread_count_(static_cast<std::size_t>(std::max(options.threads, 1))),
      kept_(options.most_kept, options.most_kept_bytes),
      watchdog_([this] { watch(); }) {
  for (std::size_t i = 0; i < thread_count_; ++i) threads_.emplace_back([this] { work(); });
}

ThinkingPool::~ThinkingPool() {
  {
    const absl::MutexLock lock(&mutex_);
    is_closing_ = true;
    for (const auto& [due, thought] : waiting_) thought->stop.request_stop();
    for (const Shared& thought : under_way_) thought->stop.request_stop();
  }
  threads_.clear();
}

bool ThinkingPool::ask(Question question) {
  const Time due = question.due;
  const auto thought = std::make_shared<Thought>(std::move(question));
  const absl::MutexLock lock(&mutex_);
  if (waiting_.size() >= options_.most_waiting) return false;
  if (is_closing_) thought->stop.request_stop();
  waiting_.emplace(due, thought);
  return true;
}

void ThinkingPool::forget(const std::string& mind) {
  std::vector<Shared> dropped;  // these two are freed without the lock
  KeptPlayers::List freed;
  const absl::MutexLock lock(&mutex_);
  for (auto next = waiting_.begin(); next != waiting_.end();) {
    const bool is_theirs = next->second->question.mind == mind;
    if (is_theirs) dropped.push_back(next->second);
    next = is_theirs ? waiting_.erase(next) : std::next(next);
  }
  for (const Shared& thought : under_way_) {
    if (thought->question.mind != mind) continue;
    thought->is_forgotten = true;
    thought->stop.request_stop();
  }
  freed = kept_.forget(mind);
}

std::size_t ThinkingPool::kept_bytes() const {
  const absl::ReaderMutexLock lock(&mutex_);
  return kept_.bytes();
}

ThinkingPool::Time::duration ThinkingPool::kept_back_of(Time::duration allowance) const {
  const absl::ReaderMutexLock lock(&mutex_);
  return overhead_.of(allowance);
}

void ThinkingPool::work() {
  if (options_.steps_back) step_back();
  while (const Shared thought = next()) {
    const Answer answer = is_hopeless(*thought) ? Answer() : answer_to(*thought);
    if (is_wanted(thought)) thought->question.answered(answer);
  }
}

bool ThinkingPool::has_work() const {
  return is_closing_ || !waiting_.empty();
}

/// Waits for a question; null at the end. Those that are stopped cost nothing, and go first.
ThinkingPool::Shared ThinkingPool::next() {
  const absl::MutexLock lock(&mutex_, absl::Condition(this, &ThinkingPool::has_work));
  if (waiting_.empty()) return nullptr;
  auto chosen = std::ranges::find_if(
      waiting_, [](const auto& waiting) { return waiting.second->question.stop.stop_requested(); });
  if (chosen == waiting_.end()) chosen = waiting_.begin();
  Shared thought = chosen->second;
  waiting_.erase(chosen);
  under_way_.push_back(thought);
  thought->deadline = deadline_of(*thought);
  thought->crisis_deadline = crisis_deadline_of(*thought);
  return thought;
}

/// When the search is to end. It leaves as much time to each of those who wait.
ThinkingPool::Time ThinkingPool::deadline_of(const Thought& thought) const {
  if (thought.question.due == Time::max() && !options_.is_punctual) return Time::max();
  const Time now = steady_clock::now();
  Time::duration time = thought.question.due - now;
  if (options_.is_punctual) time -= overhead_.of(time);
  if (!waiting_.empty()) {
    const auto threads = static_cast<double>(thread_count_);
    const double share = threads / (threads + static_cast<double>(waiting_.size()));
    time = std::chrono::duration_cast<Time::duration>(time * share);
  }
  if (options_.is_punctual) time = std::min<Time::duration>(time, kLongestThought);
  return earlier(now + time, under_way_.size());
}

/// Where others wait nobody takes longer, whatever the search sees.
ThinkingPool::Time ThinkingPool::crisis_deadline_of(const Thought& thought) const {
  const Time due = thought.question.crisis_due;
  if (due == Time::max()) return due;
  return waiting_.empty() ? std::max(thought.deadline, earlier(due, under_way_.size()))
                          : thought.deadline;
}

/// Nobody needs to think about it.
bool ThinkingPool::is_hopeless(const Thought& thought) const {
  if (thought.stop.stop_requested() || thought.question.stop.stop_requested()) return true;
  return options_.is_punctual && steady_clock::now() >= thought.question.due;
}

Answer ThinkingPool::answer_to(Thought& thought) {
  const Question& question = thought.question;
  try {
    KeptPlayers::List player = player_for(question);
    std::stop_source stop = thought.stop;
    const std::stop_callback pass_on(question.stop, [&stop] { stop.request_stop(); });
    std::function<void(const Choice&)> so_far;
    if (question.latest != Time::max())
      so_far = [this, &thought](const Choice& choice) { keep_in_mind(thought, choice); };
    const Choice choice =
        player.front().player->choose(question.view, {.deadline = thought.deadline,
                                                      .crisis_deadline = thought.crisis_deadline,
                                                      .nodes = question.nodes,
                                                      .stop = stop.get_token(),
                                                      .so_far = so_far});
    give_back(thought, std::move(player));
    return is_in_time(thought) ? Answer{choice} : Answer{};
  } catch (...) {
    return {.failure = std::current_exception()};
  }
}

/// One that is kept, or a new one.
KeptPlayers::List ThinkingPool::player_for(const Question& question) {
  KeptPlayers::List player, freed;
  {
    const absl::MutexLock lock(&mutex_);
    player = kept_.take(question.mind);
    if (player.empty()) freed = kept_.make_room();
  }
  freed.clear();  // first, so that both do not exist together
  const bool is_new = player.empty();
  if (is_new) {
    player.push_back({question.mind, question.game});
    player.front().player = question.make(player.front().game);
  }
  if (is_new || player.front().round != question.round)
    player.front().player->new_game(question.seed, engine::kNobody);
  player.front().round = question.round;
  return player;
}

void ThinkingPool::give_back(const Thought& thought, KeptPlayers::List player) {
  KeptPlayers::List freed;  // without the lock
  const absl::MutexLock lock(&mutex_);
  if (thought.is_forgotten)
    freed = std::move(player);
  else
    freed = kept_.rest(std::move(player));
}

/// Learns from how late it is.
bool ThinkingPool::is_in_time(const Thought& thought) {
  if (!options_.is_punctual) return true;
  const Time now = steady_clock::now();
  const absl::MutexLock lock(&mutex_);
  overhead_.learn(now - thought.deadline);
  return now < thought.question.due;
}

/// It is under way no longer.
bool ThinkingPool::is_wanted(const Shared& thought) {
  const absl::MutexLock lock(&mutex_);
  std::erase(under_way_, thought);
  return !thought->is_forgotten && !thought->is_answered;
}

void ThinkingPool::keep_in_mind(Thought& thought, const Choice& choice) {
  const absl::MutexLock lock(&mutex_);
  thought.so_far = choice;
}

/// The question that must be answered first, of those to which there is an answer; null: none.
ThinkingPool::Shared ThinkingPool::most_urgent() const {
  Shared urgent;
  for (const Shared& thought : under_way_)
    if (thought->so_far && !thought->is_answered && !thought->is_forgotten &&
        (!urgent || thought->question.latest < urgent->question.latest))
      urgent = thought;
  return urgent;
}

/// Answers for players that would come late. A thread that has slept gets a core sooner than one
/// that has searched all the time, so this one is in time where the search is not.
void ThinkingPool::watch() {
  const absl::MutexLock lock(&mutex_);
  while (!is_closing_) {
    const Shared urgent = most_urgent();
    const auto has_changed = [this, &urgent]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return is_closing_ || most_urgent() != urgent;
    };
    const absl::Duration patience =
        urgent ? absl::FromChrono(urgent->question.latest - steady_clock::now())
               : absl::InfiniteDuration();
    if (!mutex_.AwaitWithTimeout(absl::Condition(&has_changed), patience)) give_up_on(*urgent);
  }
}

void ThinkingPool::give_up_on(Thought& thought) {
  thought.is_answered = true;
  thought.stop.request_stop();
  const Answer answer{thought.so_far};
  mutex_.Unlock();
  thought.question.answered(answer);
  mutex_.Lock();
}

}  // namespace gauntlet::selfplay
