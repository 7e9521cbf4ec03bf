// A person at the terminal as a player.
#pragma once

#include <istream>
#include <memory>
#include <ostream>
#include <stop_token>
#include <streambuf>

#include "selfplay/player.h"

namespace gauntlet::tools {

/// Shows the board on `out` and reads moves in the game's notation from `in`, until one is legal;
/// "help", "moves" and "quit" do what they say, and the end of the input is a "quit". The streams
/// must outlive the player.
std::unique_ptr<selfplay::Player> make_human_player(std::istream& in, std::ostream& out);

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
