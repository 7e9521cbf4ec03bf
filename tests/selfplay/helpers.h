// What the tests of the room share.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "selfplay/batch.h"
#include "tests/checked.h"
#include "tests/temporary_directory.h"

namespace gauntlet::selfplay {

/// Starts so many processes at the same moment; the exit codes that `work(number)` gave them.
template <class Work>
std::vector<int> exit_codes_of(int processes, const Work& work) {
  int gate[2];
  EXPECT_EQ(pipe(gate), 0);
  std::vector<pid_t> children;
  for (int number = 0; number < processes; ++number) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    char byte;
    close(gate[1]);
    [[maybe_unused]] const auto opened = read(gate[0], &byte, 1);  // until the gate is closed
    _exit(work(number));
  }
  close(gate[0]);
  close(gate[1]);
  std::vector<int> codes;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    codes.push_back(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  return codes;
}

/// How many positions tests of levels count on for each game and level: as the environment asks.
inline int level_positions() {
  const char* const asked = std::getenv("GAUNTLET_LEVEL_POSITIONS");
  return asked ? std::atoi(asked) : 1'000 / kShare;
}

inline engine::AnyGame game_called(const std::string& name) {
  auto game = engine::find_game(name);
  EXPECT_TRUE(game.ok()) << engine::message_of(game);
  return *game;
}

inline Batch batch_of(const std::string& game, const std::vector<std::string>& players,
                      std::uint64_t games, int threads = 1) {
  Batch batch{.game = game_called(game),
              .players = {},
              .games = games,
              .seed = 7,
              .position = {},
              .threads = threads,
              .setup = {}};
  for (const std::string& player : players) {
    auto spec = parse_player(player, batch.game);
    EXPECT_TRUE(spec.ok()) << engine::message_of(spec);
    batch.players.push_back(*spec);
  }
  return batch;
}

inline BatchRun whole(const Batch& batch, GameSink* sink = nullptr) {
  return {.earlier = Stats(batch.game.players()),
          .missing = {{0, batch.games}},
          .sink = sink,
          .progress = {}};
}

/// Keeps all games in memory; fails on request.
class MemorySink final : public GameSink {
 public:
  absl::Status write(std::span<const GameRecord> games) override {
    for (const GameRecord& game : games) {
      if (records.size() == fails_after) return absl::InvalidArgumentError("no room");
      records.push_back(game);
    }
    return absl::OkStatus();
  }
  absl::Status flush() override {
    ++flushes;
    return absl::OkStatus();
  }
  /// Games come as they end; here they are in ascending order of their index.
  std::vector<GameRecord> sorted() const {
    std::vector<GameRecord> games = records;
    std::sort(games.begin(), games.end(),
              [](const GameRecord& a, const GameRecord& b) { return a.index < b.index; });
    return games;
  }
  std::vector<GameRecord> records;
  int flushes = 0;
  std::size_t fails_after = SIZE_MAX;
};

/// Whether a database needs no journal beside it: two bytes of its header tell (SQLite's file
/// format, 1.3).
inline bool is_written_back(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(18);
  const int writing = file.get(), reading = file.get();
  return writing == 1 && reading == 1;
}

inline bool same(const GameRecord& a, const GameRecord& b) {
  return a.index == b.index && a.start == b.start && a.result.moves == b.result.moves &&
         a.result.summary.returns == b.result.summary.returns &&
         a.result.summary.nodes == b.result.summary.nodes &&
         a.result.summary.proved_after == b.result.summary.proved_after &&
         a.result.summary.plies == b.result.summary.plies &&
         a.result.summary.termination == b.result.summary.termination &&
         a.result.summary.offender == b.result.summary.offender;
}

}  // namespace gauntlet::selfplay
