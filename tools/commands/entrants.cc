#include "tools/commands/entrants.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/utf8.h"
#include "engine/words.h"
#include "selfplay/players/make_player.h"
#include "tools/commands/program_names.h"
#include "tools/commands/program_text.h"
#include "tools/net/kinarow_player.h"
#include "tools/net/kinarow_program.h"
#include "tools/net/program_player.h"

namespace gauntlet::tools {

using selfplay::Entrant;
using selfplay::PlayerSpec;
using selfplay::Tournament;

namespace {

constexpr std::size_t kLongestEntrantName = 60;

/// Who has limits of its own keeps to them; who has none may use all that the tournament allows.
absl::StatusOr<PlayerSpec> read_spec(const std::string& text, const engine::AnyGame& game,
                                     bool is_limited) {
  auto spec =
      is_limited ? selfplay::parse_deadline_player(text, game) : selfplay::parse_player(text, game);
  if (spec.ok() && spec->kind == PlayerSpec::Kind::kHuman)
    return absl::InvalidArgumentError("people play by 'gauntlet selfplay' or 'gauntlet host'");
  return spec;
}

/// The player's text as stores keep it.
absl::StatusOr<std::string> canonical(const std::string& player, const engine::AnyGame& game,
                                      bool is_limited) {
  if (const auto program = program_of(player, game)) {
    if (const absl::Status status = objection_to_program(*program, game); !status.ok())
      return status;
    return player;
  }
  if (is_url(player)) {
    const auto made = KinarowPlayer::make(game, {.url = player});
    return made.ok() ? absl::StatusOr<std::string>(player) : made.status();
  }
  const auto spec = read_spec(player, game, is_limited);
  return spec.ok() ? absl::StatusOr<std::string>(spec->text) : spec.status();
}

absl::Status objection_to_names(const std::vector<Entrant>& entrants) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (const absl::Status status = objection_to_entrant_name(entrants[i].name); !status.ok())
      return status;
    for (std::size_t j = 0; j < i; ++j)
      if (entrants[i].name == entrants[j].name)
        return absl::InvalidArgumentError("two players are called '" + entrants[i].name +
                                          "'; give one another name, as in --player 'other=" +
                                          engine::printable(entrants[i].player) + "'");
  }
  return absl::OkStatus();
}

/// Names programs that have none by what they start, together, so that folders tell them apart.
void name_programs(std::vector<Entrant>& entrants, const engine::AnyGame& game) {
  std::vector<std::string> runs;
  std::vector<std::size_t> nameless;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto program = program_of(entrants[i].player, game);
    if (!program || !entrants[i].name.empty()) continue;
    runs.push_back(program->command);
    nameless.push_back(i);
  }
  const std::vector<std::string> names = program_names(runs, "");
  for (std::size_t i = 0; i < names.size(); ++i) entrants[nameless[i]].name = names[i];
}

ProgramSettings settings_of(const Entrant& entrant, const ProgramText& program,
                            const engine::AnyGame& game, const ProgramCare& care) {
  const bool connects = program.speech == Speech::kServer;
  ProgramSettings settings;
  settings.command = {entrant.name, program.command, way_of(program.speech, game), care.sandbox};
  settings.make_seat = [speech = program.speech, &game] { return seat_for(speech, game); };
  settings.is_kept = !connects;
  settings.tell = care.tell;
  settings.lateness = care.lateness;
  return settings;
}

/// Not all protocols can tell a program of nodes.
absl::Status objection_to_limits(const std::string& player, const Tournament& tournament) {
  const auto program = program_of(player, tournament.game);
  const bool hears_of_nodes =
      program ? program->speech == Speech::kEngine || program->speech == Speech::kGomocup
              : !is_url(player);
  if (!tournament.time.nodes || hears_of_nodes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "its protocol cannot tell it of --nodes; those of engine: and gomocup: can");
}

using MakePlayer = std::function<absl::StatusOr<std::unique_ptr<selfplay::Player>>()>;

