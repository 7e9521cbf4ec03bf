// What programs in a sandbox can and cannot do, and that they are judged as others are.
#include "tools/net/sandbox.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/registry.h"
#include "engine/status.h"
#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tests/tools/bad_programs.h"
#include "tools/net/http_server.h"
#include "tools/net/program_player.h"
#include "tools/net/sandbox_trial.h"
#include "tools/net/talking_program.h"
#include "tools/protocol/gomoku_seat.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;
using std::chrono::steady_clock;
using Way = ProgramCommand::Way;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// ---- without bubblewrap ----

TEST(WardenOrders, AreReadAsTheyWereWritten) {
  const WardenOrders orders{4711, true, 5'000'000'000, 77, "python3 'my bot.py'"};
  const auto read = WardenOrders::read(orders.words());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->words(), orders.words());
  EXPECT_EQ(read->port, 4711);
  EXPECT_TRUE(read->has_pipes);
  EXPECT_EQ(read->memory_bytes, 5'000'000'000u);
  EXPECT_EQ(read->cpu_seconds, 77u);
  EXPECT_EQ(read->command, orders.command);
  for (std::size_t bad = 0; bad + 1 < orders.words().size(); ++bad) {
    auto words = orders.words();
    words[bad] = "65536x";
    EXPECT_FALSE(WardenOrders::read(words)) << bad;
  }
  EXPECT_FALSE(WardenOrders::read({}));
}

TEST(SandboxSettings, WhatIsMissingIsTold) {
  const Surroundings nowhere{"/", "", "/nonexistent"};
  const auto none = tried_sandbox({.here = nowhere});
  EXPECT_EQ(none.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(engine::message_of(none), "bubblewrap is not installed (apt-get install bubblewrap)");
  const auto bad =
      tried_sandbox({.read = {"/no/such/folder"}, .bubblewrap = "/bin/false", .here = nowhere});
  EXPECT_EQ(bad.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(contains(engine::message_of(bad), "there is no '/no/such/folder'"));
}

TEST(SandboxSettings, WhatDoesNotWorkIsTold) {
  const TemporaryDirectory folder;
  const std::string fake = folder / "bwrap";
  std::ofstream(fake) << "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n";
  chmod(fake.c_str(), 0755);
  EXPECT_EQ(engine::message_of(tried_sandbox({.bubblewrap = fake})),
            "bubblewrap does not work here: bwrap: No permissions");
  std::ofstream(fake) << "#!/bin/sh\nexit 0\n";
  EXPECT_TRUE(contains(engine::message_of(tried_sandbox({.bubblewrap = fake})),
                       "its sandbox could not be made"))
      << "nobody has reported for duty";
}

/// What lies at `place`, as "--ro-bind SOURCE PLACE" or alike; "" if nothing does.
std::string shown_at(const std::vector<std::string>& words, const std::string& place) {
  for (std::size_t i = 2; i < words.size() && words[i] != "--"; ++i)
    if (words[i] == place && words[i - 2].starts_with("--"))
      return words[i - 2] + " " + words[i - 1];
  return "";
}

TEST(SandboxArguments, ShowTheSystemAndItsOwn) {
  const TemporaryDirectory folder;
  const std::string base = std::filesystem::canonical(folder.path()).string();
  for (const char* name : {"/ann", "/ben", "/more", "/home"})
    std::filesystem::create_directory(base + name);
  std::ofstream(base + "/ann/bot");
  const auto sandbox = Sandbox::open({.read = {base + "/more"},
                                      .memory_bytes = 77,
                                      .bubblewrap = "/bin/true",
                                      .here = {base, base + "/home", "/usr/bin"}});
  ASSERT_TRUE(sandbox.ok()) << engine::message_of(sandbox);
  const auto words = (*sandbox)->arguments({.port = 5, .command = "ann/bot {x}"});
  EXPECT_EQ(words[0], "/bin/true");
  EXPECT_EQ(shown_at(words, "/usr"), "--ro-bind /usr");
  EXPECT_EQ(shown_at(words, base + "/ann"), "--ro-bind " + base + "/ann");
  EXPECT_EQ(shown_at(words, base + "/more"), "--ro-bind " + base + "/more");
  EXPECT_EQ(shown_at(words, base + "/ben"), "");
  EXPECT_EQ(shown_at(words, base), "");
  EXPECT_EQ(shown_at(words, "/tmp"), "--setenv HOME") << "for the user's is not there";
  const auto end = std::find(words.begin(), words.end(), "--");
  ASSERT_GE(words.end() - end, 3);
  const auto orders = WardenOrders::read({end + 2, words.end()});
  ASSERT_TRUE(orders);
  EXPECT_EQ(orders->memory_bytes, 77u);
  EXPECT_EQ(orders->command, "ann/bot {x}");
  for (const char* word : {"--bind", "--dev-bind"})
    EXPECT_EQ(std::count(words.begin(), words.end(), word), 0) << "nothing of ours can be written";
}

// ---- with it ----

/// Its warden is the program's, for this one is none.
absl::StatusOr<std::shared_ptr<const Sandbox>> own_sandbox(
    std::uint64_t memory_bytes = Sandbox::kUsualMemory) {
  return tried_sandbox({.memory_bytes = memory_bytes, .executable = GAUNTLET_BINARY});
}

class SandboxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = own_sandbox();
    if (!made.ok()) GTEST_SKIP() << engine::message_of(made);
    sandbox_ = *std::move(made);
  }

  std::unique_ptr<TalkingProgram> start(const std::string& script, Way way = Way::kConnects) {
    auto program = TalkingProgram::start({"bot", folder_.raw_bot("bot", script), way, sandbox_});
    EXPECT_TRUE(program.ok()) << engine::message_of(program);
    return *std::move(program);
  }
  static void wait_for(TalkingProgram& program, const std::function<bool()>& is_done) {
    const auto end = steady_clock::now() + 10s;
    while (!is_done()) {
      ASSERT_LT(steady_clock::now(), end);
      program.wait(end);
    }
  }
  /// A bash script, until it has ended by itself.
  ProgramReport run(const std::string& script) {
    const auto program = start(script);
    wait_for(*program, [&] { return program->has_ended(); });
    return program->dismiss(false);
  }

  const ScriptFolder folder_;
  std::shared_ptr<const Sandbox> sandbox_;
};

TEST_F(SandboxTest, ReadsItsOwnFilesAndNoOthers) {
  const TemporaryDirectory others;
  std::ofstream(others / "secret") << "hidden";
  std::ofstream(folder_ / "data") << "mine";
  const std::string source = GAUNTLET_SOURCE_DIR "/CMakeLists.txt";
  ASSERT_TRUE(std::filesystem::exists(source));
  const ProgramReport report = run(
      "cat ${0%/*}/data; for f in " + (others / "secret") + " " + source +
      " /etc/shadow; do cat $f && echo READ; done; set -- /proc/[0-9]*; echo $# processes; exit 4");
  EXPECT_EQ(report.ending, "exit status 4");
  EXPECT_TRUE(report.output.starts_with("mine")) << report.output;
  EXPECT_FALSE(contains(report.output, "READ")) << report.output;
  EXPECT_TRUE(report.output.ends_with("\n2 processes\n"))
      << "it, and its warden: " << report.output;
}

TEST_F(SandboxTest, WritesOnlyWhereItIsAlone) {
  const ProgramReport report =
      run("for f in ${0%/*}/new /new /usr/new /dev/new; do echo x > $f && echo WRITTEN; done; "
          "echo kept > /tmp/new; cat /tmp/new; cat < /dev/null > /dev/shm/new && echo shared");
  EXPECT_FALSE(contains(report.output, "WRITTEN")) << report.output;
  EXPECT_TRUE(report.output.ends_with("kept\nshared\n")) << report.output;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

TEST_F(SandboxTest, ReachesOurPortAndNoOther) {
  const auto other =
      HttpServer::start({}, [](const HttpRequest&) -> HttpAnswer { return HttpResponse(); });
  ASSERT_TRUE(other.ok());
  const auto program = start("(exec 4<>/dev/tcp/127.0.0.1/" + std::to_string((*other)->port()) +
                             ") && echo REACHED; exec 3<>/dev/tcp/127.0.0.1/$1; echo hello >&3; "
                             "read -u 3 line; echo told $line");
  wait_for(*program, [&] { return program->is_connected(); });
  std::string heard;
  wait_for(*program, [&] { return (heard += program->read()) == "hello\n"; });
  program->write("something\n");
  wait_for(*program, [&] { return program->has_ended(); });
  const ProgramReport report = program->dismiss(false);
  EXPECT_EQ(report.ending, "exit status 0") << report.output;
  EXPECT_FALSE(contains(report.output, "REACHED")) << report.output;
  EXPECT_TRUE(report.output.ends_with("told something\n")) << report.output;
}

TEST_F(SandboxTest, OneThatConnectsAndGoesIsHeard) {
  const auto program = start("exec 3<>/dev/tcp/127.0.0.1/$1; echo last words >&3");
  wait_for(*program, [&] { return program->has_ended(); });
  EXPECT_TRUE(program->is_connected());
  EXPECT_EQ(program->read(), "last words\n");
}

TEST_F(SandboxTest, HasNoMoreMemoryThanItMayHave) {
  const std::string greedy = "head -c 150000000 /dev/zero | tail -c 150000000 | wc -c";
  EXPECT_EQ(run(greedy).output, "150000000\n");
  auto small = own_sandbox(50'000'000);
  ASSERT_TRUE(small.ok()) << engine::message_of(small);
  sandbox_ = *std::move(small);
  const ProgramReport report = run(greedy);
  EXPECT_TRUE(contains(report.output, "memory")) << report.output;
  EXPECT_FALSE(contains(report.output, "150000000\n")) << report.output;
}

TEST_F(SandboxTest, ItsChildrenEndWithIt) {
  std::ofstream(folder_ / "child") << "while :; do sleep 0.05; done\n";
  const ProgramReport report =
      run("setsid bash ${0%/*}/child & sleep 0.1; kill -0 $! && echo runs; exit 0");
  EXPECT_EQ(report.output, "runs\n");
  EXPECT_EQ(report.ending, "exit status 0");
  EXPECT_TRUE(report.ended_well);
  EXPECT_TRUE(folder_.nothing_runs());
}

TEST_F(SandboxTest, HowItHasEndedIsTold) {
  EXPECT_EQ(run("exit 7").ending, "exit status 7");
  EXPECT_EQ(run("exit 139").ending, "exit status 139");
  EXPECT_EQ(run("kill -SEGV $$").ending, "signal SIGSEGV");
  EXPECT_EQ(run("exec /no/such/program").ending, "exit status 127");
}

TEST_F(SandboxTest, IsAskedToEndAndMadeTo) {
  auto program = start("trap 'echo asked >&2; exit 5' TERM; echo up; while :; do sleep 0.02; done",
                       Way::kPipes);
  wait_for(*program, [&] { return program->read() == "up\n"; });
  const ProgramReport asked = program->dismiss(true);
  EXPECT_EQ(asked.ending, "exit status 5, because it did not end by itself");
  EXPECT_TRUE(asked.output.ends_with("asked\n")) << asked.output;
  program = start(kIgnoresTerm.text, Way::kPipes);
  wait_for(*program, [&] { return program->read() == "deaf\n"; });
  EXPECT_EQ(program->dismiss(true).ending, "signal SIGKILL, because it did not end by itself");
  EXPECT_TRUE(folder_.nothing_runs());
}

TEST_F(SandboxTest, WhoeverIsLetGoOfIsKilled) {
  const auto begin = steady_clock::now();
  start("setsid sleep 1000 & exec sleep 1000").reset();  // perhaps before it stands
  auto program = start("trap '' TERM; echo up; exec sleep 1000", Way::kPipes);
  wait_for(*program, [&] { return program->read() == "up\n"; });
  program.reset();
  EXPECT_LT(steady_clock::now() - begin, 8s);
  EXPECT_TRUE(folder_.nothing_runs());
}

TEST_F(SandboxTest, TalksOnItsPipes) {
  const auto program = start("read line; echo got $line; exec >&- ; sleep 1000", Way::kPipes);
  ASSERT_TRUE(program->is_connected());
  program->write("something\n");
  std::string heard;
  wait_for(*program, [&] { return (heard += program->read()) == "got something\n"; });
  wait_for(*program, [&] { return program->read().empty() && program->is_silent(); });
  EXPECT_FALSE(program->has_ended()) << "only its stdout has";
}

TEST_F(SandboxTest, IsJudgedAsOthersAre) {
  struct Case {
    const BadScript& script;
    Termination how;
    const char* reason;
  };
  for (const auto& [script, how, reason] : {
           Case{kCrashesAtStart, Termination::kAbsent, "ended before it connected: exit status 7"},
           Case{kIsKilledAtStart, Termination::kAbsent,
                "ended before it connected: signal SIGABRT"},
           Case{kCrashesOnFirstMessage, Termination::kCrashed, "signal SIGSEGV"},
           Case{kExitsInTheGame, Termination::kCrashed, "exit status 0"},
           Case{kLeavesAChild, Termination::kCrashed, "exit status 0"},
           Case{kExitsRightAfterTheEnd, Termination::kIllegalMove, "'resign'"},
           Case{kPlaysIllegally, Termination::kIllegalMove, "'99 99' (off the board"},
       }) {
    SCOPED_TRACE(script.name);
    const auto game = *engine::find_game("gomoku:9");
    const auto other = *selfplay::make_player("random", game);
    ProgramPlayer program({.command = {"bad", folder_.bot("bad", script), Way::kConnects, sandbox_},
                           .make_seat = [] { return std::make_unique<GomokuSeat>(); }});
    const bool is_second = std::string_view(script.name).size() % 2 == 1;
    selfplay::Player* seats[] = {&program, other.get()};
    if (is_second) std::swap(seats[0], seats[1]);
    for (const engine::Player seat : {0, 1}) seats[seat]->new_game(1, seat);
    engine::Rng start(3), dice(4);
    selfplay::MatchResult result;
    selfplay::play_match(game.start(start), seats, dice, {}, result);
    EXPECT_EQ(result.summary.termination, how) << result.reason;
    EXPECT_TRUE(result.reason.starts_with(reason)) << result.reason;
  }
  EXPECT_TRUE(folder_.nothing_runs());
}

}  // namespace

}  // namespace gauntlet::tools
