#include "tools/commands/connect_report.h"

#include <absl/strings/str_format.h>

#include <algorithm>

#include "tools/commands/print.h"

namespace gauntlet::tools {

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWin:
      return "win";
    case Verdict::kLoss:
      return "loss";
    case Verdict::kDraw:
      return "draw";
    case Verdict::kUnknown:
      break;
  }
  return "unknown";
}

void Score::add(const GameResult& result) {
  moves_ += result.moves;
  longest_overshoot_ = std::max(longest_overshoot_, result.longest_overshoot);
  if (result.was_stopped) return;
  switch (result.end.verdict) {
    case Verdict::kWin:
      ++tally_.wins;
      break;
    case Verdict::kLoss:
      ++tally_.losses;
      break;
    case Verdict::kDraw:
      ++tally_.draws;
      break;
    case Verdict::kUnknown:
      ++unknown_;
      break;
  }
}

std::string Score::text() const {
  return counted(tally_.wins, "win") + ", " + counted(tally_.draws, "draw") + ", " +
         counted(tally_.losses, "loss", "losses") +
         (unknown_ > 0 ? ", " + grouped(unknown_) + " unknown" : "");
}

boost::json::object Score::json() const {
  boost::json::object object{{"games", games()}};
  tally_.put_into(object);
  object["unknown"] = unknown_;
  return object;
}

std::string game_text(std::uint64_t number, std::uint64_t games, const GameResult& result,
                      const Score& score) {
  return absl::StrFormat("game %d of %d: %s (%s), %s in %.1f s; so far %s\n", number, games,
                         verdict_word(result.end.verdict), result.end.reason,
                         counted(result.moves, "move"), result.duration.count(), score.text());
}

boost::json::object game_json(std::uint64_t number, const GameResult& result, const Score& score) {
  return {{"event", "game"},
          {"game", number},
          {"verdict", verdict_word(result.end.verdict)},
          {"reason", result.end.reason},
          {"interrupted", result.was_stopped},
          {"moves", result.moves},
          {"seconds", result.duration.count()},
          {"longest_overshoot_ms", result.longest_overshoot.count()},
          {"score", score.json()}};
}

}  // namespace gauntlet::tools
