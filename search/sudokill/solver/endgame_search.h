// Solves Endgames.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/sudokill/solver/endgame.h"
#include "search/sudokill/solver/shared_moves.h"
#include "search/sudokill/solver/solver_meter.h"
#include "search/sudokill/solver/solver_table.h"

namespace gauntlet::search::sudokill {

/// One thread's depth-first search of small positions: all moves are looked up in the table before
/// any is searched, then those that leave the fewest candidates come first.
///
/// Candidates count for the replies among them twice; docs/strength.md compares other sums.
class EndgameSearch {
 public:
  /// REQUIRES: all outlive it.
  EndgameSearch(SolverTable& table, SolverMeter& meter, SharedMoves& shared)
      : table_(table), meter_(meter), shared_(shared) {}

  /// Whether the player to move wins; meaningless once the meter has stopped.
  bool wins(const Endgame& endgame);

 private:
  /// The moves of one position whose result is not plain to see.
  struct Moves {
    std::array<EndgamePosition, Endgame::kMost> positions;  // uninitialised on purpose
    std::array<std::uint32_t, Endgame::kMost> order;  ///< Cost << 8 | place among the positions.
    std::size_t count = 0;
  };

  bool search(const Endgame& endgame, const EndgamePosition& position);
  bool has_win(const Endgame& endgame, const EndgamePosition& position);
  bool list(const Endgame& endgame, const EndgamePosition& position, Moves& moves);
  bool look_up(Moves& moves);
  bool loses(const Endgame& endgame, const EndgamePosition& position);

  SolverTable& table_;
  SolverMeter& meter_;
  SharedMoves& shared_;
};

}  // namespace gauntlet::search::sudokill
