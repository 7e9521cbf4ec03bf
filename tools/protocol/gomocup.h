// The Gomocup protocol, the brain's side: what tournament managers and boards for gomoku speak.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/swap2_pair.h"

namespace gauntlet::tools {

/// A position in which the manager waits for our move.
struct GomocupSearch {
  engine::AnyGame game;
  engine::AnyState view;
  std::chrono::steady_clock::time_point deadline;  ///< By which to answer; the margin is off.
  /// The same where the search sees its chances fall; not earlier.
  std::chrono::steady_clock::time_point crisis_deadline;
  std::chrono::steady_clock::time_point limit;  ///< When an answer is late.
  std::uint64_t most_memory;                    ///< In bytes, for the whole process.
  std::uint64_t most_nodes;                     ///< Of the search; 0: any number.
  std::uint64_t threads;                        ///< Of the search; 0: as many as we like.
  std::uint64_t number;                         ///< Tells this search from earlier ones.
  bool is_new_game;                             ///< Nothing of earlier positions matters.
};

/// What the brain wants after a line has come, to be done in this order.
struct GomocupActions {
  bool stop = false;                    ///< The search under way is given up.
  std::vector<std::string> lines;       ///< To be written, each with a line end, and flushed.
  std::optional<GomocupSearch> search;  ///< To be begun; decided() brings its result.
};

/// One manager's conversation, as a machine without streams, threads or clocks. Lines are hostile:
/// whatever comes is answered by one sentence, and the memory stays bounded. While a search is
/// under way lines wait until the move is sent; but START, RECTSTART and RESTART act at once, the
/// search and what waits are forgotten. So they are by END, after which nothing is said any more;
/// YXSTOP ends the search with the move found so far.
///
///   START n, RECTSTART w,h, RESTART    an empty board; "OK"
///   BEGIN, TURN x,y                    we move; "x,y", x the column
///   BOARD, lines x,y,who, DONE         a position in which we move; who 1 is us, 2 the opponent, 3
///                                      nobody: the square is taken
///   YXBOARD, lines x,y,who, DONE       a position, in the order of its moves; never answered
///   PLAY x,y, TAKEBACK x,y             a move is made for us, the last one is undone
///   SWAP2BOARD, lines x,y, DONE        the opening by three stones; "SWAP", or a move, or where
///                                      chances are equal two more stones
///   INFO key value, ABOUT, END         never answered; who we are; the end
///
/// Rule 0 (five or more win) and 1 (exactly five) are played on boards of 5 to 32 squares a side.
class Gomocup {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr std::size_t kLongestLine = 512;
  static constexpr std::size_t kMostWaiting = 2048;  ///< Lines that may wait for a search's end.

  void received(Time now, const Line& line, GomocupActions& actions);
  /// What search `number` found; `win` is for the side to move, if it is known. Ignored when that
  /// search is not wanted any more.
  void decided(Time now, std::uint64_t number, engine::AnyMove move, std::optional<double> win,
               GomocupActions& actions);
  /// True from the request for a search until its end.
  bool is_thinking() const { return asked_ != Asked::kNothing; }
  /// END has come. What follows it is not looked at.
  bool is_ending() const { return is_ending_; }

 private:
  struct Stone {
    int x, y;
    int player;  // 0 moves first
    bool operator==(const Stone&) const = default;
  };
  struct Size {
    int width, height;
  };
  /// BOARD, YXBOARD or SWAP2BOARD, until DONE; their stones go to stones_.
  struct Setup {
    enum class Kind : std::uint8_t { kBoard, kSilent, kSwap2 };
    Kind kind;
    std::string mistake;  // the first one, if any
    bool is_swap2() const { return kind == Kind::kSwap2; }
  };
  enum class Asked : std::uint8_t { kNothing, kMove, kSwap2Choice, kSwap2Pair };

