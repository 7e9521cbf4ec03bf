// Reading positions of Two-Doku, field by field.
#include <algorithm>

#include "engine/twodoku/text.h"
#include "engine/words.h"

namespace gauntlet::engine::twodoku {

namespace {

constexpr std::size_t kMaxTextBytes = 600;

/// Nine counts 0..9 and 'a' for ten; up to 'd', for swapped dominoes may all be of one digit.
std::optional<DigitCounts> read_counts(std::string_view text) {
  if (text.size() != 9) return std::nullopt;
  DigitCounts counts{};
  for (int digit = 1; digit <= 9; ++digit) {
    const std::size_t count = std::string_view("0123456789abcd").find(text[digit - 1]);
    if (count == std::string_view::npos) return std::nullopt;
    counts[digit] = static_cast<std::uint8_t>(count);
  }
  return counts;
}

/// "-", or one or two digits, the larger first; '?' only if there is somewhere to count them.
std::optional<DigitPair> read_pair(std::string_view text, int* unknown = nullptr) {
  DigitPair pair;
  if (text == "-") return pair;
  if (text.empty() || text.size() > 2) return std::nullopt;
  char previous = '9';
  for (const char c : text) {
    if (c == '?' && unknown != nullptr)
      ++*unknown;
    else if (c < '1' || c > previous)
      return std::nullopt;
    else
      pair.add(c - '0');
    previous = c == '?' ? '0' : c;
  }
  return pair;
}

}  // namespace

bool Text::read_all(std::string_view text) {
  if (text.size() > kMaxTextBytes)
    return fail("the position is longer than " + std::to_string(kMaxTextBytes) + " characters");
  fields_ = split(text, ' ');
  if (fields_.size() < 3)
    return fail("a position begins with colours, dominoes and stage, with single blanks between");
  if (!read_view() || !read_colours(fields_[0]) || !read_stage(fields_[2]) ||
      !read_dominoes(fields_[1]) || !check_colours())
    return false;
  if (is_before_play()) {
    if (state_.stage_ == Stage::kDeal && !read_pot()) return false;
    if (!check_setup()) return false;
  } else if (!read_play()) {
    return false;
  }
  if (next_ < fields_.size()) return fail(in_quotes(fields_[next_]) + " is one field too many");
  return true;
}

bool Text::read_view() {
  const std::string_view last = fields_.back();
  if (!last.starts_with("view=")) return true;
  for (const Player player : {0, 1})
    if (last.substr(5) == kSeats[player]) state_.observer_ = player;
  fields_.pop_back();
  if (fields_.size() < 3) return fail("the position has a view, but no stage before it");
  return state_.observer_ != kNobody || fail(in_quotes(last) + " should be view=red or view=blue");
}

bool Text::read_colours(std::string_view text) {
  if (text.size() != 89)
    return fail("the colours must be nine rows of nine joined by '/', 89 characters, not " +
                std::to_string(text.size()));
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % 10 == 9) {
      if (text[i] != '/') return fail("the rows of the colours must be joined by '/'");
      continue;
    }
    const std::size_t colour = kColourLetters.find(text[i]);
    if (colour == std::string_view::npos)
      return fail("colours are '.', 'r', 'b' and 'x' (both), not " + in_quotes(text.substr(i, 1)));
    const int square = static_cast<int>(i - i / 10);
    if (colour & 1) state_.colour_[0].add(square);
    if (colour & 2) state_.colour_[1].add(square);
  }
  return true;
}

bool Text::read_dominoes(std::string_view text) {
  if (text.size() != 89)
    return fail("the dominoes must be nine rows of nine joined by '/', 89 characters, not " +
                std::to_string(text.size()));
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % 10 == 9 && text[i] != '/')
      return fail("the rows of the dominoes must be joined by '/'");
    if (i % 10 != 9 && text[i] != '.' && !read_domino(static_cast<int>(i - i / 10), text[i]))
      return false;
  }
  return true;
}

