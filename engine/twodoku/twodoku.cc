#include "engine/twodoku/twodoku.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/words.h"

namespace gauntlet::engine {

using namespace twodoku;

static_assert(Stochastic<TwoDoku> && Hidden<TwoDoku>);
static_assert(sizeof(TwoDoku) <= 320);
static_assert(sizeof(TwoDoku) % 8 == 0 && std::has_unique_object_representations_v<TwoDoku>,
              "hash() reads the state's bytes");

std::string TwoDoku::Rules::name() const {
  return std::string("twodoku") + (java ? "/java" : "") + (small ? "/small" : "") +
         (open ? "/open" : "");
}

TwoDoku TwoDoku::start(const Rules& rules, Rng&) {
  TwoDoku state;
  state.rules_ = rules;
  if (!rules.small) return state;
  const Dimensions& dimensions = rules.dimensions();
  state.colour_ = dimensions.colours;
  state.stage_ = Stage::kHide;
  dimensions.hides.for_each([&](int square) { state.hide(square); });
  return state;
}

Player TwoDoku::to_move() const {
  switch (stage_) {
    case Stage::kValues:
    case Stage::kPot:
    case Stage::kDeal:
    case Stage::kDraw:
    case Stage::kJudge:
      return kChance;
    case Stage::kOver:
      return kNobody;
    default:
      return mover_;
  }
}

int TwoDoku::digit_at(int square) const {
  for (int digit = 1; digit <= 9; ++digit)
    if (face_up(digit).has(square)) return digit;
  return 0;
}

SquareSet TwoDoku::targets(Player player) const {
  const SquareSet empty = empty_squares();
  const SquareSet own = empty & colour_[player];
  if (!own.empty()) return own;
  const SquareSet white = empty.without(colour_[1 - player]);
  return white.empty() ? empty : white;
}

SquareSet TwoDoku::seen_by(int digit) const {
  SquareSet seen;
  face_up(digit).for_each([&](int square) { seen |= kPeers[square]; });
  return seen;
}

// ---- moves ----

void TwoDoku::legal_moves(Moves& out) const {
  assert(to_move() >= 0);
  out.clear();
  auto add_each = [&](const SquareSet& squares, Kind kind, int digit) {
    squares.for_each([&](int square) { out.push_back(Move::of(kind, square, digit)); });
  };
  if (stage_ == Stage::kColour)
    return add_each(rules_.dimensions().board.without(colour_[mover_]), Kind::kColour, 0);
  if (stage_ == Stage::kHide) return add_each(white_squares().without(occupied_), Kind::kHide, 0);
  const SquareSet squares = targets(mover_);
  for (int digit = 9; digit >= 1; --digit)
    if (hand_[mover_][digit] > 0) add_each(squares.without(seen_by(digit)), Kind::kPlay, digit);
  if (may_take()) {
    add_each(all_face_up(), Kind::kTake, 0);
    if (pot_size_ > 0) out.push_back(Move::of(Kind::kTakePot));
  }
  if (stage_ == Stage::kTookPot)
    for (int digit = 1; digit <= 9; ++digit)
      if (hand_[mover_][digit] > 0) out.push_back(Move::of(Kind::kReturn, 0, digit));
  out.push_back(Move::of(Kind::kPass));
}

// Draws from a list that also holds the placements that conflict, and draws again when it gets one
// of those: seldom needed often while the board is open. The list itself is made only when luck
// fails.
TwoDoku::Move TwoDoku::random_move(Rng& rng) const {
  assert(to_move() >= 0);
  auto one_of = [&](const SquareSet& squares) {
    return squares.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(squares.size()))));
  };
  if (stage_ == Stage::kColour)
    return Move::of(Kind::kColour, one_of(rules_.dimensions().board.without(colour_[mover_])));
  if (stage_ == Stage::kHide)
    return Move::of(Kind::kHide, one_of(white_squares().without(occupied_)));
  std::array<std::uint8_t, 9> digits;
  int held = 0;
  for (int digit = 1; digit <= 9; ++digit) {
    digits[held] = static_cast<std::uint8_t>(digit);
    held += hand_[mover_][digit] > 0;
  }
  const SquareSet squares = targets(mover_);
  const bool takes_too = may_take();
  const int plays = squares.size() * held;
  const int takes = takes_too ? all_face_up().size() : 0;
  const int pot_takes = takes_too && pot_size_ > 0 ? 1 : 0;
  const int returns = stage_ == Stage::kTookPot ? held : 0;
  const int candidates = plays + takes + pot_takes + returns + 1;
  constexpr int kAttempts = 12;  // about as long as making the list
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(candidates)));
    if (choice < plays) {
      const int digit = digits[choice % held];
      const int square = squares.nth(choice / held);
      if (face_up(digit).meets(kPeers[square])) continue;
      return Move::of(Kind::kPlay, square, digit);
    }
    choice -= plays;
    if (choice < takes) return Move::of(Kind::kTake, all_face_up().nth(choice));
    choice -= takes;
    if (choice < pot_takes) return Move::of(Kind::kTakePot);
    choice -= pot_takes;
    if (choice < returns) return Move::of(Kind::kReturn, 0, digits[choice]);
    return Move::of(Kind::kPass);
  }
  Moves moves;
  legal_moves(moves);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

