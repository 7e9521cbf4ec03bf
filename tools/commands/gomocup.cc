// `gauntlet gomocup`: a brain for gomoku managers, on stdin and stdout.
#include "tools/protocol/gomocup.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/registry.h"
#include "engine/rng.h"
#include "selfplay/players/player_spec.h"
#include "selfplay/thinking/move_overhead.h"
#include "selfplay/thinking/player_recipe.h"
#include "selfplay/thinking/thinking_pool.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

/// Of a player who names none; the less, the shorter its first search: memory that was never
/// touched costs a millisecond or two for each megabyte.
constexpr std::uint64_t kLeastOwnHashMb = 2, kMostOwnHashMb = 64, kMillisecondsForMb = 16;
constexpr std::uint64_t kMegabyte = 1'048'576;
constexpr std::uint64_t kProgramMb = 40;  // what the process needs beside the search's memory
/// What was learned in one game is no hindrance in the next; clearing it is only cleaner, and takes
/// some milliseconds.
constexpr std::chrono::milliseconds kTimeToForget{500};
/// What a search may take, from its beginning, when the input has ended.
constexpr std::chrono::milliseconds kLastThoughts{700};
constexpr std::chrono::milliseconds kMoment{20};
constexpr std::chrono::milliseconds kTimeForThreads{60};
/// So long before an answer would be late it is given, whatever the search has found; of short
/// limits a fifth.
constexpr std::chrono::milliseconds kLastMoment{4};

struct GomocupOptions {
  CommonOptions common;
  std::string player = "expert";
};

/// The search's memory within a manager's limit on the process; 0 means none.
std::size_t most_hash_mb(std::uint64_t most_memory) {
  if (most_memory == 0) return selfplay::kMostHashMb;
  const std::uint64_t megabytes = most_memory / kMegabyte;
  if (megabytes <= kProgramMb + 1) return 1;
  return static_cast<std::size_t>(
      std::min<std::uint64_t>((megabytes - kProgramMb) / 2, selfplay::kMostHashMb));
}

std::size_t usual_hash_mb(const GomocupSearch& search) {
  const auto time = search.limit - steady_clock::now();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  const auto megabytes =
      static_cast<std::uint64_t>(std::max<std::int64_t>(milliseconds, 0)) / kMillisecondsForMb;
  return static_cast<std::size_t>(std::clamp(megabytes, kLeastOwnHashMb, kMostOwnHashMb));
}

/// The machine and who thinks for it.
class GomocupLoop {
 public:
  explicit GomocupLoop(const GomocupOptions& options)
      : options_(options), seed_(seed_of(options.common)) {}

