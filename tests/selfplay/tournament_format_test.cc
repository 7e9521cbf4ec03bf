#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "engine/rng.h"
#include "selfplay/tournament/format.h"
#include "selfplay/tournament/rounds.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

FormatOptions format_options(FormatKind kind, int entrants, std::uint64_t rounds = 1,
                             int seats = 2) {
  return {.kind = kind, .entrants = entrants, .seats = seats, .rounds = rounds, .seed = 5};
}

using Points = std::vector<double>;
/// What the players of an encounter get.
using PointsOf = std::function<Points(const Encounter&)>;

Points stronger_wins(const Encounter& encounter) {  // who stands first in the list
  return encounter.entrants[0] < encounter.entrants[1] ? Points{2, 0} : Points{0, 2};
}

/// Plays a whole tournament, `at_once` encounters under way, results in an order drawn by `seed`.
std::vector<Encounter> played_by(Format& format, const PointsOf& outcome, std::size_t at_once = 1,
                                 std::uint64_t seed = 0) {
  engine::Rng rng(seed);
  std::vector<Encounter> all, under_way;
  for (;;) {
    while (under_way.size() < at_once) {
      const auto next = format.next();
      if (!next) break;
      all.push_back(*next);
      under_way.push_back(*next);
    }
    if (under_way.empty()) return all;
    const auto place = rng.below(static_cast<std::uint32_t>(under_way.size()));
    const Encounter ended = under_way[place];
    under_way.erase(under_way.begin() + place);
    format.ended(ended, outcome(ended));
  }
}

