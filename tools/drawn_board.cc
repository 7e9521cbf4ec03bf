#include "tools/drawn_board.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/guide.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kSeatLooks = 4;

bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}

std::vector<std::string> seats_of(const engine::AnyState& state) {
  std::vector<std::string> names;
  for (int seat = 0; seat < state.game().players(); ++seat)
    names.push_back(engine::seat_name(state, static_cast<engine::Player>(seat)));
  return names;
}

/// A line of a board, piece by piece: a piece is what stands without blanks, or in brackets.
class BoardLine {
 public:
  BoardLine(std::string_view line, std::string_view before, const std::vector<std::string>& seats,
            const Colours& colours)
      : line_(line), before_(before), seats_(seats), colours_(colours) {}

  /// Without a board to compare with, nothing but brackets is marked.
  std::string dressed(bool is_compared) const {
    std::string text;
    for (std::size_t at = 0; at < line_.size();) {
      const std::size_t size = piece_size(at);
      const bool is_marked = line_[at] == '[' || (is_compared && is_new(at, size));
      text += colours_.dressed(look_of(at, size), line_.substr(at, size), is_marked);
      at += size;
    }
    return text;
  }

 private:
  std::size_t piece_size(std::size_t at) const {
    if (line_[at] == ' ') return std::min(line_.find_first_not_of(' ', at), line_.size()) - at;
    if (line_[at] == '|') return 1;
    if (line_[at] == '[') return std::min(line_.find(']', at), line_.size() - 1) + 1 - at;
    return std::min(line_.find_first_of(" |[", at), line_.size()) - at;
  }

  /// Whether something else was there before, the number of a piece aside; words change for other
  /// reasons.
  bool is_new(std::size_t at, std::size_t size) const {
    if (line_[at] == ' ' || is_among_words(at)) return false;
    for (std::size_t i = at; i < at + size; ++i) {
      const bool is_number = i > at && kDigits.find(line_[i]) != kDigits.npos;
      if (!is_number && (i >= before_.size() || before_[i] != line_[i])) return true;
    }
    return false;
  }

  /// Words are told from pieces by their letters; what is a blank apart goes with them.
  bool is_among_words(std::size_t at) const {
    const std::size_t gap = line_.rfind("  ", at);
    const std::size_t begin = gap == line_.npos ? 0 : gap;
    const std::string_view phrase = line_.substr(begin, line_.find("  ", at) - begin);
    return std::adjacent_find(phrase.begin(), phrase.end(), [](char a, char b) {
             return is_small(a) && is_small(b);
           }) != phrase.end();
  }

  /// Numbers of rows and columns.
  bool is_coordinate(std::size_t at, std::string_view piece) const {
    if (piece.find_first_not_of(kDigits) != piece.npos) return false;
    return line_.find_first_not_of(' ') == at ||
           line_.find_first_not_of(std::string(kDigits) + ' ') == line_.npos;
  }

  Look look_of(std::size_t at, std::size_t size) const {
    const std::string_view piece = line_.substr(at, size);
    std::string letters;
    for (const char c : piece)
      if (is_small(c) || (c >= 'A' && c <= 'Z')) letters += c;
    for (std::size_t seat = 0; seat < std::min(seats_.size(), kSeatLooks) && !letters.empty();
         ++seat)
      if (letters == seats_[seat] || letters == seats_[seat].substr(0, 1))
        return static_cast<Look>(static_cast<std::size_t>(Look::kFirst) + seat);
    const bool is_nothing = piece.find_first_not_of("._+-|x") == piece.npos;
    return is_nothing || is_coordinate(at, piece) ? Look::kFaint : Look::kPlain;
  }

  const std::string_view line_, before_;
  const std::vector<std::string>& seats_;
  const Colours& colours_;
};

}  // namespace

std::string drawn_board(const engine::AnyState& state, const engine::AnyState* before,
                        const Colours& colours) {
  const std::string drawn = state.drawn(), earlier = before ? before->drawn() : "";
  if (!colours.are_shown()) return drawn;
  const std::vector<std::string> seats = seats_of(state);
  const auto lines = engine::split(drawn, '\n'), old_lines = engine::split(earlier, '\n');
  std::string text;
  bool is_board = before != nullptr;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {  // the last one is empty
    is_board = is_board && i < old_lines.size() && !(lines[i] != "" && is_small(lines[i][0]));
    const std::string_view old = is_board ? old_lines[i] : std::string_view();
    text += BoardLine(lines[i], old, seats, colours).dressed(is_board) + "\n";
  }
  return text;
}

}  // namespace gauntlet::tools
