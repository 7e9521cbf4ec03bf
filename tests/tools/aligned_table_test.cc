// Tables, and colours in them.
#include <gtest/gtest.h>

#include "engine/words.h"
#include "tests/tools/pseudo_terminal.h"
#include "tools/commands/print.h"
#include "tools/commands/table.h"

namespace gauntlet::tools {

namespace {

TEST(Shortened, KeepsTheBeginningAndTheEnd) {
  EXPECT_EQ(shortened("ann", 10), "ann");
  EXPECT_EQ(shortened("0123456789", 10), "0123456789");
  EXPECT_EQ(shortened("0123456789a", 10), "012345..9a");
  EXPECT_EQ(shortened("\x1b[31m", 10), "\\x1b[31m") << "what is not printable is told";
  EXPECT_EQ(shortened("Zo\xc3\xab", 20), "Zo\xc3\xab");
  EXPECT_EQ(shortened("Zo\xc3", 20), "Zo\\xc3") << "not UTF-8";
  EXPECT_EQ(shortened(std::string(1000, 'x'), 40).size(), 40u);
}

Table example() {
  Table table({Table::names(), Table::counts("games"), Table::intervals()});
  table.add({"ann", "12,345,678,901", "0.1 .. 0.2"}, Look::kBold);
  table.add({std::string(60, 'b'), {"1", Look::kBad}});
  table.add({"\x1b[31mcid\n", "2", "0.3"});
  return table;
}

TEST(Table, LinesUpWhateverIsInIt) {
  EXPECT_EQ(example().text(),
            "player                                             games   95 % interval\n"
            "ann                                       12,345,678,901   0.1 .. 0.2\n"
            "bbbbbbbbbbbbbbbbbbbbbbbbbb..bbbbbbbbbbbb               1\n"
            "\\x1b[31mcid\\x0a                                        2   0.3\n");
}

TEST(Table, ColoursMoveNothing) {
  const std::string dressed = example().text(Colours::all());
  EXPECT_EQ(without_colours(dressed), example().text());
  EXPECT_NE(dressed.find("\x1b[1mann\x1b[0m"), std::string::npos) << dressed;
  EXPECT_NE(dressed.find("\x1b[1;31m1\x1b[0m"), std::string::npos)
      << "a cell's look before a row's";
  EXPECT_EQ(dressed.find("\x1b[31mcid"), std::string::npos) << "a name's own colour";
}

TEST(Colours, LeaveWordsAloneWhereNoneAreWanted) {
  EXPECT_EQ(Colours().bad("x"), "x");
  EXPECT_EQ(Colours::all().bad("x"), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(Colours::all().bad(""), "");
  EXPECT_EQ(Colours::all().dressed(Look::kPlain, "x"), "x");
  EXPECT_EQ(Colours::all().dressed(Look::kPlain, "x", true), "\x1b[7mx\x1b[0m");
}

TEST(Colours, ALineIsCutByWhatIsSeen) {
  const std::string line = "ab" + Colours::all().good("cde") + "fg";
  EXPECT_EQ(without_colours(cut_to(line, 4)), "abcd");
  EXPECT_TRUE(cut_to(line, 4).ends_with("\x1b[0m")) << "the colour ends with the line";
  EXPECT_EQ(cut_to(line, 7), line);
  EXPECT_EQ(cut_to("abc", 2), "ab");
}

TEST(Harmless, HasNoControlCharacters) {
  EXPECT_EQ(harmless("a\x1b[31mb\x07\x7f"), "a\\x1b[31mb\\x07\\x7f");
  EXPECT_EQ(harmless("Zo\xc3\xab\n"), "Zo\xc3\xab\n");
  EXPECT_EQ(harmless("\xc2\x9b"
                     "31m"),
            "\\xc2\x9b"
            "31m");
}

}  // namespace

}  // namespace gauntlet::tools
