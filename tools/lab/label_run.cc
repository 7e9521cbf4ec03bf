#include "tools/lab/label_run.h"

#include <cstdio>
#include <utility>

#include "engine/words.h"
#include "selfplay/game_graph.h"

namespace gauntlet::tools {

absl::Status LabelRun::operator()() {
  std::vector<Job> jobs(selfplay::items_under_way(options_.threads));
  {
    const absl::MutexLock lock(&mutex_);
    for (Job& job : jobs) free_.push_back(&job);
  }
  selfplay::run_game_graph<Job>(
      options_.threads, [this] { return start(); },
      [this](Job& job) { job.sibling_sets = label_game(options_.recipe, job.game, stop_); },
      [this](Job& job) { finish(job); });
  const absl::MutexLock lock(&mutex_);
  return status_.ok() ? file_.loss() : status_;
}

LabelRun::Job* LabelRun::start() {
  const absl::MutexLock lock(&mutex_);
  if (is_done()) return nullptr;
  Job* const job = free_.back();
  free_.pop_back();
  job->game = next_++;
  return job;
}

/// Games end in any order and are written in that of their numbers.
void LabelRun::finish(Job& job) {
  const absl::MutexLock lock(&mutex_);
  if (job.sibling_sets) early_.emplace(job.game, std::move(*job.sibling_sets));
  free_.push_back(&job);
  for (auto game = early_.find(due_); game != early_.end() && !is_done();
       game = early_.find(++due_)) {
    status_ = file_.add(std::move(game->second));
    early_.erase(game);
    tell_progress();
  }
}

void LabelRun::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_line_ && file_.positions() < options_.positions) return;
  next_line_ = now + std::chrono::seconds(1);
  std::fprintf(stderr, "labelled %s of %s, from %s\n", engine::grouped(file_.positions()).c_str(),
               engine::counted(options_.positions, "position").c_str(),
               engine::counted(due_ + 1, "game").c_str());
}

}  // namespace gauntlet::tools