  /// Reads stdin until END, after which nothing is said, or its end: what was asked before that is
  /// still answered, soon.
  void run() {
    char bytes[4096];
    for (;;) {
      const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) break;
      if (!take({bytes, static_cast<std::size_t>(size)})) return finish();
    }
    take("\n");  // the last line may lack its end
    finish();
  }

 private:
  /// False when END was among the lines.
  bool take(std::string_view bytes) ABSL_LOCKS_EXCLUDED(mutex_) {
    const absl::MutexLock lock(&mutex_);
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      GomocupActions actions;
      machine_.received(steady_clock::now(), *line, actions);
      perform(actions);
    }
    return !machine_.is_ending();
  }

  void perform(GomocupActions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (actions.stop) stop_search_.request_stop();
    for (const std::string& line : actions.lines) print(line + "\n");
    std::fflush(stdout);
    if (actions.search) ask(*actions.search);
  }

  void ask(const GomocupSearch& search) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    search_began_ = steady_clock::now();
    stop_search_ = std::stop_source();
    if (search.is_new_game && search.deadline - search_began_ > kTimeToForget) ++game_number_;
    const auto due = due_of(search, search.deadline);
    const auto last_moment =
        std::min<steady_clock::duration>(kLastMoment, (search.limit - search_began_) / 5);
    const selfplay::PlayerRecipe recipe{.player = options_.player,
                                        .threads = threads_for(search),
                                        .most_hash_mb = most_hash_mb(search.most_memory),
                                        .usual_hash_mb = usual_hash_mb(search)};
    pool_.ask({.game = search.game,
               .view = search.view,
               .mind = search.game.name() + ' ' + std::to_string(recipe.most_hash_mb) + ' ' +
                       std::to_string(recipe.threads),
               .make = [recipe](const auto& game) { return make_player(recipe, game); },
               .seed = seed_,
               .round = game_number_,
               .due = due,
               .crisis_due = due_of(search, search.crisis_deadline),
               .nodes = search.most_nodes == 0 ? selfplay::Allowance::kNoNodes : search.most_nodes,
               .stop = stop_search_.get_token(),
               .latest = search.limit - last_moment,
               .answered = [this, search,
                            due](const auto& answer) { take_answer(search, due, answer); }});
  }

  /// When the search is to end: by `deadline`, or earlier where this machine delays answers.
  steady_clock::time_point due_of(const GomocupSearch& search,
                                  steady_clock::time_point deadline) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    const auto allowed = search.limit - search_began_;
    return std::min(deadline, search.limit - overhead_.of(allowed));
  }

  /// What the manager says, as far as there are cores. With little time one thread is enough:
  /// others would have to be waited for where the cores are busy.
  int threads_for(const GomocupSearch& search) const ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    const int ours = threads_of(options_.common);
    if (search.threads == 0) return search.limit - search_began_ < kTimeForThreads ? 1 : ours;
    const int most = std::max(ours, threads_of({}));
    return static_cast<int>(std::min(search.threads, static_cast<std::uint64_t>(most)));
  }

  void take_answer(const GomocupSearch& search, steady_clock::time_point due,
                   const selfplay::Answer& answer) ABSL_LOCKS_EXCLUDED(mutex_) {
    // Nobody has thought about it when it was to be answered at once, or memory has run out.
    const selfplay::Choice choice = answer.choice.value_or(at_random(search.view));
    const absl::MutexLock lock(&mutex_);
    if (search.crisis_deadline == search.deadline) overhead_.learn(steady_clock::now() - due);
    if (machine_.is_ending()) return;
    if (answer.failure) print("MESSAGE the search has failed, so this move is a random one\n");
    GomocupActions actions;
    machine_.decided(steady_clock::now(), search.number, choice.move, choice.win, actions);
    perform(actions);
  }

  selfplay::Choice at_random(const engine::AnyState& view) const {
    engine::Rng rng(seed_);
    return {view.random_move(rng)};
  }

  /// Waits until nothing is thought about any more, which is soon.
  void finish() ABSL_LOCKS_EXCLUDED(mutex_) {
    const absl::MutexLock lock(&mutex_);
    const auto is_done = [this]()
                             ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return !machine_.is_thinking(); };
    while (!is_done()) {
      const auto left = search_began_ + kLastThoughts - steady_clock::now();
      if (left.count() <= 0) stop_search_.request_stop();
      const auto patience = std::max<steady_clock::duration>(left, kMoment);
      mutex_.AwaitWithTimeout(absl::Condition(&is_done), absl::FromChrono(patience));
    }
  }

  const GomocupOptions options_;
  const std::uint64_t seed_;
  LineBuffer lines_{Gomocup::kLongestLine};

  absl::Mutex mutex_;
  Gomocup machine_ ABSL_GUARDED_BY(mutex_);
  std::stop_source stop_search_ ABSL_GUARDED_BY(mutex_);
  steady_clock::time_point search_began_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t game_number_ ABSL_GUARDED_BY(mutex_) = 0;
  selfplay::MoveOverhead overhead_ ABSL_GUARDED_BY(mutex_){std::chrono::milliseconds(10), 90};
  /// Keeps one player, for memory is scarce. Last: it ends before the rest goes.
  selfplay::ThinkingPool pool_{{.most_kept = 1}};
};

Exit run(GomocupOptions options) {
  // The board is told later; the ratings of one stand for those of all.
  options.player = selfplay::told_as(options.player, *engine::find_game("gomoku:15"));
  for (const char* name : {"gomoku", "gomoku/exact", "mnk:20x15x5"}) {
    const auto spec = selfplay::parse_deadline_player(options.player, *engine::find_game(name));
    if (!spec.ok()) return complain(spec.status());
  }
  GomocupLoop(options).run();
  return Exit::kDone;
}

}  // namespace

void add_gomocup(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<GomocupOptions>();
  CLI::App& command = *app.add_subcommand("gomocup", "Play gomoku for a manager, on stdin/stdout");
  command.add_option("--player", options->player, help::kThinker)->type_name(kPlayerValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--json"});
  command.footer(
      "Speaks the Gomocup protocol: START, RECTSTART, RESTART, BEGIN, TURN, BOARD, SWAP2BOARD,\n"
      "PLAY, TAKEBACK, INFO, ABOUT, END; rule 0 (five or more) and 1 (exactly five), boards of 5\n"
      "to 32. A player without a limit of its own uses the time that the manager allows;\n"
      "level:elo=3000 is the level that has this rating on gomoku:15, on all boards.\n\n"
      "Examples:\n"
      "  gauntlet gomocup\n"
      "  gauntlet gomocup --player level:5 --threads 1\n"
      "  printf 'START 15\\nBEGIN\\n' | gauntlet gomocup --player ab:nodes=10000");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
