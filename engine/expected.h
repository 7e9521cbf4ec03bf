// A value, or one sentence for the user that says why there is none.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace gauntlet::engine {

/// What was wrong and what would be right, as one sentence without a trailing newline.
struct Error {
  std::string message;
  /// The fault of a disk, a permission or the like, not of what was asked for.
  bool is_io = false;
};

/// The result of reading text from outside. Test it as a bool, then take the value with `*`, or the
/// sentence with `error()`.
template <class T>
class Expected {
 public:
  Expected(T value) : content_(std::move(value)) {}      // NOLINT: implicit by design
  Expected(Error error) : content_(std::move(error)) {}  // NOLINT: implicit by design

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  /// REQUIRES: bool(*this).
  const T& operator*() const {
    assert(*this);
    return *std::get_if<T>(&content_);
  }
  T& operator*() {
    assert(*this);
    return *std::get_if<T>(&content_);
  }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }
  /// REQUIRES: !bool(*this).
  const std::string& error() const { return failure().message; }
  /// The same with what kind of error it is. REQUIRES: !bool(*this).
  const Error& failure() const {
    assert(!*this);
    return *std::get_if<Error>(&content_);
  }

 private:
  std::variant<T, Error> content_;
};

}  // namespace gauntlet::engine
