#include "selfplay/tournament/knockout.h"

#include <algorithm>

#include "engine/rng.h"
#include "engine/words.h"

namespace gauntlet::selfplay {

namespace {

/// The seeds by place in the bracket of the first round, from 0: the best meets the last, and
/// the halves of every bracket are as strong as each other.
std::vector<int> bracket(std::size_t places) {
  std::vector<int> seeds = {0};
  while (seeds.size() < places) {
    std::vector<int> next;
    for (const int seed : seeds) {
      next.push_back(seed);
      next.push_back(static_cast<int>(2 * seeds.size()) - 1 - seed);
    }
    seeds = std::move(next);
  }
  return seeds;
}

}  // namespace

Knockout::Knockout(const FormatOptions& options)
    : encounters_(options.rounds),
      seed_(options.seed),
      merit_(static_cast<std::size_t>(options.entrants)),
      expected_(options.rounds * static_cast<std::uint64_t>(options.entrants - 1)) {
  std::size_t places = 2;
  while (places < merit_.size()) places *= 2;
  for (std::size_t matches = places / 2; matches > 0; matches /= 2) rounds_.emplace_back(matches);
  const std::vector<int> seeds = bracket(places);
  for (std::size_t place = 0; place < places; ++place)
    rounds_[0][place / 2].players[place % 2] =
        seeds[place] < options.entrants ? seeds[place] : kNobody;
  for (std::size_t number = 0; number < rounds_[0].size(); ++number)
    for (int side = 0; side < 2; ++side)
      if (rounds_[0][number].players[1 - side] == kNobody)
        advance(0, number, rounds_[0][number].players[side]);
}

bool Knockout::wants_encounter(const Match& match) const {
  if (!match.is_ready()) return false;
  return match.given < encounters_ || match.given == match.ended;  // then one at a time
}

std::optional<Encounter> Knockout::next() {
  for (std::size_t round = 0; round < rounds_.size(); ++round)
    for (Match& match : rounds_[round]) {
      if (!wants_encounter(match)) continue;
      const std::uint64_t meeting = match.given++;
      if (meeting >= encounters_) ++expected_;
      const auto [low, high] = std::minmax(match.players[0], match.players[1]);
      return Encounter{{low, high},
                       meeting,
                       round * (encounters_ + kMostMore) + meeting,
                       static_cast<int>(round)};
    }
  return std::nullopt;
}

Knockout::Match& Knockout::match_of(const Encounter& encounter) {
  auto& matches = rounds_[static_cast<std::size_t>(encounter.round)];
  return *std::find_if(matches.begin(), matches.end(), [&](const Match& match) {
    const auto [low, high] = std::minmax(match.players[0], match.players[1]);
    return low == encounter.entrants[0] && high == encounter.entrants[1];
  });
}

void Knockout::ended(const Encounter& encounter, std::span<const double> points) {
  Match& match = match_of(encounter);
  for (std::size_t i = 0; i < 2; ++i)
    match.points[encounter.entrants[i] == match.players[0] ? 0 : 1] += points[i];
  if (++match.ended < match.given || match.given < encounters_) return;
  const auto round = static_cast<std::size_t>(encounter.round);
  decide(round, static_cast<std::size_t>(&match - rounds_[round].data()));
}

/// Who is ahead wins; after too many encounters the lot decides.
void Knockout::decide(std::size_t round, std::size_t number) {
  Match& match = rounds_[round][number];
  const bool is_level = match.points[0] == match.points[1];
  if (is_level && match.ended < encounters_ + kMostMore) return;
  const int side = is_level ? drawn(match) : match.points[0] > match.points[1] ? 0 : 1;
  const int winner = match.players[side], loser = match.players[1 - side];
  if (is_level) lots_.emplace_back(winner, loser);
  merit_[static_cast<std::size_t>(winner)] = static_cast<double>(round) + 1;
  advance(round, number, winner);
}

int Knockout::drawn(const Match& match) const {
  const auto [low, high] = std::minmax(match.players[0], match.players[1]);
  const auto stream = static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
  return static_cast<int>(engine::Rng(seed_, stream).below(2));
}

void Knockout::advance(std::size_t round, std::size_t number, int winner) {
  rounds_[round][number].is_over = true;
  if (round + 1 < rounds_.size()) rounds_[round + 1][number / 2].players[number % 2] = winner;
}

std::string Knockout::remark() const {
  return lots_.empty() ? ""
                       : engine::counted(lots_.size(), "match", "matches") +
                             " stayed level, so the lot decided who went on";
}

}  // namespace gauntlet::selfplay
