#include "engine/kimble/kimble.h"

#include <algorithm>
#include <memory>

#include "engine/words.h"

namespace gauntlet::engine {

namespace {

constexpr std::string_view kLetters = "ABCD";

/// The seats that the digits 1..4 stand for: A, AC, ABC, ABCD.
constexpr std::array<std::uint8_t, 4> kSeatsByDigit = {0b0001, 0b0101, 0b0111, 0b1111};

absl::StatusOr<std::uint8_t> read_seats(std::string_view text) {
  if (const auto digit = parse_int(text, 1, 4))
    return kSeatsByDigit[static_cast<std::size_t>(*digit) - 1];
  unsigned seats = 0;
  for (const char letter : text) {
    const std::size_t corner = kLetters.find(letter);
    if (corner == std::string_view::npos || seats >> corner != 0) {
      return absl::InvalidArgumentError(
          "kimble's seats " + in_quotes(text) +
          " must be a number 1-4 or letters of ABCD in order, such as AC");
    }
    seats |= 1u << corner;
  }
  return static_cast<std::uint8_t>(seats);
}

}  // namespace

std::string Kimble::Rules::letters() const {
  std::string letters;
  for (int corner = 0; corner < Kimble::kCorners; ++corner)
    if (seats >> corner & 1) letters += kLetters[static_cast<std::size_t>(corner)];
  return letters;
}

std::string Kimble::Rules::name() const {
  const auto digit = std::find(kSeatsByDigit.begin(), kSeatsByDigit.end(), seats);
  std::string name = "kimble:";
  name += digit == kSeatsByDigit.end() ? letters() : std::to_string(players());
  if (pieces != Kimble::Rules().pieces) name += "/pieces=" + std::to_string(pieces);
  return name;
}

absl::StatusOr<Kimble::Rules> kimble::read_rules(std::string_view arguments,
                                                 std::string_view variants) {
  Kimble::Rules rules;
  if (!arguments.empty()) {
    const absl::StatusOr<std::uint8_t> seats = read_seats(arguments);
    if (!seats.ok()) return seats.status();
    rules.seats = *seats;
  }
  if (!variants.empty()) {
    constexpr std::string_view kPieces = "pieces=";
    const bool known = variants.substr(0, kPieces.size()) == kPieces;
    const auto pieces = known ? parse_int(variants.substr(kPieces.size()), 1, 4) : std::nullopt;
    if (!pieces) {
      return absl::InvalidArgumentError(
          "kimble's only option is pieces=1 to pieces=4, given once; " + in_quotes(variants) +
          " is not that");
    }
    rules.pieces = static_cast<std::uint8_t>(*pieces);
  }
  return rules;
}

absl::StatusOr<AnyGame> make_kimble(std::string_view arguments, std::string_view variants) {
  const absl::StatusOr<Kimble::Rules> rules = kimble::read_rules(arguments, variants);
  if (!rules.ok()) return rules.status();
  return AnyGame(std::make_shared<const GameOf<Kimble>>(*rules));
}

Kimble Kimble::start(const Rules& rules, Rng&) {
  assert(rules.seats > 0 && rules.seats < 16 && rules.pieces >= 1 && rules.pieces <= 4);
  Kimble state;
  state.rules_ = rules;
  return state;
}

void Kimble::legal_moves(Moves& out) const {
  assert(to_move_ >= 0);
  out.clear();
  for (std::uint64_t rest = movable_pieces(); rest != 0;) {
    const int foremost = 63 - std::countl_zero(rest);
    out.push_back({Move::kPiece, foremost});
    rest ^= std::uint64_t{1} << foremost;
  }
}

bool Kimble::is_outcome(Move move) const {
  if (to_move_ != kChance) return false;
  if (turn_ == kNoCorner) return move.kind() == Move::kStarter && move.number() < players();
  return move.kind() == Move::kThrow && move.number() >= 1 && move.number() <= 6;
}

bool Kimble::captures(Move move) const {
  const int square = move.number() + die_ - kHomeGap;
  if (square >= kRing) return false;
  std::uint32_t hit = 0;
  for (int k = 1; k < kCorners; ++k)
    hit |= boards_[(turn_ + k) % kCorners] >> seen_from(square, k) & 1;
  return hit != 0;
}

Returns Kimble::returns() const {
  assert(to_move_ == kNobody);
  Returns returns{};
  const bool alone = players() == 1;
  const auto winner = static_cast<std::size_t>(turn());
  returns[winner] = alone ? static_cast<float>(kMostThrows - throws_) / kMostThrows : 1.0f;
  return returns;
}

std::uint64_t Kimble::hash() const {
  const auto pair = [&](int i) { return boards_[i] | std::uint64_t{boards_[i + 1]} << 32; };
  const auto byte = [](auto value) { return std::uint64_t{static_cast<std::uint8_t>(value)}; };
  const std::uint64_t rest = byte(rules_.seats) | byte(rules_.pieces) << 8 | byte(turn_) << 16 |
                             byte(die_) << 24 | byte(to_move_) << 32 | std::uint64_t{throws_} << 40;
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;
  return mix(mix(mix(pair(0) + kOdd) ^ pair(2)) + kOdd * rest);
}

}  // namespace gauntlet::engine
