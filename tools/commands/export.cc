// `gauntlet export`: the games of a store as text, one JSON object each.
#include <fcntl.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/schedule.h"
#include "selfplay/store.h"
#include "tools/commands/command.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/json_text.h"
#include "tools/commands/stored_batch.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using selfplay::GameRecord;
using selfplay::Store;

struct ExportOptions {
  CommonOptions common;
  std::string store;
  bool jsonl = false;
  std::optional<std::string> out;
};

std::string result_word(const selfplay::Outcome& outcome) {
  switch (outcome.ending) {
    case selfplay::Ending::kIllegalMove:
      return "illegal move";
    case selfplay::Ending::kGaveUp:
      return "gave up";
    case selfplay::Ending::kTooLong:
      return "too long";
    case selfplay::Ending::kPlayed:
    case selfplay::Ending::kStopped:
      break;
  }
  return "played";
}

/// Closes what it opened; stdout stays open.
struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// stdout, or a new file.
engine::Expected<File> open_output(const ExportOptions& options) {
  if (!options.out) return File(stdout);
  const int descriptor = open(options.out->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  std::FILE* const file = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  if (file) return File(file);
  if (errno == EEXIST)
    return Error{"'" + engine::printable(*options.out, 200) +
                 "' exists already; give --out a new file"};
  return selfplay::file_refusal("create", *options.out, errno);
}

/// JSON objects, one a line.
class Lines {
 public:
  explicit Lines(File file) : file_(std::move(file)) {}

  std::optional<Error> write(const boost::json::object& object) {
    const std::string line = json_text(object) + "\n";
    if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size()) return std::nullopt;
    return fail();
  }
  std::optional<Error> finish() { return std::fflush(file_.get()) == 0 ? std::nullopt : fail(); }
  /// Whether writing was what went wrong.
  bool has_failed() const { return has_failed_; }

 private:
  std::optional<Error> fail() {
    has_failed_ = true;
    return Error{std::string("cannot write the games: ") + std::strerror(errno), true};
  }

  File file_;
  bool has_failed_ = false;
};

/// Writes the games of one store.
class Exporter {
 public:
  Exporter(const selfplay::RunInfo& run, const engine::AnyGame& game, Lines& out)
      : run_(run), game_(game), schedule_(run.seed, game.players()), out_(out) {}

  std::optional<Error> operator()(const GameRecord& record) {
    boost::json::array moves;
    auto error = replay(game_, record, [&](const engine::AnyState& state, engine::AnyMove move) {
      moves.emplace_back(state.format(move));
    });
    if (error) return error;
    return out_.write(object(record, std::move(moves)));
  }

 private:
  boost::json::object object(const GameRecord& record, boost::json::array moves) const {
    const selfplay::Outcome& outcome = record.result.outcome;
    const int rotation = schedule_.slot(record.index).rotation;
    boost::json::array players, returns, nodes, proved;
    for (int seat = 0; seat < game_.players(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      players.emplace_back(
          run_.players[static_cast<std::size_t>(schedule_.player_at(seat, rotation))]);
      returns.push_back(outcome.returns[place]);
      nodes.push_back(outcome.nodes[place]);
      proved.push_back(outcome.has_proved(place) ? boost::json::value(outcome.proved_after[place])
                                                 : boost::json::value());
    }
    boost::json::object object = {{"index", record.index},     {"game", run_.game},
                                  {"players", players},        {"start", record.start},
                                  {"moves", std::move(moves)}, {"returns", returns},
                                  {"plies", outcome.plies},    {"nodes", nodes},
                                  {"proved_after", proved},    {"result", result_word(outcome)}};
    if (outcome.offender >= 0) object["offender"] = outcome.offender;
    return object;
  }

  const selfplay::RunInfo& run_;
  const engine::AnyGame& game_;
  const selfplay::Schedule schedule_;
  Lines& out_;
};

/// A batch's games.
std::optional<Error> export_store(Store& store, const engine::AnyGame& game, Lines& out) {
  Exporter exporter(store.run(), game, out);
  return store.for_each(Store::Detail::kMoves,
                        [&](const GameRecord& record) { return exporter(record); });
}

/// Games played on servers: as a batch's, but each with its own rules and players.
std::optional<Error> export_log(selfplay::GameLog& log, Lines& out) {
  return log.for_each([&](const selfplay::LoggedGame& logged) {
    boost::json::object object = {{"index", logged.index}, {"ended", logged.ended}};
    for (auto& member : game_json(logged.game)) object.insert(member);
    return out.write(object);
  });
}

/// Opens the output and lets `games(Lines&)` write into it.
template <class Games>
Exit write_out(const ExportOptions& options, const Games& games) {
  auto file = open_output(options);
  if (!file) return complain(file.failure());
  Lines out(std::move(*file));
  auto error = games(out);
  if (!error) error = out.finish();
  if (!error) return Exit::kDone;
  if (out.has_failed() && options.out) std::remove(options.out->c_str());
  return complain(*error);
}

Exit run(const ExportOptions& options) {
  if (!options.jsonl && !options.common.json)
    return complain(Exit::kUsage, "say in which form: --jsonl, one JSON object a line");
  if (selfplay::GameLog::is_log(options.store)) {
    const auto log = selfplay::GameLog::open_to_read(options.store);
    if (!log) return complain(log.failure());
    return write_out(options, [&](Lines& out) { return export_log(**log, out); });
  }
  const auto batch = open_batch(options.store);
  if (!batch) return complain(batch.failure());
  return write_out(options,
                   [&](Lines& out) { return export_store(*batch->store, batch->game, out); });
}

}  // namespace

void add_export(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App& command = *app.add_subcommand("export", "Write the games of a store as text");
  command
      .add_option("STORE", options->store,
                  "The file that selfplay, connect or host wrote with --store")
      ->required()
      ->type_name("F.db");
  command.add_flag("--jsonl", options->jsonl, "One JSON object a game and line, by index")
      ->disable_flag_override();
  command.add_option("--out", options->out, "Write to this new file instead of stdout")
      ->type_name("FILE");
  add_common_options(command, options->common);
  command.footer(
      "Each line tells of a game who played (players), where it began (start), its moves, what\n"
      "each seat got (returns, 0 to 1) and how it ended (result or reason). docs/export.md tells\n"
      "what every field means and when it is absent; 'gauntlet games GAME' how moves and\n"
      "positions are written.\n\n"
      "Example:\n  gauntlet export games.db --jsonl --out games.jsonl");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
