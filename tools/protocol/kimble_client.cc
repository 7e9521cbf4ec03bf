#include "tools/protocol/kimble_client.h"

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/protocol/kimble_line.h"
#include "tools/protocol/kimble_token.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLineBytes = 46;
constexpr std::size_t kMover = 44;
constexpr std::string_view kRanks = "0123";

std::string letters_of(const std::string& opponents) {
  std::string letters = "A";
  for (std::size_t i = 0; i < opponents.size(); ++i)
    if (opponents[i] != '0') letters += static_cast<char>('B' + i);
  return letters;
}

bool is_position(std::string_view line) {
  return line.size() == kLineBytes &&
         line.substr(0, kMover).find_first_not_of("0ABCD") == std::string_view::npos;
}

bool is_token(std::string_view line) {
  return line.size() == kTokenBytes && line.starts_with('t') &&
         line.find_first_of(" \t\r") == std::string_view::npos;
}

}  // namespace

KimbleClient::KimbleClient(Options options)
    : options_(std::move(options)),
      game_(*engine::find_game("kimble:" + letters_of(options_.opponents))),
      letters_(letters_of(options_.opponents)),
      lines_(kLongestLine) {
  begin_to_follow();
}

void KimbleClient::begin_to_follow() {
  engine::Rng unused(0);
  seen_ = GameTracker(game_, game_.start(unused));
  followed_.clear();
  has_missed_ = false;
}

void KimbleClient::connected(Time now, ClientActions& actions) {
  is_connected_ = true;
  has_answered_ = false;
  lines_.clear();
  idle_.progress(now);
  if (token_.empty()) return request(now, "v001" + options_.opponents, actions);
  if (is_due_) send_request(now, actions);
}

/// Sends `text` now, or as soon as there is a connection for it.
void KimbleClient::request(Time now, std::string text, ClientActions& actions) {
  request_ = std::move(text);
  is_due_ = true;
  if (!is_connected_) return;
  if (!options_.rests || !has_answered_) return send_request(now, actions);
  is_connected_ = false;
  actions.reconnect = true;
}

void KimbleClient::send_request(Time now, ClientActions& actions) {
  if (++requests_ > kMostRequests)
    return end(Verdict::kUnknown, "the game has no end: we have sent 10,000 requests", actions);
  actions.sends.push_back(request_ + '\n');
  idle_.resume(now);
  answer_lines_ = 0;
  position_.clear();
}

void KimbleClient::received(Time now, std::string_view bytes, ClientActions& actions) {
  lines_.add(bytes);
  while (!actions.end && !actions.reconnect) {
    const auto line = lines_.next();
    if (!line) break;
    if (line->is_cut || ++answer_lines_ > kMostLines)
      return end(Verdict::kUnknown, "this is no kimble server: its answer has no end", actions);
    idle_.count_line();
    take_line(now, line->text, actions);
    if (!actions.end && idle_.is_babble())
      return end(Verdict::kUnknown, std::string(IdleTimer::kBabble), actions);
  }
  // The terminator may come without a newline.
  if (!actions.end && lines_.partial() == "END") {
    lines_.clear();
    take_end(now, actions);
  }
  if (!actions.end && lines_.is_overlong())
    end(Verdict::kUnknown, "this is no kimble server: its answer has no end", actions);
}

void KimbleClient::take_line(Time now, const std::string& line, ClientActions& actions) {
  if (line.empty()) return;
  if (line == "END") return take_end(now, actions);
  if (line.find("Virhe") != std::string::npos)
    return end(Verdict::kUnknown, "the server says " + engine::in_quotes(line, 100), actions);
  if (line.starts_with(kKimbleWinner)) {
    return take_winner(line.substr(kKimbleWinner.size()), actions);
  }
  if (is_position(line)) return take_position(now, line);
  if (!token_.empty() && line == token_) return;  // an answer that is repeated
  if (token_.empty() && is_token(line)) {
    token_ = line;
    idle_.progress(now);
    actions.log.push_back("the game starts, we are A of " + letters_);
    return;
  }
  end(Verdict::kUnknown, "this is no kimble server: it sent " + engine::in_quotes(line, 100),
      actions);
}

void KimbleClient::take_position(Time now, const std::string& line) {
  const bool is_new = line != followed_;
  follow(line);
  if (is_new && seen_.sees()) idle_.progress(now);
  if (line[kMover] == 'A') position_ = line;
}

/// A line shows the board before a throw, who throws and what: it tells which piece the one before
/// has moved. A line that comes again while a piece is to be chosen tells nothing new.
void KimbleClient::follow(const std::string& line) {
  if (!seen_.sees() || (line == followed_ && seen_.state().to_move() >= 0)) return;
  followed_ = line;
  const std::string before = line.substr(0, kMover + 1);
  if (seen_.state().to_move() >= 0 && !follow_decision(before)) return seen_.lose();
  if (seen_.state().to_text()[kMover] == '-') follow_chance(line[kMover], before);
  if (seen_.sees() && seen_.state().to_text().starts_with(before))
    return follow_chance(line.back(), "");
  seen_.lose();
}

/// Plays the legal move that leads to what a line shows before the next throw.
bool KimbleClient::follow_decision(const std::string& before_throw) {
  engine::AnyMoves moves;
  seen_.state().legal_moves(moves);
  return std::any_of(moves.begin(), moves.end(), [&](engine::AnyMove move) {
    return seen_.play({move}, [&](const engine::AnyState& state) {
      return state.to_text().starts_with(before_throw);
    });
  });
}

