// Programs that are started: how they end, what is kept of what they say, and that nothing is left.
#include "tools/net/programs.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <fstream>
#include <iterator>
#include <thread>

#include "engine/words.h"
#include "tests/tools/open_descriptors.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

TEST(KeptOutput, KeepsBothEndsAndTellsTheRest) {
  for (const std::size_t piece : {1u, 7u, 4096u, 1'000'000u}) {
    std::string all;
    for (int i = 0; all.size() < 300'000; ++i) all += std::to_string(i) + '\n';
    KeptOutput kept;
    for (std::size_t at = 0; at < all.size(); at += piece) kept.add(all.substr(at, piece));
    const std::size_t end = KeptOutput::kEachEnd;
    EXPECT_EQ(kept.text(), all.substr(0, end) + "\n[" + std::to_string(all.size() - 2 * end) +
                               " bytes between are not kept]\n" + all.substr(all.size() - end));
  }
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, KeptOutput::kEachEnd, 2 * KeptOutput::kEachEnd}) {
    KeptOutput kept;
    kept.add(std::string(size, 'x'));
    EXPECT_EQ(kept.text(), std::string(size, 'x'));
  }
}

/// Runs one command and ends it.
class ProgramsTest : public ::testing::Test {
 protected:
  ProgramsTest() { programs_.set_place("127.0.0.1", 4711); }

  /// Until it has ended; `patience` is what it gets before it is needed no longer.
  ProgramReport run(const std::string& command, std::chrono::milliseconds patience = 10s) {
    const auto begin = steady_clock::now();
    programs_.start(begin, {1, command, "game-000001-black-x"});
    bool is_told = false;
    while (!programs_.is_empty() && steady_clock::now() - begin < patience + 5s) {
      if (is_told || steady_clock::now() - begin > patience)
        programs_.end(steady_clock::now(), {1, false});
      io_.restart();
      io_.run_for(5ms);
      for (const auto& ended : programs_.tick(steady_clock::now())) {
        EXPECT_FALSE(is_told) << "told twice";
        EXPECT_FALSE(ended.how.empty());
        is_told = true;
      }
    }
    EXPECT_EQ(reports_.size(), 1u);
    ProgramReport report = reports_.empty() ? ProgramReport{} : reports_.back();
    reports_.clear();
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
    return report;
  }

  boost::asio::io_context io_;
  std::vector<ProgramReport> reports_;
  Programs programs_{io_, [this](const ProgramReport& report) { reports_.push_back(report); }};
};

TEST_F(ProgramsTest, HowTheyEndIsTold) {
  const std::vector<std::tuple<std::string, std::string, bool>> ends = {
      {"true", "exit status 0", true},
      {"false", "exit status 1", false},
      {"sh -c 'exit 77'", "exit status 77", false},
      {"sh -c 'kill -SEGV $$'", "signal SIGSEGV", false},
      {"sh -c 'kill -KILL $$'", "signal SIGKILL", false},
      {"sh -c 'kill -TERM $$'", "signal SIGTERM", false},
      {"sh -c 'kill -PIPE $$'", "signal SIGPIPE", false},
      {"./no-such-program", "exit status 127", false},
      {"sh -c '", "exit status 2", false}};
  for (const auto& [command, ending, is_well] : ends) {
    const ProgramReport report = run(command);
    EXPECT_EQ(report.ending, ending) << command;
    EXPECT_EQ(report.ended_well, is_well) << command;
    EXPECT_LT(report.ran.count(), 5);
  }
}

TEST_F(ProgramsTest, TheyKnowWhereToConnect) {
  const ProgramReport report =
      run("sh -c 'echo {host} {port} $GAUNTLET_HOST $GAUNTLET_PORT; echo {port}{x} >&2'");
  EXPECT_EQ(report.output, "127.0.0.1 4711 127.0.0.1 4711\n4711{x}\n");
  EXPECT_EQ(report.command,
            "sh -c 'echo 127.0.0.1 4711 $GAUNTLET_HOST $GAUNTLET_PORT; echo 4711{x} >&2'");
}

