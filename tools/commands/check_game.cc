#include "tools/commands/check_game.h"

#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>

#include <algorithm>
#include <utility>

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"
#include "engine/words.h"
#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tools/net/kinarow_program.h"
#include "tools/net/program_player.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Allowance;
using selfplay::Choice;
using selfplay::Player;
using selfplay::Termination;
using std::chrono::steady_clock;

constexpr auto kCheckMargin = 20ms;
/// What is told in pieces comes late, and so do answers.
constexpr auto kMarginOfPieces = 3s;
/// Of the best players those who are quick; a game of Two-Doku has too many moves for a search.
constexpr char kHardOpponent[] = "expert:time=30ms", kQuickOpponent[] = "careful";
constexpr char kEasyOpponent[] = "random";
constexpr char kOtherBoard[] = "/status?width=19&height=4&k=4&timePerMove=2";

/// A built-in player who gives up after a while, so that games end.
class LeavingPlayer final : public Player {
 public:
  LeavingPlayer(std::unique_ptr<Player> player, std::optional<int> moves,
                steady_clock::duration length)
      : player_(std::move(player)), moves_(moves), length_(length) {}

  void new_game(std::uint64_t seed, engine::Player seat) override { player_->new_game(seed, seat); }
  Choice choose(const engine::AnyState& view, const Allowance& allowance) override {
    const auto now = steady_clock::now();
    if (!leaves_) leaves_ = now + length_;  // until then others were not ready
    const bool has_had_enough = moves_ && --*moves_ < 0;
    if (has_had_enough || now > *leaves_) return {.move = {}, .forfeit = Termination::kGaveUp};
    return player_->choose(view, allowance);
  }
  bool watches() const override { return player_->watches(); }
  void get_ready(const engine::AnyState& start, const std::stop_token& stop) override {
    player_->get_ready(start, stop);
  }
  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    player_->saw(before, move);
  }
  void saw_end(const engine::AnyState& end, const selfplay::GameEnding& how) override {
    player_->saw_end(end, how);
  }

 private:
  const std::unique_ptr<Player> player_;
  std::optional<int> moves_;
  const steady_clock::duration length_;
  std::optional<steady_clock::time_point> leaves_;  // since its first move
};

std::unique_ptr<Player> opponent_for(const Trial& trial, const engine::AnyGame& game,
                                     steady_clock::duration length) {
  const char* hard = game.holds<engine::TwoDoku>() ? kQuickOpponent : kHardOpponent;
  auto player = selfplay::make_player(trial.is_hard ? hard : kEasyOpponent, game);
  if (!player.ok()) player = selfplay::make_player(kEasyOpponent, game);
  return std::make_unique<LeavingPlayer>(*std::move(player), trial.leaves_after, length);
}

/// The same question with more in it than a bot knows.
HttpClient::Call in_other_words(HttpClient::Call call) {
  call.headers.push_back({"X-Check", "1"});
  call.closes = true;
  if (absl::StrContains(call.target, '?')) call.target += "&theme=dark&check";
  if (call.body.starts_with('{'))
    call.body.insert(1, R"("check":{"page":[1,"two",null]},"lastMove":null,)");
  return call;
}

}  // namespace

bool CheckTarget::has_pipes() const {
  return program.speech == Speech::kEngine || program.speech == Speech::kGomocup;
}

/// The program, with a watch beside it.
class CheckedBot::ClockedPlayer final : public Player {
 public:
  ClockedPlayer(Player& player, CheckedGame& game) : player_(player), game_(game) {}

  void new_game(std::uint64_t seed, engine::Player seat) override { player_.new_game(seed, seat); }
  Choice choose(const engine::AnyState& view, const Allowance& allowance) override {
    const std::uint64_t answers = game_.record.answers;
    const auto asked = steady_clock::now();
    const Choice choice = player_.choose(view, allowance);
    if (game_.record.answers == answers) return choice;  // it was played for it
    auto& longest = answers == 0 ? game_.first : game_.slowest;
    longest = std::max(longest, steady_clock::now() - asked);
    return choice;
  }
  std::string reason() const override { return player_.reason(); }
  bool watches() const override { return true; }
  void get_ready(const engine::AnyState& start, const std::stop_token& stop) override {
    const auto began = steady_clock::now();
    player_.get_ready(start, stop);
    game_.ready = steady_clock::now() - began;
  }
  std::string absence() const override { return player_.absence(); }
  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    player_.saw(before, move);
  }
  void saw_end(const engine::AnyState& end, const selfplay::GameEnding& how) override {
    player_.saw_end(end, how);
  }

 private:
  Player& player_;
  CheckedGame& game_;
};

// ---- the program ----

std::unique_ptr<Player> CheckedBot::make_player(bool in_pieces) {
  const auto tell = [this](const ProgramReport& report) { reports_.push_back(report); };
  const auto caller = [this](const HttpClient::Call& request, const KinarowAsk& ask) {
    return call(request, ask);
  };
  if (target_.is_url())
    return *KinarowPlayer::make(target_.game, {.url = target_.url,
                                               .time_per_move = target_.time_per_move,
                                               .patience = target_.patience,
                                               .lateness = lateness_,
                                               .caller = caller});
  if (target_.program.speech == Speech::kKinarow)
    return std::make_unique<KinarowProgram>(
        target_.game, KinarowProgram::Settings{.name = target_.name,
                                               .command = target_.program.command,
                                               .patience = target_.patience,
                                               .tell = tell,
                                               .lateness = lateness_,
                                               .sandbox = target_.sandbox,
                                               .caller = caller});
  ProgramSettings settings;
  settings.command = {target_.name, target_.program.command,
                      way_of(target_.program.speech, target_.game), target_.sandbox, in_pieces};
  settings.make_seat = [this] { return make_seat(); };
  settings.is_kept = target_.has_pipes();
  settings.patience = target_.patience;
  settings.lateness = lateness_;
  settings.tell = tell;
  return std::make_unique<ProgramPlayer>(std::move(settings));
}

