// Lines out of pieces of any size, and never more memory than promised.
#include "tools/protocol/line_buffer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gauntlet::tools {

namespace {

std::vector<std::string> texts(LineBuffer& buffer) {
  std::vector<std::string> found;
  while (const auto line = buffer.next())
    found.push_back(line->text + (line->is_cut ? "|cut" : ""));
  return found;
}

using Texts = std::vector<std::string>;

TEST(LineBuffer, TakesOffBothKindsOfLineEnds) {
  LineBuffer buffer(10);
  buffer.add("a\nb\r\n\n\r\nc d \n");
  EXPECT_EQ(texts(buffer), (Texts{"a", "b", "", "", "c d "}));
  EXPECT_EQ(buffer.partial(), "");
}

TEST(LineBuffer, KeepsCarriageReturnsWithinALine) {
  LineBuffer buffer(10);
  buffer.add("a\rb\r\r\n");
  EXPECT_EQ(texts(buffer), (Texts{"a\rb\r"}));
}

TEST(LineBuffer, SplitsDoNotMatter) {
  const std::string text = "first\r\nsecond\n\nlast one\r\nrest";
  const Texts expected = {"first", "second", "", "last one"};
  for (std::size_t split = 0; split <= text.size(); ++split) {
    LineBuffer buffer(20);
    buffer.add(text.substr(0, split));
    Texts found = texts(buffer);
    buffer.add(text.substr(split));
    for (const std::string& line : texts(buffer)) found.push_back(line);
    EXPECT_EQ(found, expected) << split;
    EXPECT_EQ(buffer.partial(), "rest");
  }
}

TEST(LineBuffer, ALineOfTheGreatestLengthIsWhole) {
  LineBuffer buffer(4);
  buffer.add("1234\n1234\r\n12345\n12345\r\n");
  EXPECT_EQ(texts(buffer), (Texts{"1234", "1234", "1234|cut", "1234|cut"}));
}

TEST(LineBuffer, AnEndlessLineTakesNoMemory) {
  LineBuffer buffer(4);
  const std::string much(1000, 'x');
  for (int i = 0; i < 1000; ++i) {
    buffer.add(much);
    ASSERT_LE(buffer.partial().size(), 5u);
  }
  buffer.add("\nshort\n");
  EXPECT_EQ(texts(buffer), (Texts{"xxxx|cut", "shor|cut"}));
  buffer.add("1\n");
  EXPECT_EQ(texts(buffer), (Texts{"1"}));
}

TEST(LineBuffer, ClearForgetsEverything) {
  LineBuffer buffer(4);
  buffer.add("a\nb\nlonger than that");
  buffer.clear();
  EXPECT_FALSE(buffer.next());
  buffer.add("c\n");
  EXPECT_EQ(texts(buffer), (Texts{"c"}));
}

TEST(LineBuffer, BytesOfAnyValueAreKept) {
  LineBuffer buffer(300);
  std::string all;
  for (int byte = 0; byte < 256; ++byte)
    if (byte != '\n') all += static_cast<char>(byte);
  buffer.add(all + '\n');
  EXPECT_EQ(texts(buffer), (Texts{all}));
}

}  // namespace

}  // namespace gauntlet::tools
