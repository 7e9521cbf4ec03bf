// What was said in one game between a player's program and whoever runs it.
#pragma once

#include <cstdint>
#include <string>

namespace gauntlet::selfplay {

/// For whoever made the player; here nobody reads it.
struct KeptConversation {
  /// Which process it was. Another one has another number, in other runs too; 0: there was none.
  std::int64_t process = 0;
  std::uint32_t turn = 0;  ///< How many games that process had begun before.
  std::string bytes = {};
  bool operator==(const KeptConversation&) const = default;
};

}  // namespace gauntlet::selfplay