std::map<std::pair<int, int>, int> meetings_by_pair(const std::vector<Encounter>& encounters) {
  std::map<std::pair<int, int>, int> meetings;
  for (const Encounter& encounter : encounters)
    for (std::size_t i = 0; i < encounter.entrants.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ++meetings[{encounter.entrants[j], encounter.entrants[i]}];
  return meetings;
}

TEST(TournamentFormat, WordsAreThoseOfTheCommandLine) {
  for (const char* word : {"round-robin", "gauntlet", "ladder", "swiss", "knockout", "sprt"}) {
    ASSERT_TRUE(parse_format(word)) << word;
    EXPECT_EQ(word_of(*parse_format(word)), word);
  }
  EXPECT_FALSE(parse_format("league"));
}

TEST(TournamentFormat, InARoundRobinEverybodyMeetsEverybodyOnceARound) {
  for (const int entrants : {2, 3, 4, 7, 20}) {
    const auto format = make_format(format_options(FormatKind::kRoundRobin, entrants, 3));
    const auto encounters = played_by(*format, stronger_wins, 4);
    EXPECT_EQ(encounters.size(), format->expected_encounters());
    const auto meetings = meetings_by_pair(encounters);
    EXPECT_EQ(meetings.size(), static_cast<std::size_t>(entrants * (entrants - 1) / 2));
    for (const auto& [pair, times] : meetings) EXPECT_EQ(times, 3);
    for (const Encounter& encounter : encounters) {
      EXPECT_EQ(encounter.meeting, encounter.opening);
      EXPECT_EQ(encounter.round, static_cast<int>(encounter.opening));
    }
  }
}

TEST(TournamentFormat, InARoundRobinNobodyRestsLong) {
  const auto tables = all_pairs(9);  // nine rounds of four tables, one player rests in each
  for (std::size_t round = 0; round < 9; ++round) {
    std::set<int> playing;
    for (std::size_t table = 0; table < 4; ++table)
      for (const int player : tables[4 * round + table]) playing.insert(player);
    EXPECT_EQ(playing.size(), 8u) << round;
  }
}

TEST(TournamentFormat, InAGauntletTheFirstMeetsTheOthers) {
  const auto format = make_format(format_options(FormatKind::kGauntlet, 5, 2));
  const auto meetings = meetings_by_pair(played_by(*format, stronger_wins));
  EXPECT_EQ(meetings.size(), 4u);
  for (const auto& [pair, times] : meetings) {
    EXPECT_EQ(pair.first, 0);
    EXPECT_EQ(times, 2);
  }
}

TEST(TournamentFormat, OnALadderEverybodyMeetsTheNextTwo) {
  const auto format = make_format(format_options(FormatKind::kLadder, 5, 3));
  const auto encounters = played_by(*format, stronger_wins, 4);
  EXPECT_EQ(encounters.size(), format->expected_encounters());
  const auto meetings = meetings_by_pair(encounters);
  EXPECT_EQ(meetings.size(), 7u);
  for (const auto& [pair, times] : meetings) {
    EXPECT_LE(pair.second - pair.first, 2);
    EXPECT_EQ(times, 3);
  }
  // At tables of three of four neighbours each.
  EXPECT_EQ(tables_of_neighbours(5, 3),
            (Rounds::Tables{
                {0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4}}));
}

TEST(TournamentFormat, OnALadderStepsGoOnAlone) {
  FormatOptions options = format_options(FormatKind::kLadder, 6, 3);
  options.steps = {{2, 1}, {0, 4}};  // the other way round, and far apart
  options.step_rounds = 5;
  const auto format = make_format(options);
  const auto encounters = played_by(*format, stronger_wins, 4);
  EXPECT_EQ(encounters.size(), format->expected_encounters());
  const auto meetings = meetings_by_pair(encounters);
  EXPECT_EQ(meetings.size(), 10u) << "nine pairs of neighbours, and one step";
  for (const auto& [pair, times] : meetings) {
    const bool is_step = pair == std::pair(1, 2) || pair == std::pair(0, 4);
    EXPECT_EQ(times, is_step ? 5 : 3) << pair.first << " " << pair.second;
  }
  options.step_rounds = 2;
  EXPECT_EQ(make_format(options)->expected_encounters(), 30u) << "no fewer rounds than all have";
}

TEST(TournamentFormat, OnlyALadderOfTwoHasSteps) {
  FormatOptions options = format_options(FormatKind::kLadder, 6, 3);
  options.step_rounds = 5;
  EXPECT_TRUE(objection_to(options).ok());
  options.kind = FormatKind::kSwiss;
  EXPECT_EQ(engine::message_of(objection_to(options)),
            "only a ladder in a game of two has rounds of steps");
  options.kind = FormatKind::kLadder;
  options.seats = 4;
  EXPECT_FALSE(objection_to(options).ok());
}

TEST(TournamentFormat, TablesLetEveryPairMeetEquallyOften) {
  struct Case {
    int entrants, seats;
    std::uint64_t rounds;
    int spread;  // of meetings
  };
  // Seven players at tables of three are Fano's plane; thirteen at four the plane of order three.
  for (const auto& [entrants, seats, rounds, spread] :
       {Case{4, 4, 1, 0}, Case{5, 4, 1, 0}, Case{4, 3, 1, 0}, Case{5, 3, 1, 0}, Case{7, 3, 1, 0},
        Case{13, 4, 1, 0}, Case{6, 4, 5, 2}, Case{6, 3, 10, 2}, Case{20, 4, 19, 2}}) {
    const auto format =
        make_format(format_options(FormatKind::kRoundRobin, entrants, rounds, seats));
    const auto encounters = played_by(
        *format, [&](const Encounter&) { return Points(static_cast<std::size_t>(seats), 1); });
    EXPECT_EQ(encounters.size(), format->expected_encounters());
    const auto meetings = meetings_by_pair(encounters);
    EXPECT_EQ(meetings.size(), static_cast<std::size_t>(entrants * (entrants - 1) / 2));
    int least = 1 << 30, most = 0;
    for (const auto& [pair, times] : meetings) {
      least = std::min(least, times);
      most = std::max(most, times);
    }
    EXPECT_LE(most - least, spread)
        << entrants << " players, " << seats << " seats, " << rounds << " rounds";
    std::map<int, int> games;
    for (const Encounter& encounter : encounters)
      for (const int player : encounter.entrants) ++games[player];
    for (const auto& [player, count] : games) EXPECT_EQ(count, games.begin()->second);
  }
}

TEST(TournamentFormat, ASwissTournamentSortsThePlayers) {
  const auto format = make_format(format_options(FormatKind::kSwiss, 16, 7));
  const auto encounters = played_by(*format, stronger_wins, 5, 3);
  EXPECT_EQ(encounters.size(), 7u * 8);
  for (const auto& [pair, times] : meetings_by_pair(encounters))
    EXPECT_EQ(times, 1) << "nobody meets anybody twice";
  EXPECT_EQ(format->merit(0), 14) << "who wins all";
  for (int other = 1; other < 16; ++other) EXPECT_LT(format->merit(other), 14);
  EXPECT_EQ(format->merit(15), 0);
}

TEST(TournamentFormat, SwissRoundsPairEqualPoints) {
  const auto format = make_format(format_options(FormatKind::kSwiss, 8, 3));
  std::map<int, double> points;
  double worst = 0;
  played_by(*format, [&](const Encounter& encounter) {
    worst =
        std::max(worst, std::abs(points[encounter.entrants[0]] - points[encounter.entrants[1]]));
    points[encounter.entrants[0]] += 2;
    return stronger_wins(encounter);
  });
  EXPECT_EQ(worst, 0) << "eight players fall into halves each time";
}

TEST(TournamentFormat, InASwissTournamentOfOddNumberAllRestInTurn) {
  const auto format = make_format(format_options(FormatKind::kSwiss, 5, 5));
  const auto encounters = played_by(*format, stronger_wins);
  EXPECT_EQ(encounters.size(), 10u);
  for (const auto& [pair, times] : meetings_by_pair(encounters)) EXPECT_EQ(times, 1);
  double sum = 0;
  for (int player = 0; player < 5; ++player) sum += format->merit(player);
  EXPECT_EQ(sum, 2 * 10 + 5 * 1.5);
}

TEST(TournamentFormat, SwissPlayersMeetAgainWhereThereIsNoOtherWay) {
  const auto format = make_format(format_options(FormatKind::kSwiss, 4, 7));
  const auto encounters = played_by(*format, stronger_wins);
  EXPECT_EQ(encounters.size(), 14u);
  int most = 0;
  for (const auto& [pair, times] : meetings_by_pair(encounters)) most = std::max(most, times);
  EXPECT_EQ(most, 3);
}

TEST(TournamentFormat, AKnockoutEndsWithTheBest) {
  for (const int entrants : {2, 3, 5, 8, 13}) {
    const auto format = make_format(format_options(FormatKind::kKnockout, entrants, 2));
    const auto encounters = played_by(*format, stronger_wins, 3, 1);
    EXPECT_EQ(encounters.size(), 2 * static_cast<std::size_t>(entrants - 1));
    for (int other = 1; other < entrants; ++other)
      EXPECT_GT(format->merit(0), format->merit(other));
    EXPECT_GT(format->merit(1), format->merit(entrants - 1) - (entrants == 2))
        << "the second is in the other half";
    EXPECT_EQ(format->remark(), "");
  }
}

TEST(TournamentFormat, ALevelMatchGoesOnAndIsThenDrawnByLot) {
  const auto format = make_format(format_options(FormatKind::kKnockout, 2, 1));
  int games = 0;
  const auto won_late = played_by(*format, [&](const Encounter&) {
    return ++games < 4 ? Points{1, 1} : Points{0.5, 1.5};
  });
  EXPECT_EQ(won_late.size(), 4u);
  EXPECT_GT(format->merit(1), format->merit(0));
  const auto level = make_format(format_options(FormatKind::kKnockout, 2, 1));
  EXPECT_EQ(played_by(*level, [](const Encounter&) { return Points{1, 1}; }).size(), 11u);
  EXPECT_NE(level->merit(0), level->merit(1));
  EXPECT_EQ(level->remark(), "1 match stayed level, so the lot decided who went on");
}

TEST(TournamentFormat, ATestEndsItsMatchWhateverEndsFirst) {
  FormatOptions options = format_options(FormatKind::kSprt, 2, 5000);
  options.test = {.elo0 = 0, .elo1 = 50};
  const auto outcome = [](const Encounter& encounter) {
    const double points = static_cast<double>(engine::Rng(9, encounter.meeting).below(5)) / 2;
    const double more = std::min(2.0, points + (encounter.meeting % 3 == 0 ? 0.5 : 0));
    return Points{more, 2 - more};
  };
  std::string remark;
  for (const std::size_t at_once : {1, 2, 7, 40}) {
    const auto format = make_format(options);
    const auto encounters = played_by(*format, outcome, at_once, at_once);
    std::size_t counted = 0;
    for (const Encounter& encounter : encounters) counted += format->counts(encounter);
    EXPECT_EQ(counted, format->expected_encounters());
    EXPECT_NE(format->remark().find(" is accepted, it does"), std::string::npos)
        << format->remark();
    if (remark.empty()) remark = format->remark();
    EXPECT_EQ(format->remark(), remark);
  }
}

TEST(TournamentFormat, GamesToWhichNobodyCameAreNoEvidenceInATest) {
  FormatOptions options = format_options(FormatKind::kSprt, 2, 300);
  options.test = {.elo0 = 0, .elo1 = 50};
  const auto none = make_format(options);
  EXPECT_EQ(played_by(*none, [](const Encounter&) { return Points{0, 0}; }).size(), 300u);
  EXPECT_NE(none->remark().find("not decided, log-likelihood ratio 0.00"), std::string::npos)
      << none->remark();
  const auto outcome = [](const Encounter& encounter) {
    return encounter.meeting % 2 == 0 ? Points{1, 0} : Points{1.5, 0.5};
  };
  EXPECT_NE((played_by(*make_format(options), outcome).size()), 300u) << "the others are";
}

TEST(TournamentFormat, WhatIsUnderWayTogetherChangesNothing) {
  for (const FormatKind kind : {FormatKind::kSwiss, FormatKind::kKnockout}) {
    const auto outcome = [](const Encounter& encounter) {
      const auto stream =
          static_cast<std::uint64_t>(encounter.entrants[0] * 100 + encounter.entrants[1]);
      const double points = static_cast<double>(engine::Rng(4, stream).below(5)) / 2;
      return Points{points, 2 - points};
    };
    std::set<std::tuple<int, std::vector<int>, std::uint64_t, std::uint64_t>> expected;
    for (const std::size_t at_once : {1, 3, 16}) {
      const auto format = make_format(format_options(kind, 11, 5));
      std::set<std::tuple<int, std::vector<int>, std::uint64_t, std::uint64_t>> found;
      for (const Encounter& one : played_by(*format, outcome, at_once, at_once))
        found.emplace(one.round, one.entrants, one.meeting, one.opening);
      if (expected.empty()) expected = found;
      EXPECT_EQ(found, expected) << word_of(kind) << ", " << at_once;
    }
  }
}

TEST(TournamentFormat, WhatCannotBeIsASentence) {
  const auto refusal = [](const FormatOptions& options) {
    return engine::message_of(objection_to(options));
  };
  EXPECT_TRUE(objection_to(format_options(FormatKind::kRoundRobin, 2)).ok());
  EXPECT_EQ(refusal(format_options(FormatKind::kRoundRobin, 3, 1, 4)),
            "the game has 4 seats, so a tournament needs as many players or more, not 3");
  EXPECT_EQ(refusal(format_options(FormatKind::kSwiss, 8, 1, 4)),
            "a swiss tournament is for games of two, and this one has 4 seats: round-robin and "
            "ladder have tables for it");
  EXPECT_EQ(refusal(format_options(FormatKind::kSprt, 3)),
            "an SPRT is a match of two players, not of 3");
  EXPECT_EQ(refusal(format_options(FormatKind::kSwiss, 1001)),
            "at most 1,000 players can take part, not 1,001");
}

}  // namespace

}  // namespace gauntlet::selfplay
