#include <algorithm>
#include <atomic>
#include <map>

#include "selfplay/players/make_player.h"
#include "selfplay/statistics/ratings.h"
#include "selfplay/tournament/level_steps.h"
#include "selfplay/tournament/run_tournament.h"
#include "selfplay/tournament/tournament_store.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

Tournament tournament_of(const std::string& game, const std::vector<std::string>& players,
                         FormatKind kind = FormatKind::kRoundRobin, std::uint64_t rounds = 2) {
  Tournament tournament{.game = game_called(game)};
  for (const std::string& player : players) tournament.entrants.push_back({player, player});
  tournament.format = {.kind = kind, .rounds = rounds};
  tournament.seed = 3;
  return tournament;
}

MakeEntrant built_in(const Tournament& tournament) {
  return [&tournament](int entrant) {
    return make_player(tournament.entrants[static_cast<std::size_t>(entrant)].player,
                       tournament.game);
  };
}

/// A game by what it is of and what it was, whatever the entrants' numbers.
std::string line_of(const Tournament& tournament, const TournamentGame& game) {
  std::string line;
  for (const int entrant : game.seats)
    line += tournament.entrants[static_cast<std::size_t>(entrant)].name + " ";
  line += "| " + std::to_string(game.encounter.meeting) + " " + game.start.to_text() + " |";
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.result.moves) {
    line += " " + state.format(move);
    state.apply(move);
  }
  return line;
}

/// Collects games, and ends the run after so many.
class Collector final : public TournamentSink {
 public:
  explicit Collector(const Tournament& tournament, std::size_t most = 1'000'000)
      : tournament_(tournament), most_(most) {}

  absl::Status write(const TournamentGame& game) override {
    games.push_back(game);
    lines.push_back(line_of(tournament_, game));
    if (games.size() >= most_) stop.request_stop();
    return absl::OkStatus();
  }
  absl::Status flush() override { return absl::OkStatus(); }
  std::vector<std::string> sorted() {
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  std::vector<TournamentGame> games;
  std::vector<std::string> lines;
  std::stop_source stop;

 private:
  const Tournament& tournament_;
  const std::size_t most_;
};

TournamentResult result_of(const Tournament& tournament, TournamentSink* sink = nullptr) {
  auto result = run_tournament(tournament, {.make = built_in(tournament), .sink = sink});
  EXPECT_TRUE(result.ok()) << engine::message_of(result);
  return *std::move(result);
}

std::vector<std::string> lines_of(const Tournament& tournament) {
  Collector games(tournament);
  result_of(tournament, &games);
  return games.sorted();
}

TEST(Tournaments, AreTheSameWithAnyNumberOfThreads) {
  for (const FormatKind kind :
       {FormatKind::kRoundRobin, FormatKind::kSwiss, FormatKind::kKnockout}) {
    Tournament tournament = tournament_of(
        "mnk:4x4x3", {"random", "ab:depth=1:hash=1", "ab:depth=2:hash=1", "level:1"}, kind, 3);
    tournament.openings = {.kind = Openings::Kind::kPlies, .plies = 2};
    const auto expected = lines_of(tournament);
    EXPECT_GT(expected.size(), 10u);
    for (const int threads : {2, 5}) {
      tournament.threads = threads;
      EXPECT_EQ(lines_of(tournament), expected) << word_of(kind);
    }
  }
}

TEST(Tournaments, NodesLimitEverySearch) {
  Tournament tournament = tournament_of("mnk:6x5x4", {"ab:nodes=5000", "mcts:sims=50"});
  tournament.time.nodes = 100;
  Collector games(tournament);
  result_of(tournament, &games);
  ASSERT_FALSE(games.games.empty());
  for (const TournamentGame& game : games.games) {
    const std::uint64_t moves = game.result.moves.size() / 2 + 1;  // of each, at most
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const bool is_own_limit = game.seats[seat] == 1;  // which is nearer
      EXPECT_GE(game.result.summary.nodes[seat], is_own_limit ? 100u : 200u);
      EXPECT_LE(game.result.summary.nodes[seat], moves * (is_own_limit ? 50 : 100 + 1024));
    }
  }
}

