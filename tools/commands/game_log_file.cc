#include "tools/commands/game_log_file.h"

#include <boost/json.hpp>
#include <utility>

namespace gauntlet::tools {

boost::json::object game_json(const selfplay::FinishedGame& game) {
  boost::json::array players, returns, moves;
  for (const std::string& player : game.players) players.emplace_back(player);
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    returns.push_back(game.returns[seat]);
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.moves) {
    moves.emplace_back(state.format(move));
    state.apply(move);
  }
  return {{"game", game.game.name()},      {"players", std::move(players)},
          {"returns", std::move(returns)}, {"reason", game.reason},
          {"moves", std::move(moves)},     {"plies", game.moves.size()},
          {"start", game.start.to_text()}};
}

void GameLogFile::add_option(CLI::App& command, std::string& path) {
  command
      .add_option("--store", path,
                  "Keep the games in this file, new or of earlier games; export reads it")
      ->type_name("F.db");
}

std::optional<engine::Error> GameLogFile::open(const std::string& path) {
  if (path.empty()) return std::nullopt;
  auto log = selfplay::GameLog::open(path);
  if (!log && log.failure().is_io) return log.failure();
  if (!log)
    return engine::Error{log.error() +
                         "; --store takes a new file, or one that connect or host has written"};
  log_ = std::move(*log);
  return std::nullopt;
}

void GameLogFile::add(const selfplay::FinishedGame& game) {
  if (!log_) return;
  const auto error = log_->add(game);
  // Told once: peers decide how many games there are.
  if (error && !std::exchange(has_failed_, true))
    complain(Exit::kIo, "a game could not be kept: " + error->message);
}

bool GameLogFile::has_all() {
  if (has_failed_ || !log_) return !has_failed_;
  if (const auto error = log_->loss()) {
    has_failed_ = true;
    complain(Exit::kIo, error->message + ", so its games are not kept there");
  }
  return !has_failed_;
}

}  // namespace gauntlet::tools
