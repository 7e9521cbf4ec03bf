#include "tools/commands/check_run.h"

#include <absl/time/time.h>

#include <algorithm>
#include <utility>

#include "engine/guide.h"
#include "engine/words.h"
#include "selfplay/wait_for_stop.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// What ending programs by force takes at most, twice: one may be ending when the time is over.
constexpr milliseconds kEndings = 7s;
constexpr milliseconds kLongestGame = 6s, kShortestGame = 300ms;
constexpr int kOtherGames = 8;  // at most, beside one in each seat

engine::AnyState first_state(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

/// Of which so much is for games.
milliseconds time_to_play(milliseconds whole) {
  return whole - std::min(kEndings, whole / 2);
}

const CheckWords& words_for(const CheckTarget& target) {
  return target.is_url() ? check_words_of_url() : check_words(target.program.speech, target.game);
}

}  // namespace

CheckRun::CheckRun(CheckTarget target, Milliseconds whole, const std::stop_token& interrupt)
    : whole_(whole),
      bot_(std::move(target)),
      words_(words_for(bot_.target())),
      start_(first_state(bot_.target().game)),
      seats_(start_.players()),
      on_interrupt_(interrupt, [this] { over_.request_stop(); }),
      interrupt_(interrupt),
      timer_([this](const std::stop_token& stop) {
        if (!selfplay::wait_for_stop(stop, absl::FromChrono(time_to_play(whole_))))
          over_.request_stop();
      }) {}

std::string CheckRun::seat_title(engine::Player seat) const {
  const bool draws_starter = start_.to_move() == engine::kChance;
  if (draws_starter) return "in seat " + engine::seat_name(start_, seat);
  return seat == 0 ? "moving first" : "moving second";
}

/// Of the next game: a fair share of what time there is left.
CheckRun::Milliseconds CheckRun::length() const {
  const auto left = time_to_play(whole_) - (steady_clock::now() - began_);
  const auto games_left = std::max(seats_ + kOtherGames - static_cast<int>(games_.size()), 2);
  return std::clamp(std::chrono::floor<milliseconds>(left / games_left), kShortestGame,
                    kLongestGame);
}

const CheckedGame& CheckRun::play(const Trial& trial) {
  games_.push_back(bot_.play(trial, length(), over_.get_token()));
  count(games_.back());
  return games_.back();
}

void CheckRun::count(const CheckedGame& game) {
  faults_ += game.is_fault;
  const bool is_same_process =
      !target().has_pipes() || (!game.had_left && game.trial.manner != Manner::kPieces);
  if (game.is_good() && is_same_process) {
    ++in_a_row_;
  } else if (target().has_pipes() && game.trial.manner != Manner::kPieces) {
    in_a_row_ = 0;
  }
  most_in_a_row_ = std::max(most_in_a_row_, in_a_row_);
}

const CheckedGame& CheckRun::seat_game(engine::Player seat) {
  if (const auto known = seat_games_.find(seat); known != seat_games_.end()) return *known->second;
  const CheckedGame& game = play({.seat = seat});
  seat_games_[seat] = &game;
  good_seat_games_ += game.is_good();
  return game;
}

std::string CheckRun::why_over() const {
  if (interrupt_.stop_requested()) return "the check was interrupted";
  if (over_.stop_requested())
    return "there was no time left of " + span_text(std::chrono::duration<double>(whole_).count());
  if (faults_ >= kMostFaults)
    return engine::counted(static_cast<std::uint64_t>(faults_), "game") +
           " went wrong: mend what failed first";
  if (static_cast<int>(seat_games_.size()) == seats_ && good_seat_games_ == 0)
    return "no game went well: mend what failed first";
  if (!games_.empty() && games_.front().is_fault && !games_.front().record.was_ready)
    return "the program never came to its first game";
  return "";
}

}  // namespace gauntlet::tools