absl::StatusOr<MakePlayer> player_maker(const Entrant& entrant, const Tournament& tournament,
                                        const ProgramCare& care) {
  const engine::AnyGame& game = tournament.game;
  if (const absl::Status status = objection_to_limits(entrant.player, tournament); !status.ok())
    return status;
  if (const auto program = program_of(entrant.player, game)) {
    if (const absl::Status status = objection_to_program(*program, game); !status.ok())
      return status;
    if (program->speech == Speech::kKinarow)
      return [&game, name = entrant.name, command = program->command, care]() {
        return absl::StatusOr<std::unique_ptr<selfplay::Player>>(std::make_unique<KinarowProgram>(
            game, KinarowProgram::Settings{.name = name,
                                           .command = command,
                                           .tell = care.tell,
                                           .lateness = care.lateness,
                                           .sandbox = care.sandbox}));
      };
    return [settings = settings_of(entrant, *program, game, care)]() {
      return absl::StatusOr<std::unique_ptr<selfplay::Player>>(
          std::make_unique<ProgramPlayer>(settings));
    };
  }
  if (is_url(entrant.player))
    return [&game, url = entrant.player,
            lateness = care.lateness]() -> absl::StatusOr<std::unique_ptr<selfplay::Player>> {
      auto player = KinarowPlayer::make(game, {.url = url, .lateness = lateness});
      if (!player.ok()) return player.status();
      return *std::move(player);
    };
  auto spec = read_spec(entrant.player, game, tournament.time.is_limited());
  if (!spec.ok()) return spec.status();
  return [&game, spec = *std::move(spec)]() { return selfplay::make_player(spec, game); };
}

}  // namespace

absl::Status objection_to_entrant_name(std::string_view name) {
  if (name.size() <= kLongestEntrantName && engine::is_legible(name) && !engine::is_blank(name))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "a player's name has 1 to " + std::to_string(kLongestEntrantName) +
      " bytes of letters and signs that can be seen, and '" + engine::legible(name, 80) +
      "' is none; give one, as in --player 'ann=..'");
}

EntrantText split_entrant(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0 || text.find(':') < equals) return {"", std::string(text)};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

absl::StatusOr<std::vector<Entrant>> read_entrants(const std::vector<EntrantText>& texts,
                                                   const engine::AnyGame& game, bool is_limited) {
  std::vector<Entrant> entrants;
  for (const EntrantText& text : texts) {
    auto player = canonical(text.player, game, is_limited);
    if (!player.ok()) return player.status();
    const bool is_named = !text.name.empty() || program_of(*player, game);
    entrants.push_back({is_named ? text.name : *player, *player});
  }
  name_programs(entrants, game);
  if (const absl::Status status = objection_to_names(entrants); !status.ok()) return status;
  return entrants;
}

bool depends_on_time(const Tournament& tournament) {
  return tournament.time.is_timed() ||
         std::any_of(tournament.entrants.begin(), tournament.entrants.end(),
                     [&](const Entrant& entrant) {
                       const auto spec =
                           read_spec(entrant.player, tournament.game, tournament.time.is_limited());
                       return spec.ok() && selfplay::is_timed(*spec);
                     });
}

bool has_programs(const Tournament& tournament) {
  return std::any_of(tournament.entrants.begin(), tournament.entrants.end(),
                     [&](const Entrant& entrant) {
                       return program_of(entrant.player, tournament.game).has_value();
                     });
}

absl::StatusOr<selfplay::MakeEntrant> entrant_maker(const Tournament& tournament,
                                                    const ProgramCare& care) {
  const auto makers = std::make_shared<std::vector<MakePlayer>>();
  for (const Entrant& entrant : tournament.entrants) {
    auto maker = player_maker(entrant, tournament, care);
    if (!maker.ok())
      return absl::InvalidArgumentError("'" + entrant.name +
                                        "' cannot play: " + engine::message_of(maker));
    makers->push_back(*std::move(maker));
  }
  return [makers](int entrant) { return (*makers)[static_cast<std::size_t>(entrant)](); };
}

bool has_guests(const Tournament& tournament) {
  return std::any_of(tournament.entrants.begin(), tournament.entrants.end(),
                     [&](const Entrant& entrant) {
                       return is_url(entrant.player) || program_of(entrant.player, tournament.game);
                     });
}

}  // namespace gauntlet::tools
