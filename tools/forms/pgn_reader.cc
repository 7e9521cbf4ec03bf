#include "tools/forms/pgn_reader.h"

#include <absl/container/flat_hash_map.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_replace.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "tools/forms/pgn.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kPgnBlanks = " \t\r\n\v\f";
constexpr std::string_view kEndsPgnWord = " \t\r\n\v\f{}();[$";
constexpr std::size_t kMostPgnTags = 100;

bool is_pgn_blank(char c) {
  return kPgnBlanks.find(c) != kPgnBlanks.npos;
}

/// Steps through a text and counts its lines.
class PgnText {
 public:
  explicit PgnText(std::string_view text) : text_(text) {}

  bool is_at_end() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }
  bool is_at_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  std::size_t line() const { return line_; }

  void step(std::size_t bytes = 1) {
    const std::size_t end = std::min(at_ + bytes, text_.size());
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(end),
                                                 '\n'));
    at_ = end;
  }
  void skip_blanks() {
    while (!is_at_end() && is_pgn_blank(peek())) step();
  }
  void skip_line() { step(std::min(text_.find('\n', at_), text_.size()) - at_ + 1); }
  /// Past the next `c`; false, and nowhere, when there is none.
  bool skip_past(char c) {
    if (at_ >= none_from_) return false;
    const std::size_t found = text_.find(c, at_);
    if (found == text_.npos) return none_from_ = at_, false;
    step(found - at_ + 1);
    return true;
  }
  std::string_view word() {
    const std::size_t end = std::min(text_.find_first_of(kEndsPgnWord, at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    step(word.size());
    return word;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
  std::size_t none_from_ = std::string_view::npos;  ///< From here on there is no '}'.
};

using PgnTags = absl::flat_hash_map<std::string, std::string>;

/// One game's tags and moves.
struct PgnGame {
  std::size_t line = 1;
  PgnTags tags;
  std::vector<std::string> moves;
  std::string result;
  std::string fault;  ///< The first, if any.

  void blame(const std::string& what) {
    if (fault.empty()) fault = what;
  }
  /// "" where there is no such tag.
  const std::string& tag(const std::string& name) const {
    static const std::string kNone;
    const auto found = tags.find(name);
    return found == tags.end() ? kNone : found->second;
  }
};

bool is_pgn_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

/// A quoted value; nothing where it does not end in its line.
std::optional<std::string> read_pgn_value(PgnText& text) {
  if (text.is_at_end() || text.peek() != '"') return std::nullopt;
  text.step();
  std::string value;
  while (!text.is_at_end() && text.peek() != '\n') {
    if (text.peek() == '"') return text.step(), value;
    if (text.peek() == '\\') text.step();
    if (text.is_at_end()) return std::nullopt;
    if (value.size() < kLongestToldText) value += text.peek();
    text.step();
  }
  return std::nullopt;
}

/// The rest of the line is passed over. REQUIRES: at a '['.
void read_pgn_tag(PgnText& text, PgnGame& game) {
  const std::size_t line = text.line();
  text.step();
  std::string name;
  for (; !text.is_at_end() && !is_pgn_blank(text.peek()); text.step())
    if (name.size() < kLongestToldText) name += text.peek();
  while (!text.is_at_end() && text.peek() == ' ') text.step();
  auto value = read_pgn_value(text);
  if (!value) {
    game.blame(absl::StrCat("line ", line, " is no tag as in [White \"ann\"]"));
  } else if (game.tags.size() < kMostPgnTags) {
    game.tags.insert_or_assign(std::move(name), *std::move(value));
  }
  if (!text.is_at_end() && text.line() == line) text.skip_line();
}

void skip_pgn_comment(PgnText& text, PgnGame& game) {
  const std::size_t line = text.line();
  if (text.skip_past('}')) return;
  game.blame(absl::StrCat("the comment in line ", line, " does not end"));
  text.step();
}

/// With all that are inside. Ends where the next game seems to begin.
void skip_pgn_variation(PgnText& text, PgnGame& game) {
  const std::size_t line = text.line();
  for (std::uint64_t depth = 0; !text.is_at_end();) {
    const char c = text.peek();
    if (c == '[' && text.is_at_line_start()) break;
    if (c == '{') {
      skip_pgn_comment(text, game);
      continue;
    }
    text.step();
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return;
  }
  game.blame(absl::StrCat("the variation in line ", line, " does not end"));
}

/// A move's word without its number: "12.7,7" has both.
std::string_view without_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::size_t dots = std::min(word.find_first_not_of('.', digits), word.size());
  return dots > digits ? word.substr(dots) : word;
}

/// True at the game's result.
bool read_pgn_word(PgnText& text, PgnGame& game) {
  const std::string_view word = text.word();
  if (is_pgn_result(word)) return game.result = std::string(word), true;
  const std::string_view move = without_number(word);
  if (move.empty()) return false;
  if (move.size() > kLongestToldText || game.moves.size() > kMostToldMoves)
    game.blame(absl::StrCat("a game has at most ", kMostToldMoves, " moves of at most ",
                            kLongestToldText, " bytes each"));
  else
    game.moves.push_back(absl::StrReplaceAll(std::string(move), {{"_", " "}}));
  return false;
}

/// Up to the result, or to the next game's tags.
void read_pgn_moves(PgnText& text, PgnGame& game) {
  for (text.skip_blanks(); !text.is_at_end(); text.skip_blanks()) {
    const char c = text.peek();
    if (c == '[' && text.is_at_line_start()) return;
    if (c == '{') {
      skip_pgn_comment(text, game);
    } else if (c == ';' || (c == '%' && text.is_at_line_start())) {
      text.skip_line();
    } else if (c == '(') {
      skip_pgn_variation(text, game);
    } else if (c == '$') {
      text.step();
      text.word();
    } else if (kEndsPgnWord.find(c) != kEndsPgnWord.npos) {
      game.blame(absl::StrCat("'", std::string(1, c), "' in line ", text.line(),
                              " stands where a move should"));
      text.step();
    } else if (read_pgn_word(text, game)) {
      return;
    }
  }
}

PgnGame read_pgn_game(PgnText& text) {
  PgnGame game;
  game.line = text.line();
  for (; !text.is_at_end() && text.peek() == '['; text.skip_blanks()) read_pgn_tag(text, game);
  read_pgn_moves(text, game);
  return game;
}

/// "2026.11.21" and "14:03:59" as "2026-11-21 14:03:59"; "" where the day is not known.
std::string pgn_ended(const PgnGame& game) {
  const std::string date = absl::StrReplaceAll(game.tag("Date"), {{".", "-"}});
  if (date.find('?') != date.npos || date.empty()) return "";
  const std::string& time = game.tag("UTCTime");
  return date + " " + (time.empty() ? "00:00:00" : time);
}

std::vector<double> pgn_told_returns(const PgnGame& game) {
  const std::string result = game.result.empty() ? game.tag("Result") : game.result;
  if (result == "1-0") return {1, 0};
  if (result == "0-1") return {0, 1};
  if (result == "1/2-1/2") return {0.5, 0.5};
  std::vector<double> returns;
  if (game.tag("Returns").empty()) return returns;
  for (const std::string_view share : engine::split(game.tag("Returns"), ' ')) {
    double number = -1;
    if (!absl::SimpleAtod(std::string(share), &number)) number = -1;
    returns.push_back(number);
  }
  return returns;
}

/// The names of White and Black, or of the seats.
std::vector<std::string> pgn_players(const PgnGame& game) {
  if (game.tags.contains("White") || game.tags.contains("Black"))
    return {game.tag("White"), game.tag("Black")};
  std::vector<std::string> players;
  for (std::size_t seat = 0; seat < engine::kMaxPlayers; ++seat) {
    const std::string tag = "Seat" + std::to_string(seat + 1);
    if (!game.tags.contains(tag)) break;
    players.push_back(game.tag(tag));
  }
  return players;
}

absl::StatusOr<ToldGame> told_in_pgn(PgnGame&& game, const std::string& wanted) {
  if (!game.fault.empty()) return absl::InvalidArgumentError(game.fault);
  ToldGame told;
  told.game = game.tag("Game");
  told.start = game.tag("Start");
  if (told.game.empty()) told.game = wanted;
  if (told.game.empty())
    return absl::InvalidArgumentError(
        "it does not tell what is played, as in [Game \"gomoku:15\"]; --game says it for all");
  told.players = pgn_players(game);
  if (told.players.empty())
    return absl::InvalidArgumentError(
        "it does not name its players, as in [White \"ann\"] and [Black \"ben\"], or from [Seat1 "
        "\"ann\"] on where there are not two");
  told.moves = std::move(game.moves);
  told.returns = pgn_told_returns(game);
  const std::string& ending = game.tag("Termination");
  told.reason = reason_with(ending == "normal" ? "" : ending, game.tag("Reason"));
  told.ended = pgn_ended(game);
  return told;
}

}  // namespace

absl::Status read_pgn(std::string_view text, const std::string& game, const GameVisitor& visitor) {
  PgnText games(text);
  for (games.skip_blanks(); !games.is_at_end(); games.skip_blanks()) {
    PgnGame read = read_pgn_game(games);
    const std::size_t line = read.line;
    const absl::Status status = hand_on(told_in_pgn(std::move(read), game), line, visitor);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
