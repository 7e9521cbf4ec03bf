// `gauntlet perft`: counts all sequences of moves, the check of the rules and a measure of speed.
#include <absl/strings/str_format.h>

#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

constexpr std::uint64_t kMaxDepth = 64;

struct PerftOptions {
  CommonOptions common;
  PositionOptions position;
  int depth = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Counts depth by depth; each line is printed as soon as it is known.
std::vector<std::uint64_t> count(const engine::AnyState& state, int max_depth, bool quiet) {
  std::vector<std::uint64_t> leaves;
  for (int depth = 1; depth <= max_depth; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    leaves.push_back(state.perft(depth));
    const double seconds = seconds_since(start);
    if (quiet) continue;
    const double rate = seconds > 0 ? static_cast<double>(leaves.back()) / seconds : 0;
    print(absl::StrFormat("%5d%24s%10.3f%18s\n", depth, grouped(leaves.back()), seconds,
                          grouped(static_cast<std::uint64_t>(rate))));
    std::fflush(stdout);
  }
  return leaves;
}

Exit run(PerftOptions options) {
  options.position.seed = seed_of(options.common);
  const auto position = read_position(options.position);
  if (!position.ok()) return complain(position.status());
  if (const absl::Status status = need_whole(position->state, "perft"); !status.ok())
    return complain(status);
  const std::string name = position->game.name();
  const std::string text = position->state.to_text();
  const bool json = options.common.json;
  if (!json) {
    print(name + "  " + text + "\n");
    if (!options.position.text) print("seed " + std::to_string(options.position.seed) + "\n");
    print("depth                  leaves   seconds         leaves/s\n");
  }
  const auto leaves = count(position->state, options.depth, json);
  if (json)
    print_json({{"game", name},
                {"position", text},
                {"leaves", boost::json::array(leaves.begin(), leaves.end())},
                {"seed", options.position.seed}});
  return Exit::kDone;
}

}  // namespace

void add_perft(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<PerftOptions>();
  CLI::App& command = *app.add_subcommand("perft", "Count all sequences of moves");
  command.add_option("GAME", options->position.game, help::kGame)
      ->required()
      ->type_name(kGameValue);
  add_number(command, "--depth", {1, kMaxDepth}, "Plies to count; a chance outcome is a ply",
             [options](std::uint64_t depth) { options->depth = static_cast<int>(depth); })
      ->required();
  command.add_option("--position", options->position.text, "Count from here, not from the start")
      ->type_name("TEXT");
  add_common_options(command, options->common);
  say_without_effect(command, {"--threads"});
  command.footer(
      "Counts on one thread. Games whose start is drawn take it from --seed.\n\n"
      "Examples:\n"
      "  gauntlet perft mnk:3x3x3 --depth 9\n"
      "  gauntlet perft mnk:3x3x3 --depth 3 --position x../.o./...");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
