// Eight numbers of 32 bits in an AVX2 register.
#pragma once

#ifdef __x86_64__

#include <immintrin.h>

#include <cstdint>

#include "search/instruction_set.h"

namespace gauntlet::search::kimble {

/// As FourWords, eight times. A mask is all ones in the lanes where it holds.
class EightWords {
 public:
  static constexpr int kLanes = 8;
  class Mask {
   public:
    GAUNTLET_AVX2 explicit Mask(__m256i lanes) : lanes_(lanes) {}
    GAUNTLET_AVX2 friend Mask operator&(const Mask& a, const Mask& b) {
      return Mask(_mm256_and_si256(a.lanes_, b.lanes_));
    }
    GAUNTLET_AVX2 friend Mask operator|(const Mask& a, const Mask& b) {
      return Mask(_mm256_or_si256(a.lanes_, b.lanes_));
    }
    GAUNTLET_AVX2 __m256i lanes() const { return lanes_; }

   private:
    __m256i lanes_;
  };

  GAUNTLET_AVX2 EightWords() : words_(_mm256_setzero_si256()) {}
  GAUNTLET_AVX2 EightWords(std::uint32_t number)
      : words_(_mm256_set1_epi32(static_cast<int>(number))) {}
  GAUNTLET_AVX2 explicit EightWords(__m256i words) : words_(words) {}

#define GAUNTLET_OPERATOR(name, instruction)                                       \
  GAUNTLET_AVX2 friend EightWords name(const EightWords& a, const EightWords& b) { \
    return EightWords(instruction(a.words_, b.words_));                            \
  }
  GAUNTLET_OPERATOR(operator+, _mm256_add_epi32)
  GAUNTLET_OPERATOR(operator-, _mm256_sub_epi32)
  GAUNTLET_OPERATOR(operator*, _mm256_mullo_epi32)
  GAUNTLET_OPERATOR(operator&, _mm256_and_si256)
  GAUNTLET_OPERATOR(operator|, _mm256_or_si256)
  GAUNTLET_OPERATOR(operator^, _mm256_xor_si256)
  GAUNTLET_OPERATOR(operator<<, _mm256_sllv_epi32)
  GAUNTLET_OPERATOR(operator>>, _mm256_srlv_epi32)
#undef GAUNTLET_OPERATOR
  GAUNTLET_AVX2 friend EightWords operator<<(const EightWords& a, int by) {
    return EightWords(_mm256_slli_epi32(a.words_, by));
  }
  GAUNTLET_AVX2 friend EightWords operator>>(const EightWords& a, int by) {
    return EightWords(_mm256_srli_epi32(a.words_, by));
  }
  GAUNTLET_AVX2 friend Mask operator==(const EightWords& a, const EightWords& b) {
    return Mask(_mm256_cmpeq_epi32(a.words_, b.words_));
  }
  GAUNTLET_AVX2 friend Mask operator<(const EightWords& a, const EightWords& b) {
    const __m256i top = _mm256_set1_epi32(INT32_MIN);  // only signed numbers can be compared
    return Mask(
        _mm256_cmpgt_epi32(_mm256_xor_si256(b.words_, top), _mm256_xor_si256(a.words_, top)));
  }

  GAUNTLET_AVX2 friend EightWords without(const EightWords& a, const EightWords& b) {
    return EightWords(_mm256_andnot_si256(b.words_, a.words_));
  }
  GAUNTLET_AVX2 friend EightWords rotated(const EightWords& a, int left) {
    return a << left | a >> (32 - left);
  }
  GAUNTLET_AVX2 friend Mask meet(const EightWords& a, const EightWords& b) {
    const __m256i none =
        _mm256_cmpeq_epi32(_mm256_and_si256(a.words_, b.words_), _mm256_setzero_si256());
    return Mask(_mm256_xor_si256(none, _mm256_set1_epi32(-1)));
  }
  GAUNTLET_AVX2 friend EightWords where(const Mask& mask, const EightWords& yes,
                                        const EightWords& no) {
    return EightWords(_mm256_blendv_epi8(no.words_, yes.words_, mask.lanes()));
  }
  GAUNTLET_AVX2 static unsigned bits_of(const Mask& mask) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.lanes())));
  }
  GAUNTLET_AVX2 friend EightWords looked_up(const std::uint32_t* table, const EightWords& a) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table));
    return EightWords(_mm256_permutevar8x32_epi32(words, a.words_));
  }
  GAUNTLET_AVX2 friend EightWords looked_up_32(const std::uint32_t* table, const EightWords& a) {
    const __m256i at = _mm256_and_si256(a.words_, _mm256_set1_epi32(31));
    return EightWords(_mm256_i32gather_epi32(reinterpret_cast<const int*>(table), at, 4));
  }
  /// By the exponent of the bit as a floating-point number; that of bit 31 only has a sign besides.
  GAUNTLET_AVX2 friend EightWords index_of(const EightWords& bit) {
    const __m256i number = _mm256_castps_si256(_mm256_cvtepi32_ps(bit.words_));
    return EightWords(_mm256_sub_epi32(_mm256_srli_epi32(_mm256_slli_epi32(number, 1), 24),
                                       _mm256_set1_epi32(127)));
  }

  GAUNTLET_AVX2 std::uint32_t lane(int lane) const {
    alignas(32) std::uint32_t numbers[kLanes];
    _mm256_store_si256(reinterpret_cast<__m256i*>(numbers), words_);
    return numbers[lane];
  }
  GAUNTLET_AVX2 void set_lane(int lane, std::uint32_t number) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i mask = _mm256_cmpeq_epi32(lanes, _mm256_set1_epi32(lane));
    words_ = _mm256_blendv_epi8(words_, _mm256_set1_epi32(static_cast<int>(number)), mask);
  }

 private:
  __m256i words_;
};

}  // namespace gauntlet::search::kimble

#endif
