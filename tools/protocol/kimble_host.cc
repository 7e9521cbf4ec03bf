#include "tools/protocol/kimble_host.h"

#include <absl/strings/ascii.h>

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/protocol/kimble_line.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kFull = "palvelin on taynna, yrita myohemmin uudestaan";

const search::Strategy* strategy_called(std::string_view name, const engine::AnyGame& game) {
  for (const search::Strategy& strategy : search::strategies(game))
    if (strategy.name == name) return &strategy;
  return nullptr;
}

/// What level:auto calls whoever plays.
constexpr char kAnybody[] = "A";

/// The built-in player that a digit of the request stands for; `opponent` is that of 9.
std::string player_of(char digit, const std::string& opponent) {
  if (digit == '1') return "helppo";
  if (digit == '2') return "vaikea";
  if (digit == '9' && !opponent.empty()) return opponent;
  return std::string("level:") + digit;
}

}  // namespace

/// The slow half fills in the life of one token at the earliest, so some die before it has.
KimbleHost::KimbleHost(Options options)
    : options_(std::move(options)),
      opponent_(options_.opponent, *engine::find_game("kimble:2"), options_.known),
      new_games_(1, 0.4 * static_cast<double>(options_.most_games) /
                        std::chrono::duration<double>(options_.token_life).count()) {}

void KimbleHost::opened(Time now, ConnectionId from, HostActions&) {
  connections_[from].came = now;
}

void KimbleHost::received(Time now, ConnectionId from, std::string_view bytes,
                          HostActions& actions) {
  while (!bytes.empty() && connections_.contains(from)) {
    connections_.at(from).requests.take(bytes);
    while (take_request(now, from, actions)) continue;
  }
  // What comes without a line end before it, but later, is taken for a request again.
  if (const auto found = connections_.find(from); found != connections_.end())
    found->second.requests.end_piece();
}

/// Takes one request from what has come; false when there is no whole one.
bool KimbleHost::take_request(Time now, ConnectionId from, HostActions& actions) {
  const auto found = connections_.find(from);
  if (found == connections_.end()) return false;
  Connection& connection = found->second;
  const auto request = connection.requests.next(connection.nonsense);
  if (!request) return false;
  switch (request->kind) {
    case KimbleRequest::Kind::kNewGame:
      start_game(now, from, request->opponents(), actions);
      break;
    case KimbleRequest::Kind::kRank:
      take_rank(now, from, *request, actions);
      break;
    case KimbleRequest::Kind::kRefused:
      refuse(from, request->why, actions);
  }
  return true;
}

KimbleHost::Connection& KimbleHost::accepted(ConnectionId from) {
  Connection& connection = connections_.at(from);
  connection.has_asked = true;
  connection.nonsense.end();
  return connection;
}

std::string KimbleHost::full() const {
  return kimble_refusal(kFull);
}

/// Says why, and hangs up on who has been refused too often in a row.
void KimbleHost::refuse(ConnectionId to, std::string_view why, HostActions& actions) {
  Nonsense& nonsense = connections_.at(to).nonsense;
  const bool is_too_much = nonsense.is_too_much();
  if (is_too_much) why = kKimbleTooMuchNonsense;
  actions.sends.push_back({to, kimble_refusal(why)});
  if (nonsense.is_first())
    actions.log.push_back("refused a request of connection " + std::to_string(to) + ": " +
                          std::string(why));
  if (!is_too_much) return;
  actions.log.push_back("closed connection " + std::to_string(to) + ": more than " +
                        std::to_string(Nonsense::kMost) + " lines in a row were not requests");
  hang_up(to, actions);
}

void KimbleHost::hang_up(ConnectionId who, HostActions& actions) {
  connections_.erase(who);
  actions.hang_ups.push_back(who);
}

void KimbleHost::start_game(Time now, ConnectionId from, std::string_view opponents,
                            HostActions& actions) {
  if (const auto why = objection_to_game(now, from); !why.empty())
    return refuse(from, why, actions);
  const std::string token = options_.make_token();
  const std::uint64_t number = options_.numbers.take();
  const auto [game, is_new] =
      games_.try_emplace(token, make_game(number, from, opponents, actions));
  if (is_new) ++connections_.at(from).games;
  game->second.asker = from;
  game->second.used = now;
  game->second.answer = token + '\n';
  ++accepted(from).answers_due;
  actions.log.push_back("game " + std::to_string(number) + " of A against " +
                        std::string(opponents));
  advance(now, game, actions);
}

