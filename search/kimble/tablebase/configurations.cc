#include "search/kimble/tablebase/configurations.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/bits.h"

namespace gauntlet::search::kimble {

namespace {

using engine::Kimble;

constexpr int kMostPieces = 4;

/// How many sets of `chosen` are there among `squares`?
constexpr std::array<std::array<std::uint32_t, kMostPieces + 1>, Kimble::kSquares + 1> kChoices =
    [] {
      std::array<std::array<std::uint32_t, kMostPieces + 1>, Kimble::kSquares + 1> choices{};
      for (std::size_t squares = 0; squares <= Kimble::kSquares; ++squares) {
        choices[squares][0] = 1;
        for (std::size_t chosen = 1; squares > 0 && chosen <= kMostPieces; ++chosen)
          choices[squares][chosen] =
              choices[squares - 1][chosen - 1] + choices[squares - 1][chosen];
      }
      return choices;
    }();

/// How many sets have fewer squares than each count.
constexpr std::array<std::uint32_t, kMostPieces + 2> kFewer = [] {
  std::array<std::uint32_t, kMostPieces + 2> fewer{};
  for (std::size_t count = 0; count <= kMostPieces; ++count)
    fewer[count + 1] = fewer[count] + kChoices[Kimble::kSquares][count];
  return fewer;
}();

}  // namespace

/// Of all sets with at most four squares: the smaller ones first, those of equal size in the order
/// of the combinatorial number system.
std::size_t Configurations::rank(std::uint32_t board) {
  std::size_t rank = kFewer[static_cast<std::size_t>(std::popcount(board))];
  for (std::size_t chosen = 1; board != 0; ++chosen)
    rank += kChoices[static_cast<std::size_t>(engine::pop_lowest(board))][chosen];
  return rank;
}

Configurations::Configurations(int pieces) : pieces_(pieces) {
  number();
  list_steps();
}

/// The sum of what is left to go, less what is left when all pieces are in the goal.
int Configurations::way_of(std::uint32_t board) const {
  const int last = Kimble::kRing + pieces_ - 1;
  int way = (pieces_ - std::popcount(board)) * (last + kLongestStep) - pieces_ * (pieces_ - 1) / 2;
  while (board != 0) way += last - engine::pop_lowest(board);
  return way;
}

int Configurations::layer(int configuration) const {
  return std::popcount(board(configuration) >> Kimble::kRing);
}

void Configurations::number() {
  const std::uint64_t end = std::uint64_t{1} << (Kimble::kRing + pieces_);
  for (std::uint64_t board = 0; board < end;) {
    const auto squares = static_cast<std::uint32_t>(board);
    boards_.push_back(squares);
    // Boards with too many squares are skipped: adding the lowest bit carries to fewer ones.
    board += std::popcount(squares) < pieces_ ? 1 : squares & (~squares + 1);
  }
  const auto order = [this](std::uint32_t board) {
    return std::tuple(-std::popcount(board >> Kimble::kRing), way_of(board), board);
  };
  std::sort(boards_.begin(), boards_.end(),
            [&](std::uint32_t one, std::uint32_t two) { return order(one) < order(two); });

  numbers_.resize(kFewer.back());
  for (int i = 0; i < size(); ++i) {
    numbers_[rank(board(i))] = static_cast<std::uint16_t>(i);
    levels_.push_back(static_cast<std::uint8_t>(way_of(board(i))));
    top_level_ = std::max(top_level_, level(i));
  }
  firsts_.resize(at(pieces_) + 1);
  for (int layer = 0, end_of_layer = size(); layer <= pieces_; ++layer) {
    auto& firsts = firsts_[at(layer)];
    firsts.assign(at(top_level_) + 2, end_of_layer);
    int first = end_of_layer;
    for (; first > 0 && this->layer(first - 1) == layer; --first)
      firsts[levels_[at(first - 1)]] = first - 1;
    for (std::size_t level = firsts.size() - 1; level-- > 0;)
      firsts[level] = std::min(firsts[level], firsts[level + 1]);
    end_of_layer = first;
  }
}

void Configurations::list_steps() {
  const std::uint64_t squares = ((std::uint64_t{1} << (Kimble::kRing + pieces_)) - 1)
                                << Kimble::kHomeGap;
  first_steps_.push_back(0);
  for (const std::uint32_t board : boards_) {
    const std::uint64_t home = std::popcount(board) < pieces_;
    const std::uint64_t track = std::uint64_t{board} << Kimble::kHomeGap | home;
    int passes = 0;
    for (int die = 1; die <= kDice; ++die) {
      std::uint64_t movable = track & (squares & ~track) >> die;
      passes += die < kDice && movable == 0;
      while (movable != 0) {
        const int from = 63 - std::countl_zero(movable);
        movable ^= std::uint64_t{1} << from;
        const int to = from + die - Kimble::kHomeGap;
        const std::uint64_t left = std::uint64_t{1} << from >> Kimble::kHomeGap;
        const std::uint32_t after = (board & ~static_cast<std::uint32_t>(left)) | 1u << to;
        steps_.push_back({static_cast<std::uint16_t>(number_of(after)),
                          to < Kimble::kRing ? static_cast<std::uint8_t>(to) : Step::kNowhere,
                          from == 0});
      }
      first_steps_.push_back(static_cast<std::uint32_t>(steps_.size()));
    }
    passes_.push_back(static_cast<std::uint8_t>(passes));
  }
}

}  // namespace gauntlet::search::kimble
