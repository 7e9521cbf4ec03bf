// How positions of Two-Doku are written and read: internal to the twodoku_*.cc files. The format is
// described in docs/twodoku.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/twodoku/twodoku.h"

namespace gauntlet::engine::twodoku {

/// By TwoDoku::Stage.
inline constexpr std::array<std::string_view, 11> kStageNames = {
    "colour", "hide", "values", "pot", "deal", "turn", "took", "draw", "took-pot", "judge", "over"};
/// By membership in red's (1) and blue's (2) colour.
inline constexpr std::string_view kColourLetters = ".rbx";

/// "row,column" from 0.
inline std::string square_text(int square) {
  return std::to_string(square / 9) + "," + std::to_string(square % 9);
}

/// "ten" where there are ten, as on the full board; other numbers in digits.
inline std::string count_word(int count) {
  return count == 10 ? "ten" : count == 8 ? "eight" : std::to_string(count);
}

/// Reads and writes; reading goes through the fields from left to right and stops at the first
/// thing that is wrong.
class Text {
 public:
  using Stage = TwoDoku::Stage;

  static std::string write(const TwoDoku& state);
  static absl::StatusOr<TwoDoku> read(const Rules& rules, std::string_view text) {
    Text reader(rules);
    if (!reader.read_all(text)) return absl::InvalidArgumentError(reader.error_);
    return reader.state_;
  }

 private:
  explicit Text(const Rules& rules) { state_.rules_ = rules; }

  static std::string write_dominoes(const TwoDoku& state);
  static std::string write_hand(const TwoDoku& state, Player player);
  static std::string write_pot(const TwoDoku& state);
  static std::string write_sums(const TwoDoku& state);
  static std::string write_excluded(const TwoDoku& state);
  static std::string write_swapped(const TwoDoku& state);
  static std::string write_play(const TwoDoku& state);

  bool read_all(std::string_view text);
  bool read_view();
  bool read_colours(std::string_view text);
  bool read_dominoes(std::string_view text);
  bool read_domino(int square, char c);
  bool read_stage(std::string_view text);
  bool read_judged(std::string_view text);
  bool read_play();
  bool read_numbers();
  bool read_hand(Player player);
  bool read_hidden_hand(Player player, std::string_view text);
  bool read_pot();
  bool read_knowledge();
  bool read_sums();
  bool read_sum_range(Player player, std::string_view text);
  bool read_excluded();
  bool read_swapped();
  bool check_colours();
  bool check_given_colours();
  bool check_untaken();
  bool check_drawn();
  bool check_setup();
  bool check_face_up();
  bool check_whole();
  bool check_view();
  bool check_counts(const DigitCounts& counts);
  bool is_fillable();
  bool check_known_pot();
  bool check_turn();
  bool check_judged();

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }
  /// The value of the next field, which must be called `key`.
  std::optional<std::string_view> field(std::string_view key);
  bool is_before_play() const { return state_.stage_ <= Stage::kDeal; }

  TwoDoku state_;
  std::array<bool, 2> shows_sum_{};  ///< Hidden hands with a sum.
  std::vector<std::string_view> fields_;
  std::size_t next_ = 3;
  std::string error_;
};

}  // namespace gauntlet::engine::twodoku
