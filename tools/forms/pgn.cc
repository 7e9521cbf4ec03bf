#include "tools/forms/pgn.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>

#include "engine/utf8.h"
#include "engine/words.h"
#include "tools/commands/json_text.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kPgnWidth = 79;

/// A tag's line. Quotes and backslashes are escaped, and nothing else can end it.
void add_pgn_tag(std::string& text, std::string_view name, std::string_view value) {
  const std::string shown = engine::legible(value, 4 * value.size());
  absl::StrAppend(&text, "[", std::string(name), " \"",
                  absl::StrReplaceAll(shown, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"]\n");
}

/// "1-0" of two-player games that have such a result, else "*".
std::string_view pgn_result(const StoredGame& game) {
  const engine::Returns& returns = game.result.summary.returns;
  if (game.players.size() != 2) return "*";
  if (returns[0] == 1 && returns[1] == 0) return "1-0";
  if (returns[0] == 0 && returns[1] == 1) return "0-1";
  return returns[0] == 0.5f && returns[1] == 0.5f ? "1/2-1/2" : "*";
}

std::string_view pgn_event(const StoredGame& game) {
  switch (game.origin) {
    case StoredGame::Origin::kBatch:
      return "Batch";
    case StoredGame::Origin::kTournament:
      return "Tournament";
    case StoredGame::Origin::kServer:
      break;
  }
  return "Games on servers";
}

/// "2026-11-21 14:03:59" as "2026.11.21".
std::string pgn_date(const std::string& ended) {
  return ended.size() < 10 ? "????.??.??" : absl::StrReplaceAll(ended.substr(0, 10), {{"-", "."}});
}

std::string pgn_returns(const StoredGame& game) {
  std::string text;
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    text += (seat > 0 ? " " : "") + plain_number(game.result.summary.returns[seat]);
  return text;
}

/// The seven that any reader of PGN knows, in their order.
void add_roster(std::string& text, const StoredGame& game) {
  add_pgn_tag(text, "Event", pgn_event(game));
  add_pgn_tag(text, "Site", "?");
  add_pgn_tag(text, "Date", pgn_date(game.ended));
  add_pgn_tag(text, "Round", game.encounter ? std::to_string(game.encounter->round + 1) : "-");
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    add_pgn_tag(text, pgn_seat_tag(seat, game.players.size()), game.players[seat]);
  add_pgn_tag(text, "Result", pgn_result(game));
}

void add_more_tags(std::string& text, const StoredGame& game) {
  const selfplay::GameSummary& summary = game.result.summary;
  add_pgn_tag(text, "Game", game.game.name());
  add_pgn_tag(text, "Start", game.start.to_text());
  if (pgn_result(game) == "*") add_pgn_tag(text, "Returns", pgn_returns(game));
  if (game.ended.size() > 11) add_pgn_tag(text, "UTCTime", game.ended.substr(11));
  if (game.tells_ending()) add_pgn_tag(text, "Termination", word_of(summary.termination));
  if (summary.offender >= 0) add_pgn_tag(text, "Offender", std::to_string(summary.offender + 1));
  if (!game.result.reason.empty()) add_pgn_tag(text, "Reason", game.result.reason);
  add_pgn_tag(text, "PlyCount", std::to_string(game.result.moves.size()));
  add_pgn_tag(text, "Index", std::to_string(game.index));
  if (!game.encounter) return;
  add_pgn_tag(text, "Meeting", std::to_string(game.encounter->meeting + 1));
  add_pgn_tag(text, "Opening", std::to_string(game.encounter->opening + 1));
}

/// Words in lines that are not too long.
class Paragraph {
 public:
  void add(std::string_view word) {
    if (line_ > 0 && line_ + 1 + word.size() > kPgnWidth) {
      text_ += '\n';
      line_ = 0;
    } else if (line_ > 0) {
      text_ += ' ';
      ++line_;
    }
    text_ += word;
    line_ += word.size();
  }
  std::string end() const { return text_ + "\n\n"; }

 private:
  std::string text_;
  std::size_t line_ = 0;
};

/// "{win", "61.0", "%,", "120", "ms}" of a move whose player said something.
void add_pgn_note(Paragraph& words, const selfplay::MoveNote& note) {
  const bool has_win = note.win != selfplay::MoveNote::kNoWin;
  const std::string win = has_win ? absl::StrFormat("win %.1f %%", note.win / 10.0) : "";
  const std::string time =
      note.milliseconds > 0 ? absl::StrCat(note.milliseconds, " ms") : std::string();
  if (win.empty() && time.empty()) return;
  const std::string comment = "{" + win + (win.empty() || time.empty() ? "" : ", ") + time + "}";
  for (const std::string_view word : engine::split(comment, ' ')) words.add(word);
}

/// Numbers count pairs of moves where players take turns, and single ones where dice fall between
/// them.
std::string pgn_number(const StoredGame& game, engine::Player mover, std::size_t ply,
                       bool is_first) {
  if (game.game.is_stochastic() || game.players.size() != 2) return absl::StrCat(ply + 1, ".");
  const std::size_t shift = game.start.to_move() == 1 ? 1 : 0;
  if (mover == 0) return absl::StrCat((ply + shift) / 2 + 1, ".");
  return is_first ? absl::StrCat((ply + shift) / 2 + 1, "...") : std::string();
}

std::string pgn_moves(const StoredGame& game) {
  Paragraph words;
  engine::AnyState state = game.start;
  for (std::size_t ply = 0; ply < game.result.moves.size(); ++ply) {
    const engine::AnyMove move = game.result.moves[ply];
    const std::string number = pgn_number(game, state.to_move(), ply, ply == 0);
    if (!number.empty()) words.add(number);
    words.add(absl::StrReplaceAll(state.format(move), {{" ", "_"}}));
    if (ply < game.result.notes.size()) add_pgn_note(words, game.result.notes[ply]);
    state.apply(move);
  }
  words.add(pgn_result(game));
  return words.end();
}

}  // namespace

std::string pgn_seat_tag(std::size_t seat, std::size_t seats) {
  if (seats == 2) return seat == 0 ? "White" : "Black";
  return "Seat" + std::to_string(seat + 1);
}

std::string to_pgn(const StoredGame& game) {
  std::string text;
  add_roster(text, game);
  add_more_tags(text, game);
  return text + "\n" + pgn_moves(game);
}

}  // namespace gauntlet::tools
