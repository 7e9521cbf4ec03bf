// A Sudokill server.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/host.h"
#include "tools/protocol/host_opponent.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/rate_limiter.h"
#include "tools/protocol/sudokill_browser.h"
#include "tools/protocol/sudokill_referee.h"

namespace gauntlet::tools {

/// Rooms in which two players play, and a queue before each. Lines to the players end in CR LF;
/// theirs in LF or CR LF. A connection is greeted with WAIT; its first line is its name; it is
/// seated (READY) or queued (WAIT). PLAY starts the game when two are seated, PLAY|density with
/// that percentage of givens. Then START to both, ADD to the one who moves, and `ROW COL VAL` from
/// it, echoed to both. A move that violates a rule, or a clock that runs out, loses: GAME OVER to
/// both, and both connections close. Leaving loses too, half-closing is leaving. Lines that are
/// nothing of that are chat, told back to the sender. `OPPONENT|name` seats a built-in player
/// against who is seated: naive, the old menu's names, or any player spec; browsers are told why a
/// name is none of these. A player who has no legal move is asked all the same, as the real server
/// does. But for moves in turn, lines that come too fast are not listened to, and like empty ones
/// mean nothing (nonsense.h).
///
/// Browsers speak lines of their own (sudokill_browser.h). After NEW CONNECTION|name a browser
/// watches a room: it is told the board, every move, who plays and who waits. JOIN and LEAVE a seat
/// or the queue, PLAY, PREVIEW a board of some density, SWITCH to the next room. Its player stays
/// when a game is over. STOP ends a game without a winner; it is for players, and for everybody
/// when programs play among themselves. A browser that talks too fast is not listened to.
///
/// Unlike the real server it does not sleep for a second after each move, takes any number of lines
/// from one packet, and lets the player whose clock it is lose on time to the millisecond.
class SudokillHost final : public Host {
 public:
  struct Options {
    std::uint64_t seed = 0;       ///< Of the boards.
    std::string position;         ///< Where all games start, as text; "": boards are drawn.
    int density = 33;             ///< Percent of givens, 0..100, unless PLAY says otherwise.
    Milliseconds clock{120'000};  ///< For all moves of a player.
    Milliseconds browser_clock{600'000};  ///< The same, of one who plays in a browser.
    int rooms = 2;
    std::string opponent;  ///< Whom everybody plays, at once, as HostOpponent has it.
    std::optional<engine::Player> opponent_seat;  ///< 0 moves first; else it alternates.
    bool numbers_moves = false;  ///< Echo the player's number too, as the README says.
    GameNumbers numbers{};
    KnownOpponents known{};  ///< From earlier games.
  };

  explicit SudokillHost(Options options);

  void opened(Time now, ConnectionId from, HostActions& actions) override;
  void opened_by_browser(Time now, ConnectionId from, HostActions& actions) override;
  void received(Time now, ConnectionId from, std::string_view bytes, HostActions& actions) override;
  void half_closed(Time now, ConnectionId from, HostActions& actions) override;
  void closed(Time now, ConnectionId from, HostActions& actions) override;
  void decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) override;
  void ticked(Time now, HostActions& actions) override;

 private:
  static constexpr std::size_t kLongestLine = 256;
  static constexpr double kLinesAtOnce = 60;  // those of a whole game
  static constexpr double kLinesPerSecond = 20;

  static constexpr std::chrono::seconds kPatienceForName{15};

  struct Person {
    Time came{};
    bool is_browser = false;
    std::optional<std::string> name;
    std::size_t room = 0;
    LineBuffer lines{kLongestLine};                      // of a program
    RateLimiter limiter{kLinesAtOnce, kLinesPerSecond};  // of a program: but for its moves
    bool was_told_to_slow_down = false;
    Nonsense nonsense{};
  };
  /// Who sits there: a connection or a built-in player.
  struct Seat {
    std::optional<ConnectionId> connection;
    std::optional<BotId> bot;
    std::string name;
    std::string spec;  ///< Of the built-in player.
    Milliseconds clock;
    Milliseconds spent{0};
    std::string called = {};  ///< By results, if it is a built-in player.
  };
  struct Board {
    int density;
    engine::AnyGame game;
    engine::AnyState state;
  };
  struct Match {
    engine::AnyGame game;
    engine::AnyState start;
    engine::AnyState state;
    std::vector<engine::AnyMove> moves;
    std::size_t mover = 0;
    Time turn_began{};
  };
  struct Room {
    std::vector<Seat> seats;
    std::deque<ConnectionId> queue;
    std::optional<Match> match;
    std::vector<ConnectionId> watchers;  // browsers, seated or not
    std::optional<Board> preview;        // what watchers see; the next game's, at this density
    Time score_was_shown{};
  };

