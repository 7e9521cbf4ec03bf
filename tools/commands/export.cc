// `gauntlet export`: the games of a store as text, in one of several forms.
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "selfplay/file_kind.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/new_file.h"
#include "tools/commands/options.h"
#include "tools/commands/value_kinds.h"
#include "tools/forms/form.h"
#include "tools/forms/game_file.h"
#include "tools/lab/damage.h"
#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

namespace {

namespace files = std::filesystem;

struct ExportOptions {
  CommonOptions common;
  std::string store, game;
  const Form* form = &forms()[0];
  bool jsonl = false;
  std::optional<std::string> out;
};

/// Where the texts of games go.
class ExportOutput {
 public:
  virtual ~ExportOutput() = default;
  virtual absl::Status add(std::uint64_t index, const std::string& text) = 0;
  /// Once, at the end of all.
  virtual absl::Status finish() = 0;
  /// At the end, whatever it was: leaves no half of a file or folder.
  virtual void give_up() = 0;
};

/// stdout, or a new file.
class OneFile final : public ExportOutput {
 public:
  static absl::StatusOr<std::unique_ptr<ExportOutput>> open(const ExportOptions& options) {
    auto file = options.out ? new_file(*options.out, "--out") : OutputFile(stdout);
    if (!file.ok()) return file.status();
    return std::make_unique<OneFile>(options.out, *std::move(file), options.form->heading());
  }

  OneFile(std::optional<std::string> path, OutputFile file, std::string heading)
      : path_(std::move(path)), file_(std::move(file)), heading_(std::move(heading)) {}

  absl::Status add(std::uint64_t, const std::string& text) override {
    if (const absl::Status status = write(std::exchange(heading_, "")); !status.ok()) return status;
    return write(text);
  }
  absl::Status finish() override {
    if (const absl::Status status = write(std::exchange(heading_, "")); !status.ok()) return status;
    return std::fflush(file_.get()) == 0 ? absl::OkStatus() : failure();
  }
  void give_up() override {
    if (path_ && has_failed_) std::remove(path_->c_str());
  }

 private:
  absl::Status write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size())
      return absl::OkStatus();
    return failure();
  }
  absl::Status failure() {
    has_failed_ = true;
    return absl::DataLossError(std::string("cannot write the games: ") + std::strerror(errno));
  }

  const std::optional<std::string> path_;
  OutputFile file_;
  std::string heading_;  ///< Still to be written.
  bool has_failed_ = false;
};

/// A folder, with a new file for each game. It is made beside its place and moved there at the end:
/// nobody finds half of it.
class FileEach final : public ExportOutput {
 public:
  static absl::StatusOr<std::unique_ptr<ExportOutput>> open(const ExportOptions& options) {
    const std::string form(options.form->name);
    if (!options.out)
      return absl::InvalidArgumentError("--format " + form +
                                        " writes a file for each game; give --out a folder");
    std::error_code error;
    const files::path folder = files::weakly_canonical(files::path(*options.out) / "", error);
    const std::string place = folder.has_filename() ? folder : folder.parent_path();
    if (files::exists(place, error) &&
        (!files::is_directory(place, error) || !files::is_empty(place, error)))
      return absl::InvalidArgumentError(engine::in_quotes(*options.out, 200) +
                                        " is no empty folder; give --out a new one");
    const std::string draft = absl::StrCat(place, ".part-", getpid());
    if (!files::create_directory(draft, error) || error)
      return selfplay::file_refusal("create", *options.out, error ? error.value() : EEXIST);
    return std::make_unique<FileEach>(place, draft, form);
  }

  FileEach(std::string place, std::string draft, std::string ending)
      : place_(std::move(place)), draft_(std::move(draft)), ending_(std::move(ending)) {}

