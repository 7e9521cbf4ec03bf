#include "tools/protocol/twodoku_view.h"

#include "engine/words.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

namespace {

using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;
using Kind = engine::TwoDoku::Move::Kind;
using Stage = engine::TwoDoku::Stage;

engine::AnyState first_view(const engine::AnyGame& game, Player seat) {
  engine::Rng rng(0);
  return game.start(rng).redacted(seat);
}

/// A move behind the word of who made it. The one that may hide its digit is a return.
std::optional<TwoDoku::Move> read_seen(std::string_view text) {
  return text == "return ?" ? TwoDoku::Move::of(Kind::kReturn) : TwoDoku::read(text);
}

}  // namespace

TwoDokuView::TwoDokuView(const engine::AnyGame& game, Player seat)
    : game_(game), seat_(seat), state_(first_view(game_, seat)) {}

bool TwoDokuView::understands(std::string_view word) {
  return word == "move" || word == "result" || word == "reveal" || word == "deal" ||
         word == "other";
}

std::string_view TwoDokuView::prompt() const {
  return state_.to_move() == seat_ && !placement_ ? prompt_of(board()) : std::string_view();
}

std::string TwoDokuView::follow(std::string_view line) {
  const engine::AnyState before = state_;
  std::string why = take(line);
  if (!why.empty()) state_ = before;
  return why;
}

std::string TwoDokuView::take(std::string_view line) {
  const auto [word, rest] = first_word(line);
  if (word == "result") return take_result(rest);
  if (word == "reveal") return take_reveal(line);
  if (placement_) return "a placement is followed by 'result accepted' or 'reveal R C D'";
  if (word == "move") return take_move(rest);
  return take_hand(rest, word == "deal" ? seat_ : static_cast<Player>(1 - seat_));
}

std::string TwoDokuView::take_move(std::string_view text) {
  const auto [who, what] = first_word(text);
  const auto seat = read_seat(who);
  const auto move = read_seen(what);
  if (!seat || !move) return "it should look like 'move red play 0 8 5'";
  if (state_.to_move() != *seat)
    return "it is not the turn of " + std::string(engine::twodoku::kSeats[*seat]);
  if (!can_play(*move)) return "the rules do not allow this move";
  if (std::string why = apply(*move); !why.empty()) return why;
  if (move->kind() == Kind::kPlay) placement_ = *move;
  // What the other draws from the pot is not told.
  if (move->kind() == Kind::kTakePot && !sees(*seat)) return apply(TwoDoku::Move::of(Kind::kDrew));
  return "";
}

/// Whether whoever is to move may make this move, as far as we know its hand.
bool TwoDokuView::can_play(TwoDoku::Move move) const {
  const TwoDoku& state = board();
  const bool is_from_hand = move.kind() == Kind::kPlay || move.kind() == Kind::kReturn;
  if (sees(state.to_move()) || !is_from_hand || state.stage() < Stage::kTurn)
    return state_.is_playable(AnyMove(move.bits()));
  if (move.kind() == Kind::kReturn) return state.stage() == Stage::kTookPot && move.digit() == 0;
  return state.targets(state.to_move()).has(move.square()) &&
         !state.seen_by(move.digit()).has(move.square());
}

std::string TwoDokuView::take_result(std::string_view text) {
  if (text == "accepted") {
    if (!placement_) return "nothing was placed";
    const std::string why =
        board().stage() == Stage::kJudge ? apply(TwoDoku::Move::of(Kind::kAccepted)) : "";
    if (why.empty()) placement_.reset();
    return why;
  }
  const auto drawn = TwoDoku::read(text);
  if (!drawn || drawn->kind() != Kind::kDrew)
    return "it should look like 'result accepted' or 'result drew 5'";
  if (board().stage() != Stage::kDraw) return "nothing was taken from the pot";
  return apply(*drawn);
}

std::string TwoDokuView::take_reveal(std::string_view line) {
  const auto shown = TwoDoku::read(line);
  if (!shown) return "it should look like 'reveal 0 8 5'";
  const bool fits = placement_ && board().stage() == Stage::kJudge &&
                    shown->digit() == placement_->digit() &&
                    board().face_down().has(shown->square()) &&
                    engine::kPeers[placement_->square()].has(shown->square());
  if (!fits) return "no placement has failed because of this domino";
  std::string why = apply(*shown);
  if (why.empty()) placement_.reset();
  return why;
}

/// The hands: ours, and with open hands the other's after it. What chance drew before the deal is
/// told to nobody.
std::string TwoDokuView::take_hand(std::string_view counts, Player owner) {
  const auto hand = read_hand(counts);
  if (!hand) return "nine counts of at most 10 should follow, of the digits 1 to 9, 40 in all";
  const bool is_ours = owner == seat_;
  if (board().stage() != (is_ours ? Stage::kValues : Stage::kDeal)) return "no hand is dealt now";
  if (is_ours) {
    for (int i = 0; i < board().face_down_count(); ++i)
      state_.apply(AnyMove(TwoDoku::Move::of(Kind::kValue, board().face_down(i).square).bits()));
    state_.apply(AnyMove(TwoDoku::Move::of(Kind::kPot).bits()));
  }
  return apply(TwoDoku::Move::deal(owner == 0 ? Kind::kDeal : Kind::kDealBlue, *hand));
}

/// Applies a move that fits the stage, and says so when the position that it makes cannot be.
std::string TwoDokuView::apply(TwoDoku::Move move) {
  state_.apply(AnyMove(move.bits()));
  if (board().stage() == Stage::kDeal) return "";  // half a deal cannot be written down
  const auto checked = game_.from_text(state_.to_text());
  return checked.ok()
             ? ""
             : "what it leads to cannot be: " + without_commas(engine::message_of(checked));
}

}  // namespace gauntlet::tools