  // What programs say, and the game.
  void take_line(Time now, ConnectionId from, const Line& line, HostActions& actions);
  void execute(Time now, ConnectionId from, const Line& line, HostActions& actions);
  bool is_too_fast(Time now, ConnectionId from, HostActions& actions);
  void ignore(Time now, ConnectionId from, HostActions& actions);
  bool is_mover(ConnectionId who);
  void join(Time now, ConnectionId from, HostActions& actions);
  void take_place(Time now, ConnectionId from, HostActions& actions);
  void sit(Time now, Room& room, ConnectionId who, HostActions& actions);
  void invite_opponent(Time now, ConnectionId from, const std::string& name, HostActions& actions);
  void drop_nameless(Time now, HostActions& actions);
  void seat_opponent(Time now, ConnectionId from, const std::string& name, HostActions& actions);
  void estimate(Room& room, FinishedGame& finished, HostActions& actions);
  void seat_next(Time now, Room& room, HostActions& actions);
  Board draw(int density, engine::Rng& rng) const;
  void start(Time now, Room& room, int density, HostActions& actions);
  void request_move(Time now, Room& room, HostActions& actions);
  void take_move(Time now, ConnectionId from, const std::string& line, HostActions& actions);
  void play(Time now, Room& room, const std::string& line, HostActions& actions);
  void finish(Time now, Room& room, std::optional<std::size_t> loser, const std::string& text,
              HostActions& actions);
  void stand_up(Time now, ConnectionId who, const Person& person, HostActions& actions);
  void leave(Time now, ConnectionId who, HostActions& actions);
  void command(const Seat& to, const std::string& line, HostActions& actions) const;
  void command(ConnectionId to, const std::string& line, HostActions& actions) const;
  void tell(ConnectionId to, const std::string& sentence, HostActions& actions) const;
  bool is_browser(ConnectionId who) const;
  static std::vector<Seat>::iterator seat_of(Room& room, ConnectionId who);
  std::size_t best_room();
  static SudokillStage stage_of(const Room& room);

  // What browsers say, and what they see (sudokill_host_browser.cc).
  void take_message(Time now, ConnectionId from, std::string_view message, HostActions& actions);
  void execute(Time now, ConnectionId from, const BrowserLine& line, HostActions& actions);
  void enter(Time now, ConnectionId from, const std::string& name, HostActions& actions);
  void go_to(Time now, ConnectionId who, std::size_t room, HostActions& actions);
  void join_from_browser(Time now, ConnectionId from, HostActions& actions);
  void leave_seat(Time now, ConnectionId from, HostActions& actions);
  void play_from_browser(Time now, ConnectionId from, int density, HostActions& actions);
  void stop(Time now, ConnectionId from, HostActions& actions);
  void preview(ConnectionId from, int density, HostActions& actions);
  void switch_room(Time now, ConnectionId from, HostActions& actions);
  const engine::AnyState& board_of(Room& room);
  static void show(const Room& room, const std::string& message, HostActions& actions);
  static void announce(const Room& room, const std::string& sentence, HostActions& actions);
  void show_score(Time now, Room& room, HostActions& actions) const;
  void show_people(Time now, Room& room, HostActions& actions) const;
  std::vector<BrowserPlayer> players_of(Time now, const Room& room) const;
  std::vector<BrowserPlayer> queue_of(const Room& room) const;

  Options options_;
  HostOpponent opponent_;   ///< Theirs, or level:auto for who asks for it.
  std::deque<Room> rooms_;  ///< More are added where everybody plays a built-in player.
  /// Of std: who was found here is talked to while others come and go.
  std::map<ConnectionId, Person> people_;
  std::uint64_t previews_ = 0;
  BotId next_bot_ = 0;
};

}  // namespace gauntlet::tools
