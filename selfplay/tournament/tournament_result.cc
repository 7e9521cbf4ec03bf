#include "selfplay/tournament/tournament_result.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "selfplay/repeated_blocks.h"

namespace gauntlet::selfplay {

namespace {

std::size_t index_of(int entrant) {
  return static_cast<std::size_t>(entrant);
}

}  // namespace

std::vector<double> PlayedEncounter::points() const {
  const std::size_t seats = encounter.entrants.size();
  std::vector<double> points(seats);
  for (std::size_t game = 0; game < seats; ++game)
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const auto place = std::lower_bound(encounter.entrants.begin(), encounter.entrants.end(),
                                          games[game].seats[seat]);
      points[static_cast<std::size_t>(place - encounter.entrants.begin())] +=
          static_cast<double>(games[game].returns[seat]);
    }
  return points;
}

void TournamentResult::add(const PlayedEncounter& played) {
  const std::size_t seats = played.encounter.entrants.size();
  for (std::size_t number = 0; number < seats; ++number) {
    const PlayedEncounter::Game& game = played.games[number];
    for (std::size_t seat = 0; seat < seats; ++seat) {
      EntrantRecord& record = records_[index_of(game.seats[seat])];
      const float points = game.returns[seat];
      ++record.games;
      record.wins += points == 1.0f;
      record.losses += points == 0.0f;
      record.draws += points != 1.0f && points != 0.0f;
      record.forfeits += game.forfeits[seat];
      record.points += static_cast<double>(points);
    }
    ++games_;
    games_of_blocks_ += game.key.is_of_block;
    if (!game.key.is_of_block) distinct_.add(game.key.value);
  }
  encounters_.push_back(played);
}

void TournamentResult::add_verdicts(const TournamentGame& game) {
  if (!is_forfeit(game.result.summary.termination)) return;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    if (game.result.summary.has_forfeited(seat)) add_verdict(game.seats[seat], game.result);
}

void TournamentResult::add_verdict(int entrant, const MatchResult& game) {
  const GameSummary& summary = game.summary;
  auto& verdicts = verdicts_[index_of(entrant)];
  const auto is_same = [&](const Verdict& one) {
    return one.how == summary.termination && one.reason == game.reason;
  };
  auto found = std::find_if(verdicts.begin(), verdicts.end(), is_same);
  if (found == verdicts.end() && verdicts.size() >= kMostVerdicts)
    found = std::find_if(verdicts.begin(), verdicts.end(), [&](const Verdict& one) {
      return one.how == summary.termination && one.reason.empty();
    });
  if (found == verdicts.end()) {
    const bool is_full = verdicts.size() >= kMostVerdicts;
    verdicts.push_back({summary.termination, is_full ? "" : game.reason});
    found = verdicts.end() - 1;
  }
  ++found->games;
}

std::uint64_t TournamentResult::forfeits() const {
  std::uint64_t sum = 0;
  for (const EntrantRecord& record : records_) sum += record.forfeits;
  return sum;
}

std::vector<int> TournamentResult::ranking() const {
  std::vector<int> ranked;
  for (std::size_t entrant = 0; entrant < records_.size(); ++entrant)
    ranked.push_back(static_cast<int>(entrant));
  std::stable_sort(ranked.begin(), ranked.end(), [this](int a, int b) {
    const EntrantRecord &first = records_[index_of(a)], &second = records_[index_of(b)];
    return std::tuple(-first.merit, -first.score()) < std::tuple(-second.merit, -second.score());
  });
  return ranked;
}

Outcomes TournamentResult::outcomes() const {
  std::vector<const PlayedEncounter*> sorted;
  for (const PlayedEncounter& played : encounters_) sorted.push_back(&played);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return std::tie(a->encounter.round, a->encounter.entrants, a->encounter.meeting) <
           std::tie(b->encounter.round, b->encounter.entrants, b->encounter.meeting);
  });
  Outcomes outcomes;
  RepeatedBlocks repeated;
  std::vector<std::uint64_t> keys;
  Outcome outcome;
  for (const PlayedEncounter* played : sorted) {
    const std::size_t seats = played->encounter.entrants.size();
    keys.clear();
    for (std::size_t game = 0; game < seats; ++game) keys.push_back(played->games[game].key.value);
    if (!played->games[0].key.is_of_block && repeated.repeats(keys, true)) continue;
    bool is_begun = false;
    for (std::size_t game = 0; game < seats; ++game) {
      const PlayedEncounter::Game& one = played->games[game];
      if (!has_result(one.returns)) continue;
      if (!std::exchange(is_begun, true)) outcomes.begin_block();
      outcome.players.assign(one.seats.begin(), one.seats.begin() + std::ptrdiff_t(seats));
      outcome.shares.assign(one.value.begin(), one.value.begin() + std::ptrdiff_t(seats));
      outcomes.add(outcome);
    }
  }
  return outcomes;
}

}  // namespace gauntlet::selfplay
