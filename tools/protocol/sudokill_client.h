// A player on a Sudokill server.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/client.h"
#include "tools/protocol/game_tracker.h"
#include "tools/protocol/idle_timer.h"
#include "tools/protocol/line_buffer.h"

namespace gauntlet::tools {

/// One game on a Sudokill server: TCP, port 4444, lines that end in CR LF.
///
///   server                                   we
///   WAIT                                     our name
///   READY (or WAIT again: queued)            PLAY every second until START, if we start the game
///   START|1 or 2|2|row0|..|row8
///   ADD|row0|..|row8                         ROW COL VAL
///   ROW COL VAL, maybe with a player's id
///   GAME OVER|text, and hangs up
///
/// The server handles one line a receive and sleeps a second after each move, so we send one line a
/// write and never two without a reaction between. A move that cannot be made, because no digit
/// fits, is `0 0 0`, as its own players do. Who won: see sudokill_verdict(). What ends a silence is
/// a place in the queue, a seat, the start, and a move or our turn on a board with more digits than
/// before.
class SudokillClient final : public Client {
 public:
  struct Options {
    std::string name = "Gauntlet";          ///< Blanks at its ends are left off.
    bool starts_game = false;               ///< Send PLAY until the game starts.
    Milliseconds clock{120'000};            ///< For all our moves together.
    std::optional<Milliseconds> allowance;  ///< For each move; else planned from the clock.
    /// Silence during a game, or instead of the first line: the server is gone.
    Milliseconds idle{180'000};
    Milliseconds wait{kUsualWait};  ///< For a seat, and then for the game.
  };

  explicit SudokillClient(Options options);

  void connected(Time now, ClientActions& actions) override;
  void received(Time now, std::string_view bytes, ClientActions& actions) override;
  void decided(Time now, engine::AnyMove move, ClientActions& actions) override;
  void disconnected(Time now, ClientActions& actions) override;
  void ticked(Time now, ClientActions& actions) override;

 private:
  static constexpr std::size_t kLongestLine = 512;
  static constexpr std::size_t kSquares = 81;
  /// The digits row by row, '.' where there is none.
  using Board = std::array<char, kSquares>;

  enum class Stage : std::uint8_t { kNameless, kNamed, kQueued, kSeated, kPlaying };

  void take_line(Time now, const std::string& line, ClientActions& actions);
  void take_place(Time now, const std::string& line, ClientActions& actions);
  void take_start(Time now, const std::string& line, ClientActions& actions);
  void take_add(Time now, const std::string& line, ClientActions& actions);
  bool take_move(Time now, const std::string& line);
  void see_board(Time now);
  void follow(int row, int column, int digit);
  void take_game_over(const std::string& text, ClientActions& actions);
  void introduce(ClientActions& actions);
  void take_long_line(std::string_view beginning, ClientActions& actions);
  void ask(Time now, ClientActions& actions);
  void send_move(Time now, const std::string& move, ClientActions& actions);
  Milliseconds plan(const engine::AnyState& view) const;
  void end(Verdict verdict, std::string reason, ClientActions& actions);

  Options options_;
  LineBuffer lines_;
  Stage stage_ = Stage::kNameless;
  bool knows_server_ = false;  ///< Its first line was one of a Sudokill server's.
  int seat_ = 0;               ///< 0 or 1, as in the engine.
  Board board_{};
  GameTracker seen_;
  std::string last_ = "-";         ///< Row and column of the last move, as positions are written.
  std::optional<Decision> asked_;  ///< Not answered yet.
  bool is_our_turn_ = false;       ///< From ADD until our move is echoed.
  std::string sent_;               ///< Our last move, without its line end.
  Milliseconds spent_{0};          ///< Of our clock.
  Time turn_began_{};
  IdleTimer idle_;                    ///< Stands still while we are asked.
  std::ptrdiff_t digits_ = 0;         ///< At most on a board that was shown.
  std::ptrdiff_t asked_digits_ = -1;  ///< At most on a board that asked for our move.
  std::optional<Time> play_at_;       ///< When to send PLAY (again).
  Time connected_at_{};
};

}  // namespace gauntlet::tools
