// The browser's side of the Sudokill protocol as text: what a page says, and what it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "engine/sudokill/sudokill.h"
#include "tools/protocol/host.h"
#include "tools/protocol/sudokill_referee.h"

namespace gauntlet::tools {

/// What a message of a page is about, with what follows its bar: NEW CONNECTION|Ann, JOIN, LEAVE,
/// PLAY|33, STOP, PREVIEW|60, SWITCH, OPPONENT|naive, MOVE|0 4 7. All else is chat.
enum class BrowserVerb : std::uint8_t {
  kHello,
  kJoin,
  kLeave,
  kPlay,
  kStop,
  kPreview,
  kSwitch,
  kOpponent,
  kMove,
  kChat,
};

struct BrowserLine {
  BrowserVerb verb;
  std::string text;            ///< The name, the opponent, the move or the chat; not empty.
  std::optional<int> density;  ///< Percent of givens, 0..100, of PLAY and PREVIEW.
};

/// Reads one message: a line, with or without its LF or CR LF. Fails with a sentence for the page.
absl::StatusOr<BrowserLine> read_browser_line(std::string_view message);

/// `text` as a page may show it even as HTML, on one line: valid UTF-8 without angle brackets and
/// control characters, at most so many characters.
std::string page_text(std::string_view text, std::size_t most_characters);

enum class SudokillStage : std::uint8_t { kWaiting, kReady, kInProgress, kOver };

/// A player in SCORE or QUEUE. Times are told in whole seconds.
struct BrowserPlayer {
  std::string name;
  std::optional<std::size_t> number;  ///< 1 or 2 in a game.
  std::size_t moves = 0;
  Milliseconds used{0};
  Milliseconds clock{0};
  bool has_turn = false;
};

/// The messages of the server: JSON objects with an "action".
std::string status_message(SudokillStage stage, std::string_view sentence);
std::string create_message(const engine::Sudokill& board);
/// `number` is the player's, 1 or 2.
std::string update_message(const WrittenMove& move, std::size_t number, bool is_violation);
std::string score_message(const std::vector<BrowserPlayer>& players);
std::string queue_message(const std::vector<BrowserPlayer>& players);
/// A line of the protocol for programs, for a page whose player has a seat.
std::string command_message(std::string_view line);

}  // namespace gauntlet::tools