TEST(Tournaments, TheOrderOfTheListChangesNoGame) {
  for (const char* game : {"mnk:3x3x3", "kimble:3/pieces=1"}) {
    const Tournament one =
        tournament_of(game, {"random", "mcts:sims=5:hash=1", "mcts:sims=9:hash=1"});
    Tournament other = one;
    std::reverse(other.entrants.begin(), other.entrants.end());
    EXPECT_EQ(lines_of(one), lines_of(other)) << game;
  }
}

TEST(Tournaments, MorePlayersAndRoundsChangeNoGame) {
  const auto few = lines_of(tournament_of("mnk:3x3x3", {"random", "mcts:sims=5:hash=1"}));
  const auto many = lines_of(tournament_of("mnk:3x3x3", {"random", "mcts:sims=5:hash=1", "level:2"},
                                           FormatKind::kRoundRobin, 5));
  EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

TEST(Tournaments, EverybodyHasEachSeatEquallyOften) {
  for (const char* game : {"mnk:3x3x3", "kimble:4/pieces=1", "kimble:3/pieces=1"}) {
    const Tournament tournament =
        tournament_of(game, {"random", "helppo", "vaikea", "capture", "level:1"});
    Tournament playable = tournament;
    if (std::string(game) == "mnk:3x3x3")
      playable =
          tournament_of(game, {"random", "level:1", "level:2", "level:3", "ab:depth=1:hash=1"});
    Collector games(playable);
    const TournamentResult result = result_of(playable, &games);
    std::map<std::pair<int, int>, int> seats;
    for (const TournamentGame& played : games.games)
      for (std::size_t seat = 0; seat < played.seats.size(); ++seat)
        ++seats[{played.seats[seat], static_cast<int>(seat)}];
    EXPECT_EQ(seats.size(), 5 * static_cast<std::size_t>(playable.game.players()));
    for (const auto& [who, times] : seats) EXPECT_EQ(times, seats.begin()->second) << game;
    EXPECT_EQ(result.games(), games.games.size());
    EXPECT_EQ(result.games(), result.expected_games);
    std::uint64_t taken = 0;
    double points = 0;
    for (const EntrantRecord& record : result.records()) {
      taken += record.games;
      points += record.points;
      EXPECT_EQ(record.wins + record.draws + record.losses, record.games);
    }
    EXPECT_EQ(taken, result.games() * static_cast<std::uint64_t>(playable.game.players()));
    EXPECT_NEAR(points, static_cast<double>(result.games()), 1e-3);
  }
}

TEST(Tournaments, GoOnWhereTheyStopped) {
  Tournament tournament =
      tournament_of("mnk:4x4x3", {"random", "ab:depth=2:hash=1", "level:1", "mcts:sims=20:hash=1"},
                    FormatKind::kSwiss, 5);
  tournament.openings = {.kind = Openings::Kind::kPlies, .plies = 3};
  const auto expected = lines_of(tournament);
  Collector whole(tournament);
  result_of(tournament, &whole);
  std::vector<TournamentGame> earlier;
  std::vector<std::string> lines;
  TournamentResult last(tournament.entrants.size());
  for (int run = 0; run < 40 && lines.size() < expected.size(); ++run) {
    Collector games(tournament, 1 + static_cast<std::size_t>(run) % 3);
    tournament.stop = games.stop.get_token();
    auto result = run_tournament(
        tournament, {.make = built_in(tournament), .earlier = earlier, .sink = &games});
    ASSERT_TRUE(result.ok());
    last = *std::move(result);
    EXPECT_EQ(last.was_stopped, lines.size() + games.lines.size() < expected.size());
    earlier.insert(earlier.end(), games.games.begin(), games.games.end());
    lines.insert(lines.end(), games.lines.begin(), games.lines.end());
    std::reverse(earlier.begin(), earlier.end());
  }
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(lines, expected);
  tournament.stop = {};
  EXPECT_EQ(last.ranking(), result_of(tournament).ranking());
}

/// Gives up at once.
class Quitter final : public Player {
 public:
  void new_game(std::uint64_t, engine::Player) override {}
  Choice choose(const engine::AnyState&, const Allowance&) override {
    return {.move = {}, .forfeit = Termination::kCrashed};
  }
  std::string reason() const override { return "exit status 1"; }
};

TEST(Tournaments, AForfeitIsLostAndCountedAndTheOthersGoOn) {
  const Tournament tournament = tournament_of("mnk:3x3x3", {"random", "level:2", "quitter"});
  const auto make = [&](int entrant) -> absl::StatusOr<std::unique_ptr<Player>> {
    if (entrant == 2) return std::make_unique<Quitter>();
    return built_in(tournament)(entrant);
  };
  Collector games(tournament);
  const auto result = run_tournament(tournament, {.make = make, .sink = &games});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->games(), 12u);
  EXPECT_EQ(result->records()[2].forfeits, 8u);
  EXPECT_EQ(result->records()[2].losses, 8u);
  EXPECT_EQ(result->records()[0].forfeits, 0u);
  EXPECT_EQ(result->ranking().back(), 2);
  int told = 0;
  for (const TournamentGame& game : games.games) told += game.result.reason == "exit status 1";
  EXPECT_EQ(told, 8);
}

