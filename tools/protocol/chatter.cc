#include "tools/protocol/chatter.h"

#include <string>

#include "engine/words.h"

namespace gauntlet::tools {

std::optional<SeatAnswer> Chatter::allowed() {
  if (++lines_ <= kMost) return std::nullopt;
  return SeatAnswer{.forfeit = selfplay::Termination::kNonsense,
                    .reason = "more than " + engine::grouped(kMost) + " lines without a move"};
}

std::optional<SeatAnswer> Chatter::meaningless(std::string_view line) {
  if (!nonsense_.is_too_much()) return allowed();
  return SeatAnswer{.forfeit = selfplay::Termination::kNonsense,
                    .reason = "more than " + std::to_string(Nonsense::kMost) +
                              " lines in a row meant nothing, the last one " +
                              engine::in_quotes(line, 40)};
}

void Chatter::end() {
  lines_ = 0;
  nonsense_.end();
}

}  // namespace gauntlet::tools
