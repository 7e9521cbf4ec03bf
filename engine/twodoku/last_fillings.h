// The fillings of one view, counted once for all worlds that are drawn of it.
#pragma once

#include <optional>

#include "engine/twodoku/fillings.h"
#include "engine/twodoku/unknown.h"

namespace gauntlet::engine::twodoku {

/// The fillings that were asked for last, so that who draws many worlds of one view has them
/// counted once. Of a view with swapped dominoes they are counted anew when those get other digits.
/// For one thread.
class LastFillings {
 public:
  /// Valid until the next call.
  const Fillings& of(const UnknownDominoes& unknown) {
    if (unknown_ != unknown) {
      fillings_.emplace(unknown);
      unknown_ = unknown;
    }
    return *fillings_;
  }
  /// Gives the memory back.
  void clear() {
    unknown_.reset();
    fillings_.reset();
  }

 private:
  std::optional<UnknownDominoes> unknown_;
  std::optional<Fillings> fillings_;
};

}  // namespace gauntlet::engine::twodoku