/// Never comes.
class Absentee final : public Player {
 public:
  void new_game(std::uint64_t, engine::Player) override {}
  std::string absence() const override { return "overslept"; }
  Choice choose(const engine::AnyState&, const Allowance&) override {
    return {.move = {}, .forfeit = Termination::kAbsent};
  }
  std::string reason() const override { return absence(); }
};

TEST(Tournaments, AGameToWhichNobodyCameIsNobodysWin) {
  const Tournament tournament = tournament_of("mnk:4x4x3", {"random", "absent", "ill"});
  const auto make = [&](int entrant) -> absl::StatusOr<std::unique_ptr<Player>> {
    if (entrant > 0) return std::make_unique<Absentee>();
    return make_player("random", tournament.game);
  };
  const auto result = run_tournament(tournament, {.make = make});
  ASSERT_TRUE(result.ok()) << engine::message_of(result);
  EXPECT_EQ(result->records()[0].wins, 8u);
  for (const int gone : {1, 2}) {
    const EntrantRecord& record = result->records()[static_cast<std::size_t>(gone)];
    EXPECT_EQ(record.games, 8u);
    EXPECT_EQ(record.losses, 8u);
    EXPECT_EQ(record.forfeits, 8u);
    EXPECT_EQ(record.points, 0);
    ASSERT_EQ(result->verdicts(gone).size(), 2u);
    for (const Verdict& verdict : result->verdicts(gone)) {
      EXPECT_EQ(verdict.games, 4u);
      EXPECT_TRUE(verdict.reason == "overslept" ||
                  verdict.reason == "nobody came: x overslept; o overslept")
          << verdict.reason;
    }
  }
  EXPECT_LE(result->outcomes().games(), 8u) << "such games are no evidence";
}

TEST(Tournaments, APlayerThatCannotBeMadeEndsThem) {
  const Tournament tournament = tournament_of("mnk:3x3x3", {"random", "level:2", "nobody"});
  const auto result = run_tournament(
      tournament, {.make = [&](int entrant) -> absl::StatusOr<std::unique_ptr<Player>> {
        if (entrant == 2) return absl::InvalidArgumentError("there is no such player");
        return built_in(tournament)(entrant);
      }});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(engine::message_of(result->status), "there is no such player");
}

TEST(Tournaments, TheSameGamesAgainAreNoEvidence) {
  const Tournament again = tournament_of("mnk:3x3x3", {"ab:depth=2:hash=1", "ab:depth=1:hash=1"},
                                         FormatKind::kRoundRobin, 10);
  const TournamentResult result = result_of(again);
  EXPECT_EQ(result.games(), 20u);
  EXPECT_EQ(result.distinct_games(), 2u);
  EXPECT_EQ(result.outcomes().blocks(), 1u);
  const TournamentResult dice = result_of(
      tournament_of("kimble:2/pieces=1", {"helppo", "vaikea"}, FormatKind::kRoundRobin, 10));
  EXPECT_EQ(dice.distinct_games(), 20u);
  EXPECT_EQ(dice.outcomes().blocks(), 10u);
}