bool Text::read_domino(int square, char c) {
  if (!state_.rules_.dimensions().board.has(square))
    return fail("a domino lies at " + square_text(square) + ", which is out of play here");
  state_.occupied_.add(square);
  if (c >= '1' && c <= '9') {
    state_.face_up_[c - '1'].add(square);
    return true;
  }
  if (c != '?' && (c < 'a' || c > 'i'))
    return fail("dominoes are '.', '1' to '9', 'a' to 'i' (face down) and '?', not " +
                in_quotes(std::string_view(&c, 1)));
  if (c != '?' && !state_.is_whole())
    return fail("a view does not know the face-down domino at " + square_text(square));
  const Dimensions& dimensions = state_.rules_.dimensions();
  if (state_.hidden_count_ == dimensions.face_down)
    return fail("more than " + count_word(dimensions.face_down) + " dominoes lie face down");
  if (!state_.white_squares().has(square))
    return fail("the face-down domino at " + square_text(square) + " is not on a white square");
  if (!dimensions.hides.empty() && !dimensions.hides.has(square))
    return fail("the face-down domino at " + square_text(square) +
                " is not where this variant hides one");
  state_.face_down_.add(square);
  FaceDown& domino = state_.hidden_[state_.hidden_count_++];
  domino.square = static_cast<std::uint8_t>(square);
  domino.digit = static_cast<std::uint8_t>(c == '?' ? 0 : c - 'a' + 1);
  return true;
}

bool Text::read_stage(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  const auto found = std::find(kStageNames.begin(), kStageNames.end(), name);
  if (found == kStageNames.end())
    return fail("unknown stage " + in_quotes(name) + did_you_mean(name, kStageNames) +
                "; the stages are colour, hide, values, pot, deal, turn, took, draw, took-pot, "
                "judge and over");
  state_.stage_ = static_cast<Stage>(found - kStageNames.begin());
  const int face_down = state_.rules_.dimensions().face_down;
  if (state_.stage_ > Stage::kValues) state_.values_drawn_ = static_cast<std::uint8_t>(face_down);
  const bool has_detail = state_.stage_ == Stage::kValues || state_.stage_ == Stage::kJudge;
  if (!has_detail)
    return name.size() == text.size() ||
           fail("nothing may follow the stage " + std::string(name) + ", but " +
                in_quotes(text.substr(name.size())) + " does");
  const std::string_view detail = name.size() < text.size() ? text.substr(name.size() + 1) : "";
  if (state_.stage_ == Stage::kJudge) return read_judged(detail);
  const auto drawn = parse_int(detail, 0, face_down - 1);
  if (!drawn)
    return fail("the stage values needs how many are drawn, 0 to " + std::to_string(face_down - 1) +
                ": values:" + std::to_string(face_down / 3 + 1));
  state_.values_drawn_ = static_cast<std::uint8_t>(*drawn);
  return true;
}

bool Text::read_judged(std::string_view text) {
  const std::vector<std::string_view> words = split(text, ',');
  const auto row = parse_int(words[0], 0, 8);
  const auto column = words.size() == 3 ? parse_int(words[1], 0, 8) : std::nullopt;
  const auto digit = words.size() == 3 ? parse_int(words[2], 1, 9) : std::nullopt;
  if (!row || !column || !digit)
    return fail("the stage judge needs row, column and digit: judge:0,8,5");
  state_.judged_square_ = static_cast<std::uint8_t>(*row * 9 + *column);
  state_.judged_digit_ = static_cast<std::uint8_t>(*digit);
  return true;
}

std::optional<std::string_view> Text::field(std::string_view key) {
  if (next_ < fields_.size()) {
    const std::string_view text = fields_[next_];
    if (text.starts_with(key) && text.substr(key.size()).starts_with('=')) {
      ++next_;
      return text.substr(key.size() + 1);
    }
  }
  error_ = "expected the field " + std::string(key) + "=.. but got '" +
           (next_ < fields_.size() ? printable(fields_[next_]) : "") + "'";
  return std::nullopt;
}

bool Text::read_play() {
  return read_numbers() && read_hand(0) && read_hand(1) && read_pot() && read_knowledge() &&
         read_sums() && read_excluded() && read_swapped() && check_face_up() &&
         (state_.is_whole() ? check_whole() : check_view()) && check_turn();
}

