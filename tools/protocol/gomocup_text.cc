#include "tools/protocol/gomocup_text.h"

#include "engine/blanks.h"
#include "engine/words.h"

namespace gauntlet::tools {

std::vector<int> gomocup_numbers(std::string_view text) {
  std::vector<int> all;
  for (const std::string_view piece : engine::split(text, ',')) {
    const auto number = engine::parse_int(engine::trimmed(piece), -1'000'000, 1'000'000);
    if (!number || all.size() == 4) return {};
    all.push_back(*number);
  }
  return all;
}

std::string gomocup_square(int x, int y) {
  return std::to_string(x) + "," + std::to_string(y);
}

}  // namespace gauntlet::tools
