// Players who think while somebody else does the talking.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/container/btree_map.h>
#include <absl/synchronization/mutex.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/thinking/kept_players.h"
#include "selfplay/thinking/move_overhead.h"
#include "selfplay/thinking/question.h"

namespace gauntlet::selfplay {

/// Answers questions on threads of its own, the one that is due first before the others. When more
/// are asked than there are threads, those who wait get as much time as those who are thought
/// about; with more searches than cores each ends somewhat earlier, so as not to come late. Between
/// questions some players are kept. Any thread may call, also from an answer; nothing blocks but
/// the destructor.
class ThinkingPool {
 public:
  using Time = Question::Time;

  struct Options {
    int threads = 1;                    ///< Questions that are thought about at the same time.
    std::size_t most_waiting = 65'536;  ///< Questions for which there is no thread yet.
    /// Players that are kept, and bytes of their searches. Where that is not enough, those that
    /// have rested longest begin anew at their next question.
    std::size_t most_kept = 65'536;
    std::size_t most_kept_bytes = std::size_t{512} << 20;
    /// A late answer is none. Some time is kept back for the way of an answer to whoever waits for
    /// it; how much is learned (MoveOverhead). No search takes longer than half a minute.
    bool is_punctual = false;
    /// The threads leave the cores to those who talk.
    bool steps_back = false;
  };

  explicit ThinkingPool(const Options& options);
  /// Stops all searches, and returns when every question has been answered.
  ~ThinkingPool();
  ThinkingPool(const ThinkingPool&) = delete;
  ThinkingPool& operator=(const ThinkingPool&) = delete;

  /// False when too many questions wait. Else `question.answered` will be called once, on a thread
  /// of the pool, unless the mind is forgotten before; it must not throw.
  bool ask(Question question) ABSL_LOCKS_EXCLUDED(mutex_);
  /// Drops all questions to the players of that name, stops their searches and frees them. An
  /// answer that was on its way may still come.
  void forget(const std::string& mind) ABSL_LOCKS_EXCLUDED(mutex_);

  /// Bytes of the searches of players that are kept now.
  std::size_t kept_bytes() const ABSL_LOCKS_EXCLUDED(mutex_);
  /// What a punctual pool keeps back of the time for an answer.
  Time::duration kept_back_of(Time::duration allowance) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Thought;
  using Shared = std::shared_ptr<Thought>;

  void work();
  bool has_work() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  Shared next() ABSL_LOCKS_EXCLUDED(mutex_);
  Time deadline_of(const Thought& thought) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  Time crisis_deadline_of(const Thought& thought) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  Answer answer_to(Thought& thought) ABSL_LOCKS_EXCLUDED(mutex_);
  bool is_hopeless(const Thought& thought) const;
  KeptPlayers::List player_for(const Question& question) ABSL_LOCKS_EXCLUDED(mutex_);
  void give_back(const Thought& thought, KeptPlayers::List player) ABSL_LOCKS_EXCLUDED(mutex_);
  bool is_in_time(const Thought& thought) ABSL_LOCKS_EXCLUDED(mutex_);
  bool is_wanted(const Shared& thought) ABSL_LOCKS_EXCLUDED(mutex_);
  void keep_in_mind(Thought& thought, const Choice& choice) ABSL_LOCKS_EXCLUDED(mutex_);
  Shared most_urgent() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void watch() ABSL_LOCKS_EXCLUDED(mutex_);
  void give_up_on(Thought& thought) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Options options_;
  const std::size_t thread_count_;
  mutable absl::Mutex mutex_;
  bool is_closing_ ABSL_GUARDED_BY(mutex_) = false;
  absl::btree_multimap<Time, Shared> waiting_ ABSL_GUARDED_BY(mutex_);  // in the order of `due`
  std::vector<Shared> under_way_ ABSL_GUARDED_BY(mutex_);
  KeptPlayers kept_ ABSL_GUARDED_BY(mutex_);
  MoveOverhead overhead_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;
  std::jthread watchdog_;  ///< Sleeps unless a question says when it must be answered.
};

}  // namespace gauntlet::selfplay
