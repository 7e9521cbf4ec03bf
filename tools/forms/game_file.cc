#include "tools/forms/game_file.h"

#include <absl/strings/str_replace.h>

#include <algorithm>

#include "tools/forms/game_json_reader.h"
#include "tools/forms/pgn_reader.h"
#include "tools/forms/psq_reader.h"
#include "tools/forms/sgf_reader.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Where the text really begins.
std::size_t front_of(std::string_view text) {
  const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  return std::min(text.find_first_not_of(" \t\r\n", mark), text.size());
}

bool is_json_lines(std::string_view text) {
  return text.starts_with('{');
}

bool is_pgn(std::string_view text) {
  return text.starts_with('[');
}

}  // namespace

std::span<const GameReader> game_readers() {
  static constexpr GameReader kAll[] = {
      {"jsonl", is_json_lines, read_json_lines},
      {"pgn", is_pgn, read_pgn},
      {"psq", is_psq, read_psq},
      {"sgf", is_sgf, read_sgf},
  };
  return kAll;
}

const GameReader* reader_of(std::string_view text) {
  text.remove_prefix(front_of(text));
  for (const GameReader& reader : game_readers())
    if (reader.is_such(text)) return &reader;
  return nullptr;
}

absl::Status read_games(std::string_view text, const std::string& game,
                        const GameVisitor& visitor) {
  // As old systems end their lines.
  const bool has_returns_alone = text.find('\n') == text.npos && text.find('\r') != text.npos;
  if (has_returns_alone)
    return read_games(absl::StrReplaceAll(std::string(text), {{"\r", "\n"}}), game, visitor);
  const std::size_t front = front_of(text);
  // The lines before the front count too.
  const auto skipped = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(front), '\n'));
  const GameVisitor shifted{
      visitor.game,
      [&](std::size_t line, const std::string& what) { visitor.fault(line + skipped, what); },
      visitor.stop};
  return reader_of(text)->read(text.substr(front), game, shifted);
}

}  // namespace gauntlet::tools
