#include "tools/commands/human_seat.h"

#include <unistd.h>

#include <iostream>

#include "tools/colours.h"
#include "tools/human_player.h"

namespace gauntlet::tools {

std::unique_ptr<selfplay::Player> human_at_terminal(const engine::AnyGame& game, bool json,
                                                    EarlyEnd& early_end) {
  static InterruptibleInput buffer(STDIN_FILENO, early_end.token());
  static std::istream input(&buffer);
  const Colours colours = Colours::of(json ? STDERR_FILENO : STDOUT_FILENO);
  return make_human_player(
      game, {input, json ? std::cerr : std::cout, [&early_end] { early_end.leave(); }, colours});
}

void tell_person(bool json, const std::string& sentence) {
  (json ? std::cerr : std::cout) << '\n' << sentence << ".\n" << std::flush;
}

}  // namespace gauntlet::tools
