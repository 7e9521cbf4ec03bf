// `gauntlet engine`: moves for positions of any game, on stdin and stdout.
#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/make_player.h"
#include "selfplay/thinking/move_overhead.h"
#include "selfplay/thinking/thinking_pool.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"
#include "tools/protocol/engine_protocol.h"

namespace gauntlet::tools {

namespace {

struct EngineOptions {
  CommonOptions common;
  std::string player = "expert";
};

/// What came of a question; a sentence where there is no move.
absl::StatusOr<selfplay::Choice> choice_of(const selfplay::Answer& answer) {
  if (answer.choice) return *answer.choice;
  if (!answer.failure) return absl::CancelledError("the search was stopped");
  try {
    std::rethrow_exception(answer.failure);
  } catch (const std::exception& error) {
    return absl::ResourceExhaustedError("this went wrong: " + engine::printable(error.what(), 200));
  }
}

/// Who answers: all questions of one player, game and limit are of one mind.
std::string mind_of(const EngineQuestion& question) {
  return question.game.name() + ' ' + question.player.text + ' ' +
         std::to_string(question.player.nodes) + ' ' +
         std::to_string(question.player.time.value_or(std::chrono::milliseconds(0)).count()) + ' ' +
         std::to_string(question.threads);
}

std::unique_ptr<selfplay::Player> engine_player(const EngineQuestion& question,
                                                const engine::AnyGame& game) {
  auto player = selfplay::make_player(question.player, game, {.threads = question.threads});
  if (!player.ok()) throw std::runtime_error(engine::message_of(player));
  return std::move(*player);
}

/// Wakes a thread that waits for input.
class Bell {
 public:
  Bell() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  ~Bell() { close(descriptor_); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  /// On any thread.
  void ring() { eventfd_write(descriptor_, 1); }
  /// Until it rings, false, or until there is something to read in `input`, unless that is -1.
  bool wait(int input) {
    pollfd waits[] = {{descriptor_, POLLIN, 0}, {input, POLLIN, 0}};
    if (poll(waits, 2, -1) < 0) return false;
    eventfd_t ignored;
    if (waits[0].revents != 0) eventfd_read(descriptor_, &ignored);
    return waits[1].revents != 0;
  }

 private:
  const int descriptor_;
};

/// The machine, who thinks for it, and who reads for it.
class EngineLoop {
 public:
  explicit EngineLoop(const EngineOptions& options)
      : most_thoughts_(static_cast<std::size_t>(threads_of(options.common))),
        machine_({.name = "Gauntlet " GAUNTLET_VERSION,
                  .player = options.player,
                  .seed = seed_of(options.common)}),
        pool_({.threads = threads_of(options.common),
               .most_kept = static_cast<std::size_t>(threads_of(options.common))}) {}

  /// Reads stdin until `quit` or its end, and all that was asked before is answered; or until a
  /// stop.
  Exit run() ABSL_LOCKS_EXCLUDED(mutex_) {
    const std::stop_callback wake(interrupt_.token(), [this] { bell_.ring(); });
    while (!interrupt_.happened() && !is_done())
      if (bell_.wait(wants_input() ? STDIN_FILENO : -1)) read_some();
    const absl::MutexLock lock(&mutex_);
    is_over_ = true;
    return interrupt_.happened() ? Exit::kInterrupted : Exit::kDone;
  }

 private:
  bool is_done() ABSL_LOCKS_EXCLUDED(mutex_) {
    const absl::MutexLock lock(&mutex_);
    return machine_.is_ending() && machine_.unanswered() == 0;
  }
  bool wants_input() ABSL_LOCKS_EXCLUDED(mutex_) {
    const absl::MutexLock lock(&mutex_);
    return !has_ended_ && lines_.size() < kMostLines;
  }

  void read_some() ABSL_LOCKS_EXCLUDED(mutex_) {
    char bytes[4096];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size < 0 && errno == EINTR) return;
    const absl::MutexLock lock(&mutex_);
    has_ended_ = size <= 0;
    // The last line may lack its end.
    buffer_.add(has_ended_ ? "\nquit\n" : std::string_view(bytes, static_cast<std::size_t>(size)));
    while (auto line = buffer_.next()) lines_.push_back(std::move(*line));
    read_on();
  }

