// `gauntlet export`: the games of a store as text, one JSON object each.
#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "engine/words.h"
#include "selfplay/schedule.h"
#include "selfplay/store.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/command.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/json_text.h"
#include "tools/commands/new_file.h"
#include "tools/lab/damage.h"
#include "tools/lab/replayed_games.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

namespace {

using selfplay::GameRecord;

struct ExportOptions {
  CommonOptions common;
  std::string store;
  bool jsonl = false;  // What it is anyway: for scripts that say so.
  std::optional<std::string> out;
};

/// stdout, or a new file.
absl::StatusOr<OutputFile> open_output(const ExportOptions& options) {
  return options.out ? new_file(*options.out, "--out") : OutputFile(stdout);
}

/// JSON objects, one per line.
class Lines {
 public:
  explicit Lines(OutputFile file) : file_(std::move(file)) {}

  absl::Status write(const boost::json::object& object) {
    const std::string line = json_text(object) + "\n";
    if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size())
      return absl::OkStatus();
    return fail();
  }
  absl::Status finish() { return std::fflush(file_.get()) == 0 ? absl::OkStatus() : fail(); }
  /// Whether writing was what went wrong.
  bool has_failed() const { return has_failed_; }

 private:
  absl::Status fail() {
    has_failed_ = true;
    return absl::DataLossError(std::string("cannot write the games: ") + std::strerror(errno));
  }

  OutputFile file_;
  bool has_failed_ = false;
};

/// The games of one batch as objects.
class BatchJson {
 public:
  BatchJson(const selfplay::RunInfo& run, const engine::AnyGame& game)
      : run_(run), game_(game), schedule_(run.seed, game.players()) {}