void TwoDoku::apply(Move move) {
  switch (move.kind()) {
    case Kind::kPass:
      return end_turn(false);
    case Kind::kColour:
      return colour(move.square());
    case Kind::kHide:
      return hide(move.square());
    case Kind::kTake:
      return take(move.square());
    case Kind::kTakePot:
      stage_ = Stage::kDraw;
      return;
    case Kind::kPlay:
      return play(move.square(), move.digit());
    case Kind::kReturn:
      return give_back(move.digit());
    case Kind::kValue:
      return set_value(move.digit());
    case Kind::kPot:
      pot_size_ = kPot;
      if (is_whole()) {
        pot_.add(move.digit());
        pot_.add(move.second());
      }
      stage_ = Stage::kDeal;
      return;
    case Kind::kDeal:
    case Kind::kDealBlue:
      return deal(move);
    case Kind::kDrew:
      return draw(move.digit());
    case Kind::kAccepted:
      return accept();
    case Kind::kRevealed:
      return reveal(move.square(), move.digit());
  }
}

void TwoDoku::colour(int square) {
  assert(stage_ == Stage::kColour && !colour_[mover_].has(square));
  colour_[mover_].add(square);
  const int each = rules_.dimensions().coloured;
  if (colour_[0].size() == each && colour_[1].size() == each) {
    // 36 and 36 squares leave at least nine white, so that the rule that asks for nine never bites.
    stage_ = Stage::kHide;
    mover_ = 0;
  } else {
    mover_ = rules_.java ? colour_[0].size() == each : 1 - mover_;
  }
}

void TwoDoku::hide(int square) {
  assert(stage_ == Stage::kHide && white_squares().has(square) && !occupied_.has(square));
  int at = hidden_count_++;
  for (; at > 0 && hidden_[at - 1].square > square; --at) hidden_[at] = hidden_[at - 1];
  hidden_[at] = {static_cast<std::uint8_t>(square), 0, 0};
  face_down_.add(square);
  occupied_.add(square);
  mover_ = 1 - mover_;
  if (hidden_count_ == rules_.dimensions().face_down) stage_ = Stage::kValues;
}

void TwoDoku::set_value(int digit) {
  if (is_whole()) hidden_[values_drawn_].digit = static_cast<std::uint8_t>(digit);
  if (++values_drawn_ == rules_.dimensions().face_down) stage_ = Stage::kPot;
}

void TwoDoku::deal(Move move) {
  const DigitCounts dealt = move.counts();
  const Player player = move.kind() == Kind::kDeal ? 0 : 1;
  const int sum = digit_sum(dealt);
  if (is_whole()) {
    const DigitCounts pool = undrawn();
    for (int digit = 1; digit <= 9; ++digit)
      hand_[1 - player][digit] = static_cast<std::uint8_t>(pool[digit] - dealt[digit]);
  }
  hand_[player] = dealt;
  const auto equal = static_cast<std::uint16_t>(sum);
  hand_sum_ = {equal, equal};
  sum_range_.fill({equal, equal});
  hand_size_[player] = rules_.dimensions().hand;
  if (!is_whole() && rules_.open && hand_size_[1 - player] == 0) return;  // one more to come
  hand_size_[1 - player] = rules_.dimensions().hand;
  stage_ = Stage::kTurn;
}

