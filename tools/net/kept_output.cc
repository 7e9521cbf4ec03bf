#include "tools/net/kept_output.h"

#include <algorithm>

namespace gauntlet::tools {

void KeptOutput::add(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t fitting = std::min(kEachEnd - beginning_.size(), bytes.size());
  beginning_.append(bytes.substr(0, fitting));
  bytes.remove_prefix(fitting);
  bytes.remove_prefix(bytes.size() - std::min(bytes.size(), kEachEnd));
  rest_.append(bytes);
  if (rest_.size() > 2 * kEachEnd) rest_.erase(0, rest_.size() - kEachEnd);
}

std::string_view KeptOutput::end() const {
  const std::string_view rest = rest_;
  return rest.substr(rest.size() - std::min(rest.size(), kEachEnd));
}

std::string KeptOutput::text() const {
  const std::uint64_t between = size_ - beginning_.size() - end().size();
  std::string text = beginning_;
  if (between > 0) text += "\n[" + std::to_string(between) + " bytes between are not kept]\n";
  return text.append(end());
}

}  // namespace gauntlet::tools
