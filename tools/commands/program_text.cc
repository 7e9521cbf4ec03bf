#include "tools/commands/program_text.h"

#include <array>
#include <utility>

#include "engine/words.h"
#include "tools/net/kinarow_player.h"
#include "tools/protocol/engine_seat.h"
#include "tools/protocol/gomocup_seat.h"
#include "tools/protocol/seats.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestCommand = 4'000;

engine::AnyState start_of(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

constexpr std::array<std::pair<std::string_view, Speech>, 4> kSpeeches = {
    {{"server:", Speech::kServer},
     {"gomocup:", Speech::kGomocup},
     {"engine:", Speech::kEngine},
     {"kinarow:", Speech::kKinarow}}};
constexpr std::string_view kAny = "cmd:";

bool speaks_gomocup(const engine::AnyGame& game) {
  return GomocupSeat::objection(start_of(game)).ok();
}

}  // namespace

Speech speech_of(std::string_view command, const engine::AnyGame& game) {
  if (command.find("{port}") != command.npos) return Speech::kServer;
  return speaks_gomocup(game) ? Speech::kGomocup : Speech::kEngine;
}

std::vector<std::string_view> program_prefixes() {
  std::vector<std::string_view> prefixes;
  for (const auto& [prefix, speech] : kSpeeches) prefixes.push_back(prefix);
  prefixes.push_back(kAny);
  return prefixes;
}

std::optional<ProgramText> program_of(std::string_view player, const engine::AnyGame& game) {
  for (const auto& [prefix, speech] : kSpeeches)
    if (player.starts_with(prefix))
      return ProgramText{speech, std::string(player.substr(prefix.size()))};
  if (!player.starts_with(kAny)) return std::nullopt;
  const std::string_view command = player.substr(kAny.size());
  return ProgramText{speech_of(command, game), std::string(command)};
}

bool is_url(std::string_view player) {
  return player.starts_with("http://");
}

absl::Status objection_to_program(const ProgramText& program, const engine::AnyGame& game) {
  if (program.command.find_first_not_of(" \t\r\n") == std::string::npos)
    return absl::InvalidArgumentError(
        "a program needs the command that starts it, as in 'cmd:./bot'");
  if (program.command.size() > kLongestCommand)
    return absl::InvalidArgumentError("a program's command has at most " +
                                      engine::grouped(kLongestCommand) + " characters");
  switch (program.speech) {
    case Speech::kServer:
      return make_seat(game).status();
    case Speech::kGomocup:
      return GomocupSeat::objection(start_of(game));
    case Speech::kKinarow:
      return KinarowPlayer::make(game, {.url = "http://127.0.0.1"}).status();
    case Speech::kEngine:
      break;
  }
  return absl::OkStatus();
}

std::unique_ptr<Seat> seat_for(Speech speech, const engine::AnyGame& game, bool is_kept) {
  if (speech == Speech::kEngine) return std::make_unique<EngineSeat>();
  if (speech == Speech::kGomocup)
    return std::make_unique<GomocupSeat>(GomocupSeat::Options{.is_kept = is_kept});
  return *make_seat(game);
}

ProgramCommand::Way way_of(Speech speech, const engine::AnyGame& game) {
  if (speech != Speech::kServer) return ProgramCommand::Way::kPipes;
  return may_reconnect(game) ? ProgramCommand::Way::kReconnects : ProgramCommand::Way::kConnects;
}

}  // namespace gauntlet::tools
