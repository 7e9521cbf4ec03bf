// Programs that are started to serve.
#include "tools/net/talking_program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/tools/test_socket.h"

namespace gauntlet::tools {

namespace {

/// A program that is being started has copies of all descriptors for a moment, so of the socket by
/// which another thread looks whether a port is free.
TEST(TalkingProgram, NobodyListensWhereItIsToServe) {
  constexpr int kStarts = 300;
  std::atomic<int> starts = 0, served = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (starts++ < kStarts) {
          const auto program =
              TalkingProgram::start({"idle", "sleep 1000", ProgramCommand::Way::kServes});
          ASSERT_TRUE(program.ok()) << program.status();
          if (TestSocket().connect((*program)->port())) ++served;
        }
      });
  }
  EXPECT_EQ(served, 0);
}

}  // namespace

}  // namespace gauntlet::tools
