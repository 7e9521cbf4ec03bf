// The entry for libFuzzer; GAUNTLET_FUZZ_TARGET names the target.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/targets.h"

namespace {

const gauntlet::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("GAUNTLET_FUZZ_TARGET");
  target = gauntlet::fuzz::find_target(name ? name : "");
  if (target) return 0;
  std::fputs("GAUNTLET_FUZZ_TARGET is one of:", stderr);
  for (const auto& one : gauntlet::fuzz::targets())
    std::fprintf(stderr, " %s", std::string(one.name).c_str());
  std::fputs("\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  target->run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
