#include "tools/net/descriptors.h"

#include <sys/resource.h>

#include <algorithm>

namespace gauntlet::tools {

void allow_connections(std::size_t connections) {
  constexpr rlim_t kOthers = 256;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(connections + kOthers, limit.rlim_max);
  if (wanted <= limit.rlim_cur) return;
  limit.rlim_cur = wanted;
  (void)setrlimit(RLIMIT_NOFILE, &limit);  // else fewer are served, and accepting pauses
}

}  // namespace gauntlet::tools
