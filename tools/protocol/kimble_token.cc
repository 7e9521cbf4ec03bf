#include "tools/protocol/kimble_token.h"

#include <cstdint>
#include <random>

namespace gauntlet::tools {

std::string new_token() {
  std::random_device device;
  std::string token = "t";
  while (token.size() < kTokenBytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    for (std::uint32_t bits = device(), i = 0; i < 8; ++i, bits >>= 4) token += kDigits[bits & 15];
  }
  return token;
}

}  // namespace gauntlet::tools
