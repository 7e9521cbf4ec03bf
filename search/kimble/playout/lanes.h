// Four numbers of 32 bits that are worked on side by side.
#pragma once

#include <bit>
#include <cstdint>

namespace gauntlet::search::kimble {

/// Arithmetic works lane by lane, modulo 2^32, and a plain number means the same in all lanes;
/// comparisons yield a mask. This is for any processor: the compiler makes of it what the build
/// asks for. EightWords and SixteenWords do the same with AVX2 and AVX-512; functions that use
/// those are to be inlined whole into one that is compiled for them (see instruction_set.h).
class FourWords {
  typedef std::uint32_t Lanes __attribute__((vector_size(16)));

 public:
  static constexpr int kLanes = 4;

  /// All ones in the lanes where it holds.
  class Mask {
   public:
    typedef std::int32_t Lanes __attribute__((vector_size(16)));
    explicit Mask(Lanes lanes) : lanes_(lanes) {}
    friend Mask operator&(Mask a, Mask b) { return Mask(a.lanes_ & b.lanes_); }
    friend Mask operator|(Mask a, Mask b) { return Mask(a.lanes_ | b.lanes_); }
    Lanes lanes() const { return lanes_; }

   private:
    Lanes lanes_;
  };

  FourWords() : words_{} {}
  FourWords(std::uint32_t number) : words_(Lanes{} + number) {}

  friend FourWords operator+(FourWords a, FourWords b) { return FourWords(a.words_ + b.words_); }
  friend FourWords operator-(FourWords a, FourWords b) { return FourWords(a.words_ - b.words_); }
  friend FourWords operator*(FourWords a, FourWords b) { return FourWords(a.words_ * b.words_); }
  friend FourWords operator&(FourWords a, FourWords b) { return FourWords(a.words_ & b.words_); }
  friend FourWords operator|(FourWords a, FourWords b) { return FourWords(a.words_ | b.words_); }
  friend FourWords operator^(FourWords a, FourWords b) { return FourWords(a.words_ ^ b.words_); }
  /// REQUIRES: shifts below 32; so too below.
  friend FourWords operator<<(FourWords a, FourWords by) {
    return FourWords(a.words_ << by.words_);
  }
  friend FourWords operator>>(FourWords a, FourWords by) {
    return FourWords(a.words_ >> by.words_);
  }
  friend FourWords operator<<(FourWords a, int by) { return FourWords(a.words_ << by); }
  friend FourWords operator>>(FourWords a, int by) { return FourWords(a.words_ >> by); }
  friend Mask operator==(FourWords a, FourWords b) { return Mask(a.words_ == b.words_); }
  friend Mask operator<(FourWords a, FourWords b) { return Mask(a.words_ < b.words_); }

  /// a but for the bits of b.
  friend FourWords without(FourWords a, FourWords b) { return FourWords(a.words_ & ~b.words_); }
  friend FourWords rotated(FourWords a, int left) { return a << left | a >> (32 - left); }
  /// Which lanes have a bit of both.
  friend Mask meet(FourWords a, FourWords b) { return Mask((a.words_ & b.words_) != 0); }
  friend FourWords where(Mask mask, FourWords yes, FourWords no) {
    return FourWords(mask.lanes() ? yes.words_ : no.words_);
  }
  /// table[a] for each lane. REQUIRES: that is below 8.
  friend FourWords looked_up(const std::uint32_t* table, FourWords a) {
    return FourWords(
        Lanes{table[a.words_[0]], table[a.words_[1]], table[a.words_[2]], table[a.words_[3]]});
  }
  /// table[a % 32] for each lane.
  friend FourWords looked_up_32(const std::uint32_t* table, FourWords a) {
    const Lanes at = a.words_ & 31;
    return FourWords(Lanes{table[at[0]], table[at[1]], table[at[2]], table[at[3]]});
  }
  /// Which bit it is. REQUIRES: one in each lane; else any number.
  friend FourWords index_of(FourWords bit) {
    FourWords index;
    for (int lane = 0; lane < kLanes; ++lane)
      index.words_[lane] = static_cast<unsigned>(std::countr_zero(bit.words_[lane]));
    return index;
  }
  /// Bit i tells the mask of lane i.
  static unsigned bits_of(Mask mask) {
    unsigned bits = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      bits |= (static_cast<unsigned>(mask.lanes()[lane]) & 1) << lane;
    return bits;
  }

  std::uint32_t lane(int lane) const { return words_[lane]; }
  void set_lane(int lane, std::uint32_t number) { words_[lane] = number; }

 private:
  explicit FourWords(Lanes words) : words_(words) {}

  Lanes words_;
};

}  // namespace gauntlet::search::kimble
