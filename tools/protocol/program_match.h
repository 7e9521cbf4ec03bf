// Games between programs that the host starts itself.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/protocol/game_numbers.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Who of one or two programs plays next, and how they come: the first seat's program is started,
/// and the next connection is its own; then the second seat's. A program that ends before it
/// connects, or takes longer than ten seconds, has failed; so has one that leaves before the game
/// began. The seats change after every game. A program is not started before those of the game
/// before have ended, nor while one that has failed may still connect. One program alone plays the
/// built-in player. When the same program has never connected in three games in a row, the match
/// is given up.
class ProgramMatch {
 public:
  using Time = Host::Time;

  struct Entrant {
    std::string name;  ///< Printable, fit for a file's name, and not the other one's.
    std::string command;
  };
  /// A program's seat in one game.
  struct Place {
    std::size_t entrant;
    std::optional<ProgramId> program;        ///< Once it was started.
    std::optional<ConnectionId> connection;  ///< Once it has connected.
    std::string failure;                     ///< Why it cannot play, or "".
    bool is_running = false;
  };
  /// By seat; nothing for the built-in player.
  using Places = std::array<std::optional<Place>, 2>;

  /// `seats` are what the players are called. REQUIRES: one or two entrants.
  ProgramMatch(std::vector<Entrant> entrants, std::array<std::string_view, 2> seats,
               std::optional<engine::Player> opponent_seat, GameNumbers numbers)
      : entrants_(std::move(entrants)),
        seats_(seats),
        opponent_seat_(opponent_seat),
        numbers_(std::move(numbers)) {}

  /// Whoever comes next.
  const Places& places() const { return places_; }
  const std::string& name_of(const Place& place) const { return entrants_[place.entrant].name; }
  /// All have come or failed, and the game has not been taken yet.
  bool is_ready() const { return stage_ == Stage::kReady; }
  /// The game is played now, until end().
  void take_game() { stage_ = Stage::kPlaying; }

  /// False when nobody is awaited.
  bool connected(Time now, ConnectionId who, HostActions& actions);
  /// A connection has gone that is in no game.
  /// `how`: "left", say.
  void left(Time now, ConnectionId who, std::string_view how, HostActions& actions);
  void program_ended(Time now, ProgramId program, const std::string& how, HostActions& actions);
  void ticked(Time now, HostActions& actions);
  /// The game is over; `forfeits` says by seat who has lost against the rules' course.
  void end(const std::array<bool, 2>& forfeits, HostActions& actions);

 private:
  enum class Stage { kGathering, kReady, kPlaying, kOver };

  void begin(Time now, HostActions& actions);
  void gather(Time now, HostActions& actions);
  void start(Time now, std::size_t seat, HostActions& actions);
  void fail(Place& place, std::string_view how, HostActions& actions);
  Place* awaited();
  bool all_have_ended() const;
  void count_absence(const Place& place, HostActions& actions);

  const std::vector<Entrant> entrants_;
  const std::array<std::string_view, 2> seats_;
  const std::optional<engine::Player> opponent_seat_;
  std::array<int, 2> absences_{};  // by entrant: games in a row without a connection
  Places places_;
  Stage stage_ = Stage::kOver;
  Time started_{};  // the awaited program
  GameNumbers numbers_;
  std::uint64_t number_ = 0;  // of the game
  ProgramId last_program_ = 0;
};

}  // namespace gauntlet::tools
