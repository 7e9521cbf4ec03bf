#include "tools/bot_pool.h"

#include <algorithm>
#include <utility>

#include "engine/rng.h"
#include "selfplay/player_spec.h"

namespace gauntlet::tools {

/// What the mutex does not guard belongs to the thread that thinks, or to nobody.
struct BotPool::Bot {
  explicit Bot(const HostWishes::Bot& wish) : wish(wish) {}

  const HostWishes::Bot wish;
  std::unique_ptr<selfplay::Player> player;  // null: to be made at the next question
  std::uint64_t players_made = 0;

  std::optional<HostWishes::Question> question;  // guarded
  std::stop_source stop;                         // guarded; of `player`
  Time due{};                                    // guarded
  bool is_gone = false;                          // guarded
};

BotPool::BotPool(int threads, Answer answer) : answer_(std::move(answer)) {
  for (int i = 0; i < std::max(threads, 1); ++i)
    threads_.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
}

BotPool::~BotPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, bot] : bots_) {
      bot->is_gone = true;
      bot->stop.request_stop();
    }
  }
  threads_.clear();
}

void BotPool::add(const HostWishes::Bot& bot) {
  const std::lock_guard lock(mutex_);
  bots_.try_emplace(bot.id, std::make_shared<Bot>(bot));
}

void BotPool::ask(const HostWishes::Question& question, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = bots_.find(question.bot);
  if (found == bots_.end()) return;
  const Shared& bot = found->second;
  bot->question = question;
  bot->due = now + question.allowance;
  std::erase(resting_, bot);
  queue_.push_back(bot);
  is_asked_.notify_one();
}

void BotPool::remove(BotId id) {
  const std::lock_guard lock(mutex_);
  const auto found = bots_.find(id);
  if (found == bots_.end()) return;
  const Shared bot = found->second;
  bot->is_gone = true;
  bot->stop.request_stop();
  std::erase(resting_, bot);
  std::erase(queue_, bot);
  bots_.erase(found);
}

void BotPool::stop_overdue(Time now) {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, bot] : bots_)
    if (bot->question && now >= bot->due) bot->stop.request_stop();
}

void BotPool::work(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  while (is_asked_.wait(lock, stop, [this] { return !queue_.empty(); })) {
    if (stop.stop_requested()) return;
    const Shared bot = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const auto move = think(*bot);
    lock.lock();
    bot->question.reset();
    if (bot->is_gone) continue;
    rest(bot);
    answer_(bot->wish.id, move);
  }
}

/// The answer to the question; a random move when there was no time to begin with. Called without
/// the lock.
engine::AnyMove BotPool::think(Bot& bot) {
  if (!bot.player && !bot.stop.stop_requested()) {
    bot.player = make_player(bot);
    if (bot.player) bot.player->new_game(bot.wish.seed + bot.players_made++, bot.wish.seat);
  }
  if (bot.player) return bot.player->choose(bot.question->view).move;
  engine::Rng rng(bot.wish.seed, bot.players_made++);
  return bot.question->view.random_move(rng);
}

/// Null when there is no such player.
std::unique_ptr<selfplay::Player> BotPool::make_player(const Bot& bot) {
  const auto spec = selfplay::parse_player(bot.wish.spec, bot.wish.game);
  if (!spec) return nullptr;
  auto player = selfplay::make_player(*spec, bot.wish.game, {bot.stop.get_token(), {}});
  return player ? std::move(*player) : nullptr;
}

/// A search that was stopped stays stopped, so another one takes its place. Called with the lock.
void BotPool::rest(const Shared& bot) {
  if (bot->stop.stop_requested()) {
    bot->player.reset();
    bot->stop = std::stop_source();
    return;
  }
  resting_.push_back(bot);
  if (resting_.size() <= kMostKept) return;
  resting_.front()->player.reset();
  resting_.pop_front();
}

}  // namespace gauntlet::tools
