// Writing positions of Two-Doku.
#include "engine/twodoku/text.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

std::string counts_text(const DigitCounts& counts) {
  std::string text;
  for (int digit = 1; digit <= 9; ++digit) text += "0123456789abcd"[counts[digit]];
  return text;
}

std::string pair_text(const DigitPair& pair) {
  std::string text;
  for (int i = 0; i < pair.size(); ++i) text += static_cast<char>('0' + pair[i]);
  return text.empty() ? "-" : text;
}

}  // namespace

std::string TwoDoku::to_text() const {
  return Text::write(*this);
}

absl::StatusOr<TwoDoku> TwoDoku::from_text(const Rules& rules, std::string_view text) {
  return Text::read(rules, text);
}

std::string Text::write(const TwoDoku& state) {
  std::string text;
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    if (square > 0 && square % 9 == 0) text += '/';
    text += kColourLetters[state.colour_[0].has(square) + 2 * state.colour_[1].has(square)];
  }
  text += ' ' + write_dominoes(state) + ' ';
  text += kStageNames[static_cast<std::size_t>(state.stage_)];
  if (state.stage_ == Stage::kValues) text += ':' + std::to_string(state.values_drawn_);
  if (state.stage_ == Stage::kJudge)
    text += ':' + square_text(state.judged_square_) + ',' + std::to_string(state.judged_digit_);
  if (state.stage_ == Stage::kDeal) text += " pot=" + write_pot(state);
  if (state.stage_ > Stage::kDeal) text += write_play(state);
  if (state.observer_ != kNobody) text += " view=" + std::string(kSeats[state.observer_]);
  return text;
}

std::string Text::write_dominoes(const TwoDoku& state) {
  std::string text;
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    const int digit = state.digit_at(square);
    if (square > 0 && square % 9 == 0) text += '/';
    text += digit > 0 ? static_cast<char>('0' + digit) : '.';
  }
  for (int i = 0; i < state.hidden_count_; ++i) {
    const FaceDown& domino = state.hidden_[i];
    text[domino.square + domino.square / 9] =
        domino.digit > 0 ? static_cast<char>('a' + domino.digit - 1) : '?';
  }
  return text;
}

std::string Text::write_hand(const TwoDoku& state, Player player) {
  if (state.knows_hand(player)) return counts_text(state.hand_[player]);
  std::string text = "?" + std::to_string(state.hand_size_[player]);
  if (state.knows_sum(player)) text += ":" + std::to_string(state.hand_sum_[player]);
  return text;
}

std::string Text::write_pot(const TwoDoku& state) {
  if (state.pot_size_ == 0) return "-";
  const DigitPair& known = state.pot();
  std::string text = known.size() > 0 ? pair_text(known) : "";
  text.resize(state.pot_size_, '?');
  return text;
}

std::string Text::write_excluded(const TwoDoku& state) {
  std::string text;
  for (int i = 0; i < state.hidden_count_; ++i) {
    std::string digits;
    for (int digit = 1; digit <= 9; ++digit)
      if (state.hidden_[i].excluded >> digit & 1) digits += static_cast<char>('0' + digit);
    text += (i > 0 ? "," : "") + (digits.empty() ? "-" : digits);
  }
  return text.empty() ? "none" : text;
}

/// The letters of those whose sum is public, then the bounds of the others' where there are any.
std::string Text::write_sums(const TwoDoku& state) {
  std::string text;
  for (const Player player : {0, 1})
    if (state.sum_range_[player].is_exact()) text += kSeats[player].front();
  for (const Player player : {0, 1}) {
    const SumRange range = state.sum_range_[player];
    if (range.is_exact() || range == SumRange::of_size(state.hand_size_[player])) continue;
    text += std::string(text.empty() ? "" : ",") + kSeats[player].front() + ':' +
            std::to_string(range.low) + '-' + std::to_string(range.high);
  }
  return text.empty() ? "-" : text;
}

/// A field that only games with swapped dominoes have.
std::string Text::write_swapped(const TwoDoku& state) {
  std::string text = state.swapped_.size() > 0 ? " swapped=" : "";
  for (int i = 0; i < state.swapped_.size(); ++i)
    text += static_cast<char>('0' + state.swapped_[i]);
  return text;
}

std::string Text::write_play(const TwoDoku& state) {
  std::string text = " mover=" + std::string(kSeats[state.mover_]);
  text += " turn=" + std::to_string(state.turns_);
  text += " idle=" + std::to_string(state.idle_);
  text += " red=" + write_hand(state, 0);
  text += " blue=" + write_hand(state, 1);
  text += " pot=" + write_pot(state);
  text += " knows=" + pair_text(state.pot_known_[0]) + '/' + pair_text(state.pot_known_[1]);
  text += " min=" + counts_text(state.minimum_[0]) + '/' + counts_text(state.minimum_[1]);
  text += " sums=" + write_sums(state);
  text += " not=" + write_excluded(state);
  text += write_swapped(state);
  return text;
}

}  // namespace gauntlet::engine
