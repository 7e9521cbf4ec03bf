#include "engine/utf8.h"

#include <gtest/gtest.h>

#include <utility>

namespace gauntlet::engine {

namespace {

TEST(Utf8, LettersOfAnyScriptStay) {
  for (const char* text : {"", "ann", "J\u00fcrgen", "\u674e", "\u0391\u03b2\u03b3",
                           "\u0412\u0435\u0440\u0430", "\u05d0\u05d1", "a\u0301", "\U0001f600"}) {
    EXPECT_TRUE(is_legible(text)) << text;
    EXPECT_EQ(legible(text, 100), text);
  }
}

TEST(Utf8, WhatIsNoLetterIsEscaped) {
  const std::pair<const char*, const char*> kCases[] = {
      {"a\nb", "a\\x0ab"},
      {"\x7f", "\\x7f"},
      {"\x1b[31m", "\\x1b[31m"},
      {"\xc2\x9b", "\\xc2\\x9b"},         // a control character of one byte in Latin-1
      {"\u202eab", "\\xe2\\x80\\xaeab"},  // from right to left
      {"a\u200bb", "a\\xe2\\x80\\x8bb"},  // a blank without width
      {"\ufeff", "\\xef\\xbb\\xbf"},
      {"\xff", "\\xff"},
      {"\xc3", "\\xc3"},  // half a letter
      {"\xc3(", "\\xc3("},
      {"\xc0\xaf", "\\xc0\\xaf"},  // '/' in a longer form than it has
      {"\xe0\x80\xaf", "\\xe0\\x80\\xaf"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},           // half of a pair of UTF-16
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},  // behind the last of all
  };
  for (const auto& [text, shown] : kCases) {
    EXPECT_FALSE(is_legible(text)) << shown;
    EXPECT_EQ(legible(text, 100), shown);
    EXPECT_TRUE(is_legible(legible(text, 100))) << shown;
  }
}

TEST(Utf8, CutsAreBetweenLetters) {
  EXPECT_EQ(legible("J\u00fcrgen", 7), "J\u00fcrgen");
  EXPECT_EQ(legible("J\u00fcrgen", 6), "J\u00fc...");
  EXPECT_EQ(legible("J\u00fcrgen", 5), "J...");
  EXPECT_EQ(legible("\u674e", 3), "\u674e");
  EXPECT_EQ(legible("\xff\xff", 7), "\\xff...");
  const std::string cut = legible(std::string(300, '\xff') + "\u674e", 200);
  EXPECT_LE(cut.size(), 200u);
  EXPECT_EQ(legible(cut, 200), cut) << "a second time changes nothing";
}

TEST(Utf8, BlanksOfAllScriptsAreBlank) {
  for (const char* text : {"", " ", "   ", "\u00a0", " \u2003\u3000", "\u2800"})
    EXPECT_TRUE(is_blank(text)) << text;
  for (const char* text : {"a", " a", "\u3000\u674e", "."}) EXPECT_FALSE(is_blank(text)) << text;
}

TEST(Utf8, WideLettersHaveTwoColumns) {
  EXPECT_EQ(columns_of("J\u00fcrgen"), 6u);
  EXPECT_EQ(columns_of("\u674e\u674e"), 4u);
  EXPECT_EQ(columns_of("e\u0301"), 1u);
  EXPECT_EQ(bytes_of_columns("\u674e\u674e", 3), 3u);
  EXPECT_EQ(bytes_of_columns("e\u0301x", 1), 3u) << "the accent belongs to its letter";
  EXPECT_EQ(bytes_of_columns("ann", 9), 3u);
}

}  // namespace

}  // namespace gauntlet::engine
