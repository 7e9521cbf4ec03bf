// A vector whose elements live inside it: no heap, a capacity fixed at compile time.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace gauntlet::engine {

/// Up to `Capacity` trivially copyable elements; those past size() are left uninitialised, so that
/// a move list on the stack costs nothing until it is filled.
template <class T, std::size_t Capacity>
class InplaceVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  static constexpr std::size_t kCapacity = Capacity;

  InplaceVector() {}  // not "= default", which would need to initialise the elements

  void clear() { size_ = 0; }
  /// REQUIRES: size() < Capacity.
  void push_back(T value) {
    assert(size_ < Capacity);
    elements_[size_++] = value;
  }
  /// REQUIRES: !empty().
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return elements_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return elements_[i];
  }
  T* begin() { return elements_; }
  T* end() { return elements_ + size_; }
  const T* begin() const { return elements_; }
  const T* end() const { return elements_ + size_; }

 private:
  std::size_t size_ = 0;
  union {
    T elements_[Capacity];
  };
};

}  // namespace gauntlet::engine
