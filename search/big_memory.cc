#include "search/big_memory.h"

#include <sys/mman.h>

#include <cassert>
#include <cstdint>
#include <cstring>
#include <new>

namespace gauntlet::search {

namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
}

BigMemory::BigMemory(std::size_t bytes, Pages pages) : bytes_(bytes) {
  assert(bytes > 0);
  const bool huge = pages == Pages::kHuge && bytes >= kHugePage;
  mapped_bytes_ = huge ? bytes + kHugePage : bytes;
  void* const mapped =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapped_ = static_cast<std::byte*>(mapped);
  data_ = mapped_;
  if (!huge) return;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(mapped_) % kHugePage;
  if (past != 0) data_ += kHugePage - past;
  // A hint: what comes of it if the system declines is only slower.
  (void)madvise(data_, bytes, MADV_HUGEPAGE);
}

void BigMemory::clear() {
  // The system hands out zeroed pages at the next access (madvise(2), private mappings).
  if (madvise(data_, bytes_, MADV_DONTNEED) != 0) std::memset(data_, 0, bytes_);
}

BigMemory::~BigMemory() {
  munmap(mapped_, mapped_bytes_);
}

}  // namespace gauntlet::search
