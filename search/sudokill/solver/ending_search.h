// Solves Endings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/sudokill/solver/ending.h"
#include "search/sudokill/solver/shared_moves.h"
#include "search/sudokill/solver/solver_meter.h"
#include "search/sudokill/solver/verdict_table.h"

namespace gauntlet::search::sudokill {

/// One thread's depth-first search of small positions: all moves are looked up in the table before
/// any is searched, then those that leave the fewest candidates come first.
///
/// Candidates count for the replies among them twice. Nodes until 40 positions with 34 empty
/// squares were solved: by replies + candidates 9.2 M, + 2 x candidates 9.7 M, 2 x replies +
/// candidates 9.5 M, replies + live squares 10.1 M.
class EndingSearch {
 public:
  /// REQUIRES: all outlive it.
  EndingSearch(VerdictTable& table, SolverMeter& meter, SharedMoves& shared)
      : table_(table), meter_(meter), shared_(shared) {}

  /// Whether the player to move wins; meaningless once the meter has stopped.
  bool wins(const Ending& ending);

 private:
  /// The moves of one position whose outcome is not plain to see.
  struct Moves {
    std::array<EndingPosition, Ending::kMost> positions;  // uninitialised on purpose
    std::array<std::uint32_t, Ending::kMost> order;  ///< Effort << 8 | place among the positions.
    std::size_t count = 0;
  };

  bool search(const Ending& ending, const EndingPosition& position);
  bool has_win(const Ending& ending, const EndingPosition& position);
  bool list(const Ending& ending, const EndingPosition& position, Moves& moves);
  bool look_up(Moves& moves);
  bool loses(const Ending& ending, const EndingPosition& position);

  VerdictTable& table_;
  SolverMeter& meter_;
  SharedMoves& shared_;
};

}  // namespace gauntlet::search::sudokill
