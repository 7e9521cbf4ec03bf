// `gauntlet replay`: one stored game, move by move, at the terminal.
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>

#include "engine/guide.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/replay_bot.h"
#include "tools/commands/value_kinds.h"
#include "tools/drawn_board.h"
#include "tools/report/report_source.h"

namespace gauntlet::tools {

namespace {

struct ReplayOptions {
  CommonOptions common;
  std::string store, game;
  std::uint64_t number = 0;
  std::optional<std::uint64_t> ply;
  std::optional<std::string> bot;  // whose side of the game it is; everybody's if not given
  std::vector<std::string> words;  // of a command that is told it again
};

constexpr std::uint64_t kMostNumber = 1'000'000'000'000;

/// "gomoku:9, game 3: ann (x) - ben (o)".
std::string heading(const ReportFacts& facts, const ReportGame& game) {
  std::string text = absl::StrCat(facts.game.name(), ", game ", game.number, ":");
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    absl::StrAppend(&text, seat == 0 ? " " : " - ",
                    engine::legible(facts.players[static_cast<std::size_t>(game.seats[seat])], 200),
                    " (", engine::seat_name(game.start, static_cast<engine::Player>(seat)), ")");
  return text + "\n";
}

/// ", which gave itself 61.0 %, after 120 ms", as far as that is known.
std::string note_text(const selfplay::MatchResult& result, std::size_t ply) {
  if (ply >= result.notes.size()) return "";
  const selfplay::MoveNote& note = result.notes[ply];
  std::string text;
  if (note.win != selfplay::MoveNote::kNoWin)
    absl::StrAppendFormat(&text, ", which gave itself %.1f %%", note.win / 10.0);
  if (note.milliseconds > 0)
    absl::StrAppend(&text, ", after ", engine::grouped(note.milliseconds), " ms");
  return text;
}

std::string ending(const ReportGame& game) {
  const selfplay::MatchResult& result = game.result;
  std::string text = "The end: " + std::string(word_of(result.summary.termination));
  if (!result.reason.empty()) text += ", " + engine::legible(result.reason, 500);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    absl::StrAppend(&text, seat == 0 ? "; " : " : ", result.summary.returns[seat]);
  return text + "\n";
}

/// All positions, or the one that is asked for.
std::string drawn(const ReplayOptions& options, const ReportFacts& facts, const ReportGame& game) {
  engine::AnyState state = game.start;
  const auto is_shown = [&](std::uint64_t ply) { return !options.ply || *options.ply == ply; };
  const Colours colours = Colours::of(STDOUT_FILENO);
  std::string text = heading(facts, game);
  if (is_shown(0)) text += "\n" + drawn_board(state, nullptr, colours);
  for (std::size_t ply = 0; ply < game.result.moves.size(); ++ply) {
    const engine::AnyMove move = game.result.moves[ply];
    const engine::Player mover = state.to_move();
    const std::string who = mover < 0 ? "chance" : engine::seat_name(state, mover);
    const std::string told = absl::StrCat("\n", ply + 1, ". ", who, " ", state.format(move),
                                          note_text(game.result, ply), "\n");
    const engine::AnyState before = state;
    state.apply(move);
    if (is_shown(ply + 1)) text += told + (mover < 0 ? "" : drawn_board(state, &before, colours));
  }
  return text + (is_shown(game.result.moves.size()) ? "\n" + ending(game) : "");
}

/// As export has it, with the position after each move.
boost::json::object object_of(const ReportFacts& facts, const ReportGame& game) {
  boost::json::array players, returns, moves, positions;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    players.emplace_back(facts.players[static_cast<std::size_t>(game.seats[seat])]);
    returns.emplace_back(game.result.summary.returns[seat]);
  }
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.result.moves) {
    moves.emplace_back(state.format(move));
    state.apply(move);
    positions.emplace_back(state.to_text());
  }
  return {{"index", game.number},
          {"game", facts.game.name()},
          {"players", std::move(players)},
          {"returns", std::move(returns)},
          {"result", word_of(game.result.summary.termination)},
          {"reason", engine::legible(game.result.reason, 500)},
          {"start", game.start.to_text()},
          {"moves", std::move(moves)},
          {"positions", std::move(positions)}};
}

