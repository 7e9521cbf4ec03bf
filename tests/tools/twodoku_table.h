// A Two-Doku host and two scripted players, in virtual time.
#pragma once

#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/host_table.h"
#include "tools/protocol/twodoku_host.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

inline std::unique_ptr<Host> make_twodoku_host(const TwoDokuHost::Options& options) {
  return std::make_unique<TwoDokuHost>(options);
}

/// A square from 0 to 80 as the protocol writes it.
inline std::string square_words(int square) {
  return std::to_string(square / 9) + ' ' + std::to_string(square % 9);
}

class TwoDokuTable : public HostTable {
 public:
  explicit TwoDokuTable(const TwoDokuHost::Options& options = {})
      : HostTable(make_twodoku_host(options)),
        is_java_(options.game.find("/java") != options.game.npos) {
    red = join();
    say(red, "name Red\n");
    blue = join();
    say(blue, "name Blue\n");
  }

  /// All writes to a player since the last call.
  std::string text(ConnectionId who) {
    std::string all;
    for (const std::string& write : heard(who)) all += write;
    return all;
  }
  void forget() {
    heard(red);
    heard(blue);
  }
  /// Red gets rows 0 to 3, blue 4 to 7; the dominoes of row 8 lie face down but for 8 8, which is
  /// empty.
  void colour() {
    for (int i = 0; i < 72; ++i) {
      const bool is_blue = is_java_ ? i >= 36 : i % 2 == 1;
      const int square = is_java_ ? i : i / 2 + (is_blue ? 36 : 0);
      say(is_blue ? blue : red, "colour " + square_words(square) + '\n');
    }
  }
  /// Colours, hides and notes the hands.
  void set_up() {
    colour();
    for (int i = 0; i < 7; ++i) say(i % 2 == 0 ? red : blue, "hide 8 " + std::to_string(i) + '\n');
    forget();
    say(blue, "hide 8 7\n");
    hand[0] = note_hand(red);
    hand[1] = note_hand(blue);
  }
  /// The first digit from `digit` upwards of which the hand has two or more.
  int digit_of(int seat, int digit = 1) const {
    while (hand[static_cast<std::size_t>(seat)][static_cast<std::size_t>(digit)] < 2) ++digit;
    return digit;
  }
  /// Both are hung up with this last line, and the game is recorded with it.
  void expect_over(const std::string& line, const engine::Returns& returns) {
    const std::string to_red = text(red), to_blue = text(blue);
    EXPECT_TRUE(to_red.ends_with(line + '\n')) << to_red;
    EXPECT_TRUE(to_blue.ends_with(line + '\n')) << to_blue;
    EXPECT_TRUE(was_hung_up(red) && was_hung_up(blue));
    ASSERT_EQ(finished().size(), 1u);
    EXPECT_EQ(finished()[0].returns, returns);
    const auto over = read_over(std::string_view(line).substr(line.find(' ') + 1));
    ASSERT_TRUE(over);
    EXPECT_EQ(finished()[0].reason, told_end(*over));
    EXPECT_EQ(finished()[0].players, (std::vector<std::string>{"Red", "Blue"}));
  }

  ConnectionId red = 0, blue = 0;
  std::array<std::array<int, 10>, 2> hand{};  ///< As dealt, by seat and digit.

 private:
  std::array<int, 10> note_hand(ConnectionId who) {
    const std::string all = text(who);
    const std::size_t at = all.find("deal ");
    EXPECT_NE(at, std::string::npos) << all;
    std::array<int, 10> counts{};
    std::istringstream words(all.substr(at + 5));
    for (std::size_t digit = 1; digit <= 9; ++digit) words >> counts[digit];
    return counts;
  }

  bool is_java_;
};

}  // namespace gauntlet::tools
