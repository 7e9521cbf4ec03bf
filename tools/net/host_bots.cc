#include "tools/net/host_bots.h"

#include <string>
#include <utility>

#include "engine/rng.h"
#include "selfplay/thinking/player_recipe.h"

namespace gauntlet::tools {

HostBots::HostBots(int threads, selfplay::Pace pace, Answered answered)
    : answered_(std::move(answered)), pool_({.threads = threads}) {
  if (pace == selfplay::Pace::kHuman) pacer_.emplace(0);
}

void HostBots::add(const HostActions::Bot& bot) {
  bots_.try_emplace(bot.id, Bot{bot});
}

void HostBots::ask(const HostActions::Question& question) {
  const auto found = bots_.find(question.bot);
  if (found == bots_.end()) return;
  const HostActions::Bot& bot = found->second.wish;
  // A player that has to be made again does not repeat what the one before has drawn.
  const std::uint64_t seed = bot.seed + found->second.questions++;
  const auto at_random = [this, question, seed] {
    engine::Rng rng(seed);
    answered_(question.bot, question.view.random_move(rng));
  };
  const auto answered = [this, at_random, bot = question.bot](const selfplay::Answer& answer) {
    answer.choice ? answered_(bot, answer.choice->move) : at_random();
  };
  selfplay::Question asked{
      .game = bot.game,
      .view = question.view,
      .mind = std::to_string(bot.id),
      .make = [recipe = selfplay::PlayerRecipe{.player = bot.spec}](
                  const engine::AnyGame& game) { return make_player(recipe, game); },
      .seed = seed,
      .due = std::chrono::steady_clock::now() + question.allowance,
      .answered = answered};
  const bool is_paced = pacer_ && question.is_seen;
  if (!pool_.ask(is_paced ? pacer_->paced(std::move(asked)) : std::move(asked))) at_random();
}

void HostBots::remove(BotId bot) {
  if (bots_.erase(bot) > 0) pool_.forget(std::to_string(bot));
}

}  // namespace gauntlet::tools
