#include "tools/protocol/twodoku_save.h"

#include <optional>
#include <utility>
#include <vector>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using engine::in_quotes;
using engine::parse_int;

constexpr int kMostInHand = 40;

/// Goes through the lines from the first to the last and stops at the first that is wrong.
class SaveReader {
 public:
  explicit SaveReader(std::string_view file) : lines_(engine::split(file, '\n')) {}

  bool read();
  TwoDokuSave save;
  std::string error;

 private:
  bool read_tiles();
  bool read_tile(int square, int number);
  bool read_state();
  bool read_button();
  bool read_counters();
  bool read_field();
  bool read_row(int column);
  bool read_turn();
  bool read_spots(std::string_view key);
  bool read_hand(engine::Player player, std::string_view key);
  bool read_end();
  bool check_colours();

  /// The next line; without its CR, and "" past the last one.
  std::string_view next();
  bool expect(std::string_view wanted, std::string_view found);
  bool fail(std::string_view sentence);
  /// The value of the next line, which must be "key = value".
  std::optional<std::string_view> value(std::string_view key);
  bool read_bool(std::string_view key, bool& target);
  bool read_number(std::string_view key, int low, int high, int* target = nullptr);

  std::vector<std::string_view> lines_;  // the last is what follows the last LF
  std::size_t at_ = 0;                   // lines taken
  int coloured_ = 0;                     // by the tiles
  int counted_ = 0;                      // by stageOneCount
};

bool SaveReader::read() {
  return read_tiles() && read_state() && read_counters() && read_field() && read_turn() &&
         read_spots("availableSpotsRedSize") && read_spots("availableSpotsBlueSize") &&
         read_hand(0, "redPotSize") && read_hand(1, "bluePotSize") && read_end() && check_colours();
}