/// A public gain.
void TwoDoku::take(int square) {
  assert(stage_ == Stage::kTurn);
  const int digit = digit_at(square);
  assert(digit > 0);
  face_up_[digit - 1].remove(square);
  occupied_.remove(square);
  if (!rules_.open) ++minimum_[mover_][digit];
  gain(mover_, digit);
  move_range(mover_, digit, digit);
  stage_ = Stage::kTook;
}

/// Digit 0: the observer does not see which.
void TwoDoku::draw(int digit) {
  if (rules_.open)
    pot_known_[1 - mover_].remove(digit);
  else
    forget_pot(1 - mover_);
  pot_known_[mover_].remove(digit);
  if (is_whole()) pot_.remove(digit);
  --pot_size_;
  const DigitBounds secret = rules_.open ? DigitBounds{digit, digit} : secret_digits(kNobody);
  gain(mover_, digit);
  move_range(mover_, secret.lowest, secret.highest);
  stage_ = Stage::kTookPot;
}

/// What a domino may be that is moved unseen out of the hand `from`, or of the pot if that is
/// kNobody: digits of which not all lie elsewhere for everybody to see.
TwoDoku::DigitBounds TwoDoku::secret_digits(Player from) const {
  const auto may_be = [&](int digit) {
    int elsewhere = face_up(digit).size();
    for (const Player player : {0, 1})
      if (player != from) elsewhere += minimum_[player][digit];
    return elsewhere < certain(digit) + swapped_.size();
  };
  DigitBounds bounds{1, 9};
  while (bounds.lowest < 9 && !may_be(bounds.lowest)) ++bounds.lowest;
  while (bounds.highest > bounds.lowest && !may_be(bounds.highest)) --bounds.highest;
  return bounds;
}

/// The other drew a domino that `observer` did not see: only of two equal digits it knows which.
/// REQUIRES: the pot still holds that domino.
void TwoDoku::forget_pot(Player observer) {
  DigitPair& known = pot_known_[observer];
  const bool certain = known.size() == 2 && known[0] == known[1];
  if (certain)
    known.remove(known[0]);
  else
    known.clear();
}

/// Digit 0: the observer does not see which. Any of the digits it knew of may be gone.
void TwoDoku::give_back(int digit) {
  assert(stage_ == Stage::kTookPot);
  const DigitBounds secret = rules_.open ? DigitBounds{digit, digit} : secret_digits(mover_);
  if (!rules_.open)
    for (std::uint8_t& known : minimum_[mover_]) known -= known > 0;
  lose(mover_, digit);
  move_range(mover_, -secret.highest, -secret.lowest);
  ++pot_size_;
  if (digit > 0) {
    if (is_whole()) pot_.add(digit);
    pot_known_[mover_].add(digit);
    if (rules_.open) pot_known_[1 - mover_].add(digit);
  }
  end_turn(false);
}

void TwoDoku::play(int square, int digit) {
  if (!kPeers[square].meets(face_down_)) return place(square, digit);
  if (!rules_.open && minimum_[mover_][digit] == 0) minimum_[mover_][digit] = 1;
  judged_square_ = static_cast<std::uint8_t>(square);
  judged_digit_ = static_cast<std::uint8_t>(digit);
  stage_ = Stage::kJudge;
}

void TwoDoku::place(int square, int digit) {
  face_up_[digit - 1].add(square);
  occupied_.add(square);
  minimum_[mover_][digit] -= minimum_[mover_][digit] > 0;
  lose(mover_, digit);
  move_range(mover_, -digit, -digit);
  end_turn(true);
}

void TwoDoku::accept() {
  assert(stage_ == Stage::kJudge);
  for (int i = 0; i < hidden_count_; ++i)
    if (kPeers[judged_square_].has(hidden_[i].square)) hidden_[i].excluded |= 1u << judged_digit_;
  place(judged_square_, judged_digit_);
}

void TwoDoku::reveal(int square, int digit) {
  assert(stage_ == Stage::kJudge && face_down_.has(square));
  int at = 0;
  while (hidden_[at].square != square) ++at;
  for (--hidden_count_; at < hidden_count_; ++at) hidden_[at] = hidden_[at + 1];
  hidden_[hidden_count_] = {};
  face_down_.remove(square);
  face_up_[digit - 1].add(square);
  end_turn(false);
}