  /// Lines are read one by one, so that no question waits for a thread: its time begins when it is
  /// read.
  void read_on() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    while (!lines_.empty() && is_free()) {
      EngineActions actions;
      machine_.received(lines_.front(), actions);
      lines_.pop_front();
      perform(actions);
    }
  }
  bool is_free() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    const std::size_t most = machine_.is_playing() ? 1 : most_thoughts_;
    return machine_.unanswered() < most && machine_.has_room();
  }

  void perform(const EngineActions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    print(actions.out);
    if (!actions.out.empty()) std::fflush(stdout);
    if (actions.question) ask(*actions.question);
  }

  /// When a search must end so that its answer is there after `time`.
  selfplay::Question::Time due_after(selfplay::Question::Time now,
                                     const std::optional<std::chrono::milliseconds>& time) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return time ? now + *time - overhead_.of(*time) : selfplay::Question::Time::max();
  }

  void ask(const EngineQuestion& question) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto now = std::chrono::steady_clock::now();
    const auto due = due_after(now, question.time);
    const auto crisis_due = due_after(now, question.longest_time);
    pool_.ask({.game = question.game,
               .view = question.view,
               .mind = mind_of(question),
               .make = [question](const auto& game) { return engine_player(question, game); },
               .seed = question.seed,
               .round = question.round,
               .due = due,
               .crisis_due = crisis_due,
               .stop = interrupt_.token(),
               .answered =
                   [this, number = question.number, due, crisis_due](const auto& answer) {
                     if (due == crisis_due) learn_overhead(due);
                     take_answer(number, answer);
                   }});
  }

  /// From an answer that was due then, and has just come.
  void learn_overhead(selfplay::Question::Time due) ABSL_LOCKS_EXCLUDED(mutex_) {
    if (due == selfplay::Question::Time::max()) return;
    const absl::MutexLock lock(&mutex_);
    overhead_.learn(std::chrono::steady_clock::now() - due);
  }

  void take_answer(std::uint64_t number, const selfplay::Answer& answer)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    const auto choice = choice_of(answer);
    const absl::MutexLock lock(&mutex_);
    if (is_over_) return;
    EngineActions actions;
    machine_.answered(number, choice, actions);
    perform(actions);
    read_on();
    bell_.ring();
  }

  static constexpr std::size_t kMostLines = 256;  // that wait

  const Interrupt interrupt_;  // before all threads
  const std::size_t most_thoughts_;
  Bell bell_;

  absl::Mutex mutex_;
  LineBuffer buffer_ ABSL_GUARDED_BY(mutex_){EngineProtocol::kLongestLine};
  bool has_ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<Line> lines_ ABSL_GUARDED_BY(mutex_);
  EngineProtocol machine_ ABSL_GUARDED_BY(mutex_);
  selfplay::MoveOverhead overhead_ ABSL_GUARDED_BY(mutex_);
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  selfplay::ThinkingPool pool_;  // the last one: it ends before the rest goes
};

/// A player that fits some game.
absl::Status player_objection(const std::string& player) {
  absl::Status first;
  for (const engine::GameFamily& family : engine::game_families()) {
    const auto spec =
        selfplay::parse_deadline_player(player, *engine::find_game(std::string(family.standard)));
    if (spec.ok()) return absl::OkStatus();
    first.Update(spec.status());
  }
  return first;
}

Exit run(const EngineOptions& options) {
  if (const absl::Status status = player_objection(options.player); !status.ok())
    return complain(status);
  return EngineLoop(options).run();
}

}  // namespace

void add_engine(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<EngineOptions>();
  CLI::App& command = *app.add_subcommand("engine", "Moves for positions, on stdin/stdout");
  command
      .add_option("--player", options->player,
                  "Who thinks, where no line says so: expert (the default), level:3, mcts, ..")
      ->type_name(kPlayerValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--json"});
  command.footer(
      "One process for any number of positions of any game. A question is some lines, a word and\n"
      "its value each, and 'go'; its answer ends with 'move ..' or 'refuse ..':\n\n"
      "  game GAME         as 'gauntlet games' lists them\n"
      "  position TEXT     as 'gauntlet games GAME' says\n"
      "  player SPEC, nodes N, time MS, clock MS, seed N, id TEXT, threads N    as you like\n"
      "  go\n\n"
      "docs/engine-protocol.md tells all of it, also for those whose bot is asked by Gauntlet in\n"
      "the same words. --threads is how many positions are thought about at the same time.\n\n"
      "Examples:\n"
      "  gauntlet engine --player level:5\n"
      "  printf 'game mnk:3x3x3\\nposition x../.o./..x\\ngo\\n' | gauntlet engine --player ab");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