/// Why no game can begin now, or "".
std::string_view KimbleHost::objection_to_game(Time now, ConnectionId from) {
  if (connections_.at(from).games >= options_.most_games_of_one) return kKimbleTooManyGames;
  if (games_.size() >= options_.most_games) return kFull;
  if (games_.size() >= options_.most_games / 2 && !new_games_.allows(now))
    return "uusia peleja alkaa liian nopeasti, yrita hetken kuluttua uudestaan";
  return "";
}

KimbleHost::Game KimbleHost::make_game(std::uint64_t number, ConnectionId beginner,
                                       std::string_view opponents, HostActions& actions) {
  std::string letters = "A";
  for (std::size_t i = 0; i < opponents.size(); ++i)
    if (opponents[i] != '0') letters += static_cast<char>('B' + i);
  const engine::AnyGame rules = *engine::find_game("kimble:" + letters);
  engine::Rng dice(options_.seed, number);
  const engine::AnyState start = rules.start(dice);
  Game game{rules, start, start, dice, {}, {}, beginner, {}, {}, false, {}, {}};
  game.seats.push_back({'A', nullptr, {}, "A"});
  for (std::size_t seat = 1; seat < letters.size(); ++seat) {
    const char digit = opponents[static_cast<std::size_t>(letters[seat] - 'B')];
    const std::string name = player_of(digit, options_.opponent);
    game.seats.push_back({letters[seat], strategy_called(name, rules), {}, name});
    Seat& last = game.seats.back();
    if (last.strategy) continue;
    last.bot = ++next_bot_;
    last.spec = name == opponent_.text() ? opponent_.spec_for(kAnybody) : name;
    actions.bots.push_back(
        {next_bot_, rules, last.spec, static_cast<engine::Player>(seat), game.dice.next()});
  }
  return game;
}

void KimbleHost::take_rank(Time now, ConnectionId from, const KimbleRequest& request,
                           HostActions& actions) {
  const auto found = games_.find(request.token());
  if (found == games_.end()) {
    if (!tell_winner(request.token(), from, actions)) refuse(from, kKimbleUnknownToken, actions);
    return;
  }
  const char digit = request.rank();
  if (!absl::ascii_isdigit(static_cast<unsigned char>(digit)))
    return refuse(from, kKimbleNoRank, actions);
  Game& game = found->second;
  game.used = now;
  if (game.asker) return refuse(from, kKimbleNotYet, actions);
  game.asker = from;
  ++accepted(from).answers_due;
  const auto move = game.state.parse({&digit, 1});  // any piece at home stands for all of them
  if (!move.ok()) {
    game.answer = game.pending;
    return deliver(game, actions);
  }
  apply(game, *move);
  advance(now, found, actions);
}

/// False when no game of that token has ended lately.
bool KimbleHost::tell_winner(std::string_view token, ConnectionId to, HostActions& actions) {
  const auto past = past_.find(std::string(token));
  if (past == past_.end()) return false;
  accepted(to);
  actions.sends.push_back({to, past->second.answer + std::string(kKimbleEnd)});
  return true;
}

void KimbleHost::apply(Game& game, engine::AnyMove move) {
  game.moves.push_back(move);
  game.state.apply(move);
}

/// Draws the starter or throws the die; a throw is a line of the answer.
void KimbleHost::throw_die(Game& game) {
  std::vector<engine::ChanceOutcome> outcomes;
  game.state.chance_outcomes(outcomes);
  const auto count = static_cast<std::uint32_t>(outcomes.size());
  const engine::AnyMove move =
      outcomes[options_.draw ? options_.draw(count) : game.dice.below(count)].move;
  game.pending = kimble_throw_line(game.state, move);
  game.answer += game.pending;
  apply(game, move);
}

/// Plays on until A has a choice, a built-in player must think, or the game is over.
void KimbleHost::advance(Time now, Games::iterator found, HostActions& actions) {
  Game& game = found->second;
  while (!game.state.is_over()) {
    if (game.state.to_move() == engine::kChance) {
      throw_die(game);
    } else if (!play_decision(game, actions)) {
      if (game.state.to_move() == 0) return deliver(game, actions);
      thinking_[*game.seats[static_cast<std::size_t>(game.state.to_move())].bot] = found->first;
      return;
    }
  }
  finish(now, found, actions);
}

