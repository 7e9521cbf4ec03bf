#include "tools/commands/entrants.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/words.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::tools {

using selfplay::Entrant;
using selfplay::PlayerSpec;
using selfplay::Tournament;

namespace {

constexpr std::size_t kLongestEntrantName = 60;

absl::Status objection_to_entrant(const Entrant& entrant) {
  const auto is_unfit = [](char c) { return c < ' ' || c > '~'; };
  if (entrant.name.empty() || entrant.name.size() > kLongestEntrantName ||
      std::any_of(entrant.name.begin(), entrant.name.end(), is_unfit))
    return absl::InvalidArgumentError(
        "a player's name has 1 to " + std::to_string(kLongestEntrantName) +
        " printable characters, and '" + engine::printable(entrant.name, 80) + "' is none");
  return absl::OkStatus();
}

absl::Status objection_to_names(const std::vector<Entrant>& entrants) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (const absl::Status status = objection_to_entrant(entrants[i]); !status.ok()) return status;
    for (std::size_t j = 0; j < i; ++j)
      if (entrants[i].name == entrants[j].name)
        return absl::InvalidArgumentError("two players are called '" + entrants[i].name +
                                          "'; give one another name, as in --player 'other=" +
                                          engine::printable(entrants[i].player) + "'");
  }
  return absl::OkStatus();
}

/// Who has limits of its own keeps to them; who has none may use all that the clocks allow.
absl::StatusOr<PlayerSpec> read_spec(const std::string& text, const engine::AnyGame& game,
                                     bool is_timed) {
  auto spec =
      is_timed ? selfplay::parse_deadline_player(text, game) : selfplay::parse_player(text, game);
  if (spec.ok() && spec->kind == PlayerSpec::Kind::kHuman)
    return absl::InvalidArgumentError("people play by 'gauntlet selfplay' or 'gauntlet host'");
  return spec;
}

}  // namespace

EntrantText split_entrant(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0 || text.find(':') < equals) return {"", std::string(text)};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

absl::StatusOr<std::vector<Entrant>> read_entrants(const std::vector<EntrantText>& texts,
                                                   const engine::AnyGame& game) {
  std::vector<Entrant> entrants;
  for (const EntrantText& text : texts) {
    const auto spec = read_spec(text.player, game, false);
    if (!spec.ok()) return spec.status();
    entrants.push_back({text.name.empty() ? spec->text : text.name, spec->text});
  }
  if (const absl::Status status = objection_to_names(entrants); !status.ok()) return status;
  return entrants;
}

absl::StatusOr<selfplay::MakeEntrant> entrant_maker(const Tournament& tournament) {
  const auto specs = std::make_shared<std::vector<PlayerSpec>>();
  for (const Entrant& entrant : tournament.entrants) {
    auto spec = read_spec(entrant.player, tournament.game, tournament.time.is_timed());
    if (!spec.ok())
      return absl::InvalidArgumentError("'" + entrant.name +
                                        "' cannot play: " + engine::message_of(spec));
    specs->push_back(*std::move(spec));
  }
  return [specs, &tournament](int entrant) {
    return selfplay::make_player((*specs)[static_cast<std::size_t>(entrant)], tournament.game);
  };
}

}  // namespace gauntlet::tools
