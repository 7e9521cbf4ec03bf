#include "selfplay/move_note.h"

#include <algorithm>
#include <cmath>

#include "selfplay/varint.h"

namespace gauntlet::selfplay {

namespace {

constexpr std::uint32_t kMostWin = 1'000;

}  // namespace

std::int16_t noted_win(const std::optional<double>& win) {
  if (!win || !(*win >= 0 && *win <= 1)) return MoveNote::kNoWin;
  return static_cast<std::int16_t>(std::lround(*win * kMostWin));
}

bool has_opinions(std::span<const MoveNote> notes) {
  return std::any_of(notes.begin(), notes.end(),
                     [](const MoveNote& note) { return note.win != MoveNote::kNoWin; });
}

std::string notes_to_bytes(std::span<const MoveNote> notes) {
  std::string bytes;
  for (const MoveNote& note : notes) {
    append_varint(bytes, static_cast<std::uint32_t>(note.win + 1));
    append_varint(bytes, note.milliseconds);
  }
  return bytes;
}

std::optional<std::vector<MoveNote>> notes_from_bytes(std::string_view bytes) {
  std::vector<MoveNote> notes;
  while (!bytes.empty()) {
    const auto win = take_varint(bytes), milliseconds = take_varint(bytes);
    if (!win || *win > kMostWin + 1 || !milliseconds) return std::nullopt;
    notes.push_back({static_cast<std::int16_t>(*win - 1), *milliseconds});
  }
  return notes;
}

}  // namespace gauntlet::selfplay
