// The server's side of a Gomoku game, for fake servers.
#pragma once

#include <algorithm>
#include <string>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tests/tools/fake_server.h"
#include "tests/tools/gomoku_message.h"

namespace gauntlet::tools {

/// The question to black at the start of a game on 5x5.
inline std::string first_gomoku_prompt() {
  return gomoku_message("CONTINUING", "...../...../...../...../.....", "-1 -1", 'x');
}

/// Plays a whole game against the peer, who has `colour`, with random moves of its own.
class GomokuReferee {
 public:
  struct Options {
    std::string game = "gomoku:7";
    engine::Player peer_seat = 0;
    std::uint64_t seed = 1;
    bool bytewise = false;
  };

  /// The peer's result: 1, 0.5 or 0; -1 when it made no legal move.
  static double play(Peer& peer, const Options& options) {
    const auto game = engine::find_game(options.game);
    engine::Rng rng(options.seed);
    engine::AnyState state = game->start(rng);
    std::string last = "-1 -1";
    while (!state.is_over()) {
      engine::AnyMove move = state.random_move(rng);
      if (state.to_move() == options.peer_seat) {
        tell(peer, options, message("CONTINUING", state, last));
        std::string answer = peer.line();
        std::replace(answer.begin(), answer.end(), ' ', ',');
        const auto read = state.parse(answer);
        if (!read.ok()) return -1;
        move = *read;
      }
      last = state.format(move);
      std::replace(last.begin(), last.end(), ',', ' ');
      state.apply(move);
    }
    const double score = state.returns()[static_cast<std::size_t>(options.peer_seat)];
    tell(peer, options, message(score == 1 ? "WIN" : score == 0 ? "LOSE" : "DRAW", state, last));
    return score;
  }

 private:
  static std::string message(const std::string& status, const engine::AnyState& state,
                             const std::string& last) {
    const std::string board = state.to_text();
    const auto stones = [&](char colour) { return std::count(board.begin(), board.end(), colour); };
    return gomoku_message(status, board, last, stones('x') > stones('o') ? 'o' : 'x');
  }
  static void tell(Peer& peer, const Options& options, const std::string& text) {
    options.bytewise ? peer.send_bytewise(text) : peer.send(text);
  }
};

}  // namespace gauntlet::tools
