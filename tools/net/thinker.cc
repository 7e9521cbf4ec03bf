#include "tools/net/thinker.h"

#include <stdexcept>
#include <utility>

namespace gauntlet::tools {

Thinker::Thinker(Options options, std::function<void(const Answer&)> answered)
    : options_(std::move(options)),
      answered_(std::move(answered)),
      worker_([this](std::stop_token stop) { work(std::move(stop)); }) {}

Thinker::~Thinker() {
  drop();
}

void Thinker::new_game(std::uint64_t seed) {
  seed_ = seed;
}

void Thinker::think(std::uint64_t number, const Decision& decision, Client::Time deadline) {
  current_.request_stop();
  current_ = std::stop_source();
  {
    const std::scoped_lock lock(mutex_);
    // A question that begins a game may be replaced before the worker has seen it.
    if (next_ && next_->seed && !seed_) seed_ = next_->seed;
    next_ = Question{number, decision, deadline, current_.get_token(), seed_};
  }
  seed_.reset();
  changed_.notify_one();
}

void Thinker::drop() {
  current_.request_stop();
  const std::scoped_lock lock(mutex_);
  if (next_ && next_->seed && !seed_) seed_ = next_->seed;
  next_.reset();
}

void Thinker::work(std::stop_token stop) {
  while (true) {
    std::optional<Question> question;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return next_.has_value(); })) return;
      question = std::exchange(next_, std::nullopt);
    }
    Answer answer{question->number, {}, nullptr};
    try {
      answer.move = choose(*question);
    } catch (...) {
      answer.failure = std::current_exception();
    }
    if (!question->stop.stop_requested()) answered_(answer);
  }
}

engine::AnyMove Thinker::choose(const Question& question) {
  if (question.seed) game_seed_ = *question.seed;
  const bool is_other_game = !game_ || game_->name() != question.decision.game.name();
  if (is_other_game) make_player(question.decision.game);
  const engine::AnyState& view = question.decision.view;
  if (is_other_game || question.seed) player_->new_game(game_seed_, view.to_move());
  return player_->choose(view, {question.deadline, question.stop}).move;
}

void Thinker::make_player(const engine::AnyGame& game) {
  player_.reset();
  game_ = game;
  const auto spec = selfplay::parse_deadline_player(options_.player, *game_, options_.knowledge);
  if (!spec) throw std::runtime_error(spec.error());
  auto player = selfplay::make_player(*spec, *game_, {.threads = options_.threads});
  if (!player) throw std::runtime_error(player.error());
  player_ = std::move(*player);
}

}  // namespace gauntlet::tools
