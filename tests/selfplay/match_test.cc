#include "selfplay/match.h"

#include <algorithm>
#include <optional>

#include "selfplay/players/rule_players.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

/// Plays randomly, notes what it is shown, and misbehaves at one of its moves.
class ScriptedPlayer final : public Player {
 public:
  enum class Fault { kNone, kIllegal, kGivesUp, kNeverComes };
  explicit ScriptedPlayer(Fault fault = Fault::kNone, int at = 0) : fault_(fault), at_(at) {}

  void new_game(std::uint64_t seed, engine::Player seat) override {
    rng_ = engine::Rng(seed);
    seat_ = seat;
    moves_ = 0;
  }
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    EXPECT_EQ(view.to_move(), seat_);
    EXPECT_TRUE(view == view.redacted(seat_)) << "the view shows more than the seat may know";
    const bool is_now = moves_++ == at_;
    if (fault_ == Fault::kNeverComes) return {.move = {}, .forfeit = Termination::kAbsent};
    if (is_now && fault_ == Fault::kIllegal) return {engine::AnyMove(0xffffffffu), 5};
    if (is_now && fault_ == Fault::kGivesUp)
      return {.move = {}, .nodes = 5, .forfeit = Termination::kGaveUp};
    return {view.random_move(rng_), 5};
  }

  std::string reason() const override { return absence(); }
  std::string absence() const override {
    return fault_ == Fault::kNeverComes ? "is ill since " + std::to_string(at_) : "";
  }

 private:
  Fault fault_;
  int at_;
  int moves_ = 0;
  engine::Rng rng_{0};
  engine::Player seat_ = 0;
};

MatchResult played(const std::string& name, std::vector<ScriptedPlayer> players,
                   const MatchOptions& options = {}, std::uint64_t seed = 1) {
  const auto game = game_called(name);
  std::vector<Player*> seats;
  for (auto& player : players) {
    player.new_game(seed + seats.size(), static_cast<engine::Player>(seats.size()));
    seats.push_back(&player);
  }
  engine::Rng start(seed), dice(seed, 1);
  MatchResult result;
  play_match(game.start(start), seats, dice, options, result);
  return result;
}

using Fault = ScriptedPlayer::Fault;

TEST(Match, RecordsEveryMoveOfPlayersAndChance) {
  for (const char* name : {"mnk:5x5x4", "kimble:3", "kimble:1", "twodoku", "twodoku/open"}) {
    const auto game = game_called(name);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto result = played(name, std::vector<ScriptedPlayer>(game.players()), {}, seed);
      SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed));
      engine::Rng start(seed);
      engine::AnyState state = game.start(start);
      for (const engine::AnyMove move : result.moves) {
        ASSERT_TRUE(state.is_playable(move));
        state.apply(move);
      }
      ASSERT_TRUE(state.is_over());
      EXPECT_EQ(state.returns(), result.summary.returns);
      EXPECT_EQ(result.summary.plies, result.moves.size());
      EXPECT_EQ(result.summary.termination, Termination::kPlayed);
      EXPECT_GT(result.summary.nodes[0], 0u);
    }
  }
}

TEST(Match, CountsPliesAlikeWithoutRecording) {
  const auto with = played("kimble:4", std::vector<ScriptedPlayer>(4));
  const auto without = played("kimble:4", std::vector<ScriptedPlayer>(4), {.records_moves = false});
  EXPECT_EQ(with.summary.plies, without.summary.plies);
  EXPECT_EQ(with.summary.returns, without.summary.returns);
  EXPECT_TRUE(without.moves.empty());
}

TEST(Match, AnIllegalMoveForfeits) {
  const auto result = played("mnk:5x5x4", {ScriptedPlayer(), ScriptedPlayer(Fault::kIllegal, 1)});
  EXPECT_EQ(result.summary.termination, Termination::kIllegalMove);
  EXPECT_EQ(result.summary.offender, 1);
  EXPECT_EQ(result.summary.returns, (engine::Returns{1, 0}));
  EXPECT_EQ(result.moves.size(), 3u) << "the illegal move is not part of the game";
  EXPECT_EQ(result.summary.nodes, (std::array<std::uint64_t, 4>{10, 10}));
}

TEST(Match, GivingUpForfeitsAndTheOthersShare) {
  const auto result = played("kimble:4", {ScriptedPlayer(Fault::kGivesUp), ScriptedPlayer(),
                                          ScriptedPlayer(), ScriptedPlayer()});
  EXPECT_EQ(result.summary.termination, Termination::kGaveUp);
  EXPECT_EQ(result.summary.offender, 0);
  EXPECT_EQ(result.summary.returns, (engine::Returns{0, 1.f / 3, 1.f / 3, 1.f / 3}));
  const auto alone = played("kimble:1", {ScriptedPlayer(Fault::kGivesUp)});
  EXPECT_EQ(alone.summary.returns, engine::Returns{});
}