TEST_F(ProgramsTest, TheyGetNothingOfOurs) {
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  const auto old = signal(SIGPIPE, SIG_IGN);
  int open[2];
  ASSERT_EQ(pipe(open), 0);  // and not closed on exec
  // Built-ins alone: a pipeline's own descriptors would be among those seen.
  EXPECT_EQ(run("sh -c 'cat; for i in $(seq 0 255); do "
                "[ -e /proc/$$/fd/$i ] && printf \"$i \"; done'")
                .output,
            "0 1 2 ");
  EXPECT_EQ(run("grep SigBlk /proc/self/status").output, "SigBlk:\t0000000000000000\n");
  const std::string ignored = run("grep SigIgn /proc/self/status").output;
  EXPECT_EQ(std::stoull(ignored.substr(8), nullptr, 16) & (1u << (SIGPIPE - 1)), 0u);
  close(open[0]);
  close(open[1]);
  signal(SIGPIPE, old);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_F(ProgramsTest, AFloodNeitherBlocksNorFillsMemory) {
  const ProgramReport report = run("sh -c 'echo first; head -c 50000000 /dev/zero; echo last'");
  EXPECT_EQ(report.ending, "exit status 0");
  EXPECT_TRUE(report.output.starts_with("first\n"));
  EXPECT_TRUE(report.output.ends_with("last\n"));
  EXPECT_NE(report.output.find(" bytes between are not kept]"), std::string::npos);
  EXPECT_LT(report.output.size(), 2 * KeptOutput::kEachEnd + 100);
}

TEST_F(ProgramsTest, WhoDoesNotEndIsAskedToThenKilled) {
  const ProgramReport asked = run("sleep 1000", 1ms);
  EXPECT_EQ(asked.ending, "signal SIGTERM, because it did not end by itself");
  EXPECT_GE(asked.ran.count(), 2);
  const ProgramReport polite =
      run("bash -c 'trap \"echo bye; exit 0\" TERM; "
          "while :; do sleep 0.1; done'",
          1ms);
  EXPECT_EQ(polite.ending, "exit status 0, because it did not end by itself");
  EXPECT_TRUE(polite.output.ends_with("bye\n")) << polite.output;
  const ProgramReport killed =
      run("sh -c 'trap \"\" TERM; echo here; while :; do sleep 0.1; done'", 1ms);
  EXPECT_EQ(killed.ending, "signal SIGKILL, because it did not end by itself");
  EXPECT_EQ(killed.output, "here\n");
  EXPECT_GE(killed.ran.count(), 3);
}

TEST_F(ProgramsTest, ChildrenThatLiveOnAreKilled) {
  const ProgramReport report = run("sh -c 'sleep 1000 & echo $!'");
  EXPECT_EQ(report.ending, "exit status 0");
  const int child = std::stoi(report.output);
  for (int i = 0; i < 1000 && kill(child, 0) == 0; ++i) {
    // Whoever has adopted it may let it lie as a zombie.
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(stat), {}};
    if (text.find(") Z") != text.npos) return;
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_NE(kill(child, 0), 0);
}

TEST_F(ProgramsTest, NoDescriptorIsLeft) {
  run("true");  // the reactor's own descriptors are there now
  const int before = open_descriptors();
  for (int i = 0; i < 20; ++i) run("echo x");
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(ProgramsTest, TheDestructorKillsAll) {
  pid_t child = 0;
  {
    auto program = Program::start(io_, "sh -c 'echo $$; sleep 1000'", {});
    ASSERT_TRUE(program.ok());
    for (int i = 0; i < 1000 && (*program)->output().empty(); ++i) {
      io_.restart();
      io_.run_for(5ms);
    }
    child = std::stoi((*program)->output());
    EXPECT_EQ(kill(child, 0), 0);
  }
  EXPECT_NE(kill(child, 0), 0);
}

}  // namespace

}  // namespace gauntlet::tools