TEST(Tournaments, ClocksForfeitNobodyBuiltIn) {
  Tournament tournament = tournament_of("mnk:5x5x4", {"ab", "mcts"}, FormatKind::kRoundRobin, 1);
  tournament.time = {.per_move = TimeControl::Milliseconds(20)};
  std::atomic<int> untimed = 0;
  class Watch final : public Player {
   public:
    explicit Watch(std::atomic<int>& untimed) : untimed_(untimed) {}
    void new_game(std::uint64_t, engine::Player) override {}
    Choice choose(const engine::AnyState& view, const Allowance& allowance) override {
      untimed_ += allowance.deadline == Allowance::Time::max() || !allowance.clock;
      engine::AnyMoves moves;
      view.legal_moves(moves);
      return {moves[0]};
    }

   private:
    std::atomic<int>& untimed_;
  };
  const auto result =
      run_tournament(tournament, {.make = [&](int) -> absl::StatusOr<std::unique_ptr<Player>> {
                       return std::make_unique<Watch>(untimed);
                     }});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(untimed, 0);
  EXPECT_EQ(result->games(), 2u);
}

TEST(GameClock, RunsDownAndGrows) {
  using Milliseconds = TimeControl::Milliseconds;
  const GameClock::Time now{};
  EXPECT_EQ(GameClock({}).deadline(0, now), GameClock::Time::max());
  GameClock clock({.per_move = Milliseconds(300),
                   .per_game = Milliseconds(1000),
                   .increment = Milliseconds(50)});
  EXPECT_EQ(clock.deadline(0, now), now + Milliseconds(300));
  clock.spend(0, Milliseconds(900));
  EXPECT_EQ(clock.deadline(0, now), now + Milliseconds(150));
  EXPECT_EQ(clock.deadline(1, now), now + Milliseconds(300));
  clock.spend(0, Milliseconds(500));
  EXPECT_EQ(clock.left(0), Milliseconds(50));
}

class TournamentStores : public testing::Test {
 protected:
  std::string file(const char* name) const { return directory_.path() + "/" + name; }
  static std::size_t games_in(const std::string& path) {
    const auto store = TournamentStore::open_to_read(path);
    std::size_t games = 0;
    const auto count = [&](TournamentGame&&) {
      ++games;
      return absl::OkStatus();
    };
    EXPECT_TRUE(store.ok() &&
                (*store)->for_each(TournamentStore::Detail::kOutcomes, count, {}).ok());
    return games;
  }
  TemporaryDirectory directory_;
};

