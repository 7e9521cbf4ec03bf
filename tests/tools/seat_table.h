// Programs in their seats, without sockets: our own clients, joined to seats in virtual time.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rng.h"
#include "selfplay/finished_game.h"
#include "selfplay/match.h"
#include "selfplay/players/rule_players.h"
#include "tools/protocol/client.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// A player that is a client in a seat: bytes go to and fro in pieces of any size, and the client's
/// decisions are random moves.
class SeatedClient final : public selfplay::Player {
 public:
  SeatedClient(std::unique_ptr<Seat> seat, std::unique_ptr<Client> client, std::uint64_t seed)
      : seat_(std::move(seat)), client_(std::move(client)), rng_(seed) {}

  /// The program connects; goes on until it is ready.
  void begin(const engine::AnyState& start, engine::Player seat) {
    seat_->begin(start.redacted(seat), seat, to_client_);
    ClientActions actions;
    client_->connected({}, actions);
    perform(actions);
    while (!seat_->is_ready() && carry()) continue;
    EXPECT_TRUE(seat_->is_ready());
  }
  /// Goes on until nobody has anything to say.
  void finish(const engine::AnyState& end, std::optional<engine::Player> loser,
              selfplay::Termination how) {
    seat_->end(end, loser, how, to_client_);
    while (carry()) continue;
    EXPECT_FALSE(answer_) << "nothing was asked";
  }

  void new_game(std::uint64_t, engine::Player) override {}
  bool watches() const override { return true; }
  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    seat_->saw(before, move, to_client_);
    for (std::uint32_t pieces = rng_.below(4); pieces > 0 && carry(); --pieces) continue;
  }
  selfplay::Choice choose(const engine::AnyState& view, const selfplay::Allowance&) override {
    const std::size_t decided = decisions.size();
    answer_ = seat_->ask(view, time, to_client_);
    while (!answer_ && carry()) continue;
    if (decisions.size() > decided) asked.push_back(view);
    if (!answer_) ADD_FAILURE() << "neither has anything to say, in " << view.to_text();
    const SeatAnswer answer = std::exchange(answer_, std::nullopt)
                                  .value_or(SeatAnswer{.forfeit = selfplay::Termination::kGaveUp});
    reason_ = answer.reason;
    return {.move = answer.move, .forfeit = answer.forfeit};
  }
  std::string reason() const override { return reason_; }

  SeatTime time;                        ///< Told with each question.
  std::string heard;                    ///< By the client.
  std::vector<Decision> decisions;      ///< Of the client, ..
  std::vector<engine::AnyState> asked;  ///< .. and the views in which they were asked for.
  std::optional<GameEnd> end;           ///< As the client saw it.

 private:
  std::size_t piece_of(std::size_t waiting) {
    const std::size_t size = rng_.below(3) == 0 ? 1 + rng_.below(5) : 1 + rng_.below(500);
    return std::min(size, waiting);
  }
  /// Carries a piece; false when nothing is under way.
  bool carry() {
    if (!to_client_.empty()) {
      const std::string piece = to_client_.substr(0, piece_of(to_client_.size()));
      to_client_.erase(0, piece.size());
      heard += piece;
      if (end) return true;
      ClientActions actions;
      client_->received({}, piece, actions);
      perform(actions);
      return true;
    }
    if (to_seat_.empty()) return false;
    const std::string piece = to_seat_.substr(0, piece_of(to_seat_.size()));
    to_seat_.erase(0, piece.size());
    auto answer = seat_->received(piece, to_client_);
    EXPECT_FALSE(answer && answer_) << "a question has one answer";
    if (answer) answer_ = std::move(answer);
    return true;
  }
  void perform(const ClientActions& actions) {
    for (const std::string& text : actions.sends) to_seat_ += text;
    ClientActions more;
    if (actions.end) {
      end = actions.end;
    } else if (actions.reconnect) {
      client_->connected({}, more);
      perform(more);
    } else if (actions.decision) {
      decisions.push_back(*actions.decision);
      client_->decided({}, actions.decision->view.random_move(rng_), more);
      perform(more);
    }
  }

  std::unique_ptr<Seat> seat_;
  std::unique_ptr<Client> client_;
  engine::Rng rng_;
  std::string to_client_, to_seat_;
  std::optional<SeatAnswer> answer_;
  std::string reason_;
};

/// A game and how it went.
struct SeatedGame {
  selfplay::FinishedGame game;
  selfplay::GameSummary summary;
};