bool Text::read_numbers() {
  const auto mover = field("mover");
  if (!mover) return false;
  if (*mover != "red" && *mover != "blue") return fail("mover must be red or blue");
  state_.mover_ = *mover == "red" ? 0 : 1;
  const auto turn = field("turn");
  if (!turn) return false;
  const int max_turns = state_.rules_.dimensions().max_turns;
  const auto turns = parse_int(*turn, 0, max_turns);
  if (!turns)
    return fail("turn must be the number of turns played, 0 to " + std::to_string(max_turns));
  state_.turns_ = static_cast<std::uint16_t>(*turns);
  const auto idle = field("idle");
  if (!idle) return false;
  const auto idle_turns = parse_int(*idle, 0, 2);
  if (!idle_turns) return fail("idle must be the turns in a row without a placement, 0 to 2");
  state_.idle_ = static_cast<std::uint8_t>(*idle_turns);
  return true;
}

bool Text::read_hand(Player player) {
  const std::string name(kSeats[player]);
  const auto text = field(name);
  if (!text) return false;
  if (!state_.knows_hand(player)) return read_hidden_hand(player, *text);
  const auto counts = read_counts(*text);
  if (!counts)
    return fail(name + "'s hand must be nine counts of the digits 1 to 9 ('a' for ten), not " +
                in_quotes(*text));
  state_.hand_[player] = *counts;
  state_.hand_size_[player] = static_cast<std::uint8_t>(domino_count(*counts));
  state_.hand_sum_[player] = static_cast<std::uint16_t>(digit_sum(*counts));
  return true;
}

bool Text::read_hidden_hand(Player player, std::string_view text) {
  const std::string_view size = text.substr(0, text.find(':'));
  const auto count = size.starts_with('?') ? parse_int(size.substr(1), 0, 90) : std::nullopt;
  if (!count)
    return fail("the hidden hand of " + std::string(kSeats[player]) +
                " must be ?SIZE or ?SIZE:SUM, not " + in_quotes(text));
  state_.hand_size_[player] = static_cast<std::uint8_t>(*count);
  if (size.size() == text.size()) return true;
  const auto sum = parse_int(text.substr(size.size() + 1), 0, 450);
  if (!sum) return fail("the sum of a hidden hand must be 0 to 450");
  state_.hand_sum_[player] = static_cast<std::uint16_t>(*sum);
  shows_sum_[player] = true;
  return true;
}

bool Text::read_pot() {
  const auto text = field("pot");
  if (!text) return false;
  int unknown = 0;
  const auto pot = read_pair(*text, state_.is_whole() ? nullptr : &unknown);
  if (!pot)
    return fail(
        "pot must be '-' or up to two digits, the larger first (in views '?' for unknown "
        "ones, last), not " +
        in_quotes(*text));
  state_.pot_size_ = static_cast<std::uint8_t>(pot->size() + unknown);
  // A view's known digits are its owner's: read_knowledge() compares them.
  state_.pot_ = *pot;
  return true;
}

bool Text::read_knowledge() {
  const auto knows = field("knows");
  if (!knows) return false;
  const std::vector<std::string_view> known = split(*knows, '/');
  const auto minimum = field("min");
  if (!minimum) return false;
  const std::vector<std::string_view> minima = split(*minimum, '/');
  for (const Player player : {0, 1}) {
    const auto pair = known.size() == 2 ? read_pair(known[player]) : std::nullopt;
    if (!pair) return fail("knows must be what red and blue know of the pot: 7/- or 73/3");
    state_.pot_known_[player] = *pair;
    const auto counts = minima.size() == 2 ? read_counts(minima[player]) : std::nullopt;
    if (!counts) return fail("min must be nine counts for red, '/' and nine for blue");
    state_.minimum_[player] = *counts;
  }
  return true;
}