TEST_F(TournamentStores, KeepThePlanAndTheGames) {
  Tournament tournament =
      tournament_of("kimble:2/pieces=1", {"helppo", "vaikea", "level:2"}, FormatKind::kGauntlet, 4);
  tournament.time = {.per_game = TimeControl::Milliseconds(90'000),
                     .increment = TimeControl::Milliseconds(10),
                     .margin = TimeControl::Milliseconds(7),
                     .nodes = 5'000'000'000};
  Collector games(tournament);
  result_of(tournament, &games);
  {
    auto store = TournamentStore::create(file("a.db"), tournament);
    ASSERT_TRUE(store.ok()) << engine::message_of(store);
    ASSERT_TRUE((*store)->write(games.games[0]).ok());
    EXPECT_EQ(games_in(file("a.db")), 0u);
    ASSERT_TRUE((*store)->flush().ok());
    EXPECT_EQ(games_in(file("a.db")), 1u);
    for (std::size_t i = 1; i < games.games.size(); ++i)
      ASSERT_TRUE((*store)->write(games.games[i]).ok());
    EXPECT_FALSE(TournamentStore::open(file("a.db")).ok()) << "somebody writes it";
    EXPECT_FALSE(is_written_back(file("a.db")));
  }
  EXPECT_TRUE(is_written_back(file("a.db")));
  EXPECT_TRUE(TournamentStore::is_tournament(file("a.db")));
  const auto store = TournamentStore::open_to_read(file("a.db"));
  ASSERT_TRUE(store.ok()) << engine::message_of(store);
  const Tournament& kept = (*store)->tournament();
  EXPECT_TRUE(objection_to_going_on(kept, tournament).ok());
  EXPECT_EQ(kept.entrants, tournament.entrants);
  EXPECT_EQ(kept.format.rounds, 4u);
  EXPECT_EQ(kept.time, tournament.time);
  std::vector<std::string> lines;
  std::size_t number = 0;
  const absl::Status status = (*store)->for_each(
      TournamentStore::Detail::kMoves,
      [&](TournamentGame&& game) {
        const TournamentGame& written = games.games[number++];
        lines.push_back(line_of(kept, game));
        EXPECT_EQ(game.result.summary.returns, written.result.summary.returns);
        EXPECT_EQ(game.result.summary.plies, written.result.summary.plies);
        EXPECT_EQ(game.key.value, written.key.value);
        EXPECT_EQ(game.encounter, written.encounter);
        EXPECT_EQ(game.result.notes.size(), game.result.moves.size());
        for (std::size_t i = 0; i < written.result.notes.size(); ++i)
          EXPECT_EQ(game.result.notes[i], written.result.notes[i]);
        return absl::OkStatus();
      },
      [](const DamagedGames& damage) { ADD_FAILURE() << damage.what; });
  EXPECT_TRUE(status.ok()) << engine::message_of(status);
  EXPECT_EQ(lines, games.lines);
}

TEST_F(TournamentStores, AGameWhoseConversationCannotBeWrittenIsNotThere) {
  const Tournament tournament = tournament_of("mnk:3x3x3", {"random", "level:2"});
  {
    const auto store = TournamentStore::create(file("c.db"), tournament);
    ASSERT_TRUE(store.ok()) << engine::message_of(store);
    engine::Rng rng(1);
    TournamentGame game{.encounter = {}, .start = tournament.game.start(rng)};
    game.seats = {0, 1};
    game.conversations.resize(2);
    game.conversations[0].process = 1;
    game.conversations[0].bytes = std::string(3'000'000, 'x');  // more than a value may have
    EXPECT_FALSE((*store)->write(game).ok());
  }
  const auto store = TournamentStore::open_to_read(file("c.db"));
  ASSERT_TRUE(store.ok()) << engine::message_of(store);
  const auto none = [](TournamentGame&&) -> absl::Status {
    ADD_FAILURE();
    return absl::OkStatus();
  };
  EXPECT_TRUE((*store)
                  ->for_each(TournamentStore::Detail::kOutcomes, none,
                             [](const DamagedGames& damage) { ADD_FAILURE() << damage.what; })
                  .ok());
}

TEST_F(TournamentStores, KeepThePlanThatCannotBeChanged) {
  const Tournament tournament = tournament_of("mnk:3x3x3", {"random", "level:2"});
  {
    const auto store = TournamentStore::create(file("p.db"), tournament);
    ASSERT_TRUE(store.ok()) << engine::message_of(store);
    Tournament wanted = tournament;
    wanted.format.rounds = tournament.format.rounds + 2;
    wanted.entrants.insert(wanted.entrants.begin(), {"long", std::string(3'000'000, 'x')});
    EXPECT_FALSE((*store)->extend(wanted).ok());
  }
  const auto store = TournamentStore::open_to_read(file("p.db"));
  ASSERT_TRUE(store.ok()) << engine::message_of(store);
  EXPECT_EQ((*store)->tournament().entrants, tournament.entrants);
  EXPECT_EQ((*store)->tournament().format.rounds, tournament.format.rounds);
}

TEST_F(TournamentStores, KeepWhatWasForfeitedAndWhy) {
  const Tournament tournament = tournament_of("mnk:3x3x3", {"random", "quitter"});
  Collector games(tournament);
  const auto make = [&](int entrant) -> absl::StatusOr<std::unique_ptr<Player>> {
    if (entrant == 1) return std::make_unique<Quitter>();
    return built_in(tournament)(entrant);
  };
  auto store = TournamentStore::create(file("f.db"), tournament);
  ASSERT_TRUE(store.ok());
  ASSERT_TRUE(run_tournament(tournament, {.make = make, .sink = store->get()}).ok());
  int forfeits = 0;
  const absl::Status status = (*store)->for_each(
      TournamentStore::Detail::kOutcomes,
      [&](TournamentGame&& game) {
        forfeits += game.result.summary.termination == Termination::kCrashed &&
                    game.result.reason == "exit status 1" &&
                    game.seats[static_cast<std::size_t>(game.result.summary.offender)] == 1;
        return absl::OkStatus();
      },
      [](const DamagedGames& damage) { ADD_FAILURE() << damage.what; });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(forfeits, 4);
}

TEST(Tournaments, StepsAreBetweenWholeLevelsThatAreNext) {
  Tournament ladder = tournament_of(
      "mnk:3x3x3", {"level:3", "random", "level:10", "level:2", "level:2.5", "level:9", "level:5"},
      FormatKind::kLadder, 2);
  ladder.entrants.push_back({"again", "level:3"});
  const std::vector<std::pair<int, int>> steps = {{3, 0}, {5, 2}};
  EXPECT_EQ(level_steps(ladder.entrants), steps);
  EXPECT_TRUE(format_of(ladder).steps.empty());
  ladder.format.step_rounds = 7;
  EXPECT_EQ(format_of(ladder).steps, steps);
}

TEST_F(TournamentStores, KeepHowManyRoundsStepsHave) {
  Tournament ladder =
      tournament_of("mnk:3x3x3", {"random", "level:1", "level:2"}, FormatKind::kLadder, 2);
  ladder.format.step_rounds = 7;
  ASSERT_TRUE(TournamentStore::create(file("s.db"), ladder).ok());
  {
    const auto store = TournamentStore::open(file("s.db"));
    ASSERT_TRUE(store.ok()) << engine::message_of(store);
    EXPECT_EQ((*store)->tournament().format.step_rounds, 7u);
    Tournament fewer = ladder;
    fewer.format.step_rounds = 6;
    EXPECT_NE(engine::message_of(objection_to_going_on((*store)->tournament(), fewer))
                  .find("7 rounds of steps, not 6"),
              std::string::npos);
    Tournament more = ladder;
    more.format.step_rounds = 8;
    EXPECT_TRUE(objection_to_going_on((*store)->tournament(), more).ok());
  }
  for (const char* bad : {"ladder 0", "ladder -1", "ladder x", "ladder 5 6", "ladder 1000001",
                          "ladder ", " 5", "", "swiss 5"}) {
    Database database(file("s.db"), SQLITE_OPEN_READWRITE);
    Statement change(database.handle(), "UPDATE tournament SET format = ?");
    change.bind_text(1, std::string_view(bad));
    ASSERT_EQ(change.run(), SQLITE_OK);
    const auto store = TournamentStore::open_to_read(file("s.db"));
    EXPECT_NE(engine::message_of(store).find("is damaged"), std::string::npos) << bad;
  }
}

TEST_F(TournamentStores, MayGrowButNotChange) {
  const Tournament stored = tournament_of("mnk:3x3x3", {"random", "level:2"});
  const auto refusal = [&](const auto& change) {
    Tournament wanted = stored;
    change(wanted);
    return engine::message_of(objection_to_going_on(stored, wanted));
  };
  EXPECT_TRUE(
      objection_to_going_on(stored, tournament_of("mnk:3x3x3", {"random", "level:2", "level:1"},
                                                  FormatKind::kRoundRobin, 9))
          .ok());
  EXPECT_NE(refusal([](Tournament& t) { t.seed = 4; }).find("--seed 3, not 4"), std::string::npos);
  EXPECT_NE(refusal([](Tournament& t) { t.format.rounds = 1; }).find("more, not fewer"),
            std::string::npos);
  EXPECT_NE(
      refusal([](Tournament& t) { t.entrants.pop_back(); }).find("'level:2' plays, who is missing"),
      std::string::npos);
  EXPECT_NE(
      refusal([](Tournament& t) { t.entrants[1].player = "level:3"; }).find("needs another name"),
      std::string::npos);
  EXPECT_NE(refusal([](Tournament& t) {
              t.time.per_move = TimeControl::Milliseconds(5);
            }).find("other time limits"),
            std::string::npos);
  EXPECT_NE(refusal([](Tournament& t) {
              t.openings.kind = Openings::Kind::kBalanced;
            }).find("other openings: none"),
            std::string::npos);
  Tournament swiss = stored, more = stored;
  swiss.format.kind = more.format.kind = FormatKind::kSwiss;
  more.entrants.push_back({"level:1", "level:1"});
  EXPECT_NE(engine::message_of(objection_to_going_on(swiss, more)).find("only a round robin"),
            std::string::npos);
}

}  // namespace

}  // namespace gauntlet::selfplay
