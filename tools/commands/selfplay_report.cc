#include "tools/commands/selfplay_report.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>

#include "tools/commands/print.h"
#include "tools/commands/table.h"
#include "tools/commands/tally.h"

namespace gauntlet::tools {

namespace {

using selfplay::Batch;
using selfplay::BatchProgress;
using selfplay::BatchResult;
using selfplay::PlayerScore;

double games_per_second(const BatchResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.played) / result.seconds : 0;
}

double nodes_per_second(const BatchResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.nodes) / result.seconds : 0;
}

std::string rate(double per_second) {
  if (per_second < 100) return absl::StrFormat("%.*f", per_second < 10 ? 2 : 1, per_second);
  return grouped(static_cast<std::uint64_t>(std::llround(per_second)));
}

/// "1 ply", "8.5 plies".
std::string plies_text(double mean) {
  const std::string number = absl::StrFormat("%.1f", mean);
  return number == "1.0" ? "1 ply" : number + " plies";
}

/// " (12 distinct)" where some are the same.
std::string distinct_text(const selfplay::Stats& stats) {
  const std::uint64_t distinct = stats.distinct_games();
  return distinct < stats.games() ? " (" + grouped(distinct) + " distinct)" : "";
}

/// ", balanced openings"; nothing where there are none.
std::string openings_text(const Batch& batch) {
  const std::string told = selfplay::told(batch.openings);
  return told.empty() ? "" : ", " + told;
}

Table::Cells cells_of(const std::string& name, const PlayerScore& score) {
  Table::Cells cells = {name};
  Tally{score.wins, score.draws, score.losses}.add_to(cells);
  cells.emplace_back(absl::StrFormat("%.4f", score.mean));
  cells.emplace_back(absl::StrFormat("%.4f .. %.4f", score.low, score.high));
  return cells;
}

std::string scores_table(const Batch& batch, const BatchResult& result, const Colours& colours) {
  std::vector<Table::Column> columns = {Table::names()};
  Tally::add_to(columns);
  columns.push_back(Table::scores());
  columns.push_back(Table::intervals());
  Table table(std::move(columns));
  double best = 0, worst = 1;
  for (std::size_t player = 0; player < batch.players.size(); ++player) {
    const double mean = result.stats.score_of(static_cast<int>(player)).mean;
    best = std::max(best, mean);
    worst = std::min(worst, mean);
  }
  for (std::size_t player = 0; player < batch.players.size(); ++player) {
    const PlayerScore score = result.stats.score_of(static_cast<int>(player));
    const bool leads = score.mean == best && best > worst;
    table.add(cells_of(batch.players[player].text, score), leads ? Look::kBold : Look::kPlain);
  }
  return table.text(colours);
}

std::string seat_line(const BatchResult& result) {
  std::string text = "wins by seat  ";
  const auto games = static_cast<double>(std::max<std::uint64_t>(result.stats.games(), 1));
  for (int seat = 0; seat < result.stats.players(); ++seat) {
    const auto wins = result.stats.seat_wins(seat);
    absl::StrAppendFormat(&text, "%s%s (%.1f %%)", seat ? ", " : "", grouped(wins),
                          100 * static_cast<double>(wins) / games);
  }
  return text + "\n";
}

/// Who knew before the end that it would win, and whether it did.
std::string proof_lines(const Batch& batch, const BatchResult& result) {
  std::string text;
  for (std::size_t player = 0; player < batch.players.size(); ++player) {
    const selfplay::Proofs proofs = result.stats.proofs(static_cast<int>(player));
    if (proofs.games == 0) continue;
    text += std::string(text.empty() ? "wins proved   " : "              ") +
            batch.players[player].text + ": " + grouped(proofs.games) +
            ", known on average after " + plies_text(proofs.mean_after) + ", " +
            grouped(proofs.lost) + " of them not won\n";
  }
  return text;
}

/// "balanced", "none", a number of plies, or "file".
std::string openings_word(const selfplay::Openings& openings) {
  if (openings.kind == selfplay::Openings::Kind::kPositions) return "file";
  return selfplay::to_text(openings);
}

}  // namespace

std::string progress_text(const BatchProgress& progress) {
  const PlayerScore first = progress.stats.score_of(0);
  const std::uint64_t done = progress.stats.games();
  std::string text =
      absl::StrFormat("%s of %s%s  %s games/s  score %.3f (%.3f .. %.3f)", grouped(done),
                      counted(progress.games, "game"), distinct_text(progress.stats),
                      rate(progress.games_per_second()), first.mean, first.low, first.high);
  if (progress.played > 0)
    text += "  " +
            span_text(static_cast<double>(progress.games - done) / progress.games_per_second()) +
            " left";
  return text;
}

std::string summary_text(const Batch& batch, const BatchResult& result, const Colours& colours) {
  std::string text = batch.game.name() + ", " + grouped(result.stats.games()) + " of " +
                     counted(batch.games, "game") + distinct_text(result.stats) +
                     openings_text(batch) + ", seed " + std::to_string(batch.seed) + "\n\n" +
                     scores_table(batch, result, colours) + "\n";
  if (batch.players.size() > 1) text += seat_line(result);
  text += "mean length   " + plies_text(result.stats.mean_plies()) + "\n";
  text += proof_lines(batch, result);
  if (result.stats.forfeits() > 0)
    text += colours.bad("forfeits      " + grouped(result.stats.forfeits())) + "\n";
  if (result.stats.too_long() > 0)
    text += "cut short     " + grouped(result.stats.too_long()) + " at " +
            counted(selfplay::kMostPlies, "ply", "plies") + "\n";
  if (result.played == 0) return text;  // all were there already
  text += "speed         " + rate(games_per_second(result)) + " games/s";
  if (result.nodes > 0) text += ", " + rate(nodes_per_second(result)) + " nodes/s";
  return text + "\n";
}

boost::json::object summary_json(const Batch& batch, const BatchResult& result) {
  boost::json::array players, seat_wins;
  for (std::size_t player = 0; player < batch.players.size(); ++player) {
    const PlayerScore score = result.stats.score_of(static_cast<int>(player));
    const selfplay::Proofs proofs = result.stats.proofs(static_cast<int>(player));
    players.push_back({{"player", batch.players[player].text},
                       {"wins", score.wins},
                       {"draws", score.draws},
                       {"losses", score.losses},
                       {"wins_proved", proofs.games},
                       {"proved_not_won", proofs.lost},
                       {"proved_after_mean", proofs.mean_after},
                       {"score", score.mean},
                       {"ci95", {score.low, score.high}}});
    seat_wins.push_back(result.stats.seat_wins(static_cast<int>(player)));
  }
  return {{"game", batch.game.name()},
          {"games", result.stats.games()},
          {"players", std::move(players)},
          {"seat_wins", std::move(seat_wins)},
          {"plies_mean", result.stats.mean_plies()},
          {"games_per_s", games_per_second(result)},
          {"forfeits", result.stats.forfeits()},
          {"nodes_per_s", nodes_per_second(result)},
          {"seed", batch.seed},
          {"distinct_games", result.stats.distinct_games()},
          {"openings", openings_word(batch.openings)}};
}

}  // namespace gauntlet::tools
