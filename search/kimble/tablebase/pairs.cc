#include "search/kimble/tablebase/pairs.h"

#include <cassert>

#include "engine/bits.h"

namespace gauntlet::search::kimble {

using engine::Kimble;

Pairs::Pairs(const Configurations& configurations, int further)
    : configurations_(&configurations),
      shift_(Kimble::kCornerGap * further),
      rows_(static_cast<std::size_t>(configurations.size())),
      words_((rows_ + 63) / 64),
      on_square_(Kimble::kRing * words_),
      usable_(words_),
      before_(words_ * rows_) {
  for (int column = 0; column < configurations.size(); ++column) {
    const std::size_t word = static_cast<std::size_t>(column) / 64;
    const std::uint64_t bit = std::uint64_t{1} << column % 64;
    if (column != Configurations::kFinished) usable_[word] |= bit;
    for (std::uint32_t ring = configurations.board(column) & kOnRing; ring != 0;)
      on_square_[static_cast<std::size_t>(engine::pop_lowest(ring)) * words_ + word] |= bit;
  }

  starts_.push_back(0);
  for (int row = 0; row < configurations.size(); ++row) {
    const std::uint32_t blocked = blocked_by(row);
    unsigned count = 0;
    for (std::size_t word = 0; word < words_ && row != Configurations::kFinished; ++word) {
      before_[word * rows_ + static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(count);
      count += static_cast<unsigned>(std::popcount(fitting_word(blocked, word)));
    }
    starts_.push_back(starts_.back() + count);
  }
}

void ConfigurationRow::open(const Pairs& pairs, int row, int first, int end) {
  pairs_ = &pairs;
  first_word_ = first / 64;
  const auto first_word = static_cast<std::size_t>(first_word_);
  const std::size_t words = static_cast<std::size_t>(end - 1) / 64 - first_word + 1;
  assert(first < end && words <= kMostWords);
  const std::uint32_t blocked = pairs.blocked_by(row);
  std::uint64_t start = pairs.start_of(row) + pairs.before(row, first_word);
  for (std::size_t i = 0; i < words; ++i) {
    fitting_[i] = pairs.fitting_word(blocked, first_word + i);
    starts_[i] = start;
    start += static_cast<std::uint64_t>(std::popcount(fitting_[i]));
  }
}

}  // namespace gauntlet::search::kimble