std::string_view SaveReader::next() {
  std::string_view line = at_ < lines_.size() ? lines_[at_] : "";
  ++at_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool SaveReader::fail(std::string_view sentence) {
  const bool is_cut_off = at_ > 1 && at_ >= lines_.size();
  error = is_cut_off ? "the file ends in line " + std::to_string(lines_.size()) +
                           ", where a save file goes on; save the game once more"
                     : "line " + std::to_string(at_) + ": " + std::string(sentence);
  return false;
}

bool SaveReader::expect(std::string_view wanted, std::string_view found) {
  return fail("expected '" + std::string(wanted) + "' but got " + in_quotes(found));
}

std::optional<std::string_view> SaveReader::value(std::string_view key) {
  const std::string_view line = next();
  const std::string beginning = std::string(key) + " = ";
  if (line.starts_with(beginning)) return line.substr(beginning.size());
  expect(beginning + "..", line);
  return std::nullopt;
}

bool SaveReader::read_bool(std::string_view key, bool& target) {
  const auto text = value(key);
  if (!text) return false;
  target = *text == "true";
  return target || *text == "false" ||
         fail(std::string(key) + " must be true or false, not " + in_quotes(*text));
}

bool SaveReader::read_number(std::string_view key, int low, int high, int* target) {
  const auto text = value(key);
  if (!text) return false;
  const auto number = parse_int(*text, low, high);
  if (!number)
    return fail(std::string(key) + " must be a number from " + std::to_string(low) + " to " +
                std::to_string(high) + ", not " + in_quotes(*text));
  if (target) *target = *number;
  return true;
}

// ---- the board ----

bool SaveReader::read_tiles() {
  for (int column = 0; column < 9; ++column)
    for (int row = 0; row < 9; ++row)
      if (!read_tile(row * 9 + column, column * 10 + row)) return false;
  const std::string_view blank = next();
  return blank.empty() ||
         fail("expected an empty line after the tiles but got " + in_quotes(blank));
}

/// "Tile 40 color = 3 domino = true value = 7 visible = false", or without what follows "false".
bool SaveReader::read_tile(int square, int number) {
  const std::string_view line = next();
  const std::string beginning = "Tile " + std::to_string(number) + " color = ";
  if (!line.starts_with(beginning)) return expect(beginning + "..", line);
  const std::string_view rest = line.substr(beginning.size());
  TwoDokuSave::Tile& tile = save.tiles[square];
  const auto colour = parse_int(rest.substr(0, 1), 0, 3);
  if (!colour || !rest.substr(1).starts_with(" domino = "))
    return fail("colours are 0 (white), 1 (red), 2 (blue) and 3 (both), not " +
                in_quotes(rest.substr(0, rest.find(' '))));
  tile.colour = *colour;
  coloured_ += (tile.colour & 1) + (tile.colour >> 1);
  const std::string_view domino = rest.substr(11);
  if (domino == "false") return true;
  const std::string_view digit =
      domino.starts_with("true value = ") ? domino.substr(13, 1) : std::string_view();
  tile.digit = parse_int(digit, 1, 9).value_or(0);
  const std::string_view visible = tile.digit > 0 ? domino.substr(14) : "";
  tile.is_face_up = visible == " visible = true";
  return tile.is_face_up || visible == " visible = false" ||
         fail(
             "a domino must be 'false' or 'true value = 1 visible = false', with a value of 1 to "
             "9, not " +
             in_quotes(domino));
}

/// The numbers once more, column by column as the tiles are. After a load the program has them here
/// only, and nothing says which of them lie face down.
bool SaveReader::read_field() {
  const std::string_view line = next();
  if (line != "field = ") return expect("field = ", line);
  for (int column = 0; column < 9; ++column)
    if (!read_row(column)) return false;
  return true;
}

bool SaveReader::read_row(int column) {
  const std::string_view line = next();
  const bool has_form = line.size() == 27 && line.front() == '[' && line.back() == ']';
  for (int row = 0; row < 9; ++row) {
    const auto digit = has_form ? parse_int(line.substr(1 + 3 * row, 1), 0, 9) : std::nullopt;
    if (!digit || (row < 8 && line.substr(2 + 3 * row, 2) != ", "))
      return fail("expected nine digits as in [0, 0, 7, 0, 0, 0, 0, 0, 0] but got " +
                  in_quotes(line));
    const int on_tile = save.tiles[row * 9 + column].digit;
    if (*digit != on_tile)
      return fail("field has " + std::to_string(*digit) + " where tile " +
                  std::to_string(column * 10 + row) + " has " + std::to_string(on_tile) +
                  (on_tile > 0 ? "; the two should be the same"
                               : "; the program forgets its dominoes when it loads a file: give "
                                 "the file that it loaded"));
  }
  return true;
}

// ---- the turn ----

bool SaveReader::read_state() {
  int stage = 0;
  if (!read_bool("lock", save.is_locked) || !read_bool("canTake", save.may_take) ||
      !read_bool("endGame", save.is_over) || !read_number("gameStage", 1, 4, &stage))
    return false;
  save.stage = static_cast<TwoDokuSave::Stage>(stage);
  return read_button();
}

bool SaveReader::read_button() {
  const auto text = value("passButtonText");
  if (!text) return false;
  save.counts_a_pass = *text == "Pass";
  return save.counts_a_pass || *text == "Done" || *text == "Take" ||
         fail("passButtonText must be Pass, Done or Take, not " + in_quotes(*text));
}

bool SaveReader::read_counters() {
  const bool are_read = read_number("passCount", -1, 9, &save.passes) &&
                        read_number("stageOneCount", 0, 72, &counted_) &&
                        read_number("numberOfDominoesInPot", 0, 90, &save.pot) &&
                        read_number("dominoesOnField", 0, 9'999) &&
                        read_number("numberOfAvailableRedTiles", -999, 999) &&
                        read_number("numberOfAvailableBlueTiles", -999, 999) &&
                        read_number("numberOfAvailableWhiteTiles", -999, 999) &&
                        read_number("playerRedSum", 0, 999) &&
                        read_number("playerBlueSum", 0, 999) && read_number("potSum", 0, 999);
  return are_read && value("instruction");  // words for people
}

bool SaveReader::read_turn() {
  const auto text = value("turn");
  if (!text) return false;
  save.mover = *text == "RED" ? 0 : 1;
  return *text == "RED" || *text == "BLUE" ||
         fail("turn must be RED or BLUE, not " + in_quotes(*text));
}

// ---- the hands ----

/// Where the next dominoes that are taken are shown.
bool SaveReader::read_spots(std::string_view key) {
  int spots = 0;
  if (!read_number(key, 0, 999, &spots)) return false;
  for (int i = 0; i < spots; ++i) {
    const std::string_view line = next();
    const auto words = engine::split(line, ' ');
    if (words.size() != 2 || !parse_int(words[0], 0, 999) || !parse_int(words[1], 0, 999))
      return fail("expected two numbers, a place on the screen, but got " + in_quotes(line));
  }
  return true;
}

/// A domino's digit and its place on the screen.
bool SaveReader::read_hand(engine::Player player, std::string_view key) {
  int size = 0;
  if (!read_number(key, 0, kMostInHand, &size)) return false;
  for (int i = 0; i < size; ++i) {
    const std::string_view line = next();
    const auto words = engine::split(line, ' ');
    const auto digit = words.size() == 3 ? parse_int(words[0], 1, 9) : std::nullopt;
    if (!digit || !parse_int(words[1], 0, 999) || !parse_int(words[2], 0, 999))
      return fail(
          "expected a domino's digit and its place on the screen, as in '7 36 27', but "
          "got " +
          in_quotes(line));
    ++save.hands[player][*digit];
  }
  return true;
}

bool SaveReader::read_end() {
  if (at_ >= lines_.size()) return fail("");
  const std::string_view line = next();
  if (at_ == lines_.size() && line.empty()) return true;
  error = "line " + std::to_string(at_) + ": " + in_quotes(line) +
          " follows the last domino of blue's hand, where the file should end";
  return false;
}

/// When it loads a file the program skips tile 0, and so may lose or invent its colour.
bool SaveReader::check_colours() {
  if (coloured_ == counted_) return true;
  error = "stageOneCount is " + std::to_string(counted_) + ", but the tiles have " +
          std::to_string(coloured_) +
          " colours; the program forgets one when it loads a file: give the file that it loaded";
  return false;
}

}  // namespace

absl::StatusOr<TwoDokuSave> read_twodoku_save(std::string_view file) {
  if (file.size() > kLongestTwoDokuSave)
    return absl::InvalidArgumentError("the file has more than " +
                                      std::to_string(kLongestTwoDokuSave) +
                                      " bytes, as no save file of Two-Doku has");
  SaveReader reader(file);
  if (!reader.read()) return absl::InvalidArgumentError(std::move(reader.error));
  return std::move(reader.save);
}

}  // namespace gauntlet::tools
