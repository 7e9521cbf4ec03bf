#include "tools/protocol/sudokill_result.h"

#include <optional>
#include <string>

#include "tools/protocol/sudokill_line.h"
#include "tools/protocol/sudokill_referee.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kWins = " WINS!";
constexpr std::string_view kPlayed = " played ";
constexpr std::string_view kTimeout = " ran out of time!";
constexpr std::string_view kLeft = " left the game";

/// How somebody has lost: what stands behind the loser's name.
struct Fault {
  std::string_view move;  ///< Empty for the clock.
};

std::optional<Fault> read_fault(std::string_view text) {
  if (text == kTimeout) return Fault{};
  if (!text.starts_with(kPlayed)) return std::nullopt;
  text.remove_prefix(kPlayed.size());
  const std::string_view move = text.substr(0, text.find(':'));
  if (move.size() == text.size() || !read_written_move(move)) return std::nullopt;
  return Fault{move};
}

/// Whether `text` can be "US WINS! ANYBODY" and a fault.
bool can_be_our_win(std::string_view text, const std::string& us) {
  const std::string start = us + std::string(kWins) + ' ';
  if (!text.starts_with(start)) return false;
  for (std::size_t at = start.size(); at < text.size(); ++at)
    if (text[at] == ' ' && read_fault(text.substr(at))) return true;
  return false;
}

enum class Loss : std::uint8_t { kImpossible, kPossible, kAsTheGameWas };

/// Whether `text` can be "ANYBODY WINS! US" and a fault, and whether we can have made that fault.
Loss our_loss(std::string_view text, const std::string& us, const SudokillTurn& turn) {
  const std::string middle = std::string(kWins) + ' ' + us;
  Loss loss = Loss::kImpossible;
  for (std::size_t at = text.find(middle); at != text.npos; at = text.find(middle, at + 1)) {
    const auto fault = read_fault(text.substr(at + middle.size()));
    if (!fault) continue;
    const bool is_ours = fault->move.empty() || fault->move == turn.sent;
    if (turn.is_our_turn && is_ours) return Loss::kAsTheGameWas;
    loss = Loss::kPossible;
  }
  return loss;
}

/// A text of no real server's shape: both the text and the game must say so.
Verdict verdict_of_others(std::string_view text, const std::string& us, bool is_our_turn) {
  if (text.find(kWins) == text.npos) return Verdict::kUnknown;
  const bool names_us = text.starts_with(us + std::string(kWins));
  if (names_us == is_our_turn) return Verdict::kUnknown;
  return names_us ? Verdict::kWin : Verdict::kLoss;
}

}  // namespace

Verdict sudokill_verdict(std::string_view text, const SudokillTurn& turn) {
  if (text == kSudokillStopped) return Verdict::kUnknown;
  if (text.ends_with(kLeft)) return Verdict::kWin;
  const std::string us(turn.name);
  const bool can_win = can_be_our_win(text, us);
  const Loss loss = our_loss(text, us, turn);
  if (!can_win && loss == Loss::kImpossible) return verdict_of_others(text, us, turn.is_our_turn);
  if (loss == Loss::kImpossible) return Verdict::kWin;
  if (!can_win) return Verdict::kLoss;
  if (!turn.is_our_turn) return Verdict::kWin;
  return loss == Loss::kAsTheGameWas ? Verdict::kLoss : Verdict::kUnknown;
}

}  // namespace gauntlet::tools
