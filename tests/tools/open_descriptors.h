// How many files, pipes and sockets this process has open.
#pragma once

#include <fcntl.h>

namespace gauntlet::tools {

inline int open_descriptors() {
  int count = 0;
  for (int i = 0; i < 4096; ++i) count += fcntl(i, F_GETFD) != -1;
  return count;
}

}  // namespace gauntlet::tools
