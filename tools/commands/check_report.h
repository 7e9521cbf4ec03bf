// What a check has found, for people and programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "tools/colours.h"
#include "tools/commands/check_step.h"

namespace gauntlet::tools {

/// A step and what came of it.
struct CheckedStep {
  int number;  ///< From 1.
  CheckStep step;
  Finding finding;
  std::chrono::duration<double> seconds;  ///< That it took.
};

/// A line, and for a failure the conversation and what would be right. Ends with a newline.
std::string text_of(const CheckedStep& step, const Colours& colours = {});
/// {"step", "name", "asks", "verdict", "detail", "seconds"}, and where there is something to say
/// "transcript" and "right".
boost::json::object json_of(const CheckedStep& step);

/// What all steps come to.
struct CheckSummary {
  std::string game, program;  ///< Printable; the program's command or URL.
  int passed = 0, failed = 0, not_seen = 0, not_reached = 0;
  std::chrono::duration<double> seconds{0};
  bool has_sandbox = false;

  void count(StepVerdict verdict);
  /// Nothing failed, and all was reached.
  bool is_ok() const { return failed == 0 && not_reached == 0; }
};

/// One line, newline included.
std::string text_of(const CheckSummary& summary, const Colours& colours = {});
/// {"game", "program", "ok", "passed", "failed", "not_seen", "not_reached", "seconds", "sandbox"}.
boost::json::object json_of(const CheckSummary& summary);

}  // namespace gauntlet::tools