void tell(const ReplayOptions& options, const ReportFacts& facts, const ReportGame& game) {
  if (!options.common.json) return print(drawn(options, facts, game));
  print_json(object_of(facts, game));
}

Exit run(const ReplayOptions& options) {
  if (options.bot)
    return replay_bot(
        {options.store, options.number, *options.bot, options.words, options.common.json});
  if (!options.words.empty())
    return complain(Exit::kUsage, "a command is for --as-bot: whose part is it to play?");
  const auto source = ReportSource::open(options.store, options.game);
  if (!source.ok()) return complain(source.status());
  const ReportFacts& facts = (*source)->facts();
  Damage damage;
  Exit code = Exit::kUsage;
  bool has_sound_games = false;
  const absl::Status found = absl::CancelledError("found");
  const absl::Status status = (*source)->for_each(
      [&](ReportGame&& game) -> absl::Status {
        has_sound_games = true;
        if (game.number != options.number) return absl::OkStatus();
        code = Exit::kDone;
        if (options.ply && *options.ply > game.result.moves.size())
          code =
              complain(Exit::kUsage, "game " + std::to_string(options.number) + " has " +
                                         engine::counted(game.result.moves.size(), "ply", "plies"));
        else
          tell(options, facts, game);
        return found;
      },
      damage);
  if (status == found) return code;
  if (!status.ok()) return complain(status);
  if (damage.holds(options.number) || (damage.any() && !has_sound_games))
    return complain(Exit::kIo, damage.sentence(options.store));
  return complain(Exit::kUsage, engine::in_quotes(options.store, 200) + " has no game " +
                                    std::to_string(options.number) +
                                    "; 'gauntlet export' tells their numbers (index)");
}

}  // namespace

void add_replay(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App& command =
      *app.add_subcommand("replay", "Show a stored game on its board, move by move");
  command.add_option("STORE", options->store, help::kAnyStore)->required()->type_name(kStoreValue);
  add_number(command, "NUMBER", {0, kMostNumber},
             "Which game: the index that export tells, and the number in a report",
             [options](std::uint64_t number) { options->number = number; })
      ->required();
  add_number(command, "--ply", {0, kMostNumber}, "Only the position after so many moves",
             [options](std::uint64_t ply) { options->ply = ply; });
  command.add_option("--game", options->game, help::kWhichGame)->type_name(kGameValue);
  command
      .add_option_function<std::string>(
          "--as-bot", [options](const std::string& name) { options->bot = name; },
          "Write to stdout, byte by byte, what this player of a tournament was told")
      ->type_name("NAME");
  command
      .add_option("COMMAND", options->words,
                  "With --as-bot, after '--': start this instead, as the tournament started the "
                  "player, and tell it the same")
      ->type_name(kCommandValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Moves of chance (dice, draws) are told without a board of their own. --json prints all of\n"
      "it as one object, as export does, with the positions after each move.\n\n"
      "--as-bot is for authors: what their program was told from its start to the end of that\n"
      "game, with earlier games that the same process had played. With a command that is told\n"
      "again, each message when the program has said as much as it had then; its last lines and\n"
      "how it ended are shown. It is started with your rights, in no sandbox.\n\n"
      "Examples:\n"
      "  gauntlet replay night.db 12 | less\n"
      "  gauntlet replay night.db 12 --as-bot ann > told.txt\n"
      "  gauntlet replay night.db 12 --as-bot ann -- gdb -batch -ex run -ex bt ./ann\n"
      "  gauntlet replay night.db 12 --as-bot ben -- python3 ben.py {host} {port}");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
