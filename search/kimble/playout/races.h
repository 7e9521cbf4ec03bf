// Games of Kimble played side by side to their ends.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "engine/bits.h"
#include "engine/kimble/kimble.h"
#include "engine/rng.h"
#include "search/kimble/playout/lanes.h"
#include "search/kimble/playout/race.h"

namespace gauntlet::search::kimble {

/// Plays kLanes games at a time, a throw of each in every step, and begins another where one ends.
/// A game's throws and choices depend only on `seed` and its number among those of its start: the
/// same whatever kLanes is, and games of the same number have equal dice from all starts.
///
/// Boards are kept in turn order, the one of who throws first, and turn when the turn passes; so a
/// step has no branch but for games that end and, by kFitted, for how many pieces could move. A
/// piece is chosen by where it goes, which is in the order of where they stand, home first. With
/// fewer than four pieces others stand on the squares of the goal that are not in use: so all games
/// are alike.
///
/// kEven and kChoosing: as in the rules; they spare what else must be looked up for each lane.
template <class W, int kPlayers, bool kEven, Choosing kChoosing>
class Races {
 public:
  /// REQUIRES: the rules fit the parameters; the starts outlive it.
  inline Races(const RaceRules& rules, std::span<RaceStart> starts, std::uint64_t seed)
      : rules_(rules),
        starts_(starts),
        seed_(seed),
        unused_(rules.pieces == kMostPieces ? 0 : ~std::uint32_t{0} << (kRing + rules.pieces)) {}

  /// Plays all games, and returns how many throws and moves there were.
  inline std::uint64_t run() {
    Group one, two;
    fill(one, kAllLanes);
    fill(two, kAllLanes);
    std::uint64_t plies = 0;
    while ((one.playing | two.playing) != 0) plies += step(one) + step(two);
    return plies;
  }

 private:
  using Mask = typename W::Mask;
  static constexpr int kLanes = W::kLanes;
  static constexpr int kRing = engine::Kimble::kRing;
  static constexpr std::uint32_t kOnRing = (1u << kRing) - 1;
  static constexpr std::uint32_t kGoal = ~kOnRing;
  static constexpr int kMostPieces = 4;
  static constexpr int kSix = 6;

  static constexpr unsigned kAllLanes = (1u << kLanes) - 1;

  /// A game a lane. What a game does next waits for what it did before, so two groups take turns:
  /// while one waits the other is worked on.
  struct Group {
    W boards[kPlayers]{};
    W seat{};              ///< Who throws.
    W low{}, high{};       ///< Of the random numbers.
    unsigned playing = 0;  ///< The lanes whose games count.
    std::size_t start_of[kLanes]{};
  };

  /// One throw in every lane.
  inline unsigned step(Group& group) {
    // 1. The die. Three quarters of a number, in eighths, are 0..5; what is left of it chooses.
    const W number = draw(group);
    const W scaled = (number >> 1) + (number >> 2);
    const W die = (scaled >> 29) + 1;
    const Mask six = die == kSix;

    // 2. Where pieces can go; from home to the start square, which nothing else reaches by a six.
    W& own = group.boards[0];
    const W from_home = where(six & has_home(own), W(1), W(0));
    const W targets = without(own << die | from_home, own);

    // 3. The move.
    const W to = chosen(group, targets, scaled << 3, die);
    own = own ^ to ^ (to >> die);
    const W landing = to & kOnRing;
    for (int other = 1; other < kPlayers; ++other) {
      const W gap = gap_to(group, other);
      group.boards[other] =
          without(group.boards[other], (landing >> gap | landing << (kRing - gap)) & kOnRing);
    }

    // 4. Whose turn it is, and which games are over.
    const unsigned ended = W::bits_of((own & kGoal) == kGoal) & group.playing;
    const unsigned moved = W::bits_of(meet(to, to)) & group.playing;
    const auto plies = static_cast<unsigned>(std::popcount(group.playing) + std::popcount(moved));
    const W mover = group.seat;
    pass_turn(group, six);
    if (ended != 0) [[unlikely]]
      end_games(group, ended, mover);
    return plies;
  }

  /// xoroshiro64* (Blackman and Vigna 2018), a generator a lane.
  static inline W draw(Group& group) {
    const W number = group.low * 0x9e3779bbu;
    const W mixed = group.high ^ group.low;
    group.low = rotated(group.low, 26) ^ mixed ^ mixed << 9;
    group.high = rotated(mixed, 13);
    return number;
  }

