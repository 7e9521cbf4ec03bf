#include "tools/bot_pool.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/rng.h"

namespace gauntlet::tools {

/// What the mutex does not guard belongs to the thread that thinks, or to nobody.
struct BotPool::Bot {
  explicit Bot(const HostWishes::Bot& wish) : wish(wish) {}

  const HostWishes::Bot wish;
  const std::stop_source gone;               // stops it for good
  std::unique_ptr<selfplay::Player> player;  // null: to be made at the next question
  std::uint64_t players_made = 0;
  std::optional<engine::AnyState> view;  // of the question
  Time due{};                            // guarded
};

BotPool::BotPool(int threads, Answer answer, std::size_t most_kept)
    : thread_count_(static_cast<std::size_t>(std::max(threads, 1))),
      most_kept_(most_kept),
      answer_(std::move(answer)) {
  for (std::size_t i = 0; i < thread_count_; ++i)
    threads_.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
}

BotPool::~BotPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, bot] : bots_) bot->gone.request_stop();
  }
  threads_.clear();
}

void BotPool::add(const HostWishes::Bot& bot) {
  const std::lock_guard lock(mutex_);
  bots_.try_emplace(bot.id, std::make_shared<Bot>(bot));
}

void BotPool::ask(const HostWishes::Question& question) {
  const std::lock_guard lock(mutex_);
  const auto found = bots_.find(question.bot);
  if (found == bots_.end()) return;
  const Shared& bot = found->second;
  bot->view = question.view;
  bot->due = std::chrono::steady_clock::now() + question.allowance;
  queue_.push_back(bot);
  is_asked_.notify_one();
}

void BotPool::remove(BotId id) {
  Shared bot;  // freed without the lock
  const std::lock_guard lock(mutex_);
  const auto found = bots_.find(id);
  if (found == bots_.end()) return;
  bot = found->second;
  bot->gone.request_stop();
  wake(bot);
  std::erase(queue_, bot);
  bots_.erase(found);
}

std::size_t BotPool::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

void BotPool::work(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  while (is_asked_.wait(lock, stop, [this] { return !queue_.empty(); })) {
    if (stop.stop_requested()) return;
    Shared bot = std::move(queue_.front());
    queue_.pop_front();
    wake(bot);
    const Time until = deadline(bot->due);
    lock.unlock();
    const engine::AnyMove move = think(*bot, until);
    lock.lock();
    if (!bot->gone.stop_requested()) {
      rest(bot);
      answer_(bot->wish.id, move);
    }
    auto freed_without_lock = too_many();
    lock.unlock();
    freed_without_lock.clear();
    bot.reset();
    lock.lock();
  }
}

/// The part of the time until `due` that leaves as much to each of those who wait. Called with the
/// lock.
BotPool::Time BotPool::deadline(Time due) const {
  const Time now = std::chrono::steady_clock::now();
  const double share =
      static_cast<double>(thread_count_) / static_cast<double>(thread_count_ + queue_.size());
  return now + std::chrono::duration_cast<Time::duration>(share * (due - now));
}

/// The answer to the question; a random move when there is no such player. Called without the lock.
engine::AnyMove BotPool::think(Bot& bot, Time deadline) {
  if (!bot.player) {
    bot.player = make_player(bot);
    if (bot.player) bot.player->new_game(bot.wish.seed + bot.players_made++, bot.view->to_move());
  }
  if (bot.player) return bot.player->choose(*bot.view, {deadline, bot.gone.get_token()}).move;
  engine::Rng rng(bot.wish.seed, bot.players_made++);
  return bot.view->random_move(rng);
}

/// Null when there is no such player.
std::unique_ptr<selfplay::Player> BotPool::make_player(const Bot& bot) {
  const auto spec = selfplay::parse_deadline_player(bot.wish.spec, bot.wish.game);
  if (!spec) return nullptr;
  auto player = selfplay::make_player(*spec, bot.wish.game);
  return player ? std::move(*player) : nullptr;
}

/// Its search is kept for the next move. Called with the lock.
void BotPool::rest(const Shared& bot) {
  if (!bot->player) return;
  resting_.push_back(bot);
  kept_ += bot->player->memory();
}

/// Its search is not for others to free any more. Called with the lock.
void BotPool::wake(const Shared& bot) {
  if (std::erase(resting_, bot) > 0) kept_ -= bot->player->memory();
}

/// The searches that have rested longest, as many as are beyond most_kept_. Called with the lock.
std::vector<std::unique_ptr<selfplay::Player>> BotPool::too_many() {
  std::vector<std::unique_ptr<selfplay::Player>> freed;
  while (kept_ > most_kept_) {
    const Shared bot = resting_.front();
    wake(bot);
    freed.push_back(std::move(bot->player));
  }
  return freed;
}

}  // namespace gauntlet::tools