  absl::Status add(std::uint64_t index, const std::string& text) override {
    return write_new_file(absl::StrCat(draft_, "/game-", index, ".", ending_), "--out", text);
  }
  absl::Status finish() override {
    std::error_code error;
    files::rename(draft_, place_, error);  // takes the place of an empty folder too
    return error ? selfplay::file_refusal("create", place_, error.value()) : absl::OkStatus();
  }
  void give_up() override {
    std::error_code error;
    files::remove_all(draft_, error);
  }

 private:
  const std::string place_, draft_, ending_;
};

/// Why a game that is there cannot be written so.
absl::Status objection_to_form(const ExportOptions& options, StoredGames& games) {
  if (!options.form->is_of_stones) return absl::OkStatus();
  const auto names = games.names();
  if (!names.ok()) return names.status();
  for (const std::string& name : *names)
    if (!has_form(*options.form, name))
      return absl::InvalidArgumentError(
          absl::StrCat("games of ", name, " cannot be written as ", std::string(options.form->name),
                       "; they have ", form_names(name),
                       names->size() > 1 ? ". --game chooses others of the store" : ""));
  return absl::OkStatus();
}

Exit run(const ExportOptions& options) {
  auto games = StoredGames::open(options.store, options.game);
  if (!games.ok()) return complain(games.status());
  if (const absl::Status status = objection_to_form(options, *games); !status.ok())
    return complain(status);
  const auto out = options.form->is_file_each ? FileEach::open(options) : OneFile::open(options);
  if (!out.ok()) return complain(out.status());
  Damage damage;
  absl::Status error = games->tell(
      threads_of(options.common), options.form->text,
      [&](std::uint64_t index, const std::string& text) { return (*out)->add(index, text); },
      damage);
  if (error.ok()) error = (*out)->finish();
  (*out)->give_up();
  if (!error.ok()) return complain(error);
  if (!damage.any()) return Exit::kDone;
  return complain(Exit::kIo,
                  damage.sentence(options.store) + "; all games that can be read were written");
}

/// "jsonl, pgn, psq, sgf".
std::string names_read() {
  std::vector<std::string> names;
  for (const GameReader& reader : game_readers()) names.emplace_back(reader.name);
  return absl::StrJoin(names, ", ");
}

void add_format_option(CLI::App& command, const std::shared_ptr<ExportOptions>& options) {
  std::string help = "How games are written:";
  std::vector<std::string> names;
  for (const Form& form : forms()) {
    absl::StrAppend(&help, names.empty() ? " " : "; ", std::string(form.name), ", ",
                    std::string(form.summary));
    names.emplace_back(form.name);
  }
  add_choice(command, "--format", names,
             help + ". jsonl if nothing is said. import reads " + names_read() + " again",
             [options](const std::string& word) { options->form = find_form(word); });
}

}  // namespace

void add_export(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App& command = *app.add_subcommand("export", "Write the games of a store as text");
  command.add_option("STORE", options->store, help::kAnyStore)->required()->type_name(kStoreValue);
  add_format_option(command, options);
  command.add_flag("--jsonl", options->jsonl, "The same as --format jsonl")
      ->disable_flag_override()
      ->excludes("--format");
  command.add_option("--game", options->game, "Only games of this name, as in gomoku:15")
      ->type_name(kGameValue);
  command
      .add_option("--out", options->out,
                  "Write to this new file instead of stdout; for psq a folder, new or empty, in "
                  "which each game is a file")
      ->type_name(kFileValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed"});
  command.footer(
      "Each line of jsonl is one game, a JSON object: who played (players), where it began\n"
      "(start), its moves, what each seat got (returns, 0 to 1) and how it ended (result or\n"
      "reason). docs/export.md tells what every field and column means and when it is absent;\n"
      "'gauntlet games GAME' how moves and positions are written. 'gauntlet import' reads jsonl,\n"
      "pgn, psq and sgf again.\n\n"
      "Examples:\n  gauntlet export games.db --out games.jsonl\n"
      "  gauntlet export games.db --format csv --out games.csv");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
