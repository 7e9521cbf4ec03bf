// One running program.
#pragma once

#include <absl/synchronization/mutex.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/status.h"
#include "tools/net/kept_output.h"
#include "tools/net/own_descriptor.h"
#include "tools/net/sandbox.h"
#include "tools/net/warden_line.h"

namespace boost::asio {
class io_context;
}

namespace gauntlet::tools {

/// How long a program that has hung up is waited for, so that how it ended can be told.
inline constexpr std::chrono::milliseconds kEndingTime{300};

/// Our ends of a program's pipes. They do not block.
struct ProgramPipes {
  OwnDescriptor to;    ///< Its stdin.
  OwnDescriptor from;  ///< Its stdout.
};

/// Where a program is run.
struct Confinement {
  const Sandbox* sandbox = nullptr;  ///< Null: in none.
  /// Of a sandbox's 127.0.0.1, on which a socket of ours is to listen; 0: none.
  std::uint16_t port = 0;
};

/// A command in a process group of its own: no descriptor of ours but its standard streams, no
/// signal blocked or ignored. What it writes, if it is not for us to answer, is read whenever `io`
/// runs. The destructor kills the whole group; a child that has left the group lives on, but not in
/// a sandbox, where the group is everything in it. To be used on the thread that runs `io`.
///
/// posix_spawn rather than Boost.Process 1.81: that leaves the signals blocked and ignored that are
/// so here, and forks a process with threads, or needs another library.
class Program {
 public:
  /// Runs `/bin/sh -c 'exec COMMAND'` with `variables` ("NAME=value") in its environment as well.
  /// With `pipes`, which are filled, it is talked with by its stdin and stdout; without, it has
  /// nothing to read. Fails with a sentence.
  static absl::StatusOr<std::unique_ptr<Program>> start(boost::asio::io_context& io,
                                                        const std::string& command,
                                                        const std::vector<std::string>& variables,
                                                        ProgramPipes* pipes = nullptr,
                                                        const Confinement& confinement = {});
  /// Held while a program is started, which has copies of all our descriptors until it runs: what
  /// we close meanwhile is still open there. Who opens a socket that must be closed for certain
  /// when we close it holds this, too.
  static absl::Mutex& starting();

  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Looks whether it has ended. Then what is left of its group is killed, what it has said is read
  /// to the end, and ending() is known.
  bool has_ended();
  /// "exit status 1", "signal SIGSEGV". REQUIRES: has_ended().
  const std::string& ending() const { return ending_; }
  /// By itself, with status 0. REQUIRES: has_ended().
  bool ended_well() const { return ended_well_; }
  /// SIGTERM or SIGKILL, to the whole group. REQUIRES: !has_ended().
  void send(int signal) const;
  /// The socket that listens at Confinement::port, once; none before it is there.
  OwnDescriptor take_listener();
  /// As WardenLine has it; none where the program is in no sandbox.
  OwnDescriptor make_socket();
  /// What it has written on stderr, and on stdout unless that is one of the pipes.
  std::string output() const;

 private:
  /// Outlives the program while a read is under way.
  struct Pipe;

  Program(int pid, std::shared_ptr<Pipe> pipe, std::unique_ptr<WardenLine> warden);
  void settle(bool was_signal, int value);
  void reap();

  int pid_;  // and the group's; 0 when it has ended
  std::shared_ptr<Pipe> pipe_;
  std::unique_ptr<WardenLine> warden_;  // null: it is in no sandbox, or has ended
  OwnDescriptor listener_;              // of one that has ended
  std::string ending_;
  bool ended_well_ = false;
};

}  // namespace gauntlet::tools
