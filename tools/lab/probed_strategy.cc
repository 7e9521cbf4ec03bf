#include "tools/lab/probed_strategy.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "engine/rng.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::tools {

namespace {

using engine::AnyState;
using engine::TwoDoku;
using search::cfr::InformationSet;
using search::cfr::Sequence;
using selfplay::Player;

/// A view about which the player is asked, and what it answers.
struct Question {
  TwoDoku view;
  std::vector<int> answers;  ///< How often each of the legal moves.
};

/// One seat's information sets by how many decisions of its own come before them.
std::vector<std::vector<std::size_t>> waves_of(const search::cfr::SequenceForm& form, int player) {
  const auto& sets = form.sets[static_cast<std::size_t>(player)];
  std::vector<std::size_t> depth_after(form.sequences(player), 0);
  std::vector<std::vector<std::size_t>> waves;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::size_t depth = depth_after[sets[set].before];
    waves.resize(std::max(waves.size(), depth + 1));
    waves[depth].push_back(set);
    for (Sequence move = sets[set].first; move < sets[set].end(); ++move)
      depth_after[move] = depth + 1;
  }
  return waves;
}

class Probe {
 public:
  Probe(const selfplay::PlayerSpec& spec, const UnrolledTwoDoku& game, const ProbeOptions& options,
        const ProbeProgress& progress)
      : spec_(spec), game_(game), options_(options), progress_(progress) {
    for (const int player : {0, 1})
      result_.profile[static_cast<std::size_t>(player)] =
          search::cfr::uniform_strategy(game.form, player);
  }

  absl::StatusOr<ProbedStrategy> operator()() {
    if (spec_.kind == selfplay::PlayerSpec::Kind::kRandom) return result_;
    for (int thread = 0; thread < options_.threads; ++thread) {
      auto player = selfplay::make_player(spec_, game_.game);
      if (!player.ok()) return player.status();
      players_.push_back(std::move(*player));
    }
    for (const int seat : {0, 1}) {
      reach_.assign(game_.form.sequences(seat), 1);
      for (const auto& wave : waves_of(game_.form, seat))
        if (!take(seat, wave)) return absl::CancelledError("interrupted");
    }
    return result_;
  }

 private:
  /// Sets whose predecessors are all known. False if it was stopped.
  bool take(int seat, const std::vector<std::size_t>& wave) {
    const auto own = static_cast<std::size_t>(seat);
    std::map<std::string, Question> questions;  // by the view's text; its values stay in place
    std::vector<std::pair<std::size_t, const Question*>> asked;
    for (const std::size_t at : wave) {
      const InformationSet& set = game_.form.sets[own][at];
      if (reach_[set.before] == 0) {
        std::fill(reach_.begin() + set.first, reach_.begin() + set.end(), 0);
        continue;
      }
      ++result_.sets;
      if (set.moves == 1) continue;
      const TwoDoku view = game_.examples[own][at].redacted(static_cast<engine::Player>(seat));
      const auto [found, is_new] = questions.try_emplace(view.to_text(), Question{view, {}});
      if (is_new) found->second.answers.assign(set.moves, 0);
      asked.emplace_back(at, &found->second);
    }
    if (!answer(questions)) return false;
    for (const auto& [at, question] : asked) note(own, game_.form.sets[own][at], *question);
    return true;
  }

  bool answer(std::map<std::string, Question>& questions) {
    std::vector<Question*> open;
    for (auto& [text, question] : questions) open.push_back(&question);
    known_ += open.size();
    std::atomic<std::size_t> next = 0;
    const auto work = [&](Player& player) {
      for (std::size_t i = next++; i < open.size(); i = next++) {
        if (options_.stop.stop_requested()) return;
        ask(player, *open[i]);
      }
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < players_.size(); ++i)
      helpers.emplace_back([&work, player = players_[i].get()] { work(*player); });
    work(*players_[0]);
    helpers.clear();
    result_.views += open.size();
    return !options_.stop.stop_requested();
  }

  void ask(Player& player, Question& question) {
    const engine::Player mover = question.view.to_move();
    engine::Rng rng(0);
    const AnyState start = game_.game.start(rng);
    const AnyState view(start.game(), question.view);
    TwoDoku::Moves moves;
    question.view.legal_moves(moves);
    std::uint64_t nodes = 0;
    for (int time = 0; time < options_.asked && !options_.stop.stop_requested(); ++time) {
      player.new_game(engine::Rng(options_.seed, static_cast<std::uint64_t>(time)).next(), mover);
      const selfplay::Choice choice = player.choose(view, {.stop = options_.stop});
      const auto chosen = std::find_if(moves.begin(), moves.end(), [&](const TwoDoku::Move move) {
        return move.bits() == choice.move.bits();
      });
      ++question.answers[static_cast<std::size_t>(chosen - moves.begin())];
      nodes += choice.nodes;
    }
    const absl::MutexLock lock(&mutex_);
    result_.nodes += nodes;
    if (progress_) progress_(++done_, known_);
  }

  void note(std::size_t own, const InformationSet& set, const Question& question) {
    for (std::uint32_t i = 0; i < set.moves; ++i) {
      const double share = static_cast<double>(question.answers[i]) / options_.asked;
      result_.profile[own][set.first + i] = share;
      reach_[set.first + i] = share;  // not the whole product: only whether it is 0 counts
    }
  }

  const selfplay::PlayerSpec& spec_;
  const UnrolledTwoDoku& game_;
  const ProbeOptions& options_;
  const ProbeProgress& progress_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<double> reach_;  ///< Of the seat's sequences: 0 where it never comes.
  std::uint64_t known_ = 0;    ///< Questions of the waves until now.
  absl::Mutex mutex_;
  std::uint64_t done_ = 0;
  ProbedStrategy result_;
};

}  // namespace

absl::StatusOr<ProbedStrategy> probe(const selfplay::PlayerSpec& spec, const UnrolledTwoDoku& game,
                                     const ProbeOptions& options, const ProbeProgress& progress) {
  return Probe(spec, game, options, progress)();
}

}  // namespace gauntlet::tools
