#include "tools/commands/host_results.h"

#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/json_text.h"
#include "tools/commands/print.h"
#include "tools/forms/game_json.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLinesInLog = 10;

void log_badly_ended(const ProgramReport& report) {
  log_line(report.label + " ended: " + report.ending);
  std::string_view text = report.output;
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return;
  const auto lines = engine::split(text, '\n');
  for (std::size_t i = lines.size() - std::min(lines.size(), kLinesInLog); i < lines.size(); ++i)
    log_line("  " + engine::printable(lines[i], 200));
}

}  // namespace

HostResults::HostResults(bool json, std::uint64_t games)
    : json_(json),
      rows_(stdout, json ? LimitedLog::Form::kJson : LimitedLog::Form::kText, LimitedLog::kOfGames),
      wanted_(games) {}

void HostResults::add(const selfplay::FinishedGame& game) {
  const absl::MutexLock lock(&mutex_);
  log_.add(game);  // first of all: nobody may be there to read the rest
  count(game);
  rows_.write(json_ ? json_text(game_json(game)) + "\n" : to_line(game));
  if (games_ == wanted_) enough_.request_stop();
}

void HostResults::add_earlier(const selfplay::FinishedGame& game) {
  const absl::MutexLock lock(&mutex_);
  count(game);
}

void HostResults::count(const selfplay::FinishedGame& game) {
  ++games_;
  decided_ += std::count(game.returns.begin(), game.returns.end(), 1.0f) == 1 ||
              (game.players.size() == 1 && game.returns[0] > 0);
  standings_.add(game);
}

void HostResults::add(const ProgramReport& report) {
  if (!outputs_.are_kept()) {
    if (!report.ended_well) log_badly_ended(report);
  } else if (const absl::Status status = outputs_.add(report); !status.ok()) {
    complain(status);
  }
}

void HostResults::give_up(const std::string& sentence) {
  const absl::MutexLock lock(&mutex_);
  failure_ = sentence;
  enough_.request_stop();
}

void HostResults::tell_summary() {
  end_log();
  rows_.tell_left_out();
  const absl::MutexLock lock(&mutex_);
  const std::uint64_t distinct = standings_.distinct_games();
  const std::string sum = counted(games_, "game") + " finished" +
                          (distinct < games_ ? " (" + grouped(distinct) + " distinct)" : "") +
                          ", " + grouped(decided_) + " decisive";
  std::fprintf(stderr, "%s %s\n", clock_time().c_str(), sum.c_str());  // never left out
  if (json_) {
    boost::json::object object = standings_.json();
    if (!opponent_.empty()) object["opponent"] = opponent_;
    print_json(object);
  } else if (games_ > 0) {
    print("\n" + standings_.text(Colours::of(STDOUT_FILENO)));
  }
}

std::string HostResults::to_line(const selfplay::FinishedGame& game) const {
  std::string players, returns;
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    const std::string_view dash = seat > 0 ? " - " : "";
    absl::StrAppendFormat(&players, "%s%s", dash, engine::printable(game.players[seat], 200));
    absl::StrAppendFormat(&returns, "%s%.1f", dash, game.returns[seat]);
  }
  return absl::StrFormat("%d. %s  %s  %s  %s, %d %s\n", games_, game.game.name(), players, returns,
                         engine::printable(game.reason, 500), game.moves.size(),
                         game.moves.size() == 1 ? "ply" : "plies");
}

}  // namespace gauntlet::tools
