#include "tools/protocol/seats.h"

#include <gtest/gtest.h>

#include "engine/registry.h"

namespace gauntlet::tools {

namespace {

TEST(Seats, GamesWithAServerHaveThem) {
  for (const char* name : {"sudokill", "sudokill/fill=50", "kimble:4", "kimble:BD", "kimble:1",
                           "twodoku", "twodoku/java/open"}) {
    const auto game = engine::find_game(name);
    const auto seat = make_seat(*game);
    ASSERT_TRUE(seat.ok()) << name;
    engine::Rng rng(1);
    const engine::AnyState start = game->start(rng);
    EXPECT_TRUE(check_seat_start(start).ok());
    std::string out;
    (*seat)->begin(start.redacted(0), 0, out);
    EXPECT_FALSE((*seat)->is_ready()) << name << ": a name, or a request, comes first";
  }
}

TEST(Seats, OthersHaveASentence) {
  EXPECT_EQ(engine::message_of(make_seat(*engine::find_game("mnk:7x6x4"))),
            "mnk:7x6x4 has no server for programs to connect to; gomoku, sudokill, kimble and "
            "twodoku have");
  EXPECT_EQ(
      engine::message_of(make_seat(*engine::find_game("kimble:2/pieces=2"))),
      "kimble's protocol knows only games of 4 pieces each, and kimble:2/pieces=2 is not one");
}

}  // namespace

}  // namespace gauntlet::tools