/// Requests to a server go out in pieces without a process of its own.
Player& CheckedBot::player_for(const Trial& trial) {
  const bool needs_own =
      trial.manner == Manner::kPieces && target_.program.speech != Speech::kKinarow;
  std::unique_ptr<Player>& player = needs_own ? in_pieces_ : player_;
  if (!player) player = make_player(needs_own);
  return *player;
}

std::unique_ptr<Seat> CheckedBot::make_seat() {
  const Manner manner = game_.trial.manner;
  std::unique_ptr<Seat> seat =
      seat_for(target_.program.speech, target_.game, manner != Manner::kLast);
  if (manner == Manner::kOdd) seat = std::make_unique<OddSeat>(std::move(seat), target_.odd);
  return std::make_unique<TranscriptSeat>(std::move(seat), game_.record);
}

/// What a bot of the K-in-a-Row page is asked, written down and as the game's manner has it.
absl::StatusOr<HttpResponse> CheckedBot::call(const HttpClient::Call& request,
                                              const KinarowAsk& ask) {
  SeatRecord& record = game_.record;
  const bool is_move = request.method == "POST";
  const Manner manner = game_.trial.manner;
  HttpClient::Call asked = manner == Manner::kOdd ? in_other_words(request) : request;
  asked.is_in_pieces = manner == Manner::kPieces;
  if (manner == Manner::kPages) {
    asked.headers.push_back({"Origin", "http://check.example"});
    if (!is_move && !game_.preflight) ask_as_page(asked, ask);
  }
  auto answer = ask(asked);
  record.has_come |= !absl::IsUnavailable(answer.status());
  if (!record.has_come) return answer;  // it is asked again while it starts
  record.transcript.told(asked.method + ' ' + asked.target + ' ' + asked.body + '\n');
  if (answer.ok()) {
    record.transcript.said(absl::StrCat(answer->status, " ", answer->body, "\n"));
  } else {
    record.transcript.remark("(" + engine::message_of(answer) + ")");
  }
  if (answer.ok() && !is_move) record.was_ready = answer->status == 200;
  if (answer.ok() && is_move) ++record.answers;
  if (is_move) game_.move = answer;
  return answer;
}

void CheckedBot::ask_as_page(const HttpClient::Call& request, const KinarowAsk& ask) {
  HttpClient::Call preflight{.method = "OPTIONS", .target = "/move", .headers = request.headers};
  preflight.headers.push_back({"Access-Control-Request-Method", "POST"});
  preflight.headers.push_back({"Access-Control-Request-Headers", "content-type"});
  game_.preflight = ask(preflight);
  game_.other_board = ask({.method = "GET", .target = kOtherBoard, .headers = request.headers});
}

std::vector<ProgramReport> CheckedBot::dismiss() {
  player_.reset();
  in_pieces_.reset();
  return std::exchange(reports_, {});
}

// ---- a game ----

engine::AnyState CheckedBot::start_of(const Trial& trial) {
  engine::Rng rng(target_.seed + games_);
  engine::AnyState state = target_.game.start(rng);
  for (int i = 0; i < trial.stones; ++i) {
    engine::AnyMoves moves;
    state.legal_moves(moves);
    engine::AnyState next = state;
    next.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    if (!next.is_over()) state = next;
  }
  return state;
}

CheckedGame CheckedBot::play(const Trial& trial, std::chrono::milliseconds length,
                             const std::stop_token& stop) {
  game_ = CheckedGame();
  game_.trial = trial;
  ++games_;
  const engine::AnyState start = start_of(trial);
  ClockedPlayer bot(player_for(trial), game_);
  std::vector<std::unique_ptr<Player>> others;
  std::vector<Player*> seats;
  for (engine::Player seat = 0; seat < start.players(); ++seat) {
    if (seat != trial.seat) others.push_back(opponent_for(trial, target_.game, length));
    seats.push_back(seat == trial.seat ? &bot : others.back().get());
    seats.back()->new_game(target_.seed + games_, seat);
  }
  selfplay::GameClock clock(
      {.per_move = target_.time_per_move,
       .margin = trial.manner == Manner::kPieces ? kMarginOfPieces : kCheckMargin});
  engine::Rng dice(target_.seed + games_);
  selfplay::MatchResult result;
  selfplay::play_match(start, seats, dice, {.stop = stop, .clock = &clock}, result);
  const auto seat = static_cast<std::size_t>(trial.seat);
  game_.ending = result.summary.termination;
  game_.is_fault = result.summary.has_forfeited(seat);
  game_.reason = result.reason;
  game_.share = result.summary.returns[seat];
  game_.had_left =
      target_.has_pipes() && game_.is_good() && trial.manner != Manner::kLast && !reports_.empty();
  in_pieces_.reset();
  if (game_.is_fault || trial.manner == Manner::kLast) player_.reset();
  game_.reports = std::exchange(reports_, {});
  return std::move(game_);
}

}  // namespace gauntlet::tools
