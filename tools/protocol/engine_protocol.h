// Our line protocol for all games, the engine's side: what `gauntlet engine` speaks.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/players/player.h"
#include "selfplay/players/player_spec.h"
#include "tools/protocol/line_buffer.h"

namespace gauntlet::tools {

/// A position in which somebody waits for our move.
struct EngineQuestion {
  std::uint64_t number;  ///< Names it: answered() brings what has come of it.
  engine::AnyGame game;
  engine::AnyState view;  ///< Of `game`: what the player to move may know.
  selfplay::PlayerSpec player;
  int threads;          ///< Of the search.
  std::uint64_t seed;   ///< Of the player's game; ..
  std::uint64_t round;  ///< .. which begins anew when this is another one than last time.
  /// What there is for this move, on the asker's clock; nothing: what the player takes by itself.
  std::optional<std::chrono::milliseconds> time;
  /// The same where it sees its chances fall; not below `time`.
  std::optional<std::chrono::milliseconds> longest_time;
};

struct EngineActions {
  std::string out;  ///< To be written and flushed: whole lines.
  std::optional<EngineQuestion> question;
};

/// One conversation, as a machine without streams, threads or clocks. Lines are hostile: each that
/// is wrong gets one `error` and one sentence; and what is kept is bounded as long as lines are
/// only brought while there is room(). Answers leave in the order of their questions.
///
///   hello 1                               "hello NAME"; all that was told before is forgotten
///   game NAME                             what the next lines are about
///   player SPEC, seed N, threads N        who thinks from now on
///   seat N, played .., over ..            a game of ours begins, goes on, is over
///   id TEXT, position TEXT, moves ..,     of the next question
///   time MS, clock MS, nodes N
///   go                                    the question: "id", "win", "nodes" where there are such,
///                                         then "move MOVE" or "refuse SENTENCE"
///   quit                                  the end
///
/// docs/engine-protocol.md is for those who write the other side.
class EngineProtocol {
 public:
  static constexpr int kVersion = 1;
  static constexpr std::size_t kLongestLine = 16'384;
  /// Questions, and bytes of what else is to be said, that wait for an answer to an earlier one.
  static constexpr std::size_t kMostWaiting = 1'024;
  static constexpr std::size_t kMostWaitingBytes = 64 * 1'024;

  struct Options {
    std::string name = "Gauntlet";
    std::string player = "expert";  ///< Who thinks where nothing else was said.
    std::uint64_t seed = 0;
  };

  explicit EngineProtocol(Options options) : options_(std::move(options)), terms_(options_) {}

  void received(const Line& line, EngineActions& actions);
  /// What came of question `number`, or a sentence of why there is nothing.
  void answered(std::uint64_t number, const absl::StatusOr<selfplay::Choice>& choice,
                EngineActions& actions);

  /// Whether another line may be brought.
  bool has_room() const {
    return waiting_.size() < kMostWaiting && waiting_bytes_ < kMostWaitingBytes;
  }
  /// Questions that are not answered yet.
  std::size_t unanswered() const { return unanswered_; }
  /// Whether a game of ours is on: its questions are asked one after the other.
  bool is_playing() const { return terms_.is_playing; }
  /// The end has come. What follows it is not looked at.
  bool is_ending() const { return is_ending_; }

 private:
  /// What holds until it is told otherwise.
  struct Terms {
    explicit Terms(const Options& options) : player(options.player), seed(options.seed) {}

    std::optional<engine::AnyGame> game = {};
    std::string player;
    std::uint64_t seed;
    int threads = 1;
    bool is_playing = false;
    std::uint64_t round = 0;  ///< While we play.
  };
  /// What holds for the next question.
  struct Draft {
    std::string id = {};
    std::optional<std::string> position = {};
    std::optional<std::uint64_t> time = {}, clock = {}, nodes = {};
    std::string mistake = {};  ///< The first one, if any.
  };
  /// A question that is unanswered, or behind one that is.
  struct Waiting {
    std::uint64_t number;
    engine::AnyGame game;  ///< Which the view refers to.
    engine::AnyState view;
    std::string head;         ///< Its `id` line.
    std::string answer = {};  ///< The lines after that, once it is answered.
    std::string after = {};   ///< What else was said since.
  };
  struct Command {
    std::string_view word;
    void (EngineProtocol::*execute)(std::string_view rest, EngineActions& actions);
  };
  static const Command kCommands[];

  void hello(std::string_view rest, EngineActions& actions);
  void game(std::string_view rest, EngineActions& actions);
  void player(std::string_view rest, EngineActions& actions);
  void seed(std::string_view rest, EngineActions& actions);
  void threads(std::string_view rest, EngineActions& actions);
  void seat(std::string_view rest, EngineActions& actions);
  void played(std::string_view rest, EngineActions& actions);
  void over(std::string_view rest, EngineActions& actions);
  void id(std::string_view rest, EngineActions& actions);
  void position(std::string_view rest, EngineActions& actions);
  void moves(std::string_view rest, EngineActions& actions);
  void time(std::string_view rest, EngineActions& actions);
  void clock(std::string_view rest, EngineActions& actions);
  void nodes(std::string_view rest, EngineActions& actions);
  void go(std::string_view rest, EngineActions& actions);
  void quit(std::string_view rest, EngineActions& actions);

  void say(std::string text, EngineActions& actions);
  void complain(const std::string& sentence, EngineActions& actions);
  void spoil(const std::string& sentence, EngineActions& actions);
  std::optional<std::uint64_t> number(std::string_view word, std::string_view text,
                                      std::uint64_t least, std::uint64_t most,
                                      EngineActions& actions);
  absl::StatusOr<EngineQuestion> question(const Draft& draft);
  absl::StatusOr<selfplay::PlayerSpec> player_for(const Draft& draft) const;
  std::uint64_t seed_of_game() const;
  void write_answered(EngineActions& actions);

  const Options options_;
  Terms terms_;
  Draft draft_;
  std::deque<Waiting> waiting_;  // the first one is unanswered
  std::size_t waiting_bytes_ = 0;
  std::size_t unanswered_ = 0;
  std::uint64_t questions_ = 0;
  std::uint64_t rounds_ = 0;
  std::uint64_t games_ = 0;  // of ours, this one too
  bool is_ending_ = false;
};

}  // namespace gauntlet::tools
