#include "tools/protocol/kimble_seat.h"

#include <absl/strings/ascii.h>

#include <utility>

#include "engine/kimble/kimble.h"
#include "tools/protocol/kimble_line.h"
#include "tools/protocol/seat_lines.h"

namespace gauntlet::tools {

namespace {

int corner_of(const engine::AnyState& state, engine::Player player) {
  return state.as<engine::Kimble>().corner(player);
}

/// Who has won; nobody when one of several has forfeited, or the game was stopped.
std::optional<engine::Player> winner_of(const engine::AnyState& end,
                                        std::optional<engine::Player> loser) {
  if (!loser && end.is_over()) return end.as<engine::Kimble>().turn();
  if (!loser || end.players() != 2) return std::nullopt;
  return static_cast<engine::Player>(1 - *loser);
}

}  // namespace

void KimbleSeat::begin(const engine::AnyState& start, engine::Player seat, std::string&) {
  corner_ = corner_of(start, seat);
  if (start.to_move() >= 0) answer_ += kimble_line_seen_from(kimble_die_line(start), corner_);
}

void KimbleSeat::saw(const engine::AnyState& before, engine::AnyMove move, std::string&) {
  if (before.to_move() != engine::kChance) return;
  const std::string line = kimble_throw_line(before, move);
  if (!line.empty()) answer_ += kimble_line_seen_from(line, corner_);
}

std::optional<SeatAnswer> KimbleSeat::ask(const engine::AnyState& view, const SeatTime&,
                                          std::string& out) {
  if (forfeit_) return forfeit_;
  engine::AnyMoves moves;
  view.legal_moves(moves);
  if (moves.size() == 1) return SeatAnswer{moves[0]};
  asked_ = view;
  line_ = kimble_line_seen_from(kimble_die_line(view), corner_);
  if (has_game_) deliver(out);
  return std::nullopt;
}

void KimbleSeat::deliver(std::string& out) {
  out += std::exchange(answer_, {});
  out += kKimbleEnd;
}

void KimbleSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                     selfplay::Termination, std::string& out) {
  farewell_ = last_words(end, loser);
  asked_.reset();
  if (!has_game_ || forfeit_) return;
  out += std::exchange(answer_, {}) + farewell_;
}

std::string KimbleSeat::last_words(const engine::AnyState& end,
                                   std::optional<engine::Player> loser) const {
  if (const auto winner = winner_of(end, loser))
    return kimble_winner_line(kimble_letter(corner_of(end, *winner), corner_)) +
           std::string(kKimbleEnd);
  if (!loser) return kimble_refusal("peli keskeytettiin");
  const char letter = kimble_letter(corner_of(end, *loser), corner_);
  return kimble_refusal(std::string("pelaaja ") + letter + " luovutti, peli paattyi");
}

std::optional<SeatAnswer> KimbleSeat::received(std::string_view bytes, std::string& out) {
  std::optional<SeatAnswer> first;
  while (!bytes.empty() && !forfeit_) {
    requests_.take(bytes);
    while (!forfeit_) {
      const auto request = requests_.next(nonsense_);
      if (!request) break;
      const auto answer = take_request(*request, out);
      if (!first) first = answer;
    }
  }
  requests_.end_piece();
  return farewell_.empty() ? first : std::nullopt;
}

std::optional<SeatAnswer> KimbleSeat::take_request(const KimbleRequest& request, std::string& out) {
  switch (request.kind) {
    case KimbleRequest::Kind::kNewGame:
      return start_game(out);
    case KimbleRequest::Kind::kRank:
      return take_rank(request, out);
    case KimbleRequest::Kind::kRefused:
      break;
  }
  return refuse(request.why, out);
}

/// There is one game, this one.
std::optional<SeatAnswer> KimbleSeat::start_game(std::string& out) {
  if (has_game_ || !farewell_.empty()) return refuse(kKimbleTooManyGames, out);
  has_game_ = true;
  nonsense_.end();
  answer_.insert(0, token_ + '\n');
  if (asked_) deliver(out);
  return std::nullopt;
}

std::optional<SeatAnswer> KimbleSeat::take_rank(const KimbleRequest& request, std::string& out) {
  const char digit = request.rank();
  if (!has_game_ || request.token() != token_) return refuse(kKimbleUnknownToken, out);
  if (!farewell_.empty()) {
    out += farewell_;
    return std::nullopt;
  }
  if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return refuse(kKimbleNoRank, out);
  if (!asked_) return refuse(kKimbleNotYet, out);
  const auto move = asked_->parse({&digit, 1});  // any piece at home stands for all of them
  if (!move.ok()) return show_again(out);
  nonsense_.end();
  asked_.reset();
  return SeatAnswer{*move};
}

/// A host may do this for ever; but here a clock need not run.
std::optional<SeatAnswer> KimbleSeat::show_again(std::string& out) {
  if (nonsense_.is_too_much()) return give_up(out);
  out.append(line_).append(kKimbleEnd);
  return std::nullopt;
}

/// The refusal too many is a forfeit.
std::optional<SeatAnswer> KimbleSeat::refuse(std::string_view why, std::string& out) {
  ++slips_;
  if (nonsense_.is_too_much()) return give_up(out);
  out += kimble_refusal(why);
  return std::nullopt;
}

std::optional<SeatAnswer> KimbleSeat::give_up(std::string& out) {
  out += kimble_refusal(kKimbleTooMuchNonsense);
  forfeit_ = nonsense_forfeit();
  return forfeit_;
}

}  // namespace gauntlet::tools
