#include "tools/forms/game_csv.h"

#include "tools/commands/json_text.h"
#include "tools/forms/csv_line.h"

namespace gauntlet::tools {

namespace {

constexpr int kSeats = engine::kMaxPlayers;

CsvLine& add_numbered(CsvLine& line, const std::string& name) {
  for (int seat = 1; seat <= kSeats; ++seat) line.add(name + "_" + std::to_string(seat));
  return line;
}

void add_place(CsvLine& line, const StoredGame& game) {
  if (!game.encounter) {
    line.skip(3);
    return;
  }
  line.add(static_cast<std::uint64_t>(game.encounter->round) + 1)
      .add(game.encounter->meeting + 1)
      .add(game.encounter->opening + 1);
}

void add_seats(CsvLine& line, const StoredGame& game) {
  const selfplay::GameSummary& summary = game.result.summary;
  const std::size_t seats = game.players.size();
  const int absent = kSeats - static_cast<int>(seats);
  for (const std::string& player : game.players) line.add_foreign(player);
  line.skip(absent);
  for (std::size_t seat = 0; seat < seats; ++seat) line.add(plain_number(summary.returns[seat]));
  line.skip(absent);
  if (!game.tells_ending()) {
    line.skip(kSeats);
    return;
  }
  for (std::size_t seat = 0; seat < seats; ++seat) line.add(summary.nodes[seat]);
  line.skip(absent);
}

void add_end(CsvLine& line, const StoredGame& game) {
  const selfplay::GameSummary& summary = game.result.summary;
  line.add(game.tells_ending() ? word_of(summary.termination) : "");
  if (summary.offender >= 0)
    line.add(static_cast<std::uint64_t>(summary.offender) + 1);
  else
    line.skip();
  line.add_foreign(game.result.reason).add(summary.plies).add(game.start.to_text());
}

void add_mover(CsvLine& line, const StoredGame& game, engine::Player mover) {
  if (mover < 0) {
    line.skip(2);
    return;
  }
  const auto seat = static_cast<std::size_t>(mover);
  line.add(seat + 1).add_foreign(game.players[seat]);
}

void add_move_note(CsvLine& line, const StoredGame& game, std::size_t ply, bool is_chance) {
  const selfplay::MoveNote note =
      ply < game.result.notes.size() ? game.result.notes[ply] : selfplay::MoveNote{};
  line.add(note.win == selfplay::MoveNote::kNoWin ? "" : plain_number(note.win / 1000.0));
  line.add(game.is_timed && !is_chance ? std::to_string(note.milliseconds) : "");
}

}  // namespace

std::string csv_heading() {
  CsvLine line;
  for (const char* name : {"index", "game", "ended", "round", "meeting", "opening"}) line.add(name);
  for (const char* name : {"player", "score", "nodes"}) add_numbered(line, name);
  for (const char* name : {"result", "offender", "reason", "plies", "start"}) line.add(name);
  return line.end();
}

std::string to_csv_line(const StoredGame& game) {
  CsvLine line;
  line.add(game.index).add(game.game.name()).add(game.ended);
  add_place(line, game);
  add_seats(line, game);
  add_end(line, game);
  return line.end();
}

std::string csv_moves_heading() {
  CsvLine line;
  for (const char* name : {"index", "ply", "seat", "player", "move", "win", "ms"}) line.add(name);
  return line.end();
}

std::string to_csv_moves(const StoredGame& game) {
  std::string text;
  engine::AnyState state = game.start;
  for (std::size_t ply = 0; ply < game.result.moves.size(); ++ply) {
    const engine::AnyMove move = game.result.moves[ply];
    CsvLine line;
    line.add(game.index).add(ply + 1);
    add_mover(line, game, state.to_move());
    line.add(state.format(move));
    add_move_note(line, game, ply, state.to_move() < 0);
    text += line.end();
    state.apply(move);
  }
  return text;
}

}  // namespace gauntlet::tools
