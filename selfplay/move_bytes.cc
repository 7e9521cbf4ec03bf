#include "selfplay/move_bytes.h"

#include "selfplay/varint.h"

namespace gauntlet::selfplay {

void append_moves(std::string& bytes, std::span<const engine::AnyMove> moves) {
  for (const engine::AnyMove move : moves) append_varint(bytes, move.bits());
}

std::optional<std::string> take_moves(std::string_view bytes, std::vector<engine::AnyMove>& moves) {
  while (!bytes.empty()) {
    const auto bits = take_varint(bytes);
    if (!bits) return "has moves that are cut short";
    moves.push_back(engine::AnyMove(*bits));
  }
  return std::nullopt;
}

std::optional<std::string> objection_to_move(const engine::AnyState& state, engine::AnyMove move,
                                             std::size_t number) {
  if (state.is_playable(move)) return std::nullopt;
  return "has an impossible move " + std::to_string(number);
}

std::optional<std::string> replay_moves(std::string_view bytes, const engine::AnyState& start,
                                        std::vector<engine::AnyMove>& moves) {
  constexpr std::size_t kMostMoves = 1'000'000;
  engine::AnyState state = start;
  while (!bytes.empty()) {
    const auto bits = take_varint(bytes);
    if (!bits || moves.size() == kMostMoves) return "has moves that cannot be read";
    const engine::AnyMove move(*bits);
    if (auto fault = objection_to_move(state, move, moves.size() + 1)) return fault;
    moves.push_back(move);
    state.apply(move);
  }
  return std::nullopt;
}

}  // namespace gauntlet::selfplay
