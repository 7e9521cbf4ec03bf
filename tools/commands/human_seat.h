// A person who plays at the terminal of a command.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "selfplay/players/player.h"
#include "tools/commands/interrupt.h"

namespace gauntlet::tools {

/// What ends the games before they are all played: a signal, or the end of a person's input.
class EarlyEnd {
 public:
  std::stop_token token() const { return stop_.get_token(); }
  /// The input has ended, unless a signal came first: then it only seems so.
  void leave() { input_ended_ = stop_.request_stop(); }
  std::string_view word() const { return input_ended_ ? "the input has ended" : "interrupted"; }

 private:
  const Interrupt interrupt_;
  std::stop_source stop_;
  bool input_ended_ = false;
  const std::stop_callback<std::function<void()>> on_signal_{interrupt_.token(),
                                                             [this] { stop_.request_stop(); }};
};

/// With `json` the board goes to stderr. `early_end` must outlive the player.
std::unique_ptr<selfplay::Player> human_at_terminal(const engine::AnyGame& game, bool json,
                                                    EarlyEnd& early_end);

/// A sentence for the person, between two games.
void tell_person(bool json, const std::string& sentence);

}  // namespace gauntlet::tools
