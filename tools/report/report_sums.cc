#include "tools/report/report_sums.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/guide.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kMostOpenings = 10'000;

/// Alone at the board whoever comes to the end has won, as `gauntlet selfplay` counts it.
bool has_won(const ReportGame& game, double share) {
  if (game.seats.size() > 1) return share == 1;
  return game.result.summary.termination == selfplay::Termination::kPlayed;
}

bool has_lost(const ReportGame& game, double share) {
  return game.seats.size() > 1 ? share == 0 : !has_won(game, share);
}

}  // namespace

void ReportSums::add(const ReportGame& game) {
  ++games_;
  ++lengths_[game.result.summary.plies];
  add_players(game);
  add_pairs(game);
  add_moves(game);
  add_opening(game);
  if (game.seats.size() != 2) return;
  auto& [games, points] = encounters_[game.meeting];
  ++games;
  points += static_cast<double>(game.result.summary.returns[game.seats[0] == 0 ? 0 : 1]);
}

void ReportSums::add_players(const ReportGame& game) {
  const selfplay::GameSummary& summary = game.result.summary;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    PlayerSums& player = players_[static_cast<std::size_t>(game.seats[seat])];
    const auto share = static_cast<double>(summary.returns[seat]);
    ++player.games;
    player.points += share;
    ++(has_won(game, share) ? player.wins : has_lost(game, share) ? player.losses : player.draws);
    player.nodes += summary.nodes[seat];
    seat_points_[seat] += share;
    if (summary.has_forfeited(seat)) add_forfeit(player, game.result);
  }
}

void ReportSums::add_forfeit(PlayerSums& player, const selfplay::MatchResult& result) {
  ++player.forfeited;
  const auto is_same = [&](const ForfeitSums& one) {
    return one.how == result.summary.termination && one.reason == result.reason;
  };
  auto known = std::find_if(player.forfeits.begin(), player.forfeits.end(), is_same);
  if (known == player.forfeits.end()) {
    if (player.forfeits.size() == PlayerSums::kMostKinds) return;
    known = player.forfeits.insert(known, {result.summary.termination, result.reason});
  }
  ++known->games;
}

void ReportSums::add_pairs(const ReportGame& game) {
  const engine::Returns& returns = game.result.summary.returns;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    for (std::size_t other = 0; other < game.seats.size(); ++other) {
      if (game.seats[seat] == game.seats[other]) continue;
      PairSums& pair = pairs_[{static_cast<std::size_t>(game.seats[seat]),
                               static_cast<std::size_t>(game.seats[other])}];
      ++(returns[seat] > returns[other]   ? pair.wins
         : returns[seat] < returns[other] ? pair.losses
                                          : pair.draws);
    }
}

void ReportSums::add_moves(const ReportGame& game) {
  engine::AnyState state = game.start;
  engine::Player last = 0;
  for (std::size_t i = 0; i < game.result.moves.size(); ++i) {
    const engine::Player mover = state.to_move();
    state.apply(game.result.moves[i]);
    if (mover < 0) continue;
    last = mover;
    if (i < game.result.notes.size()) add_time(game, mover, game.result.notes[i].milliseconds);
  }
  add_ending(game, state, last);
}

void ReportSums::add_ending(const ReportGame& game, const engine::AnyState& state,
                            engine::Player last) {
  const selfplay::GameSummary& summary = game.result.summary;
  const engine::Ending ending = state.is_over()
                                    ? engine::ending_of(state)
                                    : engine::Ending{selfplay::word_of(summary.termination)};
  EndingSums& sums = endings_[std::string(ending.how)];
  ++sums.games;
  sums.first_seat += static_cast<double>(summary.returns[0]);
  sums.last_mover += static_cast<double>(summary.returns[static_cast<std::size_t>(last)]);
  sums.lead += std::abs(ending.lead);
}

void ReportSums::add_time(const ReportGame& game, engine::Player mover, std::uint32_t spent) {
  PlayerSums& player =
      players_[static_cast<std::size_t>(game.seats[static_cast<std::size_t>(mover)])];
  ++player.moves;
  player.milliseconds += spent;
  player.longest = std::max(player.longest, spent);
  ++times_[std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(spent)),
                                 times_.size() - 1)];
  has_times_ = true;
}

void ReportSums::add_opening(const ReportGame& game) {
  if (has_too_many_openings_) return;
  const auto [opening, is_new] = openings_.try_emplace(game.start.to_text());
  if (is_new) opening->second.number = openings_.size();
  ++opening->second.games;
  opening->second.points += static_cast<double>(game.result.summary.returns[0]);
  has_too_many_openings_ = openings_.size() > kMostOpenings;
  if (has_too_many_openings_) openings_.clear();
}

double ReportSums::plies_mean() const {
  double plies = 0;
  for (const auto& [length, games] : lengths_)
    plies += static_cast<double>(length) * static_cast<double>(games);
  return plies / static_cast<double>(games_);
}

std::uint64_t ReportSums::forfeits() const {
  std::uint64_t all = 0;
  for (const PlayerSums& player : players_) all += player.forfeited;
  return all;
}

}  // namespace gauntlet::tools
