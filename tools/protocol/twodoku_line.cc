#include "tools/protocol/twodoku_line.h"

#include <cassert>
#include <vector>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using engine::TwoDoku;
using engine::twodoku::kFullSize;
using Kind = engine::TwoDoku::Move::Kind;
using Stage = engine::TwoDoku::Stage;

/// Beyond any sum of dominoes.
constexpr int kHighestScore = 999;

std::string hand_line(std::string_view word, const engine::twodoku::DigitCounts& hand) {
  std::string line(word);
  for (int digit = 1; digit <= 9; ++digit) line += ' ' + std::to_string(hand[digit]);
  return line + '\n';
}

/// A view's own hand, and the other's if it lies open.
std::string hand_lines(const TwoDoku& view) {
  const engine::Player own = view.observer(), other = static_cast<engine::Player>(1 - own);
  const std::string line = hand_line("deal", view.hand(own));
  return view.knows_hand(other) ? line + hand_line("other", view.hand(other)) : line;
}

std::string move_line(const TwoDoku& state, engine::Player mover, TwoDoku::Move move) {
  return "move " + std::string(engine::twodoku::kSeats[mover]) + ' ' + move_text(state, move) +
         '\n';
}

/// A line for each square that a player has coloured.
std::vector<std::string> colour_lines(const TwoDoku& view, engine::Player player) {
  std::vector<std::string> lines;
  view.coloured(player).for_each([&](int square) {
    lines.push_back(move_line(view, player, TwoDoku::Move::of(Kind::kColour, square)));
  });
  return lines;
}

}  // namespace

std::optional<engine::Player> read_seat(std::string_view word) {
  for (const engine::Player seat : {0, 1})
    if (word == engine::twodoku::kSeats[seat]) return seat;
  return std::nullopt;
}

std::string without_commas(std::string text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == ',' && text[i - 1] != ' ' && text[i - 1] != '\'' && text[i + 1] != ' ')
      text[i] = ' ';
  return text;
}

std::string move_text(const TwoDoku& state, TwoDoku::Move move) {
  return without_commas(state.format(move));
}

std::string_view prompt_of(const TwoDoku& state) {
  if (state.to_move() < 0) return "";
  if (state.stage() == Stage::kColour) return "colour?";
  return state.stage() == Stage::kHide ? "hide?" : "turn?";
}

std::string told(const TwoDoku& before, TwoDoku::Move seen, const TwoDoku& after) {
  assert(before.observer() >= 0 && before.observer() == after.observer());
  const std::string text = move_text(before, seen);
  switch (seen.kind()) {
    case Kind::kValue:
    case Kind::kPot:
      return "";
    case Kind::kDeal:
    case Kind::kDealBlue:
      return hand_lines(after);
    case Kind::kDrew:
      return seen.digit() == 0 ? "" : "result " + text + '\n';
    case Kind::kAccepted:
      return "result " + text + '\n';
    case Kind::kRevealed:
      return text + '\n';
    default:
      break;
  }
  const std::string line = move_line(before, before.to_move(), seen);
  const bool stands = seen.kind() == Kind::kPlay && after.stage() != Stage::kJudge;
  return stands ? line + "result accepted\n" : line;
}

bool can_be_told(const TwoDoku& state) {
  if (state.rules().small) return false;
  if (state.stage() < Stage::kTurn) return true;
  return state.stage() == Stage::kTurn && state.turns() == 0 && state.to_move() == 0 &&
         state.face_down_count() == kFullSize.face_down && state.hand_size(0) == kFullSize.hand &&
         state.hand_size(1) == kFullSize.hand && state.swapped().size() == 0;
}

std::string told_start(const TwoDoku& view) {
  assert(can_be_told(view) && view.observer() >= 0);
  const auto red = colour_lines(view, 0), blue = colour_lines(view, 1);
  // Each of blue's squares comes so many lines after red's.
  const std::size_t ahead = view.rules().java ? kFullSize.coloured - 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < red.size() + ahead; ++i) {
    if (i < red.size()) text += red[i];
    if (i >= ahead && i - ahead < blue.size()) text += blue[i - ahead];
  }
  for (int i = 0; i < view.face_down_count(); ++i)
    text += move_line(view, static_cast<engine::Player>(i % 2),
                      TwoDoku::Move::of(Kind::kHide, view.face_down(i).square));
  return view.stage() == Stage::kTurn ? text + hand_lines(view) : text;
}

std::optional<engine::twodoku::DigitCounts> read_hand(std::string_view text) {
  const auto words = engine::split(text, ' ');
  if (words.size() != 9) return std::nullopt;
  engine::twodoku::DigitCounts hand{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto count = engine::parse_int(words[i], 0, 10);
    if (!count) return std::nullopt;
    hand[i + 1] = static_cast<std::uint8_t>(*count);
  }
  if (engine::twodoku::domino_count(hand) != 40) return std::nullopt;
  return hand;
}

std::string over_line(const TwoDokuOver& over) {
  return "over red " + std::to_string(over.scores[0]) + " blue " + std::to_string(over.scores[1]) +
         ' ' + over.reason + '\n';
}

std::string told_end(const TwoDokuOver& over) {
  const std::string reason = over.reason.empty() ? "the game is over" : over.reason;
  const bool speak_of_hands = over.scores[0] + over.scores[1] > 1;
  if (!speak_of_hands) return reason;
  return reason + ": red " + std::to_string(over.scores[0]) + ", blue " +
         std::to_string(over.scores[1]);
}

std::optional<TwoDokuOver> read_over(std::string_view rest) {
  TwoDokuOver over;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const LineWords name = first_word(rest), score = first_word(name.rest);
    const auto number = engine::parse_int(score.first, 0, kHighestScore);
    if (name.first != engine::twodoku::kSeats[seat] || !number) return std::nullopt;
    over.scores[seat] = *number;
    rest = score.rest;
  }
  over.reason = engine::printable(rest, 200);
  return over;
}

}  // namespace gauntlet::tools
