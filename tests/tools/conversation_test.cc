// What was said with a program, as stores keep it.
#include "tools/protocol/conversation.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/rng.h"
#include "selfplay/varint.h"
#include "tools/protocol/deflate.h"

namespace gauntlet::tools {

namespace {

using Piece = Conversation::Piece;

std::string kept(std::string_view whole) {
  std::string bytes;
  selfplay::append_varint(bytes, static_cast<std::uint32_t>(whole.size()));
  return bytes + deflated(whole);
}

/// What a kept conversation is made of.
std::string whole_of(std::string_view bytes) {
  const auto size = selfplay::take_varint(bytes);
  return *inflated(bytes, *size);
}

std::string any_bytes(engine::Rng& rng, std::size_t most) {
  std::string bytes(1 + rng.below(static_cast<std::uint32_t>(most)), '\0');
  for (char& byte : bytes) byte = static_cast<char>(rng.below(256));
  return bytes;
}

Conversation any_conversation(engine::Rng& rng) {
  Conversation conversation;
  for (std::uint32_t i = rng.below(30); i > 0; --i) switch (rng.below(4)) {
      case 0:
        conversation.told(any_bytes(rng, 300));
        break;
      case 1:
        conversation.said(any_bytes(rng, 300));
        break;
      case 2:
        conversation.connected_anew();
        break;
      default:
        conversation.stayed_silent();
    }
  return conversation;
}

TEST(Deflate, GivesBackWhatItGot) {
  engine::Rng rng(1);
  for (int i = 0; i < 1'000; ++i) {
    const std::string bytes = any_bytes(rng, 300);
    EXPECT_EQ(inflated(deflated(bytes), bytes.size()), bytes);
  }
  for (const std::size_t most : {1, 100, 70'000, 200'000}) {
    const std::string bytes = any_bytes(rng, most) + std::string(most, 'x');
    const std::string small = deflated(bytes);
    EXPECT_EQ(inflated(small, bytes.size()), bytes);
    EXPECT_EQ(inflated(small, bytes.size() - 1), std::nullopt);
    EXPECT_EQ(inflated(small, bytes.size() + 1), std::nullopt);
    if (most > 1) {
      EXPECT_EQ(inflated(small.substr(0, small.size() / 2), bytes.size()), std::nullopt);
    }
    EXPECT_EQ(inflated(small + "nine more", bytes.size()), std::nullopt);
  }
  EXPECT_EQ(inflated(deflated(""), 0), "");
  EXPECT_EQ(inflated("", 1), std::nullopt);
  EXPECT_EQ(inflated("no such stream", 1'000), std::nullopt);
  EXPECT_LT(deflated(std::string(100'000, 'x')).size(), 1'000u);
}

TEST(Conversation, KeepsPiecesInTheirOrder) {
  Conversation conversation;
  conversation.told("a\n");
  conversation.told("b\n");
  conversation.said("1");
  conversation.said("2\n");
  conversation.told("");
  conversation.connected_anew();
  conversation.said("3");
  conversation.stayed_silent();
  const std::vector<Piece> expected = {{Piece::Kind::kTold, "a\n"},  {Piece::Kind::kTold, "b\n"},
                                       {Piece::Kind::kSaid, "12\n"}, {Piece::Kind::kConnection},
                                       {Piece::Kind::kSaid, "3"},    {Piece::Kind::kSilence}};
  EXPECT_EQ(conversation.pieces(), expected);
  EXPECT_FALSE(conversation.is_cut());
}

TEST(Conversation, IsWrittenAndReadAgain) {
  engine::Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const Conversation conversation = any_conversation(rng);
    const auto read = Conversation::from_bytes(conversation.to_bytes());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->pieces(), conversation.pieces());
    EXPECT_FALSE(read->is_cut());
  }
}

TEST(Conversation, RefusesWhatItHasNotWritten) {
  for (const std::string& bytes :
       {std::string(), std::string(1, '\2'), std::string("\0\4\1x", 4), std::string("\0\0\2x", 4),
        std::string("\0\0", 2), std::string("\0\0\xff\xff\xff\xff\xff", 7)})
    EXPECT_FALSE(Conversation::from_bytes(kept(bytes))) << bytes.size();
  EXPECT_TRUE(Conversation::from_bytes(kept(std::string("\0\0\1x\3\0", 6))));
  EXPECT_FALSE(Conversation::from_bytes("none"));
  EXPECT_FALSE(Conversation::from_bytes(""));
  EXPECT_FALSE(Conversation::from_bytes("\xff\xff\xff\xff\x0f"));  // no memory is taken for it
}

TEST(Conversation, MutantsAreReadOrRefused) {
  engine::Rng rng(3);
  int read = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string mutant = whole_of(any_conversation(rng).to_bytes());
    mutant[rng.below(static_cast<std::uint32_t>(mutant.size()))] ^=
        static_cast<char>(1 << rng.below(8));
    read += Conversation::from_bytes(kept(mutant)).has_value();
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 2'000);
}

TEST(Conversation, IsBounded) {
  Conversation talker;
  for (int i = 0; i < 100; ++i) talker.said(std::string(1'000, 'x'));
  EXPECT_TRUE(talker.is_cut());
  ASSERT_EQ(talker.pieces().size(), 1u);
  EXPECT_EQ(talker.pieces()[0].bytes.size(), Conversation::kMostSaid);
  talker.told("still kept");
  EXPECT_EQ(talker.pieces().back().bytes, "still kept");
  const auto read = Conversation::from_bytes(talker.to_bytes());
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->is_cut());

  Conversation caller;
  for (std::size_t i = 0; i <= Conversation::kMostPieces; ++i) caller.connected_anew();
  EXPECT_EQ(caller.pieces().size(), Conversation::kMostPieces);
  EXPECT_TRUE(caller.is_cut());

  Conversation listener;
  const std::string much(Conversation::kMostTold, 'x');
  listener.told(much);
  EXPECT_FALSE(listener.is_cut());
  listener.told("x");
  EXPECT_TRUE(listener.is_cut());
  EXPECT_EQ(listener.pieces().size(), 1u);
  listener.clear();
  EXPECT_FALSE(listener.is_cut());
  EXPECT_TRUE(listener.pieces().empty());
}

}  // namespace

}  // namespace gauntlet::tools
