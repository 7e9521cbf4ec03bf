// A program that was started to play, and the way on which it talks with us.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/status.h"
#include "tools/net/channel.h"
#include "tools/net/own_descriptor.h"
#include "tools/net/program.h"
#include "tools/net/program_report.h"
#include "tools/net/sandbox.h"

namespace gauntlet::tools {

/// How a program is started.
struct ProgramCommand {
  enum class Way : std::uint8_t {
    kConnects,    ///< To a port of ours on 127.0.0.1, which only its first connection finds open.
    kReconnects,  ///< To such a port, by one connection after the other; to hang up ends nothing.
    kPipes,       ///< By its stdin and stdout.
    kServes,      ///< It is a server on a port of 127.0.0.1 that we choose: others talk with it.
  };

  std::string name;  ///< Of the player.
  /// For a shell. {name}, and {host} and {port} where it connects or serves, are filled in, quoted
  /// where the shell needs that; the environment has them as GAUNTLET_NAME, GAUNTLET_HOST,
  /// GAUNTLET_PORT.
  std::string line;
  Way way = Way::kConnects;
  std::shared_ptr<const Sandbox> sandbox = {};  ///< Null: it runs in none.
  /// What it is told goes out in small pieces (pieces.h), while somebody waits.
  bool is_told_in_pieces = false;
};

/// Nothing blocks but wait() and dismiss(). One thread at a time; it has an io_context of its own,
/// which runs in them only, so that between them nobody hears the program: its output waits in
/// pipes, and then so does the program.
class TalkingProgram {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// How long wait() waits at most.
  static constexpr std::chrono::milliseconds kLongestWait{20};

  static absl::StatusOr<std::unique_ptr<TalkingProgram>> start(const ProgramCommand& command);
  /// Kills it.
  ~TalkingProgram();
  TalkingProgram(const TalkingProgram&) = delete;
  TalkingProgram& operator=(const TalkingProgram&) = delete;

  /// No other process has this number, in no run. Positive.
  std::int64_t number() const { return number_; }
  /// Where it was told to serve. REQUIRES: it serves.
  std::uint16_t port() const { return port_; }
  /// A socket by which its port can be reached; none where it is in no sandbox, for there any can,
  /// or where none is to be had. Blocks for a moment.
  OwnDescriptor make_socket();
  /// Looks whether it can be talked with by now: never, where it serves.
  bool is_connected();
  /// The next piece of what it says, good until the next call; "" when nothing is there by now. One
  /// that reconnects is heard by its next connection when it has closed the last one or got its
  /// answer there.
  std::string_view read();
  /// To its last connection, which is closed then if the program has closed its half. REQUIRES: it
  /// is connected.
  void write(std::string_view text);
  /// How many connections read() has turned to.
  std::uint64_t connections() const { return connections_; }
  /// What it has been told and does not read.
  std::size_t unsent() const { return channel_ ? channel_->unsent() : 0; }
  /// Looks whether it is certain that it will say no more: all that it has said was read.
  bool is_silent();
  /// Looks whether it has ended.
  bool has_ended();
  /// REQUIRES: has_ended().
  const std::string& ending() const { return program_->ending(); }
  /// Until something may have happened, or until then, but not longer than kLongestWait.
  void wait(Time until);

  /// It is needed no longer: tells it so, waits until it has ended, and makes it end (dismissal.h)
  /// if it takes too long; at once by SIGTERM where it is in a `hurry`. The last thing to be done.
  ProgramReport dismiss(bool hurry);

 private:
  explicit TalkingProgram(const ProgramCommand& command);
  absl::Status run(const ProgramCommand& command);
  void use(std::unique_ptr<Channel> channel);
  bool turn_to_next_connection();
  void close_answered();
  void drain();

  struct Loop;

  const std::int64_t number_;
  std::unique_ptr<Loop> loop_;  // outlives the others
  const bool reconnects_;
  const bool is_told_in_pieces_;
  bool waits_for_listener_ = false;     // which is made in its sandbox
  std::unique_ptr<Listener> listener_;  // until it can connect no more
  std::unique_ptr<Channel> channel_;    // since it is connected
  std::uint64_t connections_ = 0;
  bool is_asked_ = false;   // it has said what was not answered
  std::uint16_t port_ = 0;  // in its command; 0: none
  std::unique_ptr<Program> program_;
  ProgramReport report_;
  const Time started_;
  std::optional<Time> ended_;  // when that was seen
  std::size_t drained_ = 0;    // bytes, since it was dismissed
};

}  // namespace gauntlet::tools
