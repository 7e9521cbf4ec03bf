#include "tools/protocol/host_opponent.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/words.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::tools {

namespace {

using search::LevelTenths;
using selfplay::OpponentStrength;
using selfplay::StrengthEstimate;

constexpr std::string_view kAuto = "level:auto";

/// The first level of level:auto; nothing when `text` is another spec.
std::optional<absl::StatusOr<LevelTenths>> first_level(std::string_view text,
                                                       const engine::AnyGame& game) {
  if (text == kAuto) return StrengthEstimate::middle(game);
  if (!text.starts_with(std::string(kAuto) + "=")) return std::nullopt;
  const std::string elo(text.substr(kAuto.size() + 1));
  const auto spec = selfplay::parse_player("level:elo=" + elo, game);
  return spec.ok() ? absl::StatusOr<LevelTenths>(spec->level) : spec.status();
}

}  // namespace

absl::Status HostOpponent::objection(const std::string& text, const engine::AnyGame& game) {
  if (text.empty()) return absl::OkStatus();
  if (const auto first = first_level(text, game)) return first->status();
  return selfplay::parse_deadline_player(text, game).status();
}

HostOpponent::HostOpponent(std::string text, const engine::AnyGame& game, std::size_t most_names)
    : text_(std::move(text)), game_(game), most_names_(most_names) {
  if (const auto first = first_level(text_, game_)) first_ = **first;
}

std::string HostOpponent::spec_for(const std::string& name) const {
  if (!first_) return text_;
  const auto known = known_.find(name);
  const LevelTenths level = known == known_.end() ? *first_ : known->second.estimate.level();
  return "level:" + selfplay::level_text(level);
}

std::optional<OpponentStrength> HostOpponent::saw_end(const std::string& name,
                                                      const std::string& spec, double score) {
  if (!first_) return std::nullopt;
  if (known_.size() >= most_names_ && !known_.contains(name)) forget_one();
  Known& known = known_.try_emplace(name, Known{StrengthEstimate(game_, *first_), 0}).first->second;
  known.last = ++games_;
  const LevelTenths played = selfplay::parse_player(spec, game_)->level;
  known.estimate.add(played, score);
  OpponentStrength strength{.player = name,
                            .played = selfplay::level_text(played),
                            .level = selfplay::level_text(known.estimate.strength()),
                            .games = known.estimate.games()};
  if (known.estimate.is_measured()) {
    strength.elo = known.estimate.elo();
    strength.error = known.estimate.error();
  }
  return strength;
}

/// Who has not played for longest.
void HostOpponent::forget_one() {
  known_.erase(std::min_element(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
    return a.second.last < b.second.last;
  }));
}

std::string sentence_of(const OpponentStrength& strength) {
  std::string text = engine::printable(strength.player, 40) + " plays like level " + strength.level;
  if (strength.elo)
    absl::StrAppendFormat(&text, " (%.0f Elo, +- %.0f)", *strength.elo, *strength.error);
  return text + " after " + engine::counted(strength.games, "game") +
         "; this one was against level " + strength.played;
}

}  // namespace gauntlet::tools
