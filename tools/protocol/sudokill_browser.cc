#include "tools/protocol/sudokill_browser.h"

#include <boost/json.hpp>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

namespace json = boost::json;
using engine::sudokill::kSide;

constexpr std::size_t kLongestLine = 256;
constexpr std::size_t kLongestSentence = 400;  // characters, of what is told
constexpr std::size_t kLongestName = 40;

struct Verb {
  std::string_view word;
  BrowserVerb verb;
};

constexpr Verb kVerbs[] = {
    {"NEW CONNECTION", BrowserVerb::kHello},
    {"JOIN", BrowserVerb::kJoin},
    {"LEAVE", BrowserVerb::kLeave},
    {"PLAY", BrowserVerb::kPlay},
    {"STOP", BrowserVerb::kStop},
    {"PREVIEW", BrowserVerb::kPreview},
    {"SWITCH", BrowserVerb::kSwitch},
    {"OPPONENT", BrowserVerb::kOpponent},
    {"MOVE", BrowserVerb::kMove},
};

/// A line such as `JOIN` or `PLAY|33`; a sentence that begins with such a word is chat.
BrowserLine split_line(std::string_view line) {
  const std::size_t bar = line.find('|');
  for (const Verb& verb : kVerbs)
    if (line.substr(0, bar) == verb.word)
      return {verb.verb, bar == line.npos ? "" : std::string(line.substr(bar + 1)), {}};
  return {BrowserVerb::kChat, std::string(line), {}};
}

/// Whether what follows the bar fits the verb. Reads the density.
absl::Status objection(BrowserLine& line) {
  const std::string& text = line.text;
  switch (line.verb) {
    case BrowserVerb::kHello:
      return text.empty() ? absl::InvalidArgumentError(
                                "a name is missing: it comes as in NEW CONNECTION|Ann")
                          : absl::OkStatus();
    case BrowserVerb::kOpponent:
      return text.empty() ? absl::InvalidArgumentError(
                                "an opponent is missing: it comes as in OPPONENT|naive")
                          : absl::OkStatus();
    case BrowserVerb::kMove:
      return read_written_move(text)
                 ? absl::OkStatus()
                 : absl::InvalidArgumentError(
                       "a move is a row, a column and a digit, as in MOVE|0 4 7");
    case BrowserVerb::kPlay:
    case BrowserVerb::kPreview:
      line.density = engine::parse_int(text, 0, 100);
      return line.density || text.empty()
                 ? absl::OkStatus()
                 : absl::InvalidArgumentError("a density is 0 to 100 percent, as in PLAY|33");
    default:
      return absl::OkStatus();
  }
}

std::string_view name_of(SudokillStage stage) {
  static constexpr std::string_view kNames[] = {"waiting", "ready", "in_progress", "over"};
  return kNames[static_cast<std::size_t>(stage)];
}

/// The library's parser knows what UTF-8 is.
bool is_utf8(std::string_view text) {
  json::error_code error;
  json::parse(json::serialize(json::string_view(text.data(), text.size())), error);
  return !error;
}

json::array to_json(const std::vector<BrowserPlayer>& players) {
  const auto seconds = [](Milliseconds time) {
    return std::chrono::floor<std::chrono::seconds>(time).count();
  };
  json::array list;
  for (const BrowserPlayer& player : players) {
    json::object object{{"name", page_text(player.name, kLongestName)}};
    if (player.number) object["number"] = *player.number;
    object["moves"] = player.moves;
    object["current_time"] = seconds(player.used);
    object["max_time"] = seconds(player.clock);
    object["has_turn"] = player.has_turn;
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

absl::StatusOr<BrowserLine> read_browser_line(std::string_view message) {
  if (message.ends_with('\n')) message.remove_suffix(1);
  if (message.ends_with('\r')) message.remove_suffix(1);
  if (message.find('\n') != message.npos)
    return absl::InvalidArgumentError("a message is one line");
  if (message.empty()) return absl::InvalidArgumentError("this message is empty");
  if (message.size() > kLongestLine)
    return absl::InvalidArgumentError("a line has at most " + std::to_string(kLongestLine) +
                                      " bytes");
  BrowserLine line = split_line(message);
  if (const absl::Status status = objection(line); !status.ok()) return status;
  return line;
}

std::string page_text(std::string_view text, std::size_t most_characters) {
  const std::string valid =
      is_utf8(text) ? std::string(text) : engine::printable(text, kLongestSentence);
  std::string safe;
  std::size_t characters = 0;
  for (const char c : valid) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins = (byte & 0xc0) != 0x80;
    if (begins && ++characters > most_characters) return safe + "...";
    if (byte < 0x20 || byte == 0x7f) {
      safe += ' ';
    } else if (c == '<' || c == '>') {
      safe += c == '<' ? "\u2039" : "\u203a";  // they look alike and mean nothing in HTML
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string status_message(SudokillStage stage, std::string_view sentence) {
  return json::serialize(json::object{{"action", "STATUS"},
                                      {"state", name_of(stage)},
                                      {"message", page_text(sentence, kLongestSentence)}});
}

std::string create_message(const engine::Sudokill& board) {
  json::array rows;
  for (int row = 0; row < kSide; ++row) {
    json::array digits;
    for (int column = 0; column < kSide; ++column)
      digits.emplace_back(board.digit_at(kSide * row + column));
    rows.push_back(std::move(digits));
  }
  return json::serialize(json::object{{"action", "CREATE"}, {"values", std::move(rows)}});
}

std::string update_message(const WrittenMove& move, std::size_t number, bool is_violation) {
  return json::serialize(json::object{{"action", "UPDATE"},
                                      {"value", {move[0], move[1], move[2], number}},
                                      {"status", is_violation ? "violation" : "ok"}});
}

std::string score_message(const std::vector<BrowserPlayer>& players) {
  return json::serialize(json::object{{"action", "SCORE"}, {"players", to_json(players)}});
}

std::string queue_message(const std::vector<BrowserPlayer>& players) {
  return json::serialize(json::object{{"action", "QUEUE"}, {"players", to_json(players)}});
}

std::string command_message(std::string_view line) {
  return json::serialize(
      json::object{{"action", "COMMAND"}, {"command", page_text(line, kLongestSentence)}});
}

}  // namespace gauntlet::tools
