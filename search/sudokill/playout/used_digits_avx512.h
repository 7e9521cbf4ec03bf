// UsedDigits by AVX-512.
#pragma once

#ifdef __x86_64__

#include <immintrin.h>

#include "search/instruction_set.h"
#include "search/sudokill/playout/used_digits.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // both false, in intrinsics: GCC bug 105593
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace gauntlet::search::sudokill {

/// As UsedDigits, which fit two registers: permutations bring each square's sets together.
class UsedDigitsAvx512 : public UsedDigits {
 public:
  GAUNTLET_AVX512 void place(int square, int digit) {
    const Square& at = kSquares[square];
    const __m512i bit = _mm512_maskz_set1_epi16(at.changes, static_cast<short>(1 << digit));
    store(used_, _mm512_or_si512(load(used_), bit));
    store(filled_, _mm512_or_si512(load(filled_), load(at.fills)));
  }

  GAUNTLET_AVX512 InLines in_lines(int square) const {
    const Square& at = kSquares[square];
    const __m512i lines = load(at.lines);
    const __m512i by_line = _mm512_permutexvar_epi16(lines, load(used_));
    const __m512i by_box =
        _mm512_permutexvar_epi16(_mm512_castsi256_si512(load(at.boxes)), load(used_));
    const __m256i used = _mm256_or_si256(
        _mm256_or_si256(_mm512_castsi512_si256(by_line), _mm512_extracti64x4_epi64(by_line, 1)),
        _mm512_castsi512_si256(by_box));
    const __m256i filled = _mm512_castsi512_si256(_mm512_permutexvar_epi16(lines, load(filled_)));
    const __mmask16 empty = _mm256_testn_epi16_mask(filled, load(at.bits));
    InLines found;  // a difference, for it leaves out lanes at no cost
    _mm256_store_si256(reinterpret_cast<__m256i*>(&found),
                       _mm256_maskz_sub_epi16(empty, _mm256_set1_epi16(kNine), used));
    return found;
  }

 private:
  GAUNTLET_AVX512 static __m512i load(const Sets& sets) { return _mm512_load_si512(&sets); }
  GAUNTLET_AVX512 static __m256i load(const Lanes& lanes) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(&lanes));
  }
  GAUNTLET_AVX512 static void store(Sets& to, __m512i sets) { _mm512_store_si512(&to, sets); }
};

}  // namespace gauntlet::search::sudokill

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif
