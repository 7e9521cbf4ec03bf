// `gauntlet gomocup`: a brain for gomoku managers, on stdin and stdout.
#include "tools/protocol/gomocup.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "engine/registry.h"
#include "selfplay/players/make_player.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t kOwnHashMb = 64;  // of a player who names none
constexpr std::uint64_t kMegabyte = 1'048'576;
constexpr std::uint64_t kProgramMb = 40;  // what the process needs beside the search's memory
/// What was learned in one game is no hindrance in the next; clearing it is only cleaner, and takes
/// some milliseconds.
constexpr std::chrono::milliseconds kTimeToForget{500};
/// What a search may take, from its beginning, when nobody will wait for it any more.
constexpr std::chrono::milliseconds kLastThoughts{700};

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

/// The machine, its player and the thread that thinks.
class Session {
 public:
  explicit Session(const GomocupOptions& options)
      : options_(options), seed_(seed_of(options.common)) {
    thinker_ = std::jthread([this](std::stop_token stop) { think(std::move(stop)); });
  }

  /// Reads stdin until END or its end. What was asked before is still answered, soon.
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
  bool take(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      GomocupWishes wishes;
      machine_.received(steady_clock::now(), *line, wishes);
      fulfil(wishes);
    }
    return !machine_.is_ending();
  }

  /// REQUIRES: mutex_ is held.
  void fulfil(GomocupWishes& wishes) {
    if (wishes.stop) {
      stop_search_.request_stop();
      next_.reset();
    }
    for (const std::string& line : wishes.lines) print(line + "\n");
    std::fflush(stdout);
    if (wishes.search) {
      next_ = std::move(wishes.search);
      stop_search_ = std::stop_source();
      search_began_ = steady_clock::now();
      changed_.notify_all();
    }
  }

  void finish() {
    std::unique_lock lock(mutex_);
    const auto end = search_began_ + kLastThoughts;
    while (machine_.is_thinking()) {
      if (steady_clock::now() >= end) stop_search_.request_stop();
      changed_.wait_for(lock, std::chrono::milliseconds(20));
    }
  }

  void think(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_.has_value(); })) {
      const GomocupSearch search = *std::exchange(next_, std::nullopt);
      const std::stop_token stop_search = stop_search_.get_token();
      lock.unlock();
      const selfplay::Choice answer = answer_to(search, stop_search);
      lock.lock();
      GomocupWishes wishes;
      machine_.decided(steady_clock::now(), search.number, answer.move, answer.win, wishes);
      fulfil(wishes);
      changed_.notify_all();
    }
  }

  selfplay::Choice answer_to(const GomocupSearch& search, const std::stop_token& stop) {
    const std::size_t hash = most_hash_mb(search.most_memory);
    if (!player_ || game_->name() != search.game.name() || hash != hash_mb_) {
      player_.reset();  // first, so that both never exist together
      game_ = search.game;
      hash_mb_ = hash;
      player_ = make_player();
      player_->new_game(seed_, search.view.to_move());
    } else if (search.is_new_game && search.deadline - steady_clock::now() > kTimeToForget) {
      player_->new_game(seed_, search.view.to_move());
    }
    return player_->choose(search.view, {search.deadline, stop});
  }

  /// The player chosen, for the game being played; it was checked that this one exists.
  std::unique_ptr<selfplay::Player> make_player() const {
    auto spec = selfplay::parse_deadline_player(options_.player, *game_);
    spec->hash_mb = spec->hash_mb.value_or(kOwnHashMb);
    auto player = selfplay::make_player(
        *spec, *game_, {.threads = threads_of(options_.common), .most_hash_mb = hash_mb_});
    return std::move(*player);
  }

  const GomocupOptions options_;
  const std::uint64_t seed_;
  LineBuffer lines_{Gomocup::kLongestLine};
  std::unique_ptr<selfplay::Player> player_;  // used by thinker_ only, like the next two
  std::optional<engine::AnyGame> game_;
  std::size_t hash_mb_ = 0;

  std::mutex mutex_;  // guards what follows
  Gomocup machine_;
  std::optional<GomocupSearch> next_;
  std::stop_source stop_search_;
  steady_clock::time_point search_began_;
  std::condition_variable_any changed_;
  std::jthread thinker_;  // last: it ends before the rest goes
};

Exit run(const GomocupOptions& options) {
  for (const char* name : {"gomoku", "gomoku/exact", "mnk:20x15x5"}) {
    const auto spec = selfplay::parse_deadline_player(options.player, *engine::find_game(name));
    if (!spec) return complain(Exit::kUsage, spec.error());
  }
  Session(options).run();
  return Exit::kDone;
}

}  // namespace

void add_gomocup(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<GomocupOptions>();
  CLI::App& command = *app.add_subcommand("gomocup", "Play gomoku for a manager, on stdin/stdout");
  command
      .add_option("--player", options->player,
                  "Who thinks: expert (the default), level:3, mcts, ab:nodes=10000, ..")
      ->type_name("SPEC");
  add_common_options(command, options->common);
  command.footer(
      "Speaks the Gomocup protocol: START, RECTSTART, RESTART, BEGIN, TURN, BOARD, SWAP2BOARD,\n"
      "PLAY, TAKEBACK, INFO, ABOUT, END; rule 0 (five or more) and 1 (exactly five), boards of 5\n"
      "to 32. A player without a limit of its own uses the time that the manager allows. --json\n"
      "changes nothing, for the protocol says what is written.\n\n"
      "Examples:\n"
      "  gauntlet gomocup\n"
      "  gauntlet gomocup --player level:5 --threads 1\n"
      "  printf 'START 15\\nBEGIN\\n' | gauntlet gomocup --player ab:nodes=10000");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
