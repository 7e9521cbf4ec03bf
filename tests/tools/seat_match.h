// Games between text machines that sit at seats, without processes or time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/any_game.h"
#include "engine/registry.h"
#include "engine/rng.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// A program: what it says when it is told these bytes.
using SeatBot = std::function<std::string(std::string_view bytes)>;

/// The start of a game, or a position of it.
inline engine::AnyState game_at(const std::string& name, std::uint64_t seed = 1,
                                const std::string& position = "") {
  static std::vector<engine::AnyGame> games;  // the states refer to them
  games.push_back(*engine::find_game(name));
  engine::Rng rng(seed);
  return position.empty() ? games.back().start(rng) : *games.back().from_text(position);
}

/// What a program that says the same line again and again sends.
inline std::string repeated(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line;
  return text;
}

/// One game, in which everything is sent in pieces of random size.
class SeatMatch {
 public:
  /// Told of each question before it is asked.
  using Look = std::function<void(const engine::AnyState& view)>;

  SeatMatch(const engine::AnyState& start, std::uint64_t seed) : state(start), rng_(seed) {}

  void add(std::unique_ptr<Seat> seat, SeatBot bot) {
    chairs_.push_back({std::move(seat), std::move(bot)});
  }
  Seat& seat(engine::Player player) { return *chairs_[static_cast<std::size_t>(player)].seat; }

  /// Until the game is over, or somebody forfeits.
  void play(const SeatTime& time = {}) {
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
      std::string out;
      chairs_[i].seat->begin(state.redacted(player(i)), player(i), out);
      converse(i, out);
      if (forfeit) return end(player(i), forfeit->forfeit);
      EXPECT_TRUE(chairs_[i].seat->is_ready());
    }
    while (!state.is_over()) {
      const engine::Player mover = state.to_move();
      if (mover == engine::kChance) {
        play_chance();
        continue;
      }
      const auto answer = ask(static_cast<std::size_t>(mover), time);
      if (!answer) return;
      if (answer->forfeit != selfplay::Termination::kPlayed) {
        forfeit = answer;
        return end(mover, answer->forfeit);
      }
      ASSERT_TRUE(state.is_playable(answer->move));
      tell(answer->move);
      ++plies;
    }
    end(std::nullopt, selfplay::Termination::kPlayed);
  }

  engine::AnyState state;
  std::optional<SeatAnswer> forfeit;
  int plies = 0;
  Look look = [](const engine::AnyState&) {};

 private:
  struct Chair {
    std::unique_ptr<Seat> seat;
    SeatBot bot;
  };

  static engine::Player player(std::size_t i) { return static_cast<engine::Player>(i); }

  void play_chance() {
    engine::AnyState after = state;
    std::vector<engine::AnyMove> played;
    after.play_chance_moves(rng_, &played);
    for (const engine::AnyMove move : played) tell(move);
  }
  void tell(engine::AnyMove move) {
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
      std::string out;
      chairs_[i].seat->saw(state.redacted(player(i)), state.seen(move, player(i)), out);
      EXPECT_FALSE(converse(i, out).has_value());
    }
    state.apply(move);
  }
  std::optional<SeatAnswer> ask(std::size_t i, const SeatTime& time) {
    const engine::AnyState view = state.redacted(player(i));
    look(view);
    std::string out;
    auto answer = chairs_[i].seat->ask(view, time, out);
    if (!answer) answer = converse(i, out);
    EXPECT_TRUE(answer.has_value()) << "no answer in " << view.to_text();
    return answer;
  }
  void end(std::optional<engine::Player> loser, selfplay::Termination how) {
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
      std::string out;
      chairs_[i].seat->end(state.redacted(player(i)), loser, how, out);
      EXPECT_FALSE(converse(i, out).has_value());
    }
  }

  /// Both talk until nobody has anything to say.
  std::optional<SeatAnswer> converse(std::size_t i, std::string out) {
    std::optional<SeatAnswer> answer;
    while (!out.empty()) {
      std::string reply, more;
      in_pieces(out, [&](std::string_view piece) { reply += chairs_[i].bot(piece); });
      in_pieces(reply, [&](std::string_view piece) {
        auto taken = chairs_[i].seat->received(piece, more);
        if (!taken) return;
        EXPECT_FALSE(answer.has_value()) << "a question has one answer";
        answer = std::move(taken);
      });
      out = more;
    }
    if (answer && !state.is_over() && !chairs_[i].seat->is_ready()) forfeit = answer;
    return answer;
  }
  void in_pieces(std::string_view text, const std::function<void(std::string_view)>& take) {
    while (!text.empty()) {
      const std::size_t size = std::min<std::size_t>(1 + rng_.below(40), text.size());
      take(text.substr(0, size));
      text.remove_prefix(size);
    }
  }

  std::vector<Chair> chairs_;
  engine::Rng rng_;
};

}  // namespace gauntlet::tools
