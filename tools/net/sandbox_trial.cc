#include "tools/net/sandbox_trial.h"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "engine/words.h"
#include "tools/net/program.h"

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::milliseconds kPoll{2};

/// The first line of what it has said says what is wrong.
std::string what_was_said(const Program& program) {
  const std::string said = program.output();
  const std::string line = said.substr(0, said.find('\n'));
  return line.empty() ? program.ending() : engine::printable(line, 200);
}

absl::Status objection_of(const Sandbox& sandbox) {
  boost::asio::io_context io{1};
  // More than one process may not be allowed.
  auto program = Program::start(io, "sh -c '(true) && true'", {}, nullptr, {.sandbox = &sandbox});
  if (!program.ok()) return absl::UnavailableError(engine::message_of(program));
  const auto end = steady_clock::now() + kPatience;
  while (!(*program)->has_ended() && steady_clock::now() < end) {
    io.restart();
    io.run_for(kPoll);
  }
  if (!(*program)->has_ended())
    return absl::UnavailableError("bubblewrap does not work here: it takes too long");
  if ((*program)->ended_well()) return absl::OkStatus();
  return absl::UnavailableError("bubblewrap does not work here: " + what_was_said(**program));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Sandbox>> tried_sandbox(Sandbox::Settings settings) {
  auto sandbox = Sandbox::open(std::move(settings));
  if (!sandbox.ok()) return sandbox.status();
  if (const absl::Status status = objection_of(**sandbox); !status.ok()) return status;
  return sandbox;
}

}  // namespace gauntlet::tools
