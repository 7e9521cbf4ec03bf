#include "tools/commands/replay_bot.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/utf8.h"
#include "engine/words.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/program_text.h"
#include "tools/commands/progress_line.h"
#include "tools/commands/shell.h"
#include "tools/lab/damage.h"
#include "tools/net/retelling.h"
#include "tools/protocol/conversation.h"
#include "tools/protocol/transcript.h"

namespace gauntlet::tools {

namespace {

using selfplay::TournamentGame;
using selfplay::TournamentStore;
using Piece = Conversation::Piece;

constexpr std::size_t kShownWords = 2'000;  // bytes of what it wrote on stderr

/// What was said with the process of one player, up to the end of one game.
struct BotTalk {
  std::string player;     // what it was, as the store has it
  std::string result;     // of the game, for people
  std::size_t games = 0;  // that its process had begun, with this one
  bool is_whole = true;   // they are all there, from its beginning
  std::vector<Piece> pieces = {};
};

/// More than any process that plays for a night is told.
constexpr std::size_t kMostBytes = 256 * 1024 * 1024;

std::string quoted(const std::string& name) {
  return "'" + engine::legible(name, 200) + "'";
}

std::string names_of(const selfplay::Tournament& tournament) {
  return absl::StrJoin(tournament.entrants, ", ",
                       [](std::string* out, const selfplay::Entrant& entrant) {
                         out->append(engine::legible(entrant.name, 60));
                       });
}

absl::StatusOr<int> entrant_of(const selfplay::Tournament& tournament, const std::string& name) {
  const auto& entrants = tournament.entrants;
  const auto found =
      std::find_if(entrants.begin(), entrants.end(),
                   [&](const selfplay::Entrant& entrant) { return entrant.name == name; });
  if (found != entrants.end()) return static_cast<int>(found - entrants.begin());
  return absl::InvalidArgumentError("nobody in the tournament is called " + quoted(name) +
                                    "; there are " + names_of(tournament));
}

absl::Status not_found(const ReplayBotOptions& options, const Damage& damage) {
  if (damage.holds(options.number)) return absl::DataLossError(damage.sentence(options.store));
  return absl::InvalidArgumentError(quoted(options.store) + " has no game " +
                                    std::to_string(options.number) +
                                    "; 'gauntlet export' tells their numbers (index)");
}

absl::StatusOr<TournamentGame> find_game(TournamentStore& store, const ReplayBotOptions& options) {
  std::optional<TournamentGame> found;
  Damage damage;
  const absl::Status enough = absl::CancelledError("found");
  const absl::Status status = store.for_each(
      TournamentStore::Detail::kMoves,
      [&](TournamentGame&& game) -> absl::Status {
        if (game.index() != options.number) return absl::OkStatus();
        found = std::move(game);
        return enough;
      },
      damage.collector());
  if (found) return *std::move(found);
  return status.ok() ? not_found(options, damage) : status;
}

std::string result_of(const TournamentGame& game) {
  const std::string how(word_of(game.result.summary.termination));
  return game.result.reason.empty() ? how : how + ", " + engine::legible(game.result.reason, 500);
}

/// Why there is no talk.
absl::Status untold(const ReplayBotOptions& options, const std::string& player,
                    const engine::AnyGame& game) {
  if (program_of(player, game) || is_url(player))
    return absl::InvalidArgumentError("nothing that " + quoted(options.bot) +
                                      " was told in this game was kept");
  const std::string what = player == options.bot ? "" : ": it is " + engine::legible(player, 200);
  return absl::InvalidArgumentError(quoted(options.bot) + " is built in and was told nothing" +
                                    what);
}

/// Adds what was said in one more game.
absl::Status append(const selfplay::KeptConversation& kept, const std::string& damaged,
                    std::size_t& bytes, BotTalk& talk) {
  const auto conversation = Conversation::from_bytes(kept.bytes);
  if (!conversation) return absl::DataLossError(damaged + " cannot be read");
  talk.is_whole &= kept.turn == talk.games && !conversation->is_cut();
  ++talk.games;
  for (const Piece& piece : conversation->pieces()) {
    bytes += sizeof piece + piece.bytes.size();
    if (bytes > kMostBytes)
      return absl::DataLossError(damaged + " is more than anybody can have been told");
    talk.pieces.push_back(piece);
  }
  return absl::OkStatus();
}

absl::StatusOr<BotTalk> talk_of(const ReplayBotOptions& options) {
  if (!TournamentStore::is_tournament(options.store))
    return absl::InvalidArgumentError(
        "--as-bot needs the store of a tournament: others do not keep what programs were told");
  const auto store = TournamentStore::open_to_read(options.store);
  if (!store.ok()) return store.status();
  const selfplay::Tournament& tournament = (*store)->tournament();
  const auto entrant = entrant_of(tournament, options.bot);
  if (!entrant.ok()) return entrant.status();
  const auto game = find_game(**store, options);
  if (!game.ok()) return game.status();
  const auto seat = std::find(game->seats.begin(), game->seats.end(), *entrant);
  if (seat == game->seats.end())
    return absl::InvalidArgumentError(quoted(options.bot) + " did not play in game " +
                                      std::to_string(options.number));
  BotTalk talk{tournament.entrants[static_cast<std::size_t>(*entrant)].player, result_of(*game)};
  const std::string damaged =
      quoted(options.store) + " is damaged: what " + quoted(options.bot) + " was told";
  const absl::Status status = (*store)->for_each_conversation(
      game->id, static_cast<int>(seat - game->seats.begin()),
      [&, bytes = std::size_t{0}](const selfplay::KeptConversation& kept) mutable {
        return append(kept, damaged, bytes, talk);
      });
  if (!status.ok()) return status;
  if (talk.games == 0) return untold(options, talk.player, tournament.game);
  return talk;
}

std::string joined(const std::vector<Piece>& pieces, Piece::Kind kind) {
  std::string all;
  for (const Piece& piece : pieces)
    if (piece.kind == kind) all += piece.bytes;
  return all;
}

/// Bytes that are no text are told as \x00.
boost::json::array array_of(const std::vector<Piece>& pieces) {
  constexpr std::size_t kAll = std::size_t{1} << 30;
  boost::json::array all;
  for (const Piece& piece : pieces) {
    boost::json::object object;
    switch (piece.kind) {
      case Piece::Kind::kTold:
        object["told"] = engine::printable(piece.bytes, kAll);
        break;
      case Piece::Kind::kSaid:
        object["said"] = engine::printable(piece.bytes, kAll);
        break;
      case Piece::Kind::kConnection:
        object["connection"] = true;
        break;
      case Piece::Kind::kSilence:
        object["silence"] = true;
        break;
    }
    all.push_back(std::move(object));
  }
  return all;
}

boost::json::object facts_of(const ReplayBotOptions& options, const BotTalk& talk) {
  return {{"index", options.number},
          {"player", options.bot},
          {"result", talk.result},
          {"games_before", talk.games - 1},
          {"whole", talk.is_whole}};
}

/// What is not plain from the bytes.
void remark(const ReplayBotOptions& options, const BotTalk& talk) {
  const auto tell = [](const std::string& text) {
    std::fprintf(stderr, "gauntlet: %s\n", text.c_str());
  };
  if (talk.games > 1)
    tell("the same process of " + engine::legible(options.bot, 200) + " had played " +
         engine::counted(talk.games - 1, "game") + " before; what it was told in them comes first");
  if (!talk.is_whole)
    tell(
        "not all that this process was told is in the store; what is missing cannot be told "
        "again");
}

Exit write(const ReplayBotOptions& options, const BotTalk& talk) {
  if (options.json) {
    boost::json::object object = facts_of(options, talk);
    object["conversation"] = array_of(talk.pieces);
    print_json(object);
    return Exit::kDone;
  }
  remark(options, talk);
  print(joined(talk.pieces, Piece::Kind::kTold));
  return Exit::kDone;
}

// ---- told again ----

std::string lines_of(const Retold& retold) {
  Transcript transcript;
  for (const Piece& piece : retold.conversation.pieces()) {
    if (piece.kind == Piece::Kind::kTold) transcript.told(piece.bytes);
    if (piece.kind == Piece::Kind::kSaid) transcript.said(piece.bytes);
    if (piece.kind == Piece::Kind::kConnection) transcript.remark("(by another connection)");
  }
  std::string text;
  for (const std::string& line : transcript.lines()) text += "  " + line + "\n";
  const std::string& words = retold.report.output;
  const std::string last = words.substr(words.size() - std::min(words.size(), kShownWords));
  for (const std::string_view line : engine::split(last, '\n'))
    if (!line.empty()) text += "  ! " + engine::printable(line, 200) + "\n";
  return text;
}

/// A server's headers tell the time, so it never says the same.
std::optional<bool> says_the_same(const BotTalk& talk, const Retold& retold,
                                  ProgramCommand::Way way) {
  if (way == ProgramCommand::Way::kServes || !talk.is_whole || retold.conversation.is_cut())
    return std::nullopt;
  return joined(talk.pieces, Piece::Kind::kSaid) ==
         joined(retold.conversation.pieces(), Piece::Kind::kSaid);
}

void tell(const ReplayBotOptions& options, const BotTalk& talk, const Retold& retold,
          ProgramCommand::Way way) {
  const auto same = says_the_same(talk, retold, way);
  if (options.json) {
    boost::json::object object = facts_of(options, talk);
    object["command"] = engine::printable(retold.report.command, 500);
    object["told"] = retold.told;
    object["to_tell"] = retold.to_tell;
    object["ended_early"] = retold.ended_early;
    object["kept_silent"] = !retold.gave_up.empty();
    object["gave_up"] = retold.gave_up;
    object["ending"] = retold.report.ending;
    object["said_the_same"] = same ? boost::json::value(*same) : boost::json::value();
    object["conversation"] = array_of(retold.conversation.pieces());
    object["last_words"] = engine::printable(retold.report.output, kShownWords);
    return print_json(object);
  }
  print(lines_of(retold));
  print(absl::StrCat(
      "\nIt was told ", retold.told, " of ", engine::counted(retold.to_tell, "message"), " and ",
      retold.ended_early ? "then ended by itself: " : "ended: ", retold.report.ending, ".\n"));
  if (!retold.gave_up.empty()) print("It was told no more, for it " + retold.gave_up + ".\n");
  if (same) print(*same ? "It said the same as then.\n" : "It said other things than then.\n");
  print("In the game: " + talk.result + ".\n");
}

/// Lines as one that can be shown.
std::string line_of(const std::string& lines) {
  const std::vector<std::string> all = absl::StrSplit(lines, '\n', absl::SkipWhitespace());
  return engine::legible(absl::StrJoin(all, "; "), 500);
}

/// A shell's word for a command that is not there, or cannot be run.
bool is_missing(const Retold& retold) {
  const std::string& ending = retold.report.ending;
  return (ending == "exit status 126" || ending == "exit status 127") &&
         joined(retold.conversation.pieces(), Piece::Kind::kSaid).empty();
}

Exit retell(const ReplayBotOptions& options, const BotTalk& talk) {
  const auto store = TournamentStore::open_to_read(options.store);
  if (!store.ok()) return complain(store.status());
  const engine::AnyGame& game = (*store)->tournament().game;
  const auto program = program_of(talk.player, game);
  const bool serves = !program || program->speech == Speech::kKinarow;
  const auto way = serves ? ProgramCommand::Way::kServes : way_of(program->speech, game);
  remark(options, talk);
  const Interrupt interrupt;
  std::signal(SIGPIPE, SIG_IGN);  // programs may leave while they are talked to
  std::signal(SIGCHLD, SIG_DFL);  // how they end must not be lost
  RetellingSettings settings;
  settings.command = {.name = options.bot, .line = command_of(options.words), .way = way};
  settings.stop = interrupt.token();
  const auto begun = std::chrono::steady_clock::now();
  ProgressLine line;
  settings.on_wait = [&](std::size_t told, std::size_t to_tell) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    line.show(
        absl::StrCat("waiting for it: told ", told, " of ", engine::counted(to_tell, "message")),
        passed.count());
  };
  const auto retold = tools::retell(talk.pieces, settings);
  line.clear();
  if (!retold.ok()) return complain(Exit::kPeer, engine::message_of(retold));
  if (is_missing(*retold))
    return complain(Exit::kPeer,
                    "the command cannot be started: " + line_of(retold->report.output));
  tell(options, talk, *retold, way);
  if (interrupt.happened()) return Exit::kInterrupted;
  return retold->told == 0 ? Exit::kPeer : Exit::kDone;
}

}  // namespace

Exit replay_bot(const ReplayBotOptions& options) {
  const auto talk = talk_of(options);
  if (!talk.ok()) return complain(talk.status());
  return options.words.empty() ? write(options, *talk) : retell(options, *talk);
}

}  // namespace gauntlet::tools
