// What the parser of the command line complains about, in one sentence of ours.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gauntlet::tools {

/// One sentence that says what is wrong with the command line that `app` has just refused with
/// `error`, with "did you mean" for unknown commands and options.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gauntlet::tools