/// Plays the chance outcome whose notation ends in `outcome`.
void KimbleClient::follow_chance(char outcome, const std::string& after) {
  std::vector<engine::ChanceOutcome> outcomes;
  seen_.state().chance_outcomes(outcomes);
  for (const engine::ChanceOutcome& one : outcomes)
    if (seen_.state().format(one.move).back() == outcome &&
        seen_.play({one.move}, [&](const engine::AnyState& state) {
          return state.to_text().starts_with(after);
        }))
      return;
  seen_.lose();
}

void KimbleClient::take_winner(const std::string& letter, ClientActions& actions) {
  const std::size_t seat = letter.size() == 1 ? letters_.find(letter) : std::string::npos;
  if (seat == std::string::npos)
    return end(Verdict::kUnknown,
               "the server's winner " + engine::in_quotes(letter, 10) +
                   " does not play: it should be one of " + letters_,
               actions);
  const bool has_followed = follow_win(seat);
  if (!has_followed && seen_.sees() && !followed_.empty() && !has_missed_)
    return end(Verdict::kUnknown,
               "the server says that " + letter + " has won, but nothing that can follow " +
                   engine::in_quotes(followed_, kLineBytes) + " is a win of " + letter,
               actions);
  end(seat == 0 ? Verdict::kWin : Verdict::kLoss, letter + " has won", actions);
  if (!has_followed) return;
  std::vector<std::string> players = {""};
  for (const char opponent : options_.opponents)
    if (opponent != '0') players.push_back(std::string("opponent ") + opponent);
  actions.end->seen =
      SeenGame{seen_.finished(std::move(players), seen_.state().returns(), actions.end->reason), 0};
}

/// Plays the move that wins for `seat`; false when there is none, or the game cannot be seen.
bool KimbleClient::follow_win(std::size_t seat) {
  if (!seen_.sees() || seen_.state().to_move() < 0) return false;
  const auto wins = [&](const engine::AnyState& state) {
    return state.is_over() && state.returns()[seat] > 0;
  };
  engine::AnyMoves moves;
  seen_.state().legal_moves(moves);
  return std::any_of(moves.begin(), moves.end(),
                     [&](engine::AnyMove move) { return seen_.play({move}, wins); });
}

void KimbleClient::take_end(Time now, ClientActions& actions) {
  has_answered_ = true;
  if (!std::exchange(is_due_, false)) return;
  if (token_.empty()) return end(Verdict::kUnknown, "the server's answer has no token", actions);
  if (position_.empty())
    return end(Verdict::kUnknown, "the server's answer does not ask for a move", actions);
  ask(now, actions);
}

void KimbleClient::ask(Time now, ClientActions& actions) {
  // The same position and nothing else: the piece that was named cannot move.
  const bool was_refused = position_ == asked_text_ && answer_lines_ <= 2;
  if (!was_refused) tried_.clear();
  if (position_ != asked_text_) idle_.progress(now);
  asked_text_ = position_;
  const auto state = game_.from_text(position_ + ' ' + letters_);
  if (!state.ok())
    return end(Verdict::kUnknown,
               "the server's position cannot be read: " + engine::message_of(state), actions);
  if (state->to_move() == 0 && tried_.empty()) {
    idle_.pause(now);
    asked_ = Decision{game_, *state, options_.allowance};
    actions.decision = asked_;
    return;
  }
  for (const char rank : kRanks)
    if (!tried_.contains(rank)) return name_piece(now, rank, actions);
  end(Verdict::kUnknown, "the server takes none of the four pieces", actions);
}

void KimbleClient::name_piece(Time now, char rank, ClientActions& actions) {
  tried_.insert(rank);
  request(now, token_ + rank, actions);
}

void KimbleClient::decided(Time now, engine::AnyMove move, ClientActions& actions) {
  if (!asked_) return;
  const std::string rank = asked_->view.format(move);
  name_piece(now, rank[0], actions);
}

/// A rank that moves nothing in the position last asked about; the last one named if all can move.
char KimbleClient::piece_that_cannot_move() const {
  if (asked_)
    for (const char& rank : kRanks)
      if (!asked_->view.parse({&rank, 1}).ok()) return rank;
  return request_.back();
}

void KimbleClient::disconnected(Time now, ClientActions& actions) {
  is_connected_ = false;
  idle_.pause(now);
  if (!is_due_) return;
  has_missed_ = true;
  actions.log.push_back("the connection broke while an answer was due");
  if (!asked_) {  // nothing is lost with a game in which we have not moved: another one begins
    token_.clear();
    is_due_ = false;
    begin_to_follow();
    return;
  }
  tried_.clear();
  asked_text_.clear();
  request_ = token_ + piece_that_cannot_move();
}

void KimbleClient::ticked(Time now, ClientActions& actions) {
  if (idle_.exceeds(now, options_.idle)) end(Verdict::kUnknown, "the server fell silent", actions);
}

void KimbleClient::end(Verdict verdict, std::string reason, ClientActions& actions) {
  actions.decision.reset();
  actions.end = GameEnd{verdict, std::move(reason), {}};
}

}  // namespace gauntlet::tools
