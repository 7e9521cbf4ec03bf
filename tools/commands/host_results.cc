#include "tools/commands/host_results.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "tools/commands/print.h"

namespace gauntlet::tools {

void log_line(const std::string& sentence) {
  char clock[16];
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::strftime(clock, sizeof clock, "%H:%M:%S", &local);
  std::fprintf(stderr, "%s %s\n", clock, sentence.c_str());
}

void HostResults::add(const selfplay::FinishedGame& game) {
  const std::lock_guard lock(mutex_);
  ++games_;
  decided_ += std::count(game.returns.begin(), game.returns.end(), 1.0f) == 1 ||
              (game.players.size() == 1 && game.returns[0] > 0);
  log_.add(game);  // first of all: nobody may be there to read the rest
  standings_.add(game);
  if (json_) {
    print_json(game_json(game));
  } else {
    print(to_line(game));
    std::fflush(stdout);
  }
  if (games_ == wanted_) enough_.request_stop();
}

void HostResults::add(const ProgramReport& report) {
  const std::lock_guard lock(mutex_);
  outputs_.add(report);
}

void HostResults::give_up(const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  failure_ = sentence;
  enough_.request_stop();
}

void HostResults::tell_summary() const {
  log_line(grouped(games_) + (games_ == 1 ? " game was" : " games were") + " finished, " +
           grouped(decided_) + " of them with one winner");
  if (json_) {
    print_json(standings_.json());
  } else if (games_ > 0) {
    print("\n" + standings_.text());
  }
}

std::string HostResults::to_line(const selfplay::FinishedGame& game) const {
  std::string players, returns;
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    players += (seat > 0 ? " - " : "") + game.players[seat];
    returns += (seat > 0 ? " - " : "") + fixed(game.returns[seat], 1);
  }
  return std::to_string(games_) + ". " + game.game.name() + "  " + players + "  " + returns + "  " +
         game.reason + ", " + std::to_string(game.moves.size()) + " plies\n";
}

}  // namespace gauntlet::tools
