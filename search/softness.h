// How a player chooses that is to be less than perfect, and yet plays nothing that makes no sense.
#pragma once

#include "engine/rng.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// Of what a search thinks of its moves, a soft choice is drawn by softmax: a move whose chance to
/// win (0..1) is lower by `temperature` is e times less likely. What lies more than `cap` below the
/// best is never played.
struct Softness {
  double temperature = 0;  ///< In chances to win; 0: always the best move.
  double cap = 0;          ///< Of the chance to win that one move may give away.
  /// How often (0..1) nothing is left to the draw where the game is decided: then what is seen to
  /// win is played, and nothing that is seen to lose while anything else is there.
  double care = 1;
  /// Whether one winning move is as good as another, where several are seen to win, and none at
  /// once.
  bool takes_any_win = false;

  bool is_none() const { return temperature <= 0 || cap <= 0; }
};

/// A move of `found`, which was asked for all within `softness.cap` (SearcherOptions::
/// judges_within). In a lost position it is the best: the longest defence. Takes at most two
/// numbers off `rng`; the same ones on every machine.
JudgedMove drawn(const Result& found, const Softness& softness, engine::Rng& rng);

}  // namespace gauntlet::search
