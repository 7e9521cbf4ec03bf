#include "tools/forms/told_game.h"

#include <absl/strings/str_cat.h>

#include <cmath>
#include <utility>

#include "engine/registry.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "selfplay/players/auto_level.h"
#include "selfplay/utc_time.h"

namespace gauntlet::tools {

namespace {

constexpr double kRounding = 1e-4;  // files have six digits

absl::Status wrong(const std::string& what) {
  return absl::InvalidArgumentError(what);
}

/// The start that is told, or the one that all games of it have.
absl::StatusOr<engine::AnyState> start_of(const engine::AnyGame& game, const std::string& text) {
  if (!text.empty()) {
    auto start = game.from_text(text);
    if (!start.ok()) return wrong("bad start: " + engine::message_of(start));
    return start;
  }
  engine::Rng one(1), other(2);
  engine::AnyState start = game.start(one);
  if (start == game.start(other)) return start;
  return wrong("games of " + game.name() + " differ in their starts, and it does not tell its own");
}

absl::Status play_moves(const ToldGame& told, selfplay::FinishedGame& game,
                        engine::AnyState& state) {
  if (told.moves.size() > kMostToldMoves)
    return wrong(absl::StrCat("more than ", engine::grouped(kMostToldMoves), " moves"));
  for (const std::string& text : told.moves) {
    const std::string number = absl::StrCat("move ", game.moves.size() + 1);
    if (state.is_over())
      return wrong(absl::StrCat(number, " of ", told.moves.size(), " comes when the game is over"));
    const auto move = state.parse(text);
    if (!move.ok()) return wrong(number + ": " + engine::message_of(move));
    game.moves.push_back(*move);
    state.apply(*move);
  }
  return absl::OkStatus();
}

/// The returns that are told, if they can be any.
absl::StatusOr<engine::Returns> told_returns(const ToldGame& told, std::size_t seats) {
  engine::Returns returns{};
  double sum = 0;
  if (told.returns.size() != seats)
    return wrong(absl::StrCat("results for ", told.returns.size(), " of ", seats, " seats"));
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const double share = told.returns[seat];
    if (!(share >= 0 && share <= 1)) return wrong("a result that is not from 0 to 1");
    returns[seat] = static_cast<float>(share);
    sum += share;
  }
  if (sum > 1 + kRounding) return wrong("results with a sum of more than 1");
  return returns;
}

absl::Status add_returns(const ToldGame& told, const engine::AnyState& end,
                         selfplay::FinishedGame& game) {
  const auto seats = static_cast<std::size_t>(game.game.players());
  if (end.is_over()) game.returns = end.returns();
  if (end.is_over() && told.board_decides) return absl::OkStatus();
  if (told.returns.empty())
    return end.is_over() ? absl::OkStatus()
                         : wrong("the game is not over, and it does not tell who has won");
  const auto returns = told_returns(told, seats);
  if (!returns.ok()) return returns.status();
  if (!end.is_over()) game.returns = *returns;
  for (std::size_t seat = 0; seat < seats; ++seat)
    if (std::abs((*returns)[seat] - game.returns[seat]) > kRounding)
      return wrong("the game did not end as it tells");
  return absl::OkStatus();
}

absl::Status add_strength(const ToldGame& told, selfplay::FinishedGame& game) {
  if (!told.strength) return absl::OkStatus();
  if (!selfplay::is_possible(*told.strength))
    return wrong("it tells the strength of its player in a way it cannot be");
  game.strength = told.strength;
  game.strength->player = engine::legible(told.strength->player, 200);
  return absl::OkStatus();
}

absl::StatusOr<selfplay::FinishedGame> fresh(const ToldGame& told) {
  const auto rules = engine::find_game(told.game);
  if (!rules.ok()) return wrong(engine::message_of(rules));
  const auto start = start_of(*rules, told.start);
  if (!start.ok()) return start.status();
  const auto seats = static_cast<std::size_t>(rules->players());
  if (told.players.size() != seats)
    return wrong(absl::StrCat("names for ", told.players.size(), " of ", seats, " seats"));
  selfplay::FinishedGame game{*rules, *start, {}, {}, {}, engine::legible(told.reason, 500)};
  for (const std::string& player : told.players)
    game.players.push_back(engine::legible(player, 200));
  return game;
}

}  // namespace

absl::StatusOr<selfplay::FinishedGame> played(const ToldGame& told) {
  auto game = fresh(told);
  if (!game.ok()) return game;
  if (!told.ended.empty() && !selfplay::is_utc_time(told.ended))
    return wrong("it ended at " + engine::in_quotes(told.ended) +
                 ", which is no time as in 2026-11-21 14:03:59");
  engine::AnyState state = game->start;
  if (const absl::Status status = play_moves(told, *game, state); !status.ok()) return status;
  if (const absl::Status status = add_returns(told, state, *game); !status.ok()) return status;
  if (const absl::Status status = add_strength(told, *game); !status.ok()) return status;
  return game;
}

std::string reason_with(std::string_view result, std::string_view reason) {
  if (result.empty() || result == "played") return std::string(reason);
  return absl::StrCat(std::string(result), reason.empty() ? "" : ": ", std::string(reason));
}

absl::Status hand_on(const absl::StatusOr<ToldGame>& told, std::size_t line,
                     const GameVisitor& visitor) {
  if (visitor.stop.stop_requested()) return absl::CancelledError("interrupted");
  const auto game = told.ok() ? played(*told) : told.status();
  if (game.ok()) return visitor.game(*game, told->ended);
  visitor.fault(line, engine::message_of(game));
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
