// What a check asks of a program, one thing at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/commands/check_run.h"

namespace gauntlet::tools {

enum class StepVerdict : std::uint8_t {
  kPassed,
  kFailed,
  kNotSeen,     ///< It did not come to that: no fault.
  kNotReached,  ///< The check was over before.
};
/// "passed", "FAILED", "not seen", "not reached".
std::string_view word_of(StepVerdict verdict);

/// What a step has found.
struct Finding {
  StepVerdict verdict = StepVerdict::kPassed;
  std::string detail = {};                   ///< Printable, one line; may be empty.
  std::vector<std::string> transcript = {};  ///< Of a failure: Transcript::lines(), and "! .." for
                                             ///< what it wrote on stderr.
  std::string right = {};                    ///< Of a failure: what would be right.
};

/// One thing that is asked.
struct CheckStep {
  std::string name;                        ///< "moves legally, moving first"
  std::string asks;                        ///< How it is found out.
  std::function<Finding(CheckRun&)> look;  ///< Finds it out, by games of the run.
  bool is_of_the_past = false;             ///< By those that were played already.
};

/// The steps of such a program, in order. The run outlives them.
std::vector<CheckStep> check_steps(const CheckRun& run);

/// Looks, unless the run is over.
Finding take_step(const CheckStep& step, CheckRun& run);

}  // namespace gauntlet::tools
