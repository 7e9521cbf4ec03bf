// `gauntlet import`: games that were written as text, into a store again.
#include <absl/strings/str_cat.h>

#include <boost/json/object.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"
#include "tools/commands/text_file.h"
#include "tools/forms/game_file.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestGameFile = 256 << 20;
constexpr std::size_t kLongestFront = 4'096;  // by which a file's form is told
constexpr std::uint64_t kMostFaultsTold = 20;

struct ImportOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string store, game;
};

std::string shown_path(const std::string& path) {
  return engine::printable(path, 200);
}

/// Before anything is written: whether each file is one of games.
absl::Status check_files(const std::vector<std::string>& files) {
  for (const std::string& path : files) {
    const auto front = read_text_file(path, kLongestFront);
    if (!front.ok()) return front.status();
    if (!reader_of(*front))
      return absl::InvalidArgumentError(
          "'" + shown_path(path) +
          "' is no file of games: it begins neither as JSON lines, nor with PGN's tags, nor as a "
          "psq or SGF file does");
  }
  return absl::OkStatus();
}

/// Adds games to a log, and tells those that are none.
class Import {
 public:
  Import(selfplay::GameLog& log, std::string game) : log_(log), game_(std::move(game)) {}

  absl::Status add(const std::string& path) {
    const auto text = read_text_file(path, kLongestGameFile);
    if (!text.ok()) return text.status();
    if (text->size() > kLongestGameFile || !reader_of(*text)) {
      blame(path, 1, "the file is longer than 256 MiB, or has changed");
      return absl::OkStatus();
    }
    const std::uint64_t before = games_ + faults_;
    const absl::Status status =
        read_games(*text, game_,
                   {[this](const auto& game, const auto& ended) { return keep(game, ended); },
                    [&](std::size_t line, const std::string& what) { blame(path, line, what); }});
    if (status.ok() && games_ + faults_ == before) blame(path, 1, "there is no game");
    return status;
  }
  std::uint64_t games() const { return games_; }
  std::uint64_t faults() const { return faults_; }

 private:
  absl::Status keep(const selfplay::FinishedGame& game, const std::string& ended) {
    ++games_;
    return log_.add(game, ended);
  }
  void blame(const std::string& path, std::size_t line, const std::string& what) {
    if (++faults_ > kMostFaultsTold) return;
    const std::string sentence =
        absl::StrCat(shown_path(path), ":", line, ": ", engine::printable(what, 500), "\n");
    std::fputs(sentence.c_str(), stderr);
  }

  selfplay::GameLog& log_;
  const std::string game_;
  std::uint64_t games_ = 0, faults_ = 0;
};

void tell_imported(const ImportOptions& options, const Import& import) {
  if (options.common.json)
    return print_json({{"store", options.store},
                       {"files", options.files.size()},
                       {"games", import.games()},
                       {"left_out", import.faults()}});
  print(counted(import.games(), "game") + " of " + counted(options.files.size(), "file") +
        " added to '" + shown_path(options.store) + "'\n");
}

Exit run(const ImportOptions& options) {
  if (const auto game = engine::find_game(options.game); !options.game.empty() && !game.ok())
    return complain(game.status());
  if (const absl::Status status = check_files(options.files); !status.ok()) return complain(status);
  const auto log = selfplay::GameLog::open(options.store);
  if (absl::IsInvalidArgument(log.status()))
    return complain(Exit::kUsage,
                    engine::message_of(log) +
                        "; --store takes a new file, or one that connect, host or import wrote");
  if (!log.ok()) return complain(log.status());
  Import import(**log, options.game);
  for (const std::string& path : options.files)
    if (const absl::Status status = import.add(path); !status.ok()) return complain(status);
  if (const absl::Status status = (*log)->loss(); !status.ok()) return complain(status);
  tell_imported(options, import);
  if (import.faults() == 0) return Exit::kDone;
  return complain(Exit::kIo, counted(import.faults(), "game") +
                                 " left out; all games that can be read were added");
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
      ->type_name("");
  command
      .add_option("--store", options->store,
                  "Add the games to this file, a new one or one of earlier games")
      ->required()
      ->type_name("F.db");
  command
      .add_option("--game", options->game,
                  "What is played, for files of others that do not name one of our games, as in "
                  "gomoku:15/exact")
      ->type_name("GAME");
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Every game is played through by the rules. One that is not legal is told with its file\n"
      "and line and left out; all others are added, and the exit code is 4. The store is one as\n"
      "host and connect write it: export, report and replay read it. docs/export.md tells what\n"
      "is read of each form, and of files of Piskvork, Gomocup and SGF editors.\n\n"
      "Examples:\n  gauntlet import games.pgn --store games.db\n"
      "  gauntlet import gomocup/*.psq --store gomocup.db");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
