#include "tools/protocol/kimble_line.h"

#include "engine/kimble/kimble.h"

namespace gauntlet::tools {

namespace {

using engine::Kimble;

constexpr std::size_t kGoal = 4;                             // squares of each player's
constexpr std::size_t kMoverAt = Kimble::kRing + 4 * kGoal;  // the letter, behind the squares
constexpr char kNoStarterYet = '-';

/// Places of a line of `size` from `from` on, where each corner's are `gap` further on.
void turn(std::string_view line, std::size_t from, std::size_t size, std::size_t gap, int corner,
          std::string& out) {
  for (std::size_t i = 0; i < size; ++i)
    out += line[from + (i + gap * static_cast<std::size_t>(corner)) % size];
}

}  // namespace

std::string kimble_refusal(std::string_view why) {
  return std::string("Virhe: ").append(why).append("\n").append(kKimbleEnd);
}

std::string kimble_throw_line(const engine::AnyState& before, engine::AnyMove move) {
  const std::string shown = before.to_text().substr(0, kMoverAt + 1);
  if (shown[kMoverAt] == kNoStarterYet) return "";
  return shown + before.format(move).back() + '\n';
}

std::string kimble_die_line(const engine::AnyState& state) {
  return state.to_text().substr(0, kMoverAt + 2) + '\n';
}

std::string kimble_line_seen_from(std::string_view line, int corner) {
  std::string seen;
  turn(line, 0, Kimble::kRing, Kimble::kCornerGap, corner, seen);
  turn(line, Kimble::kRing, 4 * kGoal, kGoal, corner, seen);
  seen += line[kMoverAt];
  for (char& piece : seen)
    if (piece != '0') piece = kimble_letter(piece - 'A', corner);
  return seen.append(line.substr(kMoverAt + 1));
}

char kimble_letter(int corner, int observer) {
  return static_cast<char>('A' + (corner + Kimble::kCorners - observer) % Kimble::kCorners);
}

std::string kimble_winner_line(char letter) {
  return std::string(kKimbleWinner) + letter + '\n';
}

}  // namespace gauntlet::tools
