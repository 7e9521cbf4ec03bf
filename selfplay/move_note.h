// How a move was chosen, as far as it is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::selfplay {

/// Of a move of chance both say nothing.
struct MoveNote {
  static constexpr std::int16_t kNoWin = -1;

  /// What the player thought of its chances, in thousandths: P(win) + P(draw)/2.
  std::int16_t win = kNoWin;
  std::uint32_t milliseconds = 0;  ///< That it took.
  bool operator==(const MoveNote&) const = default;
};

/// `win` of a note for what a player has told of its chances.
std::int16_t noted_win(const std::optional<double>& win);

/// Whether somebody has told something of its chances.
bool has_opinions(std::span<const MoveNote> notes);

/// As stores keep them: for each a varint of win + 1 and one of the milliseconds.
std::string notes_to_bytes(std::span<const MoveNote> notes);
/// Nothing where the bytes are not such.
std::optional<std::vector<MoveNote>> notes_from_bytes(std::string_view bytes);

}  // namespace gauntlet::selfplay
