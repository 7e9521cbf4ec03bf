#include "tools/protocol/twodoku_referee.h"

#include "engine/words.h"
#include "tools/protocol/nonsense.h"

namespace gauntlet::tools {

namespace {

using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;

/// Whether an answer that cannot be played is a placement all the same, on an empty square with a
/// domino of the hand: then its colour is wrong, or it conflicts with a face-up domino.
bool is_failed_placement(const TwoDoku& state, std::string_view line) {
  const auto move = TwoDoku::read(line);
  return move && move->kind() == TwoDoku::Move::Kind::kPlay &&
         state.stage() >= TwoDoku::Stage::kTurn && state.hand(state.to_move())[move->digit()] > 0 &&
         state.empty_squares().has(move->square());
}

AnyMove pass() {
  return AnyMove(TwoDoku::Move::of(TwoDoku::Move::Kind::kPass).bits());
}

/// The other's hand and the pot count for each.
std::array<int, 2> scores_of(const TwoDoku& state) {
  const int pot = state.pot()[0] + state.pot()[1];
  return {state.hand_sum(1) + pot, state.hand_sum(0) + pot};
}

/// 1 for the winner.
std::array<int, 2> bare_scores_of(const TwoDoku& state) {
  const engine::Returns returns = state.returns();
  return {returns[0] == 1, returns[1] == 1};
}

}  // namespace

std::string twodoku_greeting(const std::string& game) {
  return std::string(kTwoDokuGreeting) + "\ngame " + game + '\n';
}

std::string twodoku_seat_line(Player seat) {
  return "seat " + std::string(engine::twodoku::kSeats[seat]) + '\n';
}

std::string twodoku_clock_line(Milliseconds left) {
  return "clock " + std::to_string(left.count()) + '\n';
}

std::string twodoku_error_line(std::string_view sentence) {
  return "error " + std::string(sentence) + '\n';
}

std::string twodoku_farewell() {
  return twodoku_error_line("more than " + std::to_string(Nonsense::kMost) +
                            " lines in a row meant nothing: this connection is closed");
}

std::optional<std::string> read_twodoku_name(const Line& line) {
  const auto [word, name] = first_word(line.text);
  const bool is_name = !line.is_cut && word == "name" && !name.empty() &&
                       engine::printable(name, kLongestTwoDokuName) == name;
  return is_name ? std::optional<std::string>(name) : std::nullopt;
}

std::string twodoku_name_sentence() {
  return "first comes 'name X', X being 1 to " + std::to_string(kLongestTwoDokuName) +
         " printable ASCII characters";
}

TwoDokuRuling rule_on_answer(const engine::AnyState& view, const Line& line) {
  if (line.is_cut)
    return {{},
            twodoku_error_line("a line is at most " + std::to_string(kLongestTwoDokuAnswer) +
                               " characters")};
  const auto move = view.parse(line.text);
  if (move.ok()) return {*move, ""};
  const std::string why = without_commas(engine::message_of(move));
  if (!is_failed_placement(view.as<TwoDoku>(), line.text)) return {{}, twodoku_error_line(why)};
  return {pass(), twodoku_error_line(why + "; your turn is over")};
}

TwoDokuOver twodoku_over(const TwoDoku& state) {
  const bool knows_hands = state.observer() == engine::kNobody;
  const std::array<int, 2> scores = knows_hands ? scores_of(state) : bare_scores_of(state);
  for (const Player player : {0, 1})
    if (state.hand_size(player) == 0)
      return {scores, std::string(engine::twodoku::kSeats[player]) + "'s hand is empty"};
  if (state.idle_turns() == 2) return {scores, "two turns in a row without a placement"};
  return {{}, std::to_string(state.turns()) + " turns were played"};
}

TwoDokuOver twodoku_lost(Player loser, const std::string& reason) {
  return {{loser == 1, loser == 0}, reason};
}

}  // namespace gauntlet::tools
