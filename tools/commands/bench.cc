// `gauntlet bench`: speed per game, and the signature that tells whether behaviour has changed.
#include <absl/container/btree_map.h>
#include <absl/strings/str_format.h>

#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/measure.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

struct BenchOptions {
  CommonOptions common;
  bool signature_only = false;
  std::optional<std::string> expected_file;
  std::chrono::milliseconds time{1000};
};

using Signatures = absl::btree_map<std::string, std::uint64_t>;

boost::json::value or_null(const std::optional<double>& rate) {
  return rate ? boost::json::value(std::llround(*rate)) : boost::json::value();
}

std::string or_dash(const std::optional<double>& rate) {
  return rate ? grouped(static_cast<std::uint64_t>(*rate)) : "-";
}

void print_speed(std::string_view game, const Speed& speed, std::uint64_t sum, bool json) {
  if (json)
    return print_json({{"game", game},
                       {"playouts_per_s", std::llround(speed.playouts)},
                       {"playout_plies", speed.playout_plies},
                       {"perft_leaves_per_s", std::llround(speed.perft_leaves)},
                       {"mcts_sims_per_s", or_null(speed.mcts_simulations)},
                       {"ab_nodes_per_s", or_null(speed.alpha_beta_nodes)},
                       {"signature", sum}});
  print(absl::StrFormat("%-11s%12s%8.1f%16s%13s%13s%16d\n", game, or_dash(speed.playouts),
                        speed.playout_plies, or_dash(speed.perft_leaves),
                        or_dash(speed.mcts_simulations), or_dash(speed.alpha_beta_nodes), sum));
  std::fflush(stdout);
}

/// Reads "game signature" lines; '#' starts a comment line.
absl::StatusOr<Signatures> read_signatures(const std::string& path) {
  constexpr std::size_t kMaxBytes = 1 << 16;
  const std::string shown = engine::printable(path);
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxBytes, '\0');
  file.read(text.data(), kMaxBytes);
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.empty() || text.size() == kMaxBytes)
    return absl::InvalidArgumentError("cannot read signatures from '" + shown +
                                      "'; it should be what 'gauntlet bench --signature' prints");
  Signatures signatures;
  int number = 0;
  for (const std::string_view line : engine::split(text, '\n')) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const auto words = engine::split(line, ' ');
    const auto sum = words.size() == 2 ? parse_number(words[1], {0, UINT64_MAX}) : std::nullopt;
    if (!sum)
      return absl::InvalidArgumentError("line " + std::to_string(number) + " of '" + shown +
                                        "' should be a game, a blank and its signature");
    signatures[std::string(words[0])] = *sum;
  }
  return signatures;
}

/// What has changed between `expected` and `found`, or "".
std::string difference(const Signatures& expected, const Signatures& found,
                       const std::string& path) {
  std::string changed;
  for (const auto& [game, sum] : found) {
    const auto line = expected.find(game);
    if (line != expected.end() && line->second == sum) continue;
    changed += (changed.empty() ? "" : ", ") + game + " (" +
               (line == expected.end() ? "none" : std::to_string(line->second)) + " expected, " +
               std::to_string(sum) + " found)";
  }
  for (const auto& [game, sum] : expected)
    if (!found.contains(game))
      changed += (changed.empty() ? "" : ", ") + engine::printable(game) + " (" +
                 std::to_string(sum) + " expected, no such game measured)";
  if (changed.empty()) return "";
  return "the rules or the search have changed: " + changed +
         "; if that is intended, write the output of 'gauntlet bench --signature' to " +
         engine::in_quotes(path);
}

Exit run(const BenchOptions& options) {
  Signatures expected, found;
  if (options.expected_file) {
    const auto read = read_signatures(*options.expected_file);
    if (!read.ok()) return complain(read.status());
    expected = *read;
  }
  if (!options.signature_only && !options.common.json)
    print(
        "per second of CPU time, one thread\n"
        "game          playouts   plies    perft leaves    mcts sims     ab nodes       "
        "signature\n");
  const double seconds = static_cast<double>(options.time.count()) / 1000;
  for (const std::string_view name : measured_games()) {
    const auto game = engine::find_game(name);
    if (!game.ok()) continue;
    const std::uint64_t sum = found[std::string(name)] = signature(*game);
    if (!options.signature_only)
      print_speed(name, measure_speed(*game, seconds), sum, options.common.json);
    else if (options.common.json)
      print_json({{"game", name}, {"signature", sum}});
    else
      print(std::string(name) + " " + std::to_string(sum) + "\n");
  }
  if (!options.expected_file) return Exit::kDone;
  const std::string changed = difference(expected, found, *options.expected_file);
  return changed.empty() ? Exit::kDone : complain(Exit::kDifferent, changed);
}

}  // namespace

void add_bench(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App& command =
      *app.add_subcommand("bench", "Measure speed, and print the signature of the search");
  command
      .add_flag("--signature", options->signature_only,
                "Print only the signatures: sums of what fixed searches do and say")
      ->disable_flag_override();
  command
      .add_option("--expect", options->expected_file,
                  "Compare the signatures with this file; exit 1 if one differs")
      ->type_name(kFileValue);
  add_duration(command, "--time", "CPU time for each figure; 1s if omitted",
               [options](std::chrono::milliseconds time) { options->time = time; });
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Measures on one thread.\n\n"
      "Examples:\n"
      "  gauntlet bench\n"
      "  gauntlet bench --json > before.jsonl\n"
      "  gauntlet bench --signature --expect tests/signature.txt");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
