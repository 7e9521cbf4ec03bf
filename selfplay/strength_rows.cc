#include "selfplay/strength_rows.h"

#include <string>

#include "engine/utf8.h"
#include "selfplay/players/auto_level.h"

namespace gauntlet::selfplay {

namespace {

constexpr std::size_t kLongestName = 4096;

/// Places of kStrengthColumns.
enum StrengthColumn { kPlayer, kPlayed, kScore, kLevel, kNext, kGames, kElo, kError };

}  // namespace

int insert_strength(Statement& insert, std::int64_t index, const OpponentStrength& strength) {
  const std::string player = engine::legible(strength.player, 200);
  insert.bind(1, index);
  insert.bind_text(2, player);
  insert.bind_text(3, strength.played);
  insert.bind(4, strength.score);
  insert.bind_text(5, strength.level);
  insert.bind_text(6, strength.next);
  insert.bind(7, static_cast<std::int64_t>(strength.games));
  strength.elo ? insert.bind(8, *strength.elo) : insert.bind_null(8);
  strength.error ? insert.bind(9, *strength.error) : insert.bind_null(9);
  return insert.run();
}

absl::StatusOr<std::optional<OpponentStrength>> read_strength(const Statement& row, int column) {
  if (row.is_null(column + kPlayer)) return std::nullopt;
  OpponentStrength strength{.player = std::string(row.bytes(column + kPlayer)),
                            .played = std::string(row.bytes(column + kPlayed)),
                            .score = row.real(column + kScore),
                            .level = std::string(row.bytes(column + kLevel)),
                            .next = std::string(row.bytes(column + kNext)),
                            .games = static_cast<std::uint64_t>(row.integer(column + kGames))};
  if (!row.is_null(column + kElo)) strength.elo = row.real(column + kElo);
  if (!row.is_null(column + kError)) strength.error = row.real(column + kError);
  const bool is_name =
      strength.player.size() <= kLongestName && engine::is_legible(strength.player);
  if (!is_name || !is_possible(strength))
    return absl::InvalidArgumentError("tells the strength of its player in a way it cannot be");
  return strength;
}

}  // namespace gauntlet::selfplay
