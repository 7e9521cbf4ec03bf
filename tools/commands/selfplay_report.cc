#include "tools/commands/selfplay_report.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdio>

#include "tools/commands/print.h"
#include "tools/commands/tally.h"

namespace gauntlet::tools {

namespace {

using selfplay::Batch;
using selfplay::BatchProgress;
using selfplay::BatchResult;
using selfplay::Standing;

double games_per_second(const BatchResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.played) / result.seconds : 0;
}

double nodes_per_second(const BatchResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.nodes) / result.seconds : 0;
}

std::string rate(double per_second) {
  if (per_second < 100) return fixed(per_second, per_second < 10 ? 2 : 1);
  return grouped(static_cast<std::uint64_t>(std::llround(per_second)));
}

/// "1 ply", "8.5 plies".
std::string plies_text(double mean) {
  const std::string number = fixed(mean, 1);
  return number == "1.0" ? "1 ply" : number + " plies";
}

std::string span(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 120) return std::to_string(whole) + " s";
  if (whole < 7200) return std::to_string(whole / 60) + " min";
  return std::to_string(whole / 3600) + " h";
}

std::string heading(std::size_t name_width) {
  return padded("player", name_width) + Tally::heading() + right_aligned("score", 9) +
         "   95 % interval\n";
}

std::string row(const std::string& name, std::size_t name_width, const Standing& standing) {
  return padded(name, name_width) + Tally{standing.wins, standing.draws, standing.losses}.cells() +
         right_aligned(fixed(standing.score, 4), 9) + "   " + fixed(standing.low, 4) + " .. " +
         fixed(standing.high, 4) + "\n";
}

std::string seat_line(const BatchResult& result) {
  std::string text = "wins by seat  ";
  const auto games = static_cast<double>(std::max<std::uint64_t>(result.stats.games(), 1));
  for (int seat = 0; seat < result.stats.players(); ++seat) {
    const auto wins = result.stats.seat_wins(seat);
    text += (seat ? ", " : "") + grouped(wins) + " (" +
            fixed(100 * static_cast<double>(wins) / games, 1) + " %)";
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
            batch.players[player].text + ": " + grouped(proofs.games) + ", known after " +
            plies_text(proofs.mean_after) + ", " + grouped(proofs.lost) + " of them not won\n";
  }
  return text;
}

}  // namespace

std::string progress_text(const BatchProgress& progress) {
  const Standing first = progress.stats.standing(0);
  const std::uint64_t done = progress.stats.games();
  std::string text = grouped(done) + " of " + counted(progress.games, "game") + "  " +
                     rate(progress.games_per_second()) + " games/s  score " +
                     fixed(first.score, 3) + " (" + fixed(first.low, 3) + " .. " +
                     fixed(first.high, 3) + ")";
  if (progress.played > 0)
    text += "  " + span(static_cast<double>(progress.games - done) / progress.games_per_second()) +
            " left";
  return text;
}

void ProgressLine::show(const BatchProgress& progress) {
  constexpr double kLineEvery = 5;
  if (!is_terminal_ && progress.seconds - last_seconds_ < kLineEvery) return;
  last_seconds_ = progress.seconds;
  const std::string text = progress_text(progress);
  if (is_terminal_) {
    std::fprintf(stderr, "\r%s", padded(text, shown_).c_str());
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
  shown_ = text.size();
}

void ProgressLine::clear() {
  if (is_terminal_ && shown_ > 0) std::fprintf(stderr, "\r%s\r", std::string(shown_, ' ').c_str());
  shown_ = 0;
}

std::string summary_text(const Batch& batch, const BatchResult& result) {
  std::size_t width = 6;
  for (const auto& player : batch.players) width = std::max(width, player.text.size());
  std::string text = batch.game.name() + ", " + grouped(result.stats.games()) + " of " +
                     counted(batch.games, "game") + ", seed " + std::to_string(batch.seed) +
                     "\n\n" + heading(width);
  for (std::size_t player = 0; player < batch.players.size(); ++player)
    text += row(batch.players[player].text, width, result.stats.standing(static_cast<int>(player)));
  text += "\n";
  if (batch.players.size() > 1) text += seat_line(result);
  text += "mean length   " + plies_text(result.stats.mean_plies()) + "\n";
  text += proof_lines(batch, result);
  if (result.stats.forfeits() > 0)
    text += "forfeits      " + grouped(result.stats.forfeits()) + "\n";
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
    const Standing standing = result.stats.standing(static_cast<int>(player));
    const selfplay::Proofs proofs = result.stats.proofs(static_cast<int>(player));
    players.push_back({{"player", batch.players[player].text},
                       {"wins", standing.wins},
                       {"draws", standing.draws},
                       {"losses", standing.losses},
                       {"wins_proved", proofs.games},
                       {"proved_not_won", proofs.lost},
                       {"proved_after_mean", proofs.mean_after},
                       {"score", standing.score},
                       {"ci95", {standing.low, standing.high}}});
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
          {"seed", batch.seed}};
}

}  // namespace gauntlet::tools
