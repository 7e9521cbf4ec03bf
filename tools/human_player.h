// A person at the terminal as a player.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <stop_token>
#include <streambuf>
#include <string>
#include <string_view>

#include "selfplay/players/player.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// What people type as the game's notation has it: blanks stand for commas between numbers.
/// "4 5" and " 4 , 5" are "4,5".
std::string typed_move(std::string_view line);

/// Where a person sits, and what happens when the input ends.
struct Terminal {
  std::istream& in;
  std::ostream& out;
  /// Called at the end of the input, before the answer to choose(): nobody will answer any more.
  std::function<void()> leave;
  Colours colours = {};  ///< Of `out`.
};

/// Shows the board and reads moves, until one is legal; "help", "moves", "hint" and "quit" do
/// what they say. The streams must outlive the player.
std::unique_ptr<selfplay::Player> make_human_player(const engine::AnyGame& game, Terminal terminal);

/// A file descriptor to read lines from that ends when `stop` is requested, so that Ctrl-C is not
/// held up by a person who thinks. Over-long lines are no problem: it buffers 4 KiB.
class InterruptibleInput final : public std::streambuf {
 public:
  InterruptibleInput(int descriptor, std::stop_token stop)
      : descriptor_(descriptor), stop_(std::move(stop)) {}

 protected:
  int_type underflow() override;

 private:
  int descriptor_;
  std::stop_token stop_;
  char buffer_[4096];
};

}  // namespace gauntlet::tools
