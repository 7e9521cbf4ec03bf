// How a searcher is built.
#pragma once

#include <absl/container/btree_map.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "search/limits.h"

namespace gauntlet::search {

/// What a method may play by that is no part of the program, such as a tablebase. Who has files
/// loads it; the method knows its type.
class Knowledge {
 public:
  virtual ~Knowledge() = default;
};

struct SearcherOptions {
  std::size_t hash_mb = 16;  ///< Transposition table, or tree memory for MCTS; 1..65536.
  int threads = 1;           ///< Threads that one search uses; 1..256.
  /// Not only the best move is asked for but what every move is worth: a method that can judge them
  /// all (Method::judges_all_moves) then does so, also where there is no choice. Others ignore it.
  bool judges_all_moves = false;
  /// Those moves are asked for, too, whose chance to win lies at most this below that of the best,
  /// and what they are worth (Result::moves): the strongest method of every game tells it, and
  /// takes longer for it. Nothing: the best move alone.
  std::optional<double> judges_within = {};
  /// What Limits::nodes will be in every search at most: no more memory is taken than that many
  /// nodes can use, whatever `hash_mb` allows.
  std::uint64_t most_nodes = Limits::kNoNodes;
  /// Options that only the method has, by key (Method::options). REQUIRES: each was checked.
  absl::btree_map<std::string, std::string> own = {};
  /// REQUIRES: the method does not lack it (Method::lacks).
  std::shared_ptr<const Knowledge> knowledge = {};
};

}  // namespace gauntlet::search