TEST(Match, WhoNeverComesGetsNothing) {
  const auto gone = [](int day) { return ScriptedPlayer(Fault::kNeverComes, day); };
  const auto one = played("mnk:5x5x4", {ScriptedPlayer(), gone(1)});
  EXPECT_EQ(one.summary.termination, Termination::kAbsent);
  EXPECT_EQ(one.summary.offender, 1);
  EXPECT_EQ(one.summary.returns, (engine::Returns{1, 0}));
  EXPECT_EQ(one.reason, "is ill since 1");
  EXPECT_FALSE(one.summary.has_forfeited(0));
  const auto two = played("mnk:5x5x4", {gone(1), gone(2)});
  EXPECT_EQ(two.summary.termination, Termination::kAbsent);
  EXPECT_EQ(two.summary.returns, engine::Returns{});
  EXPECT_FALSE(has_result(two.summary.returns));
  EXPECT_EQ(two.reason, "nobody came: x is ill since 1; o is ill since 2");
  EXPECT_TRUE(two.summary.has_forfeited(0) && two.summary.has_forfeited(1));
  const auto three = played("kimble:4", {gone(1), ScriptedPlayer(), gone(2), gone(3)});
  EXPECT_EQ(three.summary.returns, (engine::Returns{0, 1, 0, 0}));
  EXPECT_TRUE(three.reason.starts_with("is ill since ")) << three.reason;
  EXPECT_TRUE(three.summary.has_forfeited(0) && three.summary.has_forfeited(3));
}

TEST(Match, EndlessGamesEndInAShare) {
  const auto result = played("kimble:2", std::vector<ScriptedPlayer>(2), {.most_plies = 30});
  EXPECT_EQ(result.summary.termination, Termination::kTooLong);
  EXPECT_EQ(result.summary.offender, engine::kNobody);
  EXPECT_EQ(result.summary.returns, (engine::Returns{0.5, 0.5}));
  EXPECT_GE(result.summary.plies, 30u);
}

TEST(Match, AStopIsNoResult) {
  std::stop_source stop;
  stop.request_stop();
  const auto result =
      played("mnk:3x3x3", std::vector<ScriptedPlayer>(2), {.stop = stop.get_token()});
  EXPECT_EQ(result.summary.termination, Termination::kStopped);
}

/// Plays randomly, follows what it is told, and may give up at its third move.
class WatchingPlayer final : public Player {
 public:
  explicit WatchingPlayer(bool gives_up) : gives_up_(gives_up) {}

  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  bool watches() const override { return true; }
  void get_ready(const engine::AnyState& start, const std::stop_token&) override {
    EXPECT_FALSE(state) << "told twice";
    state = start;
  }
  void saw(const engine::AnyState& before, engine::AnyMove move) override {
    ASSERT_TRUE(state) << "the game was not said to begin";
    EXPECT_EQ(before, *state);
    state->apply(move);
  }
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    EXPECT_EQ(view, *state);
    if (gives_up_ && ++moves_ == 3) return {.move = {}, .forfeit = Termination::kGaveUp};
    return {view.random_move(rng_)};
  }
  void saw_end(const engine::AnyState& end, const GameEnding& how) override {
    EXPECT_EQ(end, *state);
    EXPECT_FALSE(ending) << "told twice";
    ending = how;
  }

  std::optional<engine::AnyState> state;
  std::optional<GameEnding> ending;

 private:
  bool gives_up_;
  int moves_ = 0;
  engine::Rng rng_{0};
};

TEST(Match, WatchersAreToldOfTheStartOfEachMoveAndOfTheEnd) {
  const auto game = game_called("kimble:2");
  for (const bool gives_up : {false, true}) {
    WatchingPlayer first(gives_up), second(false);
    Player* const seats[] = {&first, &second};
    for (const engine::Player seat : {0, 1}) seats[seat]->new_game(7, seat);
    engine::Rng start(1), dice(2);
    const auto state = game.start(start);
    ASSERT_EQ(state.to_move(), engine::kChance) << "the start is before chance moves";
    MatchResult result;
    play_match(state, seats, dice, {}, result);
    ASSERT_TRUE(first.ending && second.ending);
    EXPECT_EQ(first.ending->offender, gives_up ? 0 : engine::kNobody);
    EXPECT_EQ(second.ending->offender, first.ending->offender);
    EXPECT_EQ(first.ending->termination, gives_up ? Termination::kGaveUp : Termination::kPlayed);
    EXPECT_EQ(second.ending->words == "you have won" + std::string(gives_up ? " by forfeit" : ""),
              result.summary.returns[1] == 1);
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