/// As write_sums() has it. Where a hand has no bounds, it may weigh what its size allows.
bool Text::read_sums() {
  const auto text = field("sums");
  if (!text) return false;
  if (state_.rules_.open && *text != "rb") return fail("with open hands sums must be rb");
  std::vector<std::string_view> words = split(*text, ',');
  const std::string_view letters = words[0];
  const bool has_letters = letters == "r" || letters == "b" || letters == "rb";
  if (has_letters || *text == "-") words.erase(words.begin());
  for (const Player player : {0, 1}) {
    const std::string_view seat = kSeats[player].substr(0, 1);
    const bool is_public = has_letters && letters.find(seat) != std::string_view::npos;
    if (!state_.knows_hand(player) && shows_sum_[player] != is_public)
      return fail("the hidden hand must show its sum exactly if sums says that it is public");
    SumRange& range = state_.sum_range_[player];
    range = SumRange::of_size(state_.hand_size_[player]);
    if (is_public) {
      range = {state_.hand_sum_[player], state_.hand_sum_[player]};
    } else if (!words.empty() && words[0].substr(0, words[0].find(':')) == seat) {
      if (!read_sum_range(player, words[0].substr(std::min(words[0].size(), std::size_t{2}))))
        return false;
      words.erase(words.begin());
    }
  }
  return words.empty() || fail(
                              "sums must say whose hand's sum is public, and the bounds of "
                              "others: -, r, b, rb, r,b:181-189 or r:62-78,b:64-72");
}

/// "LOW-HIGH", which a hand of that size can weigh, and this one does if it is known.
bool Text::read_sum_range(Player player, std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const SumRange possible = SumRange::of_size(state_.hand_size_[player]);
  const auto low = parse_int(text.substr(0, dash), possible.low, possible.high);
  const auto high =
      parse_int(text.substr(std::min(dash + 1, text.size())), possible.low, possible.high);
  const std::string whose = "the bounds of " + std::string(kSeats[player]) + "'s sum ";
  if (!low || !high || *low >= *high)
    return fail(whose + "must be LOW-HIGH, within " + std::to_string(possible.low) + "-" +
                std::to_string(possible.high) + " for a hand of this size, not " + in_quotes(text));
  state_.sum_range_[player] = {static_cast<std::uint16_t>(*low), static_cast<std::uint16_t>(*high)};
  return !state_.knows_hand(player) || state_.sum_range_[player].has(state_.hand_sum_[player]) ||
         fail(whose + "do not allow the " + std::to_string(state_.hand_sum_[player]) +
              " that it is");
}

bool Text::read_excluded() {
  const auto text = field("not");
  if (!text) return false;
  if (state_.hidden_count_ == 0)
    return *text == "none" || fail("not must be 'none' where no domino lies face down");
  const std::vector<std::string_view> masks = split(*text, ',');
  if (masks.size() != state_.hidden_count_)
    return fail("not must say for each of " + std::to_string(state_.hidden_count_) +
                " face-down dominoes which digits it cannot be");
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (masks[i] == "-") continue;
    char previous = '0';
    for (const char c : masks[i]) {
      if (c <= previous || c > '9')
        return fail("the digits that a domino cannot be must ascend: 257, not " +
                    in_quotes(masks[i]));
      previous = c;
      state_.hidden_[i].excluded |= static_cast<std::uint16_t>(1u << (c - '0'));
    }
    if (masks[i].empty()) return fail("where no digit is excluded, not needs a '-'");
  }
  return true;
}

/// May be left out: then no domino was swapped.
bool Text::read_swapped() {
  if (next_ == fields_.size() || !fields_[next_].starts_with("swapped=")) return true;
  const std::string_view digits = *field("swapped");
  if (state_.rules_.small) return fail("no domino is swapped in " + state_.rules_.name());
  if (digits.empty() || digits.size() > SwappedDominoes::kMost)
    return fail("swapped must be the digits of one to three dominoes, not " + in_quotes(digits));
  char previous = '1';
  for (const char c : digits) {
    if (c < previous || c > '9')
      return fail("the digits of swapped must ascend: 11 or 118, not " + in_quotes(digits));
    state_.swapped_.add(c - '0');
    previous = c;
  }
  return true;
}

}  // namespace gauntlet::engine::twodoku
