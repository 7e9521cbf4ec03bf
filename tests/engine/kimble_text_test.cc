// Kimble's names, position texts, moves and drawing.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::engine {
namespace {

TEST(KimbleText, NamesAreCanonical) {
  const std::map<std::string, std::string> names = {
      {"kimble", "kimble:4"},          {"kimble:1", "kimble:1"},
      {"kimble:A", "kimble:1"},        {"kimble:AC", "kimble:2"},
      {"kimble:ABC", "kimble:3"},      {"kimble:AB", "kimble:AB"},
      {"kimble:BD", "kimble:BD"},      {"kimble:C", "kimble:C"},
      {"kimble/pieces=4", "kimble:4"}, {"kimble:AC/pieces=2", "kimble:2/pieces=2"}};
  for (const auto& [name, canonical] : names) {
    const auto game = find_game(name);
    ASSERT_TRUE(game.ok()) << message_of(game);
    EXPECT_EQ(game->name(), canonical);
    EXPECT_EQ(find_game(canonical)->name(), canonical);
  }
}

TEST(KimbleText, BadNamesGetASentence) {
  for (const char* name :
       {"kimble:0", "kimble:5", "kimble:CA", "kimble:AA", "kimble:E", "kimble:ac", "kimble:2x",
        "kimble:-1", "kimble/pieces=0", "kimble/pieces=5", "kimble/pieces=", "kimble/pieces",
        "kimble/pieces=2/pieces=3", "kimble/fast",
        "kimble/"
        "/pieces=2"}) {
    const auto game = find_game(name);
    ASSERT_FALSE(game.ok()) << name;
    EXPECT_NE(message_of(game).find(std::string_view(name).find('/') == std::string_view::npos
                                        ? "1-4"
                                        : "pieces=1 to pieces=4"),
              std::string::npos)
        << message_of(game);
  }
}

/// Each is refused with a sentence that contains `why`.
TEST(KimbleText, ImpossiblePositionsAreRefused) {
  struct Case {
    std::string text, why;
  };
  const std::map<int, char> a_home_free = {{28, 'A'}, {29, 'A'}, {30, 'A'}, {31, 'A'}};
  const std::vector<Case> cases = {
      {"", "46 characters"},
      {"A0 AC", "here they are 2"},
      {text({}, "A00", "AC"), "46 characters"},
      {text({}, "A0", "AC").substr(0, 46), "letters of those who play"},
      {text({}, "A0", "ABCD"), "here AC"},
      {text({}, "A0", "AC 3"), "nothing may follow"},
      {text({}, "A0", "AC") + " ", "nothing may follow"},
      {text({}, "A0", "AC") + std::string(100, 'x'), "here AC"},
      {text({{3, 'B'}}, "A0", "AC"), "neither 0 nor a letter"},
      {text({{3, 'a'}}, "A0", "AC"), "neither 0 nor a letter"},
      {text({{3, '\n'}}, "A0", "AC"), "'\\x0a'"},
      {text({{28, 'C'}}, "A0", "AC"), "another player's goal"},
      {text({{35, 'A'}}, "A0", "AC"), "another player's goal"},
      {text({{0, 'A'}, {1, 'A'}, {2, 'A'}, {3, 'A'}, {4, 'A'}}, "A0", "AC"), "more than 4 pieces"},
      {text({}, "A7", "AC"), "die must be"},
      {text({}, "A-", "AC"), "die must be"},
      {text({}, "B0", "AC"), "one of AC"},
      {text({}, "00", "AC"), "one of AC"},
      {text({}, "-1", "AC"), "before the starter is drawn"},
      {text({{0, 'A'}}, "-0", "AC"), "before the starter is drawn"},
      {text(a_home_free, "C0", "AC"), "must end in A0"},
      {text(a_home_free, "A3", "AC"), "must end in A0"},
      {text(
           {{28, 'A'}, {29, 'A'}, {30, 'A'}, {31, 'A'}, {36, 'C'}, {37, 'C'}, {38, 'C'}, {39, 'C'}},
           "A0", "AC"),
       "two players"},
  };
  for (const Case& c : cases) {
    const auto state = Kimble::from_text(rules("AC"), c.text);
    ASSERT_FALSE(state.ok()) << c.text;
    EXPECT_NE(message_of(state).find(c.why), std::string::npos)
        << c.text << ": " << message_of(state);
  }
  for (const char* throws : {"-1", "1001", "x", "", "3 "}) {
    const std::string line = text({}, "A0", "A ") + throws;
    const auto state = Kimble::from_text(rules("A"), line);
    ASSERT_FALSE(state.ok()) << line;
    EXPECT_NE(message_of(state).find("throws so far"), std::string::npos) << message_of(state);
  }
  const auto past = Kimble::from_text(rules("AC", 2), text({{30, 'A'}}, "A0", "AC"));
  ASSERT_FALSE(past.ok());
  EXPECT_NE(message_of(past).find("past the goal"), std::string::npos) << message_of(past);
  const auto many = Kimble::from_text(rules("AC", 1), text({{0, 'A'}, {1, 'A'}}, "A0", "AC"));
  ASSERT_FALSE(many.ok());
  EXPECT_NE(message_of(many).find("more than 1 piece "), std::string::npos) << message_of(many);
}

TEST(KimbleText, MovesThatCannotBePlayedGetASentence) {
  const Kimble decision = position({{3, 'A'}, {7, 'A'}}, "A4");
  for (const char* move : {"1", "2", "3", "4", "-1", "00", "", "x", "die=3", "starter=A"})
    EXPECT_FALSE(decision.parse(move).ok()) << move;
  EXPECT_NE(message_of(decision.parse("2")).find("movable now: 0"), std::string::npos);
  const Kimble chance = position({}, "A0");
  for (const char* move : {"0", "die=0", "die=7", "die=", "die=11", "5", "starter=A"})
    EXPECT_FALSE(chance.parse(move).ok()) << move;
  for (const std::uint32_t bits : {0u, 64u, 71u, 128u, 67u + 256u, 0xffffffffu})
    EXPECT_FALSE(chance.is_outcome(Kimble::Move::from_bits(bits))) << bits;
}

TEST(KimbleText, TheBoardIsDrawn) {
  const Kimble state = position({{0, 'A'}, {8, 'B'}, {35, 'B'}, {28, 'A'}, {22, 'D'}}, "B5", "ABD");
  EXPECT_EQ(state.drawn(),
            "A at home 2      B2 at home 2\n"
            "   A  .  .  .  .  .  .  +\n"
            "   .  A  _  _  _     _  B1\n"
            "   .                 _  .\n"
            "   .  _    B has     _  .\n"
            "   .  _     [5]      B0 .\n"
            "   .  _                 .\n"
            "   D  _                 .\n"
            "   +  .  .  .  .  .  .  +\n"
            "D at home 3\n");
}

}  // namespace
}  // namespace gauntlet::engine
