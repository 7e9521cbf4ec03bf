// The bot that the K-in-a-Row page calls: HTTP requests in, answers out, nothing remembered.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/thinking/question.h"
#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// A position that the page wants a move for.
struct KinarowQuestion {
  engine::AnyGame game;
  engine::AnyState view;
  std::string player;                         ///< The spec of who is to think.
  std::chrono::steady_clock::time_point due;  ///< When the page stops waiting.
};

/// The routes, each also below /level/1 to /level/10 for a player of that level:
///
///   GET /status?width=4&height=4&k=3&timePerMove=2    200: will play; 418: will not
///   POST /move    {"width", "height", "cells", "k", "turn", "timePerMove"}    200: "7", a square
///   OPTIONS of both    204: what a browser asks before it calls another site's server
///
/// cells holds null, 0 or 1 for each square, row by row from the top; player 0 moves first; times
/// are in seconds. Whatever else comes gets 400, 404 or 405 and one sentence, and a move that
/// cannot be had in time 503, for one that comes late is lost all the same. Every answer may be
/// read by pages of any origin, for that is how the page calls.
class KinarowBot {
 public:
  /// Has a move thought about, and returns at once. `answered` is to be called once, from any
  /// thread, soon when the stop is requested; with no choice when a move would come too late.
  using Think = std::function<void(const KinarowQuestion&, std::stop_token,
                                   std::function<void(const selfplay::Answer&)> answered)>;

  struct Options {
    std::string player = "expert";  ///< Who thinks where the path names no level.
    /// Lines count as on the real page, whose wrapped diagonals win too on boards that are higher
    /// than wide by two or more.
    bool page_rules = true;
  };

  /// Why `player` can play on no board. Where it can on some, as who is named by a rating, /status
  /// tells on which.
  static absl::Status objection(const std::string& player);

  /// REQUIRES: there is no objection() to the player.
  KinarowBot(Options options, Think think)
      : options_(std::move(options)), think_(std::move(think)) {}

  /// A task when a move is to be found. It refers to this bot, which must outlive it. Thread-safe.
  HttpAnswer answer(const HttpRequest& request) const;

  /// The question in the body of a /move; the sentence of what is wrong with it otherwise.
  absl::StatusOr<KinarowQuestion> read_question(std::string_view body,
                                                std::chrono::steady_clock::time_point arrived,
                                                const std::string& player) const;

  /// What every answer carries so that pages may read it.
  static HttpHeader open_to_all();

 private:
  HttpResponse answer_status(std::string_view query, const std::string& player) const;
  HttpAnswer answer_move(const HttpRequest& request, const std::string& player) const;

  Options options_;
  Think think_;
};

}  // namespace gauntlet::tools
