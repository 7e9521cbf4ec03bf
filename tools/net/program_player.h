// Other people's programs as players.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/any_game.h"
#include "selfplay/players/player.h"
#include "tools/net/answer_clock.h"
#include "tools/net/talking_program.h"
#include "tools/protocol/conversation.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

struct ProgramSettings {
  using Milliseconds = std::chrono::milliseconds;

  ProgramCommand command;
  /// What its protocol is; called for each game.
  std::function<std::unique_ptr<Seat>()> make_seat;
  /// The same process plays game after game, as long as it does not forfeit one but by a move;
  /// else each game has a new one. REQUIRES: it talks by its pipes.
  bool is_kept = false;
  /// What it has from a game's beginning until it is connected and ready, before any clock runs.
  Milliseconds patience{10'000};
  Milliseconds longest_answer{600'000};  ///< Where nobody keeps a clock.
  /// The first answer of a process may come so much later: before it has done a thing once, a
  /// runtime such as Java's or Python's is slow. It is not told of it.
  Milliseconds warm_up{1'000};
  /// Of the machine's own delay; null: there is no allowance for it.
  std::shared_ptr<LatenessRecord> lateness = {};
  /// Called for each process that has ended and is needed no longer; null: nobody wants to know.
  std::function<void(const ProgramReport&)> tell = {};
};

/// A program is started, talked with by its Seat, judged, and ended. Everything happens on the
/// thread that calls, inside of the call, and each of them ends: choose() at the deadline and its
/// margin, or when a stop is requested; get_ready() when patience ends; saw_end() and new_game()
/// when a process has ended that is needed no longer, by force if need be. Who forfeits does so in
/// one of these ways, told by choose():
///
///   absent        it never was ready: "did not connect within 10 s"; "ended before it
///                 connected: exit status 7"
///   crashed       it ended, or hung up, before its move: "exit status 1", "signal SIGSEGV"
///   out of time   as AnswerClock has it: "took 1,034 ms of 1,000 ms" between the moment when the
///                 question was handed to the system and the one when the answer was read
///   nonsense      it floods us, or does not read what it is told
///   illegal move  or whatever else its seat says
///
/// Of a move's time nothing is spent on starting; what it does between its moves is not heard
/// before the next one, in bounded memory.
class ProgramPlayer final : public selfplay::Player {
 public:
  explicit ProgramPlayer(ProgramSettings settings) : settings_(std::move(settings)) {}
  ~ProgramPlayer() override;

  std::size_t memory() const override;
  /// Starts the program. REQUIRES: a seat of the game, not kNobody.
  void new_game(std::uint64_t seed, engine::Player seat) override;
  bool watches() const override { return true; }
  void get_ready(const engine::AnyState& start, const std::stop_token& stop) override;
  std::string absence() const override { return selfplay::reason_of_absence(forfeit_); }
  void saw(const engine::AnyState& before, engine::AnyMove move) override;
  selfplay::Choice choose(const engine::AnyState& view,
                          const selfplay::Allowance& allowance) override;
  std::string reason() const override { return forfeit_ ? forfeit_->reason : ""; }
  void saw_end(const engine::AnyState& end, const selfplay::GameEnding& how) override;
  /// As Conversation writes it.
  selfplay::KeptConversation conversation() const override;

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Step;

  void launch();
  void dismiss(bool hurry);
  void enter(const engine::AnyState& start, const std::stop_token& stop);
  bool waits(Time until, const std::stop_token& stop, const Step& step);
  void ask(const engine::AnyState& view, const SeatTime& time, AnswerClock& clock);
  void listen(AnswerClock& clock, const std::stop_token& stop);
  bool hear(AnswerClock* clock);
  void reconnected();
  void settle(const std::optional<SeatAnswer>& answer, AnswerClock* clock);
  void tell(std::string_view text);
  void fail(selfplay::Termination how, std::string reason);
  void fail_late(const AnswerClock& clock);
  std::string how_it_went();

  const ProgramSettings settings_;
  std::unique_ptr<TalkingProgram> program_;
  std::unique_ptr<Seat> seat_;  // from when the program is connected until the game's end
  engine::Player player_ = 0;
  std::optional<selfplay::Forfeit> forfeit_;  // of this game
  std::optional<SeatAnswer> answer_;          // to the last question: a move
  Conversation conversation_;                 // of this game
  std::int64_t process_ = 0;                  // its number, ..
  std::uint32_t turn_ = 0;                    // .. and how many games it had begun before
  std::uint64_t connections_ = 0;             // of the program, that its seat knows of
  std::uint64_t heard_ = 0;                   // bytes, since the last question
  std::string said_;                          // the first of them
  bool is_idle_ = false;                      // kept for the next game
  bool was_kept_ = false;                     // from an earlier game
  bool has_forfeited_ = false;                // the process, in some game
  bool is_warm_ = false;                      // it has answered a question
};

}  // namespace gauntlet::tools
