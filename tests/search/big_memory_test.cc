#include "search/big_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace gauntlet::search {
namespace {

constexpr std::size_t kPage = 4'096;
constexpr std::size_t kBytes = std::size_t{64} << 20;

/// Pages that the system has given memory for.
long resident_pages(const BigMemory& memory) {
  std::vector<unsigned char> pages(kBytes / kPage);
  EXPECT_EQ(mincore(memory.data(), kBytes, pages.data()), 0);
  return std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return page & 1; });
}

TEST(BigMemory, PagesThatAreNotWrittenToCostNothing) {
  const BigMemory memory(kBytes, Pages::kSmall);
  EXPECT_EQ(resident_pages(memory), 0);
  for (const std::size_t page : {0, 7, 100}) memory.data()[page * kPage] = std::byte{1};
  EXPECT_EQ(resident_pages(memory), 3);
}

TEST(BigMemory, IsZeroedAndGivenBackByClear) {
  for (const Pages pages : {Pages::kSmall, Pages::kHuge}) {
    BigMemory memory(kBytes, pages);
    for (std::size_t i = 0; i < kBytes; i += kPage) memory.data()[i] = std::byte{1};
    memory.clear();
    EXPECT_EQ(resident_pages(memory), 0);
    for (std::size_t i = 0; i < kBytes; i += kPage) ASSERT_EQ(memory.data()[i], std::byte{0}) << i;
  }
}

TEST(BigMemory, BeginsOnACacheLine) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5'000}, kBytes})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(BigMemory(bytes).data()) % 64, 0u);
}

}  // namespace
}  // namespace gauntlet::search
