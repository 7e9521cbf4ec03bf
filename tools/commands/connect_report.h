// What `gauntlet connect` tells: how each game went, and all of them together.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "tools/commands/tally.h"
#include "tools/net/game_client.h"

namespace gauntlet::tools {

/// "win", "loss", "draw" or "unknown"; programs rely on them.
std::string_view verdict_word(Verdict verdict);

/// The games on a server so far.
class Score {
 public:
  /// Games that we left ourselves do not count.
  void add(const GameResult& result);

  /// Games whose end the server did not tell.
  std::uint64_t unknown() const { return unknown_; }
  std::uint64_t games() const { return tally_.games() + unknown_; }
  Milliseconds longest_overshoot() const { return longest_overshoot_; }
  std::uint64_t moves() const { return moves_; }

  /// "2 wins, 1 draw, 0 losses", and the unknown ones if there are any.
  std::string text() const;
  /// {"games", "wins", "draws", "losses", "unknown"}.
  boost::json::object json() const;

 private:
  Tally tally_;
  std::uint64_t unknown_ = 0;
  std::uint64_t moves_ = 0;
  Milliseconds longest_overshoot_{0};
};

/// One game, the `number`th of `games`, and the score after it.
std::string game_text(std::uint64_t number, std::uint64_t games, const GameResult& result,
                      const Score& score);
boost::json::object game_json(std::uint64_t number, const GameResult& result, const Score& score);

}  // namespace gauntlet::tools
