// What players who think on other threads are asked, and what they answer.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/any_game.h"
#include "selfplay/players/player.h"

namespace gauntlet::selfplay {

/// What has come of a question.
struct Answer {
  /// Nothing when the question was stopped before anybody thought about it, when a punctual pool
  /// could not answer in time, and when `failure` tells why there is none.
  std::optional<Choice> choice = {};
  std::exception_ptr failure = {};  ///< What the player has thrown, or who was to make it.
};

/// A position in which somebody waits for a move.
struct Question {
  using Time = Allowance::Time;
  using MakePlayer = std::function<std::unique_ptr<Player>(const engine::AnyGame&)>;

  engine::AnyGame game;
  engine::AnyState view;  ///< Of `game`: what the player to move may know.
  /// Names the player: one who has answered under this name before goes on with what it has
  /// learned, if one is still kept and not busy. All questions of one name are of the same game.
  std::string mind;
  MakePlayer make;                ///< Makes another one; never returns null, may throw.
  std::uint64_t seed = 0;         ///< Of the player's game; ...
  std::uint64_t round = 0;        ///< .. which begins anew when this is another one than last time.
  Time due = Time::max();         ///< When the answer is needed.
  Time crisis_due = Time::max();  ///< When it is needed if the search sees its chances fall.
  std::uint64_t nodes = Allowance::kNoNodes;  ///< Of the search, at most.
  /// Ends the search early; the move found so far is the answer.
  std::stop_token stop = {};
  /// When there must be an answer, come what may: a player that is still thinking is stopped then,
  /// and what it has found so far (Allowance::so_far) is the answer, if that is anything.
  Time latest = Time::max();
  std::function<void(const Answer&)> answered;  ///< See ThinkingPool::ask().
};

}  // namespace gauntlet::selfplay
