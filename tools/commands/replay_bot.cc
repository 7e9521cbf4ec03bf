#include "tools/commands/replay_bot.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/program_text.h"
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
  std::string player;  // what it was, as the store has it
  std::string result;  // of the game, for people
  std::size_t games_before = 0;
  bool is_whole = true;  // all earlier games of the process are there, from its beginning
  std::vector<Piece> pieces = {};
};

std::string names_of(const selfplay::Tournament& tournament) {
  return absl::StrJoin(
      tournament.entrants, ", ",
      [](std::string* out, const selfplay::Entrant& entrant) { out->append(entrant.name); });
}

absl::StatusOr<int> entrant_of(const selfplay::Tournament& tournament, const std::string& name) {
  const auto& entrants = tournament.entrants;
  const auto found =
      std::find_if(entrants.begin(), entrants.end(),
                   [&](const selfplay::Entrant& entrant) { return entrant.name == name; });
  if (found != entrants.end()) return static_cast<int>(found - entrants.begin());
  return absl::InvalidArgumentError("nobody in the tournament is called '" +
                                    engine::printable(name, 60) + "'; there are " +
                                    names_of(tournament));
}

absl::StatusOr<TournamentGame> find_game(TournamentStore& store, const ReplayBotOptions& options) {
  std::optional<TournamentGame> found;
  Damage damage;
  const absl::Status enough = absl::CancelledError("found");
  const absl::Status status = store.for_each(
      TournamentStore::Detail::kMoves,
      [&, index = std::uint64_t{0}](TournamentGame&& game) mutable -> absl::Status {
        if (index++ != options.number) return absl::OkStatus();
        found = std::move(game);
        return enough;
      },
      damage.collector());
  if (found) return *std::move(found);
  if (!status.ok()) return status;
  return absl::InvalidArgumentError("'" + engine::printable(options.store, 200) + "' has no game " +
                                    std::to_string(options.number) +
                                    "; 'gauntlet export' tells their numbers (index)");
}

std::string result_of(const TournamentGame& game) {
  const std::string how(word_of(game.result.summary.termination));
  return game.result.reason.empty() ? how : how + ", " + engine::printable(game.result.reason, 500);
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
    return absl::InvalidArgumentError("'" + options.bot + "' did not play in game " +
                                      std::to_string(options.number));
  const auto kept = (*store)->conversations(game->id, static_cast<int>(seat - game->seats.begin()));
  if (!kept.ok()) return kept.status();
  BotTalk talk{tournament.entrants[static_cast<std::size_t>(*entrant)].player, result_of(*game)};
  if (kept->empty())
    return absl::InvalidArgumentError(
        program_of(talk.player, tournament.game) || is_url(talk.player)
            ? "nothing that '" + options.bot + "' was told in this game was kept"
            : "'" + options.bot + "' is built in and was told nothing: it is " + talk.player);
  talk.games_before = kept->size() - 1;
  talk.is_whole = kept->back().turn == talk.games_before;
  for (const selfplay::KeptConversation& part : *kept) {
    const auto conversation = Conversation::from_bytes(part.bytes);
    if (!conversation)
      return absl::DataLossError("'" + engine::printable(options.store, 200) +
                                 "' is damaged: what '" + options.bot +
                                 "' was told cannot be read");
    talk.is_whole &= !conversation->is_cut();
    talk.pieces.insert(talk.pieces.end(), conversation->pieces().begin(),
                       conversation->pieces().end());
  }
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
          {"games_before", talk.games_before},
          {"whole", talk.is_whole}};
}

/// What is not plain from the bytes.
void remark(const ReplayBotOptions& options, const BotTalk& talk) {
  const auto tell = [](const std::string& text) {
    std::fprintf(stderr, "gauntlet: %s\n", text.c_str());
  };
  if (talk.games_before > 0)
    tell("the same process of " + options.bot + " had played " +
         engine::counted(talk.games_before, "game") +
         " before; what it was told in them comes first");
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
    object["kept_silent"] = retold.kept_silent;
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
  if (retold.kept_silent) print("It kept silent where it had spoken in the game.\n");
  if (same) print(*same ? "It said the same as then.\n" : "It said other things than then.\n");
  print("In the game: " + talk.result + ".\n");
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
  const auto retold = tools::retell(talk.pieces, settings);
  if (!retold.ok()) return complain(Exit::kPeer, engine::message_of(retold));
  tell(options, talk, *retold, way);
  return interrupt.happened() ? Exit::kInterrupted : Exit::kDone;
}

}  // namespace

Exit replay_bot(const ReplayBotOptions& options) {
  const auto talk = talk_of(options);
  if (!talk.ok()) return complain(talk.status());
  return options.words.empty() ? write(options, *talk) : retell(options, *talk);
}

}  // namespace gauntlet::tools