/// Plays a whole game; random players sit where there is no client.
inline SeatedGame play_seated(const engine::AnyGame& game, const engine::AnyState& start,
                              const std::vector<SeatedClient*>& clients, std::uint64_t seed) {
  std::vector<std::unique_ptr<selfplay::Player>> others;
  std::vector<selfplay::Player*> players;
  for (std::size_t seat = 0; seat < clients.size(); ++seat) {
    if (clients[seat]) clients[seat]->begin(start, static_cast<engine::Player>(seat));
    others.push_back(selfplay::make_random_player());
    others.back()->new_game(seed * 8 + seat, static_cast<engine::Player>(seat));
    players.push_back(clients[seat] ? clients[seat] : others.back().get());
  }
  engine::Rng dice(seed);
  selfplay::MatchResult result;
  selfplay::play_match(start, players, dice, {}, result);
  engine::AnyState end = start;
  for (const engine::AnyMove move : result.moves) end.apply(move);
  const engine::Player offender = result.summary.offender;
  const auto loser = offender < 0 ? std::nullopt : std::optional(offender);
  for (SeatedClient* client : clients)
    if (client) client->finish(end, loser, result.summary.termination);
  return {{game, start, result.moves, {}, result.summary.returns, result.reason}, result.summary};
}

/// A position of the game, some moves of players after its start.
inline engine::AnyState some_plies_on(const engine::AnyGame& game, std::uint32_t plies,
                                      engine::Rng& rng) {
  engine::AnyState state = game.start(rng);
  for (; plies > 0 && !state.is_over(); --plies) {
    state.play_chance_moves(rng, nullptr);
    engine::AnyState next = state;
    if (!next.is_over()) next.apply(next.random_move(rng));
    if (next.is_over()) break;
    state = next;
  }
  return state;
}

/// A seat and what it says to a program whose bytes the test writes.
class SeatTable {
 public:
  SeatTable(std::unique_ptr<Seat> seat, const engine::AnyState& start, engine::Player player)
      : seat(std::move(seat)), state(start), player_(player) {
    this->seat->begin(state.redacted(player), player, out_);
  }

  /// What was said since the last call.
  std::string heard() { return std::exchange(out_, {}); }
  /// The program is asked.
  void ask(const SeatTime& time = {}) { answer = seat->ask(state.redacted(player_), time, out_); }
  /// The answer that these bytes make, if they do; it is the last one, too.
  const std::optional<SeatAnswer>& say(std::string_view bytes) {
    return answer = seat->received(bytes, out_);
  }
  /// `move` is played; the seat sees what it may.
  void play(engine::AnyMove move) {
    const engine::AnyState before = state;
    state.apply(move);
    seat->saw(before.redacted(player_), before.seen(move, player_), out_);
  }
  /// The last answer, which must be a legal move, is played.
  void play_answer() {
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->forfeit, selfplay::Termination::kPlayed) << answer->reason;
    ASSERT_TRUE(state.is_playable(answer->move));
    play(answer->move);
  }
  /// The game ends here.
  std::string finish(std::optional<engine::Player> loser, selfplay::Termination how) {
    heard();
    seat->end(state, loser, how, out_);
    return heard();
  }

  std::unique_ptr<Seat> seat;
  engine::AnyState state;
  std::optional<SeatAnswer> answer;

 private:
  const engine::Player player_;
  std::string out_;
};

/// The answer is this forfeit.
inline void expect_forfeit(const std::optional<SeatAnswer>& answer, selfplay::Termination how,
                           const std::string& reason) {
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->forfeit, how);
  EXPECT_EQ(answer->reason, reason);
}

/// Sends `line` again and again: the 101st is too much, as is told with `farewell`, and after it
/// the seat is deaf.
inline void expect_too_much_nonsense(SeatTable& table, const std::string& line,
                                     const std::string& farewell) {
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(table.say(line)) << i;
  table.heard();
  expect_forfeit(table.say(line), selfplay::Termination::kNonsense,
                 "sent more than 100 lines in a row that mean nothing");
  EXPECT_TRUE(table.heard().ends_with(farewell));
  EXPECT_FALSE(table.say(line));
  EXPECT_EQ(table.heard(), "");
  table.ask();
  ASSERT_TRUE(table.answer) << "who asks is told again";
  EXPECT_EQ(table.answer->forfeit, selfplay::Termination::kNonsense);
}

/// Ten megabytes of each kind of rubbish, in pieces: what is said stays bounded.
template <class MakeTable>
void expect_floods_are_bounded(const MakeTable& make_table) {
  for (const std::string& rubbish :
       {std::string("\n"), std::string("\r\n"), std::string("x\n"), std::string("z"),
        std::string("\0", 1), std::string("\xff\xfe\n"), std::string("0 0 0 0 0 0\n"),
        std::string("v001222"), std::string("PLAY\n"), std::string(300, 'n') + '\n'}) {
    SeatTable table = make_table();
    table.ask();
    std::string piece;
    while (piece.size() < 100'000) piece += rubbish;
    std::size_t said = table.heard().size();
    int answers = 0;
    for (int i = 0; i < 100; ++i) {
      answers += table.say(piece).has_value();
      said += table.heard().size();
    }
    EXPECT_LE(answers, 1) << rubbish;
    EXPECT_LT(said, 200'000u) << rubbish;
  }
}

}  // namespace gauntlet::tools
