// What the K-in-a-Row page sends to a bot, and how it reads the answer.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/mnk/mnk.h"
#include "engine/status.h"

namespace gauntlet::tools {

/// Whether the page could play this: any m,n,k board of 3 squares a side or more, k being 3 to the
/// longer side, where k or more in a row win.
absl::Status kinarow_objection(const engine::mnk::Rules& rules);

/// What a bot is told of its time at least: who has less is not told so, for bots refuse less.
inline constexpr std::chrono::milliseconds kLeastKinarowTime{100};

/// "/status?width=4&height=4&k=3&timePerMove=2".
std::string kinarow_status_target(const engine::mnk::Rules& rules,
                                  std::chrono::milliseconds time_per_move);

/// The body of a /move. REQUIRES: `view` is a position of such a board.
std::string kinarow_move_body(const engine::AnyState& view,
                              std::chrono::milliseconds time_per_move);

/// The move that a bot's answer names, as the page reads it: a number in any notation, blanks
/// around it, nothing being 0. What is no number is data loss; a number that is no move is invalid.
absl::StatusOr<engine::AnyMove> read_kinarow_move(const engine::AnyState& view,
                                                  std::string_view body);

}  // namespace gauntlet::tools
