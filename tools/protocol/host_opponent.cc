#include "tools/protocol/host_opponent.h"

#include <utility>

#include "selfplay/players/player_spec.h"

namespace gauntlet::tools {

absl::Status HostOpponent::objection(const std::string& text, const engine::AnyGame& game) {
  if (text.empty()) return absl::OkStatus();
  if (const auto first = selfplay::first_auto_level(text, game)) return first->status();
  return selfplay::parse_deadline_player(text, game).status();
}

HostOpponent::HostOpponent(std::string text, const engine::AnyGame& game, KnownOpponents known)
    : text_(std::move(text)), game_(game), known_(std::move(known)) {
  if (const auto first = selfplay::first_auto_level(text_, game_)) first_ = **first;
}

std::string HostOpponent::spec_for(const std::string& name) const {
  if (!first_) return text_;
  return "level:" + selfplay::level_text(known_.level_for(name, *first_));
}

std::optional<selfplay::OpponentStrength> HostOpponent::saw_end(const std::string& name,
                                                                const std::string& spec,
                                                                double score) {
  if (!first_) return std::nullopt;
  const search::LevelTenths played = selfplay::parse_player(spec, game_)->level;
  return known_.saw_end(name, name, game_, *first_, played, score);
}

}  // namespace gauntlet::tools
