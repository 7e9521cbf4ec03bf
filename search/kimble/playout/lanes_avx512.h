// Sixteen numbers of 32 bits in an AVX-512 register.
#pragma once

#ifdef __x86_64__

#include <immintrin.h>

#include <cstdint>

#include "search/instruction_set.h"

namespace gauntlet::search::kimble {

/// As FourWords, sixteen times.
class SixteenWords {
 public:
  static constexpr int kLanes = 16;
  using Mask = __mmask16;

  GAUNTLET_AVX512 SixteenWords() : words_(_mm512_setzero_si512()) {}
  GAUNTLET_AVX512 SixteenWords(std::uint32_t number)
      : words_(_mm512_set1_epi32(static_cast<int>(number))) {}
  GAUNTLET_AVX512 explicit SixteenWords(__m512i words) : words_(words) {}

#define GAUNTLET_OPERATOR(name, instruction)                                               \
  GAUNTLET_AVX512 friend SixteenWords name(const SixteenWords& a, const SixteenWords& b) { \
    return SixteenWords(instruction(kAll, a.words_, b.words_));                            \
  }
  GAUNTLET_OPERATOR(operator+, _mm512_maskz_add_epi32)
  GAUNTLET_OPERATOR(operator-, _mm512_maskz_sub_epi32)
  GAUNTLET_OPERATOR(operator*, _mm512_maskz_mullo_epi32)
  GAUNTLET_OPERATOR(operator&, _mm512_maskz_and_epi32)
  GAUNTLET_OPERATOR(operator|, _mm512_maskz_or_epi32)
  GAUNTLET_OPERATOR(operator^, _mm512_maskz_xor_epi32)
  GAUNTLET_OPERATOR(operator<<, _mm512_maskz_sllv_epi32)
  GAUNTLET_OPERATOR(operator>>, _mm512_maskz_srlv_epi32)
#undef GAUNTLET_OPERATOR
  GAUNTLET_AVX512 friend SixteenWords operator<<(const SixteenWords& a, int by) {
    return SixteenWords(_mm512_maskz_slli_epi32(kAll, a.words_, static_cast<unsigned>(by)));
  }
  GAUNTLET_AVX512 friend SixteenWords operator>>(const SixteenWords& a, int by) {
    return SixteenWords(_mm512_maskz_srli_epi32(kAll, a.words_, static_cast<unsigned>(by)));
  }
  GAUNTLET_AVX512 friend Mask operator==(const SixteenWords& a, const SixteenWords& b) {
    return _mm512_cmpeq_epi32_mask(a.words_, b.words_);
  }
  GAUNTLET_AVX512 friend Mask operator<(const SixteenWords& a, const SixteenWords& b) {
    return _mm512_cmplt_epu32_mask(a.words_, b.words_);
  }

  GAUNTLET_AVX512 friend SixteenWords without(const SixteenWords& a, const SixteenWords& b) {
    return SixteenWords(_mm512_maskz_andnot_epi32(kAll, b.words_, a.words_));
  }
  GAUNTLET_AVX512 friend SixteenWords rotated(const SixteenWords& a, std::uint32_t left) {
    return SixteenWords(_mm512_maskz_rolv_epi32(kAll, a.words_, SixteenWords(left).words_));
  }
  GAUNTLET_AVX512 friend Mask meet(const SixteenWords& a, const SixteenWords& b) {
    return _mm512_test_epi32_mask(a.words_, b.words_);
  }
  GAUNTLET_AVX512 friend SixteenWords where(Mask mask, const SixteenWords& yes,
                                            const SixteenWords& no) {
    return SixteenWords(_mm512_mask_blend_epi32(mask, no.words_, yes.words_));
  }
  GAUNTLET_AVX512 friend SixteenWords looked_up(const std::uint32_t* table, const SixteenWords& a) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table));
    return SixteenWords(
        _mm512_maskz_permutexvar_epi32(kAll, a.words_, _mm512_maskz_broadcast_i32x8(kAll, words)));
  }
  GAUNTLET_AVX512 friend SixteenWords looked_up_32(const std::uint32_t* table,
                                                   const SixteenWords& a) {
    return SixteenWords(_mm512_maskz_permutex2var_epi32(kAll, _mm512_loadu_si512(table), a.words_,
                                                        _mm512_loadu_si512(table + kLanes)));
  }
  /// By the exponent of the bit as a floating-point number.
  GAUNTLET_AVX512 friend SixteenWords index_of(const SixteenWords& bit) {
    const __m512i number = _mm512_castps_si512(_mm512_maskz_cvtepu32_ps(kAll, bit.words_));
    return SixteenWords(_mm512_maskz_srli_epi32(kAll, number, 23)) - SixteenWords(127);
  }
  static unsigned bits_of(Mask mask) {
    return mask;
  }

  GAUNTLET_AVX512 std::uint32_t lane(int lane) const {
    alignas(64) std::uint32_t numbers[kLanes];
    _mm512_store_si512(numbers, words_);
    return numbers[lane];
  }
  GAUNTLET_AVX512 void set_lane(int lane, std::uint32_t number) {
    words_ =
        _mm512_mask_set1_epi32(words_, static_cast<Mask>(1u << lane), static_cast<int>(number));
  }

 private:
  /// Instructions without a mask have false warnings of undefined words (GCC 12).
  static constexpr Mask kAll = 0xffff;

  __m512i words_;
};

}  // namespace gauntlet::search::kimble

#endif
