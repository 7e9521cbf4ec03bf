// `gauntlet import`: games that were written as text, into a store again.
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/game_import.h"
#include "tools/commands/help_text.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

struct ImportOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string store, game;
};

std::string shown_path(const std::string& path) {
  return engine::printable(path, 200);
}

void tell_imported(const ImportOptions& options, const GameImport& import) {
  if (options.common.json)
    return print_json({{"store", options.store},
                       {"files", options.files.size()},
                       {"games", import.games()},
                       {"already_there", import.known()},
                       {"left_out", import.faults()}});
  print(counted(import.games(), "game") + " of " + counted(options.files.size(), "file") +
        " added to '" + shown_path(options.store) + "'" +
        (import.known() > 0 ? "; " + counted(import.known(), "game was", "games were") +
                                  " already there, the same move by move"
                            : "") +
        "\n");
}

/// All files, or those up to the first error; what was read before it is kept.
absl::Status add_files(const ImportOptions& options, GameImport& import, std::stop_token stop) {
  absl::Status status;
  for (std::size_t i = 0; i < options.files.size() && status.ok(); ++i)
    status = import.add(options.files[i], options.game, stop);
  const absl::Status kept = import.flush();
  return kept.ok() ? status : kept;
}

std::string interruption(const GameImport& import) {
  return "interrupted; " + counted(import.games(), "game was", "games were") +
         " kept, and the same command again adds the others";
}

std::string loss(const ImportOptions& options, const GameImport& import) {
  const std::string left_out = counted(import.faults(), "game") + " left out; ";
  if (import.games() + import.known() > 0)
    return left_out + "all games that can be read were added";
  return left_out + "there was no other, so nothing was written to '" + shown_path(options.store) +
         "'";
}

Exit run(const ImportOptions& options) {
  if (const auto game = engine::find_game(options.game); !options.game.empty() && !game.ok())
    return complain(game.status());
  if (const absl::Status status = check_game_files(options.files); !status.ok())
    return complain(status);
  const Interrupt interrupt;
  const auto import = GameImport::to(options.store);
  if (!import.ok()) return complain(import.status());
  const absl::Status status = add_files(options, **import, interrupt.token());
  if (status.ok() || (*import)->games() > 0) tell_imported(options, **import);
  if (absl::IsCancelled(status)) return complain(Exit::kInterrupted, interruption(**import));
  if (!status.ok()) return complain(status);
  return (*import)->faults() == 0 ? Exit::kDone : complain(Exit::kIo, loss(options, **import));
}

}  // namespace

void add_import(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ImportOptions>();
  CLI::App& command = *app.add_subcommand("import", "Read games that were written as text");
  command
      .add_option("FILE", options->files,
                  "Files as export writes them, other than tables: jsonl, pgn, psq, sgf; each is "
                  "known by what is in it")
      ->required()
      ->type_name(kFileValue);
  command.add_option("--store", options->store, help::kAddedStore)
      ->required()
      ->type_name(kStoreValue);
  command
      .add_option("--game", options->game,
                  "What is played, for files of others that do not name one of our games, as in "
                  "gomoku:15/exact")
      ->type_name(kGameValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Every game is played through by the rules. One that is not legal is told with its file\n"
      "and line and left out; all others are added, and the exit code is 4. A game that the store\n"
      "has already is not added again, so the same command may be given twice. Ctrl-C ends it;\n"
      "what was read until then is kept.\n\n"
      "The store is one as host and connect write it: export, report and replay read it.\n"
      "docs/export.md tells what is read of each form, and of files of Piskvork, Gomocup and SGF\n"
      "editors.\n\n"
      "Examples:\n  gauntlet import games.pgn --store games.db\n"
      "  gauntlet import gomocup/*.psq --store gomocup.db");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
