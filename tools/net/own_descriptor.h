// A file descriptor that somebody owns.
#pragma once

#include <unistd.h>

#include <utility>

namespace gauntlet::tools {

/// Closes it at the end.
class OwnDescriptor {
 public:
  OwnDescriptor() = default;
  explicit OwnDescriptor(int number) : number_(number) {}
  ~OwnDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  OwnDescriptor(OwnDescriptor&& other) noexcept : number_(other.release()) {}
  OwnDescriptor& operator=(OwnDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  /// -1: none.
  int number() const { return number_; }
  /// Whoever calls this closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace gauntlet::tools
