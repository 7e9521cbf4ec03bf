// Which vector instructions the processor has, and how functions are compiled for them.
#pragma once

#include <string_view>

namespace gauntlet::search {

/// Each includes those before. Everything is compiled for what the build asks for; a function that
/// gains by more has a version for each set, and takes one at run time. Results never depend on it.
///
///     template <class Board> long count(..);                              any instructions
///     [[gnu::flatten]] GAUNTLET_AVX512 long count_avx512(..) { return count<WideBoard>(..); }
///
/// `flatten` inlines all that is called, and what is inlined is compiled for the caller's set: one
/// template serves all sets. Only what uses intrinsics itself is marked too.
enum class InstructionSet {
  kAny,     ///< What the build asks for, and no more.
  kAvx2,    ///< AVX2, BMI and BMI2: x86-64-v3, what the build asks for unless told otherwise.
  kAvx512,  ///< AVX-512 F, BW, DQ and VL: x86-64-v4.
};

/// The widest that this processor has.
InstructionSet instruction_set();

/// As `gauntlet doctor` tells it.
std::string_view name_of(InstructionSet set);

}  // namespace gauntlet::search

/// Compile a function for a set. Call it only where instruction_set() is at least this.
#ifdef __x86_64__
#define GAUNTLET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define GAUNTLET_AVX512 \
  __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")))
#endif