  struct Command {
    std::string_view word;
    void (Gomocup::*execute)(Time now, std::string_view rest, GomocupActions& actions);
    bool is_urgent;  // acts even while a board is told, and but for END while a search is under way
  };
  static const Command kCommands[];
  static const Command* find_command(std::string_view word);

  void execute(Time now, const Line& line, GomocupActions& actions);
  void start(Time now, std::string_view rest, GomocupActions& actions);
  void rect_start(Time now, std::string_view rest, GomocupActions& actions);
  void restart(Time now, std::string_view rest, GomocupActions& actions);
  void begin(Time now, std::string_view rest, GomocupActions& actions);
  void turn(Time now, std::string_view rest, GomocupActions& actions);
  void board(Time now, std::string_view rest, GomocupActions& actions);
  void yx_board(Time now, std::string_view rest, GomocupActions& actions);
  void swap2_board(Time now, std::string_view rest, GomocupActions& actions);
  void done(Time now, std::string_view rest, GomocupActions& actions);
  void play(Time now, std::string_view rest, GomocupActions& actions);
  void take_back(Time now, std::string_view rest, GomocupActions& actions);
  void info(Time now, std::string_view rest, GomocupActions& actions);
  void about(Time now, std::string_view rest, GomocupActions& actions);
  void end(Time now, std::string_view rest, GomocupActions& actions);
  void yx_stop(Time now, std::string_view rest, GomocupActions& actions);

  void new_board(Size size, GomocupActions& actions);
  bool needs_board(GomocupActions& actions) const;
  void collect(std::string_view text);
  int excess_of_theirs() const;
  void give_to_both();
  bool number_by_who_began(const Setup& setup, GomocupActions& actions);
  void answer_swap2(Time now, GomocupActions& actions);
  void decide_swap2(Time now, const Stone& found, std::optional<double> win,
                    GomocupActions& actions);
  void judge_pair(Time now, GomocupActions& actions);
  void put(const Stone& stone, GomocupActions& actions);
  void forget_search(GomocupActions& actions);
  std::string why_not_free(int x, int y) const;
  bool add_stone(std::string_view text, GomocupActions& actions);
  void ask(Time now, Asked what, GomocupActions& actions);
  void search(Time now, Asked what, Time deadline, Time crisis_deadline, GomocupActions& actions);
  absl::StatusOr<engine::AnyGame> game() const;
  absl::StatusOr<engine::AnyState> position(const engine::AnyGame& game) const;
  int player_to_move() const { return static_cast<int>(stones_.size()) & 1; }
  std::optional<std::uint64_t> time_for_match() const;
  std::uint64_t time_for_turn(std::uint64_t moves) const;
  static Milliseconds allowance(std::uint64_t turn);

  std::optional<Size> size_;   // none before START
  std::vector<Stone> stones_;  // in the order in which they were placed
  std::optional<Setup> setup_;

  bool is_ending_ = false;
  Asked asked_ = Asked::kNothing;
  Time asked_at_;
  Time deadline_;  // of the answer, for which more than one search may be made
  Time limit_;
  std::optional<Swap2Pair> pair_;  // the one that is looked for
  Milliseconds used_{0};           // of the match's time, in this game
  std::uint64_t searches_ = 0;
  bool is_new_game_ = true;
  std::optional<engine::AnyGame> asked_game_;  // keeps alive what asked_view_ refers to
  std::optional<engine::AnyState> asked_view_;
  std::deque<Line> waiting_;

  std::uint64_t timeout_turn_ = 30'000;     // ms; 0: as fast as possible
  std::uint64_t timeout_match_ = 0;         // ms; 0: none
  std::optional<std::uint64_t> time_left_;  // ms, as the manager told before this move
  std::uint64_t max_memory_ = 0;            // bytes; 0: no limit
  std::uint64_t max_node_ = 0;              // of a search; 0: no limit
  std::uint64_t threads_ = 0;               // of a search; 0: as many as we like
  std::uint64_t rule_ = 0;
};

}  // namespace gauntlet::tools
