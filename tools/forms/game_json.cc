#include "tools/forms/game_json.h"

#include <boost/json.hpp>
#include <cmath>
#include <utility>

#include "tools/commands/json_text.h"

namespace gauntlet::tools {

namespace {

namespace json = boost::json;
using selfplay::MoveNote;

json::array moves_json(engine::AnyState state, const std::vector<engine::AnyMove>& moves) {
  json::array array;
  for (const engine::AnyMove move : moves) {
    array.emplace_back(state.format(move));
    state.apply(move);
  }
  return array;
}

json::array players_json(const std::vector<std::string>& players) {
  json::array array;
  for (const std::string& player : players) array.emplace_back(player);
  return array;
}

/// The first values, one for each seat.
template <class Values>
json::array by_seat(const Values& values, std::size_t seats) {
  return json::array(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(seats));
}

json::array proofs_json(const selfplay::GameSummary& summary, std::size_t seats) {
  json::array array;
  for (std::size_t seat = 0; seat < seats; ++seat)
    array.push_back(summary.has_proved(seat) ? json::value(summary.proved_after[seat])
                                             : json::value());
  return array;
}

/// What the players thought of their chances, by moves; null where they said nothing.
json::array wins_json(const std::vector<MoveNote>& notes) {
  json::array wins;
  for (const MoveNote& note : notes)
    wins.push_back(note.win == MoveNote::kNoWin ? json::value() : json::value(note.win / 1000.0));
  return wins;
}

json::array times_json(const std::vector<MoveNote>& notes) {
  json::array times;
  for (const MoveNote& note : notes) times.push_back(note.milliseconds);
  return times;
}

void add_ending(json::object& object, const selfplay::GameSummary& summary) {
  object["result"] = selfplay::word_of(summary.termination);
  if (summary.offender >= 0) object["offender"] = summary.offender;
}

json::object batch_game(const StoredGame& game) {
  const selfplay::GameSummary& summary = game.result.summary;
  const std::size_t seats = game.players.size();
  json::object object = {{"index", game.index},
                         {"game", game.game.name()},
                         {"players", players_json(game.players)},
                         {"start", game.start.to_text()},
                         {"moves", moves_json(game.start, game.result.moves)},
                         {"returns", by_seat(summary.returns, seats)},
                         {"plies", summary.plies},
                         {"nodes", by_seat(summary.nodes, seats)},
                         {"proved_after", proofs_json(summary, seats)}};
  add_ending(object, summary);
  if (!game.result.notes.empty()) object["win"] = wins_json(game.result.notes);
  if (game.strength) object["strength"] = strength_json(*game.strength);
  return object;
}

/// What games on servers and in tournaments have in common.
void add_game(json::object& object, const StoredGame& game) {
  object["game"] = game.game.name();
  object["players"] = players_json(game.players);
  object["returns"] = by_seat(game.result.summary.returns, game.players.size());
  object["reason"] = game.result.reason;
  object["moves"] = moves_json(game.start, game.result.moves);
  object["plies"] = game.result.summary.plies;
  object["start"] = game.start.to_text();
}

json::object server_game(const StoredGame& game) {
  json::object object = {{"index", game.index}, {"ended", game.ended}};
  add_game(object, game);
  if (game.strength) object["strength"] = strength_json(*game.strength);
  return object;
}

json::object tournament_game(const StoredGame& game) {
  json::object object = {{"index", game.index}, {"ended", game.ended}};
  add_game(object, game);
  add_ending(object, game.result.summary);
  object["round"] = game.encounter->round + 1;
  object["meeting"] = game.encounter->meeting + 1;
  object["opening"] = game.encounter->opening + 1;
  object["win"] = wins_json(game.result.notes);
  if (game.is_timed) object["ms"] = times_json(game.result.notes);
  return object;
}

json::object line_object(const StoredGame& game) {
  switch (game.origin) {
    case StoredGame::Origin::kBatch:
      return batch_game(game);
    case StoredGame::Origin::kTournament:
      return tournament_game(game);
    case StoredGame::Origin::kServer:
      break;
  }
  return server_game(game);
}

}  // namespace

json::object strength_json(const selfplay::OpponentStrength& strength) {
  json::object object{{"player", strength.player},        {"played", "level:" + strength.played},
                      {"score", strength.score},          {"estimate", "level:" + strength.level},
                      {"next", "level:" + strength.next}, {"games", strength.games}};
  if (strength.elo) object["elo"] = std::round(*strength.elo);
  if (strength.error) object["elo_error"] = std::round(*strength.error);
  return object;
}

json::object game_json(const selfplay::FinishedGame& game) {
  StoredGame stored{.game = game.game, .start = game.start, .players = game.players, .result = {}};
  stored.result.moves = game.moves;
  stored.result.reason = game.reason;
  stored.result.summary.returns = game.returns;
  stored.result.summary.plies = static_cast<std::uint32_t>(game.moves.size());
  json::object object;
  add_game(object, stored);
  if (game.strength) object["strength"] = strength_json(*game.strength);
  return object;
}

std::string to_json_line(const StoredGame& game) {
  return json_text(line_object(game)) + "\n";
}

}  // namespace gauntlet::tools