void TwoDoku::end_turn(bool placed) {
  idle_ = placed ? 0 : idle_ + 1;
  ++turns_;
  judged_square_ = judged_digit_ = 0;
  const bool over =
      idle_ == 2 || hand_size_[mover_] == 0 || turns_ == rules_.dimensions().max_turns;
  stage_ = over ? Stage::kOver : Stage::kTurn;
  mover_ = 1 - mover_;
}

void TwoDoku::gain(Player player, int digit) {
  ++hand_size_[player];
  if (!knows_hand(player)) return;
  ++hand_[player][digit];
  hand_sum_[player] += digit;
}

void TwoDoku::lose(Player player, int digit) {
  assert(hand_size_[player] > 0);
  --hand_size_[player];
  if (!knows_hand(player)) return;
  --hand_[player][digit];
  hand_sum_[player] -= digit;
}

/// A hand has changed by `least` to `most`, as everybody can tell. REQUIRES: hand_size_ knows.
void TwoDoku::move_range(Player player, int least, int most) {
  const SumRange possible = SumRange::of_size(hand_size_[player]);
  SumRange& range = sum_range_[player];
  range = {static_cast<std::uint16_t>(std::max<int>(range.low + least, possible.low)),
           static_cast<std::uint16_t>(std::clamp<int>(range.high + most, 0, possible.high))};
  if (!knows_hand(player)) hand_sum_[player] = range.is_exact() ? range.low : 0;
}

Returns TwoDoku::returns() const {
  assert(stage_ == Stage::kOver);
  const bool ended = idle_ == 2 || hand_size_[0] == 0 || hand_size_[1] == 0;
  const bool known = knows_sum(0) && knows_sum(1);
  if (!ended || !known || hand_sum_[0] == hand_sum_[1]) return {0.5f, 0.5f};
  return hand_sum_[0] < hand_sum_[1] ? Returns{1, 0} : Returns{0, 1};
}

// Folded products over pairs of words, chained, as wyhash does (Wang Yi, 2019).
std::uint64_t TwoDoku::hash() const {
  constexpr std::size_t kWords = sizeof(TwoDoku) / 8;
  std::array<std::uint64_t, kWords + kWords % 2> words{};
  std::memcpy(words.data(), this, sizeof(TwoDoku));
  std::uint64_t key = 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto product = static_cast<unsigned __int128>(words[i] ^ 0xa0761d6478bd642fu) *
                         (words[i + 1] ^ key ^ 0xe7037ed1a0b428dbu);
    key =
        static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product) ^ mix(key);
  }
  return mix(key);
}

absl::StatusOr<AnyGame> make_twodoku(std::string_view arguments, std::string_view variants) {
  if (!arguments.empty())
    return absl::InvalidArgumentError(
        "twodoku takes no size, but got ':" + printable(arguments) +
        "'; say twodoku, or with options twodoku/java, twodoku/open, twodoku/java/open, "
        "twodoku/small or twodoku/small/open");
  static constexpr std::string_view kOptions[] = {"java", "open", "small"};
  TwoDoku::Rules rules;
  if (variants.empty()) return AnyGame(std::make_shared<const GameOf<TwoDoku>>(rules));
  for (const std::string_view option : split(variants, '/')) {
    bool* const chosen = option == "java"    ? &rules.java
                         : option == "open"  ? &rules.open
                         : option == "small" ? &rules.small
                                             : nullptr;
    if (chosen == nullptr)
      return absl::InvalidArgumentError("unknown option " + in_quotes(option) + " of twodoku" +
                                        did_you_mean(option, kOptions) +
                                        "; the options are java, open and small");
    if (std::exchange(*chosen, true))
      return absl::InvalidArgumentError("option '" + std::string(option) +
                                        "' of twodoku is given twice");
  }
  if (rules.java && rules.small)
    return absl::InvalidArgumentError(
        "twodoku/small has its colours given, so that java, an order of colouring, does not go "
        "with it");
  return AnyGame(std::make_shared<const GameOf<TwoDoku>>(rules));
}

}  // namespace gauntlet::engine
