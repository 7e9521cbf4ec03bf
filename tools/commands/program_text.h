// A program that plays, as it is written on the command line or in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "tools/net/talking_program.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// How a program talks.
enum class Speech : std::uint8_t {
  kServer,   ///< "server:": it connects to the game's own server, at {host} {port}.
  kGomocup,  ///< "gomocup:": by the Gomocup protocol, on its pipes.
  kEngine,   ///< "engine:": by our line protocol, on its pipes.
  kKinarow,  ///< "kinarow:": a bot of the K-in-a-Row page, which serves at {host} {port}.
};

struct ProgramText {
  Speech speech;
  std::string command;  ///< Without the prefix.
};

/// "server:", .. and "cmd:": with what a program begins where players are named.
std::vector<std::string_view> program_prefixes();
/// "server:COMMAND" and so on; "cmd:COMMAND" is what speech_of() says. Nothing where it is no
/// program.
std::optional<ProgramText> program_of(std::string_view player, const engine::AnyGame& game);
/// Of a command without a prefix: server where {port} is in it, else gomocup where the game knows
/// that, else engine.
Speech speech_of(std::string_view command, const engine::AnyGame& game);
/// Whether it is a bot of the K-in-a-Row page that runs already, by its URL.
bool is_url(std::string_view player);

/// Why such a program cannot play `game`, in a sentence.
absl::Status objection_to_program(const ProgramText& program, const engine::AnyGame& game);

/// A seat for one game. With `is_kept` the program plays on after it. REQUIRES: there is no
/// objection, and it is no bot of K-in-a-Row.
std::unique_ptr<Seat> seat_for(Speech speech, const engine::AnyGame& game, bool is_kept = true);
ProgramCommand::Way way_of(Speech speech, const engine::AnyGame& game);

}  // namespace gauntlet::tools
