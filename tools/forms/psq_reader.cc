#include "tools/forms/psq_reader.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>

#include <cctype>
#include <optional>

#include "engine/blanks.h"
#include "engine/words.h"
#include "tools/forms/board_name.h"
#include "tools/forms/psq.h"
#include "tools/forms/text_lines.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kPsqMark = "Piskvorky ";
constexpr std::uint64_t kMostPsqNumber = 1'000'000'000;
constexpr std::size_t kMostPsqLines = 16;  // behind the moves
constexpr int kOutOfTimeCode = 15;

std::optional<std::uint64_t> psq_number(std::string_view text) {
  return engine::parse_whole(engine::trimmed(text), kMostPsqNumber);
}

/// What the first line tells.
struct PsqHeading {
  std::uint64_t width, height;
  bool second_begins;
};

std::optional<PsqHeading> psq_heading(std::string_view line) {
  if (!line.starts_with(kPsqMark)) return std::nullopt;
  const auto parts = engine::split(line.substr(kPsqMark.size()), ',');
  const auto sides = engine::split(parts[0], 'x');
  if (sides.size() != 2) return std::nullopt;
  const auto width = psq_number(sides[0]), height = psq_number(sides[1]);
  if (!width || !height) return std::nullopt;
  return PsqHeading{*width, *height, parts.size() > 2 && psq_number(parts[2]) == 1};
}

bool is_on(std::uint64_t number, std::uint64_t side) {
  return number >= 1 && number <= side;
}

/// "8,8,120" as "7,7"; the time may be absent.
std::optional<std::string> psq_move(std::string_view line, const PsqHeading& board) {
  const auto parts = engine::split(line, ',');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  const auto column = psq_number(parts[0]), row = psq_number(parts[1]);
  const bool has_time = parts.size() < 3 || psq_number(parts[2]).has_value();
  if (!column || !row || !has_time) return std::nullopt;
  if (!is_on(*column, board.width) || !is_on(*row, board.height)) return std::nullopt;
  return absl::StrCat(*row - 1, ",", *column - 1);
}

/// Whether it is a move's line all the same: three numbers, the first of which is one.
bool is_meant_as_move(std::string_view line) {
  const auto parts = engine::split(line, ',');
  return parts.size() == 3 && !line.empty() && (line[0] == '-' || absl::ascii_isdigit(line[0]));
}

absl::Status no_psq_move(std::string_view line, std::size_t number, const PsqHeading& board) {
  return absl::InvalidArgumentError(
      absl::StrCat("move ", number - 1, " in line ", number, " is '", engine::printable(line),
                   "', not its column from 1 to ", board.width, ", row from 1 to ", board.height,
                   " and milliseconds, as in 8,8,120"));
}

std::string psq_player(std::string_view name) {
  name = engine::trimmed(name);
  if (name.starts_with(kPsqPrefix)) name.remove_prefix(kPsqPrefix.size());
  return std::string(name.substr(0, kLongestToldText));
}

/// What stands behind the moves.
class PsqEnd {
 public:
  void add(std::string_view line) {
    if (lines_.size() < kMostPsqLines) lines_.push_back(line);
  }
  bool has_names() const { return lines_.size() > 1; }
  std::string name(std::size_t place) const {
    return has_names() ? psq_player(lines_[place]) : std::string();
  }
  std::optional<int> code() const {
    const std::size_t place = has_names() ? 2 : 0;
    return place < lines_.size() ? engine::parse_int(engine::trimmed(lines_[place]), -1000, 1000)
                                 : std::nullopt;
  }
  /// 0 for a draw, or who has won as the names are told.
  std::optional<int> winner() const { return engine::parse_int(last().substr(0, comma()), 0, 2); }
  std::string_view rules() const {
    return comma() == last().npos ? std::string_view()
                                  : engine::trimmed(last().substr(comma() + 1));
  }

 private:
  std::string_view last() const { return lines_.size() > 3 ? lines_[3] : std::string_view(); }
  std::size_t comma() const { return last().find(','); }

  std::vector<std::string_view> lines_;
};

/// For who has not won on the board.
std::vector<double> psq_returns(const PsqHeading& heading, const PsqEnd& end, std::size_t moves) {
  if (const auto winner = end.winner(); winner && *winner > 0) {
    const bool is_first = (*winner == 1) != heading.second_begins;
    return is_first ? std::vector<double>{1, 0} : std::vector<double>{0, 1};
  } else if (winner) {
    return {0.5, 0.5};
  }
  if (end.code() != kOutOfTimeCode) return {};
  return moves % 2 == 0 ? std::vector<double>{0, 1} : std::vector<double>{1, 0};
}

absl::StatusOr<ToldGame> told_in_psq(std::string_view text, const std::string& game) {
  TextLines lines(text);
  const auto heading = psq_heading(lines.next().value_or(""));
  if (!heading)
    return absl::InvalidArgumentError("the first line is not as in 'Piskvorky 15x15, 11:11, 0'");
  ToldGame told;
  PsqEnd end;
  auto line = lines.next();
  for (; line && told.moves.size() <= kMostToldMoves; line = lines.next()) {
    const auto move = psq_move(*line, *heading);
    if (!move && is_meant_as_move(*line)) return no_psq_move(*line, lines.number(), *heading);
    if (!move) break;
    told.moves.push_back(*move);
  }
  const std::size_t behind_moves = lines.number();
  const std::string_view first_behind = line.value_or("");
  for (; line; line = lines.next()) {
    if (is_meant_as_move(*line) && psq_move(*line, *heading))
      return no_psq_move(first_behind, behind_moves, *heading);
    end.add(*line);
  }
  auto name = board_name(heading->width, heading->height, end.rules(), game);
  if (!name.ok()) return name.status();
  told.game = *std::move(name);
  told.players = {end.name(heading->second_begins), end.name(!heading->second_begins)};
  told.returns = psq_returns(*heading, end, told.moves.size());
  told.board_decides = true;  // judges that swap players tell the winner in another order
  if (end.code() == kOutOfTimeCode) told.reason = "out of time";
  return told;
}

}  // namespace

bool is_psq(std::string_view text) {
  return text.starts_with(kPsqMark);
}

absl::Status read_psq(std::string_view text, const std::string& game, const GameVisitor& visitor) {
  return hand_on(told_in_psq(text, game), 1, visitor);
}

}  // namespace gauntlet::tools
