// `gauntlet doctor`: what this machine offers, and whether gauntlet works on it.
#include <absl/strings/str_format.h>
#include <sqlite3.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <boost/version.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "search/instruction_set.h"
#include "search/registry.h"
#include "tools/colours.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

/// The rest of the first line of `path` that starts with `key`, after ':' and blanks; or "unknown".
std::string line_of(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const std::size_t start = line.find_first_not_of(": \t", key.size());
    return start == std::string::npos ? "" : engine::printable(line.substr(start), 100);
  }
  return "unknown";
}

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return grouped(pages * page >> 20) + " MB";
}

/// Transparent huge pages: the word in brackets in the kernel's file, which lists all choices.
std::string huge_pages() {
  const std::string choices = line_of("/sys/kernel/mm/transparent_hugepage/enabled", "");
  const std::size_t start = choices.find('['), end = choices.find(']');
  if (start == std::string::npos || end == std::string::npos) return "unknown";
  return choices.substr(start + 1, end - start - 1);
}

bool perft_is_right(const engine::AnyState& start) {
  constexpr std::uint64_t kLeaves[] = {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  int depth = 0;
  for (const std::uint64_t leaves : kLeaves)
    if (start.perft(++depth) != leaves) return false;
  return true;
}

/// Tic-tac-toe: alpha-beta must find the draw, MCTS a move that can be played.
bool search_is_right(const engine::AnyGame& game, const engine::AnyState& start) {
  const search::SearcherOptions small{.hash_mb = 1, .threads = 1};
  search::Limits limits;
  limits.nodes = 100'000;
  const auto alpha_beta = search::make_searcher("ab", game, small);
  const auto mcts = search::make_searcher("mcts", game, small);
  if (!alpha_beta || !mcts) return false;
  alpha_beta->new_game(1);
  mcts->new_game(1);
  return alpha_beta->search(start, limits).proven == search::Proven::kDraw &&
         start.is_playable(mcts->search(start, limits).best);
}

bool self_test() {
  const auto game = engine::find_game("mnk:3x3x3");
  if (!game.ok()) return false;
  engine::Rng rng(1);
  const engine::AnyState start = game->start(rng);
  return perft_is_right(start) && search_is_right(*game, start);
}

using Facts = std::vector<std::pair<std::string_view, std::string>>;

Facts examine(const CommonOptions& options, bool healthy) {
  utsname system{};
  uname(&system);
  return {
      {"version", GAUNTLET_VERSION},
      {"compiler", compiler()},
      {"instructions", std::string(search::name_of(search::instruction_set()))},
      {"system", std::string(system.sysname) + " " + system.release},
      {"processor", line_of("/proc/cpuinfo", "model name")},
      {"threads", std::to_string(threads_of(options))},
      {"memory", memory()},
      {"huge_pages", huge_pages()},
      {"onetbb", GAUNTLET_TBB_VERSION},
      {"sqlite", sqlite3_libversion()},
      {"boost", BOOST_LIB_VERSION},
      {"folder", access(".", W_OK) == 0 ? "writable" : "not writable: keep stores in another one"},
      {"self_test", healthy ? "passed" : "FAILED"}};
}

/// Of what passes judgement; the others are what they are.
Look look_of(const std::string& fact) {
  if (fact == "passed" || fact == "writable") return Look::kGood;
  return fact == "FAILED" || fact.starts_with("not writable") ? Look::kBad : Look::kPlain;
}

Exit run(const CommonOptions& options) {
  const bool healthy = self_test();
  const Colours colours = Colours::of(STDOUT_FILENO);
  boost::json::object object;
  for (const auto& [name, fact] : examine(options, healthy)) {
    object[name] = fact;
    if (!options.json)
      print(absl::StrFormat("%-14s%s\n", name, colours.dressed(look_of(fact), fact)));
  }
  if (options.json) print_json(object);
  if (healthy) return Exit::kDone;
  return complain(Exit::kIo, "the self-test failed: results on this machine cannot be trusted");
}

}  // namespace

void add_doctor(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CommonOptions>();
  CLI::App& command =
      *app.add_subcommand("doctor", "Describe this machine, and test gauntlet on it");
  add_common_options(command, *options);
  say_without_effect(command, {"--seed"});
  command.footer("Examples:\n  gauntlet doctor\n  gauntlet doctor --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
