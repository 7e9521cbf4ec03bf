// The programs that a host has had started.
#pragma once

#include <absl/container/btree_map.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/net/dismissal.h"
#include "tools/net/program.h"
#include "tools/net/program_report.h"
#include "tools/protocol/host.h"

namespace boost::asio {
class io_context;
}

namespace gauntlet::tools {

/// Starts and ends them (dismissal.h). On the thread that runs the io_context.
class Programs {
 public:
  using Time = Host::Time;
  /// Called once for each that has ended and is needed no longer.
  using Tell = std::function<void(const ProgramReport&)>;

  struct Ended {
    ProgramId id;
    std::string how;
  };

  /// The longest that programs live after end_all().
  static constexpr std::chrono::seconds kLongestEnd{4};

  Programs(boost::asio::io_context& io, Tell tell) : io_(io), tell_(std::move(tell)) {}

  /// What {host} and {port} are in commands.
  void set_place(std::string host, std::uint16_t port);
  void start(Time now, const HostActions::StartProgram& request);
  void end(Time now, const HostActions::EndProgram& request);
  void end_all(Time now);
  /// Those that have ended lately. Call it often: it is a step behind, so that what a program did
  /// last has been heard before its end.
  std::vector<Ended> tick(Time now);
  bool is_empty() const { return entries_.empty(); }

 private:
  struct Entry {
    std::unique_ptr<Program> program;  // null if it could not be started
    ProgramReport report;
    Time started;
    std::optional<Time> ended;
    std::optional<Dismissal> dismissal;  // when it is needed no longer
    bool is_told = false;                // that it has ended
    bool has_forfeited = false;
  };

  std::string filled(const std::string& command) const;
  static void look(Time now, Entry& entry);
  void report(Entry& entry) const;

  boost::asio::io_context& io_;
  const Tell tell_;
  std::string host_;
  std::string port_;
  absl::btree_map<ProgramId, Entry> entries_;
};

}  // namespace gauntlet::tools