  inline W gap_to(const Group& group, int other) const {
    if constexpr (kEven) return W(static_cast<unsigned>(kRing / kPlayers * other));
    return looked_up(rules_.gaps[static_cast<std::size_t>(other)].data(), group.seat);
  }

  /// One of the targets, none where there is none. `luck` has 29 random bits, the highest first.
  inline W chosen(const Group& group, const W& targets, const W& luck, const W& die) const {
    // The lowest, or one higher with the chance that makes all equally likely: 1/2, 1/3, 1/4.
    const Mask half = luck < 0x80000000u;
    const Mask quarter = (luck & 0x60000000u) == 0;
    const Mask third = luck << 3 < 0x55555555u;
    if constexpr (kChoosing == Choosing::kRandom) return one_of(targets, half, third, quarter);
    const Mask random = is_set(group, rules_.at_random), foremost = is_set(group, rules_.foremost);
    const W by_rule = one_of(preferred(group, targets), (half & random) | foremost,
                             (third & random) | foremost, (quarter & random) | foremost);
    if constexpr (kChoosing == Choosing::kByRule) return by_rule;
    return where(is_set(group, rules_.fitted), weighed(group, targets, die), by_rule);
  }

  /// Of the squares on whoever throws: the others' pieces, and what they can reach.
  struct Rivals {
    W all{};
    W rings[kPlayers]{}, reached[kPlayers]{};
  };

  inline Rivals rivals_of(const Group& group) const {
    Rivals rivals;
    for (int other = 1; other < kPlayers; ++other) {
      const W gap = gap_to(group, other), back = W(kRing) - gap;
      const W ring = group.boards[other] & kOnRing;
      const W start = where(has_home(group.boards[other]), W(1), W(0));
      const W reached = (ahead(ring) & kOnRing) | start;
      rivals.rings[other] = (ring << gap | ring >> back) & kOnRing;
      rivals.reached[other] = (reached << gap | reached >> back) & kOnRing;
      rivals.all = rivals.all | rivals.rings[other];
    }
    return rivals;
  }

  static inline Mask has_home(const W& board) {
    W fourth = board;
    for (int piece = 1; piece < kMostPieces; ++piece) fourth = fourth & (fourth - 1);
    return fourth == 0;
  }

  /// One to six squares further on.
  static inline W ahead(const W& squares) {
    const W two = squares | squares << 1;
    return (two | two << 2 | two << 4) << 1;
  }

  /// The target of the highest score (see fitted_choice()), none where there is none.
  inline W weighed(const Group& group, const W& targets, const W& die) const {
    const Rivals rivals = rivals_of(group);
    const Mask six = die == kSix;
    const Mask home = has_home(group.boards[0]);
    W best{}, most{};
    for (W rest = targets; W::bits_of(meet(rest, rest)) != 0; rest = rest & (rest - 1)) {
      const W to = without(rest, rest - 1);
      const W score = where(to == 0, W(0), score_of(group, rivals, to, to >> die, six, home));
      const Mask is_better = most < score;
      most = where(is_better, score, most);
      best = where(is_better, to, best);
    }
    return best;
  }

  /// Above 0 for all moves. `from` is 0 for home.
  inline W score_of(const Group& group, const Rivals& rivals, const W& to, const W& from,
                    const Mask& six, const Mask& home) const {
    namespace feature = move_feature;
    constexpr std::uint32_t kAboveZero = 1u << 30;
    const std::uint32_t* const weights = rules_.weights.data();
    const W to_square = index_of(to), from_square = index_of(from);
    W victim{}, reached_to{}, reached_from{};
    for (int other = 1; other < kPlayers; ++other) {
      const W gap = gap_to(group, other);
      const W square = where(to_square < gap, to_square + (W(kRing) - gap), to_square - gap);
      victim = where(meet(to, rivals.rings[other]), square, victim);
      reached_to = reached_to + where(meet(to, rivals.reached[other]), W(1), W(0));
      reached_from = reached_from + where(meet(from, rivals.reached[other]), W(1), W(0));
    }
    const auto risk = [&](const W& square) {
      return where(six, looked_up_32(weights + feature::kRiskAfterSix, square),
                   looked_up_32(weights + feature::kRisk, square));
    };
    const auto if_set = [](const Mask& mask, const W& number) { return where(mask, number, W(0)); };
    const W chase(weights[feature::kChase]);
    W score = W(kAboveZero) + looked_up_32(weights + feature::kProgress, to_square);
    score =
        score - if_set(meet(from, from), looked_up_32(weights + feature::kProgress, from_square));
    score = score + if_set(meet(to, rivals.all), looked_up_32(weights + feature::kCapture, victim));
    score = score + reached_to * risk(to_square) - reached_from * risk(from_square);
    score = score + if_set(meet(ahead(to & kOnRing), rivals.all), chase);
    score = score - if_set(meet(ahead(from & kOnRing), rivals.all), chase);
    return score + if_set(meet(from, W(1)) & home, W(weights[feature::kVacate]));
  }

