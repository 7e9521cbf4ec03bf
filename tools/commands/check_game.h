// The games of a check, and what is seen of the program there.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "selfplay/players/player.h"
#include "tools/commands/program_text.h"
#include "tools/net/answer_clock.h"
#include "tools/net/kinarow_player.h"
#include "tools/net/program_report.h"
#include "tools/net/sandbox.h"
#include "tools/protocol/odd_seat.h"
#include "tools/protocol/transcript_seat.h"

namespace gauntlet::tools {

/// The program to be checked: its command, or the URL of one that runs already.
struct CheckTarget {
  engine::AnyGame game;
  std::string name;     ///< As {name} in its command.
  ProgramText program;  ///< Of a URL the speech alone.
  std::string url = {};
  OddSpeech odd = {};  ///< What its protocol allows beside the usual.
  std::chrono::milliseconds time_per_move{2'000};
  std::chrono::milliseconds patience{10'000};  ///< Until it is ready.
  std::shared_ptr<const Sandbox> sandbox = {};
  std::uint64_t seed = 1;

  bool is_url() const { return !url.empty(); }
  bool has_pipes() const;
};

/// How the program is talked to in a game.
enum class Manner : std::uint8_t {
  kPlain,
  kPieces,  ///< In small pieces with pauses.
  kOdd,     ///< With all that its protocol allows beside the usual.
  kPages,   ///< K-in-a-Row: as a page of another origin calls it, and asking about another board.
  kLast,    ///< And then it is told that there is no other game.
};

/// A game to be played.
struct Trial {
  engine::Player seat = 0;  ///< Of the program.
  Manner manner = Manner::kPlain;
  bool is_hard = false;  ///< Against the best players that there are, not random moves.
  int stones = 0;        ///< On the board already, placed at random.
  std::optional<int> leaves_after = {};  ///< Moves, after which an opponent gives up.
};

/// What came of it.
struct CheckedGame {
  using Duration = std::chrono::steady_clock::duration;

  Trial trial;
  selfplay::Termination ending = selfplay::Termination::kStopped;
  bool is_fault = false;  ///< The program has forfeited it.
  std::string reason;     ///< Why, printable.
  float share = 0;        ///< Of the point, that the program has got.
  SeatRecord record;
  /// Of processes that ended in this game or before it, since the one before.
  std::vector<ProgramReport> reports;
  /// A process that should have played on has ended, before this game or right after it.
  bool had_left = false;
  Duration ready{0};    ///< From the beginning until it was ready.
  Duration first{0};    ///< Its first answer, ..
  Duration slowest{0};  ///< .. and the slowest one of the others.
  // What a page would get, of Manner::kPages:
  std::optional<absl::StatusOr<HttpResponse>> preflight, other_board, move;

  /// It has ended as it should: by the rules, or because an opponent has left.
  bool is_good() const { return !is_fault && ending != selfplay::Termination::kStopped; }
};

/// A program as an opponent of built-in players, one game after the other. Each ends: opponents
/// leave when they have played long enough, and a stop ends everything. One thread.
class CheckedBot {
 public:
  explicit CheckedBot(CheckTarget target) : target_(std::move(target)) {}
  CheckedBot(const CheckedBot&) = delete;
  CheckedBot& operator=(const CheckedBot&) = delete;

  const CheckTarget& target() const { return target_; }
  /// One that is kept for game after game is so until it forfeits one, or after Manner::kLast.
  /// Opponents leave when the game has lasted for `length`.
  CheckedGame play(const Trial& trial, std::chrono::milliseconds length,
                   const std::stop_token& stop);
  /// It is needed no longer: how its processes have ended that had not.
  std::vector<ProgramReport> dismiss();

 private:
  class ClockedPlayer;

  std::unique_ptr<selfplay::Player> make_player(bool in_pieces);
  selfplay::Player& player_for(const Trial& trial);
  std::unique_ptr<Seat> make_seat();
  absl::StatusOr<HttpResponse> call(const HttpClient::Call& request, const KinarowAsk& ask);
  void ask_as_page(const HttpClient::Call& request, const KinarowAsk& ask);
  engine::AnyState start_of(const Trial& trial);

  const CheckTarget target_;
  const std::shared_ptr<LatenessRecord> lateness_ = std::make_shared<LatenessRecord>();
  CheckedGame game_;  // that is played
  std::vector<ProgramReport> reports_;
  std::uint64_t games_ = 0;
  std::unique_ptr<selfplay::Player> player_;     // plays game after game
  std::unique_ptr<selfplay::Player> in_pieces_;  // plays one; both use the others
};

}  // namespace gauntlet::tools
