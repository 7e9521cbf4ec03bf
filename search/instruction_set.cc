#include "search/instruction_set.h"

namespace gauntlet::search {

namespace {

InstructionSet detect() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
    return InstructionSet::kAny;
    // Without optimisation nothing is inlined, and calls pass wide vectors otherwise than they are
    // read.
#ifdef __OPTIMIZE__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return InstructionSet::kAvx512;
#endif
  return InstructionSet::kAvx2;
#else
  return InstructionSet::kAny;
#endif
}

}  // namespace

InstructionSet instruction_set() {
  static const InstructionSet set = detect();
  return set;
}

std::string_view name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::kAny:
      break;
    case InstructionSet::kAvx2:
      return "AVX2, BMI2 (x86-64-v3)";
    case InstructionSet::kAvx512:
      return "AVX-512 (x86-64-v4)";
  }
  return "baseline";
}

}  // namespace gauntlet::search