  boost::json::object object(const GameRecord& record, boost::json::array moves) const {
    const selfplay::GameSummary& summary = record.result.summary;
    const int rotation = schedule_.slot(record.index).rotation;
    boost::json::array players, returns, nodes, proved;
    for (int seat = 0; seat < game_.players(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      players.emplace_back(
          run_.players[static_cast<std::size_t>(schedule_.player_at(seat, rotation))]);
      returns.push_back(summary.returns[place]);
      nodes.push_back(summary.nodes[place]);
      proved.push_back(summary.has_proved(place) ? boost::json::value(summary.proved_after[place])
                                                 : boost::json::value());
    }
    boost::json::object object = {
        {"index", record.index},     {"game", run_.game},
        {"players", players},        {"start", record.start},
        {"moves", std::move(moves)}, {"returns", returns},
        {"plies", summary.plies},    {"nodes", nodes},
        {"proved_after", proved},    {"result", selfplay::word_of(summary.termination)}};
    if (summary.offender >= 0) object["offender"] = summary.offender;
    return object;
  }

 private:
  const selfplay::RunInfo& run_;
  const engine::AnyGame& game_;
  const selfplay::Schedule schedule_;
};

/// A batch's games.
absl::Status export_batch(const StoredBatch& batch, int threads, Lines& out, Damage& damage) {
  const BatchJson json(batch.store->run(), batch.game);
  const auto play = [&](const GameRecord& record, boost::json::array& moves) {
    return replay(batch.game, record, [&](const engine::AnyState& state, engine::AnyMove move) {
      moves.emplace_back(state.format(move));
    });
  };
  const auto take = [&](const GameRecord& record, boost::json::array& moves) {
    return out.write(json.object(record, std::move(moves)));
  };
  return ReplayedGames<boost::json::array>(threads, play, take)(*batch.store, damage, {});
}

/// Games played on servers: as a batch's, but each with its own rules and players.
absl::Status export_log(selfplay::GameLog& log, Lines& out, Damage& damage) {
  const auto write = [&](const selfplay::LoggedGame& logged) {
    boost::json::object object = {{"index", logged.index}, {"ended", logged.ended}};
    for (auto& member : game_json(logged.game)) object.insert(member);
    return out.write(object);
  };
  return log.for_each(write, damage.collector());
}

/// What the players thought of their chances, by moves; null where they said nothing.
boost::json::array told_wins(const std::vector<selfplay::MoveNote>& notes) {
  boost::json::array wins;
  for (const selfplay::MoveNote& note : notes)
    wins.push_back(note.win == selfplay::MoveNote::kNoWin ? boost::json::value()
                                                          : boost::json::value(note.win / 1000.0));
  return wins;
}

boost::json::array times(const std::vector<selfplay::MoveNote>& notes) {
  boost::json::array times;
  for (const selfplay::MoveNote& note : notes) times.push_back(note.milliseconds);
  return times;
}

/// A tournament's games: as others, by the players' names, and where in the tournament they belong.
absl::Status export_tournament(selfplay::TournamentStore& store, Lines& out, Damage& damage) {
  const selfplay::Tournament& tournament = store.tournament();
  std::uint64_t index = 0;
  const auto write = [&](selfplay::TournamentGame&& game) {
    const selfplay::GameSummary& summary = game.result.summary;
    selfplay::FinishedGame finished{tournament.game, game.start,        game.result.moves, {},
                                    summary.returns, game.result.reason};
    for (const int entrant : game.seats)
      finished.players.push_back(tournament.entrants[static_cast<std::size_t>(entrant)].name);
    boost::json::object object = {{"index", index++}};
    for (auto& member : game_json(finished)) object.insert(member);
    object["plies"] = summary.plies;
    object["result"] = selfplay::word_of(summary.termination);
    if (summary.offender >= 0) object["offender"] = summary.offender;
    object["round"] = game.encounter.round + 1;
    object["meeting"] = game.encounter.meeting + 1;
    object["opening"] = game.encounter.opening + 1;
    object["win"] = told_wins(game.result.notes);
    if (tournament.time.is_timed()) object["ms"] = times(game.result.notes);
    return out.write(object);
  };
  return store.for_each(selfplay::TournamentStore::Detail::kMoves, write, damage.collector());
}

/// Opens the output and lets `games(Lines&, Damage&)` write into it.
template <class Games>
Exit write_out(const ExportOptions& options, const Games& games) {
  auto file = open_output(options);
  if (!file.ok()) return complain(file.status());
  Lines out(std::move(*file));
  Damage damage;
  auto error = games(out, damage);
  if (error.ok()) error = out.finish();
  if (out.has_failed() && options.out) std::remove(options.out->c_str());
  if (!error.ok()) return complain(error);
  if (!damage.any()) return Exit::kDone;
  return complain(Exit::kIo,
                  damage.sentence(options.store) + "; all games that can be read were written");
}

Exit run(const ExportOptions& options) {
  if (selfplay::GameLog::is_log(options.store)) {
    const auto log = selfplay::GameLog::open_to_read(options.store);
    if (!log.ok()) return complain(log.status());
    return write_out(options,
                     [&](Lines& out, Damage& damage) { return export_log(**log, out, damage); });
  }
  if (selfplay::TournamentStore::is_tournament(options.store)) {
    const auto store = selfplay::TournamentStore::open_to_read(options.store);
    if (!store.ok()) return complain(store.status());
    return write_out(options, [&](Lines& out, Damage& damage) {
      return export_tournament(**store, out, damage);
    });
  }
  const auto batch = open_batch(options.store);
  if (!batch.ok()) return complain(batch.status());
  const int threads = threads_of(options.common);
  return write_out(options, [&](Lines& out, Damage& damage) {
    return export_batch(*batch, threads, out, damage);
  });
}

}  // namespace

void add_export(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App& command = *app.add_subcommand("export", "Write the games of a store as text");
  command
      .add_option("STORE", options->store,
                  "The file that selfplay, tournament, connect or host wrote with --store")
      ->required()
      ->type_name("F.db");
  command
      .add_flag("--jsonl", options->jsonl,
                "One JSON object per line; the default, and the only form so far")
      ->disable_flag_override();
  command.add_option("--out", options->out, "Write to this new file instead of stdout")
      ->type_name("FILE");
  add_common_options(command, options->common);
  command.footer(
      "Each line is one game, a JSON object: who played (players), where it began (start), its "
      "moves, what\n"
      "each seat got (returns, 0 to 1) and how it ended (result or reason). docs/export.md tells\n"
      "what every field means and when it is absent; 'gauntlet games GAME' how moves and\n"
      "positions are written.\n\n"
      "Example:\n  gauntlet export games.db --out games.jsonl");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