/// Plays a decision that needs nobody from outside; false when it does.
bool KimbleHost::play_decision(Game& game, HostActions& actions) {
  engine::AnyMoves legal;
  game.state.legal_moves(legal);
  const Seat& seat = game.seats[static_cast<std::size_t>(game.state.to_move())];
  if (legal.size() == 1) {
    apply(game, legal[0]);
  } else if (seat.strategy) {
    apply(game, seat.strategy->choose(game.state, game.dice));
  } else {
    if (seat.bot)
      actions.questions.push_back(
          {*seat.bot, game.state, options_.bot_allowance, !std::exchange(game.has_thought, true)});
    return false;
  }
  return true;
}

void KimbleHost::decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) {
  const auto waiting = thinking_.find(bot);
  if (waiting == thinking_.end()) return;
  const auto game = games_.find(waiting->second);
  thinking_.erase(waiting);
  if (game == games_.end()) return;
  apply(game->second, game->second.state.is_playable(move)
                          ? move
                          : game->second.state.random_move(game->second.dice));
  advance(now, game, actions);
}

/// Sends what A asked for.
void KimbleHost::deliver(Game& game, HostActions& actions) {
  const auto asker = std::exchange(game.asker, std::nullopt);
  const std::string answer = std::exchange(game.answer, {}) + std::string(kKimbleEnd);
  game.has_thought = false;
  if (!asker || !connections_.contains(*asker)) return;
  actions.sends.push_back({*asker, answer});
  answered(*asker, actions);
}

void KimbleHost::answered(ConnectionId to, HostActions& actions) {
  Connection& connection = connections_.at(to);
  if (--connection.answers_due > 0 || !connection.sends_no_more) return;
  hang_up(to, actions);
}

void KimbleHost::finish(Time now, Games::iterator found, HostActions& actions) {
  Game& game = found->second;
  const engine::Returns returns = game.state.returns();
  std::size_t winner = 0;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    if (returns[static_cast<engine::Player>(seat)] == 1) winner = seat;
  const char letter = game.seats[winner].letter;
  const std::string last_line = kimble_winner_line(letter);
  game.answer += last_line;
  if (past_.size() < options_.most_games) past_[found->first] = {last_line, now};
  deliver(game, actions);
  FinishedGame finished{game.rules, game.start, std::move(game.moves),
                        {},         returns,    std::string(1, letter) + " has won"};
  for (const Seat& seat : game.seats) finished.players.push_back(seat.name);
  estimate(game, finished, actions);
  actions.finished.push_back(std::move(finished));
  drop(found, actions);
}

/// Tells level:auto, if it has played, how the game with it has ended.
void KimbleHost::estimate(const Game& game, FinishedGame& finished, HostActions& actions) {
  if (game.seats.size() != 2 || game.seats[1].spec.empty()) return;
  if (game.seats[1].name != opponent_.text()) return;
  finished.strength = opponent_.saw_end(kAnybody, game.seats[1].spec, finished.returns[0]);
  if (finished.strength) actions.log.push_back(sentence_of(*finished.strength));
}

void KimbleHost::drop(Games::iterator game, HostActions& actions) {
  if (const auto beginner = connections_.find(game->second.beginner);
      beginner != connections_.end())
    --beginner->second.games;
  for (const Seat& seat : game->second.seats) {
    if (!seat.bot) continue;
    thinking_.erase(*seat.bot);
    actions.gone.push_back(*seat.bot);
  }
  games_.erase(game);
}

void KimbleHost::half_closed(Time, ConnectionId from, HostActions& actions) {
  const auto connection = connections_.find(from);
  if (connection == connections_.end()) return;
  connection->second.sends_no_more = true;
  if (connection->second.answers_due > 0) return;
  hang_up(from, actions);
}

void KimbleHost::closed(Time, ConnectionId from, HostActions&) {
  connections_.erase(from);
}

void KimbleHost::ticked(Time now, HostActions& actions) {
  for (auto connection = connections_.begin(); connection != connections_.end();) {
    const auto next = std::next(connection);
    if (!connection->second.has_asked && now - connection->second.came > kPatienceForRequest) {
      actions.log.push_back("connection " + std::to_string(connection->first) +
                            " has asked nothing within 15 seconds");
      hang_up(connection->first, actions);
    }
    connection = next;
  }
  for (auto game = games_.begin(); game != games_.end();) {
    const auto next = std::next(game);
    if (!game->second.asker && now - game->second.used > options_.token_life) {
      actions.log.push_back("a token was not used for too long");
      drop(game, actions);
    }
    game = next;
  }
  absl::erase_if(past_,
                 [&](const auto& past) { return now - past.second.ended > options_.token_life; });
}

}  // namespace gauntlet::tools
