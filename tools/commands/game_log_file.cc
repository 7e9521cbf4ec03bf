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
                  "Add the games to this file, a new one or one of earlier games; export reads it")
      ->type_name("F.db");
}

absl::Status GameLogFile::open(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  auto log = selfplay::GameLog::open(path);
  if (absl::IsInvalidArgument(log.status()))
    return absl::InvalidArgumentError(
        engine::message_of(log) +
        "; --store takes a new file, or one that connect or host has written");
  if (!log.ok()) return log.status();
  log_ = std::move(*log);
  return absl::OkStatus();
}

void GameLogFile::add(const selfplay::FinishedGame& game) {
  if (!log_) return;
  const auto error = log_->add(game);
  // Told once: peers decide how many games there are.
  if (!error.ok() && !std::exchange(has_failed_, true))
    complain(Exit::kIo, "a game could not be kept: " + engine::message_of(error));
}

bool GameLogFile::has_all() {
  if (has_failed_ || !log_) return !has_failed_;
  if (const absl::Status error = log_->loss(); !error.ok()) {
    has_failed_ = true;
    complain(Exit::kIo, engine::message_of(error) + ", so its games are not kept there");
  }
  return !has_failed_;
}

}  // namespace gauntlet::tools
