// What the K-in-a-Row page asks its own server about levels.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <boost/json/object.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "tools/protocol/http.h"
#include "tools/protocol/known_opponents.h"

namespace gauntlet::tools {

/// Routes for the page alone: no other site's page may read them. Answers are JSON; what is
/// wrong gets 400, 405 or 415 and one sentence as plain text.
///
///   GET /levels?width=7&height=6&k=4    {"game", "elo": [of level 1, .., of level 10], or null
///                                       where the board was not calibrated}
///   GET /levels/auto?width=..&player=WORD    {"level": "5.5"}: what level:auto plays next
///   POST /levels/auto    {"player", "width", "height", "k", "level", "seat", "moves": [squares]}:
///                        a game that WORD has played to its end in that seat, against that level.
///                        {"level": of the next game, "sentence": what is known by now}
///
/// The page makes up WORD, 16 to 64 letters and digits, and keeps it: who knows it can spoil what
/// is known of one browser, and nothing else. Who reads the games that are kept cannot tell WORD
/// from them: its browser is called there by a hash of it. So many are remembered that nobody can
/// fill the memory. Thread-safe.
class KinarowLevels {
 public:
  /// Is told of each game when it has ended, one at a time.
  using Ended = std::function<void(const selfplay::FinishedGame& game)>;

  explicit KinarowLevels(KnownOpponents known = {}, Ended ended = nullptr)
      : known_(std::move(known)), ended_(std::move(ended)) {}

  /// Whether Ended may have been told of that game.
  static bool is_own(const selfplay::FinishedGame& game);
  /// Adds to `known` what an earlier game tells. REQUIRES: is_own(game).
  static void learn_again(KnownOpponents& known, const selfplay::FinishedGame& game);

  static bool is_for(std::string_view target);
  /// REQUIRES: is_for(request.target).
  HttpResponse answer(const HttpRequest& request);

 private:
  absl::StatusOr<boost::json::object> next_level(std::string_view query);
  absl::StatusOr<selfplay::OpponentStrength> add_game(std::string_view body);

  absl::Mutex mutex_;
  KnownOpponents known_ ABSL_GUARDED_BY(mutex_);
  const Ended ended_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::tools