  /// The lowest of the targets; the second, third, fourth where there is one and the mask says so.
  static inline W one_of(const W& targets, const Mask& second, const Mask& third,
                         const Mask& fourth) {
    const W two = targets & (targets - 1);
    const W three = two & (two - 1);
    const W four = three & (three - 1);
    W rest = targets;
    rest = where(meet(two, two) & second, two, rest);
    rest = where(meet(three, three) & third, three, rest);
    rest = where(meet(four, four) & fourth, four, rest);
    return without(rest, rest - 1);
  }

  /// Those that capture where captures come first and there are any; else the start square alone if
  /// it is one.
  inline W preferred(const Group& group, const W& targets) const {
    W others{};
    for (int other = 1; other < kPlayers; ++other) {
      const W gap = gap_to(group, other), ring = group.boards[other] & kOnRing;
      others = others | ring << gap | ring >> (kRing - gap);
    }
    const W hits = targets & others & kOnRing, start = targets & 1;
    const W first = where(meet(hits, hits), hits, where(meet(start, start), start, targets));
    return where(is_set(group, rules_.captures), first, targets);
  }

  /// For whoever throws.
  inline Mask is_set(const Group& group, const std::array<std::uint32_t, 8>& by_seat) const {
    const W found = looked_up(by_seat.data(), group.seat);
    return meet(found, found);
  }

  static inline void pass_turn(Group& group, const Mask& six) {
    const W thrower = group.boards[0];
    for (int seat = 0; seat + 1 < kPlayers; ++seat)
      group.boards[seat] = where(six, group.boards[seat], group.boards[seat + 1]);
    group.boards[kPlayers - 1] = where(six, group.boards[kPlayers - 1], thrower);
    const W next = group.seat + 1;
    group.seat = where(six, group.seat, where(next == kPlayers, W(0), next));
  }

  inline void end_games(Group& group, unsigned ended, const W& winners) {
    for (unsigned left = ended; left != 0;) {
      const int lane = engine::pop_lowest(left);
      ++starts_[group.start_of[lane]].wins[winners.lane(lane)];
    }
    fill(group, ended);
  }

  /// Begins games in these lanes, while there are any left.
  inline void fill(Group& group, unsigned lanes) {
    while (lanes != 0) {
      const int lane = engine::pop_lowest(lanes);
      while (start_ < starts_.size() && game_ == starts_[start_].games) ++start_, game_ = 0;
      if (start_ == starts_.size()) {
        group.playing &= ~(1u << lane);
        continue;
      }
      group.playing |= 1u << lane;
      group.start_of[lane] = start_;
      begin(group, lane, starts_[start_], engine::Rng(seed_, game_++).next());
    }
  }

  inline void begin(Group& group, int lane, const RaceStart& start, std::uint64_t random) {
    for (unsigned i = 0; i < kPlayers; ++i)
      group.boards[i].set_lane(lane, start.boards[(start.seat + i) % kPlayers] | unused_);
    group.seat.set_lane(lane, start.seat);
    group.low.set_lane(lane, static_cast<std::uint32_t>(random) | (random == 0));
    group.high.set_lane(lane, static_cast<std::uint32_t>(random >> 32));
  }

  const RaceRules& rules_;
  std::span<RaceStart> starts_;
  std::uint64_t seed_;
  std::uint32_t unused_;    ///< Squares of the goal.
  std::size_t start_ = 0;   ///< Of the next game that begins,
  std::uint64_t game_ = 0;  ///< and its number.
};

}  // namespace gauntlet::search::kimble
