// The options of a sequential test, --elo0 and so on.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/status.h"
#include "selfplay/statistics/sprt.h"

namespace gauntlet::tools {

/// What was said of a test; nothing where nothing was.
struct SprtPlan {
  std::optional<double> elo0, elo1, alpha, beta;
  std::optional<selfplay::EloModel> model;

  bool is_empty() const { return !elo0 && !elo1 && !alpha && !beta && !model; }
};

/// Adds them to `command`, which writes what it reads to `plan`; each help begins with `when`.
void add_sprt_options(CLI::App& command, const std::string& when, SprtPlan& plan);

/// The test; what was not said is as usual. A sentence where its hypotheses are missing, or do not
/// go together.
absl::StatusOr<selfplay::Sprt> sprt_of(const SprtPlan& plan);

/// "normalized" or "logistic".
std::optional<selfplay::EloModel> parse_elo_model(std::string_view text);

}  // namespace gauntlet::tools
