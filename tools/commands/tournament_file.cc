#include "tools/commands/tournament_file.h"

#define TOML_EXCEPTIONS 0
#include <absl/strings/str_cat.h>
#include <toml++/toml.h>

#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "engine/words.h"
#include "selfplay/players/duration.h"
#include "tools/commands/options.h"
#include "tools/commands/sandbox_option.h"
#include "tools/commands/text_file.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kMostTomlBytes = 1'000'000;

/// Where in the file something is wrong, and what would be right.
absl::Status wrong(const toml::node& node, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", node.source().begin.line, ": ", what));
}

absl::Status set_text(const toml::node& node, const std::string& key, std::string& text) {
  const auto value = node.value_exact<std::string>();
  if (!value) return wrong(node, key + " is a text in quotes");
  text = *value;
  return absl::OkStatus();
}

/// A whole number, or one in quotes where it has too many digits for the format.
absl::Status set_count(const toml::node& node, const std::string& key, Range range,
                       std::optional<std::uint64_t>& count) {
  if (const auto value = node.value_exact<std::int64_t>(); value && *value >= 0)
    count = static_cast<std::uint64_t>(*value);
  if (const auto text = node.value_exact<std::string>()) count = parse_number(*text, range);
  if (count && *count >= range.low && *count <= range.high) return absl::OkStatus();
  return wrong(node, key + " is a whole number from " + std::to_string(range.low) + " to " +
                         std::to_string(range.high));
}

absl::Status set_real(const toml::node& node, const std::string& key, double low, double high,
                      std::optional<double>& value) {
  value = node.value<double>();
  if (value && *value > low && *value < high) return absl::OkStatus();
  return wrong(node, absl::StrCat(key, " is a number above ", low, " and below ", high));
}

absl::Status set_time(const toml::node& node, const std::string& key,
                      std::optional<std::chrono::milliseconds>& span) {
  const auto text = node.value_exact<std::string>();
  if (text) span = selfplay::parse_duration(*text, std::chrono::hours(1));
  if (span) return absl::OkStatus();
  return wrong(node, key + " is a time from 1ms to 1h in quotes, as in \"500ms\" or \"1.5s\"");
}

absl::Status set_format(const toml::node& node, TournamentPlan& plan) {
  const auto text = node.value_exact<std::string>();
  if (text) plan.format = selfplay::parse_format(*text);
  if (plan.format) return absl::OkStatus();
  return wrong(node,
               "format is \"round-robin\", \"gauntlet\", \"ladder\", \"swiss\", \"knockout\" or "
               "\"sprt\"");
}

absl::Status set_model(const toml::node& node, TournamentPlan& plan) {
  const auto text = node.value_exact<std::string>();
  if (text) plan.test.model = parse_elo_model(*text);
  if (plan.test.model) return absl::OkStatus();
  return wrong(node, "model is \"normalized\" or \"logistic\"");
}

absl::Status set_sandbox(const toml::node& node, TournamentPlan& plan) {
  const auto text = node.value_exact<std::string>();
  if (text) plan.sandbox.mode = parse_sandbox_mode(*text);
  if (plan.sandbox.mode) return absl::OkStatus();
  return wrong(node, "sandbox is \"auto\", \"on\" or \"off\"");
}

absl::Status set_sandbox_memory(const toml::node& node, TournamentPlan& plan) {
  return set_count(node, "sandbox_memory", kSandboxMemory, plan.sandbox.memory_mb);
}

absl::Status set_sandbox_read(const toml::node& node, TournamentPlan& plan) {
  const std::string sentence = "sandbox_read is a list of folders: [\"/srv/data\", ..]";
  const toml::array* const folders = node.as_array();
  if (!folders) return wrong(node, sentence);
  for (const toml::node& folder : *folders) {
    const auto text = folder.value_exact<std::string>();
    if (!text) return wrong(node, sentence);
    plan.sandbox.read.push_back(*text);
  }
  return absl::OkStatus();
}

/// A word, or a number of plies.
absl::Status set_openings_text(const toml::node& node, TournamentPlan& plan) {
  if (const auto plies = node.value_exact<std::int64_t>()) {
    plan.openings = std::to_string(*plies);
    return absl::OkStatus();
  }
  plan.openings.emplace();
  return set_text(node, "openings", *plan.openings);
}

/// Who has none is called by its program.
absl::Status set_name(const toml::node& node, const TournamentPlan& plan, std::string& name) {
  if (const absl::Status status = set_text(node, "name", name); !status.ok()) return status;
  if (const absl::Status status = objection_to_entrant_name(name); !status.ok())
    return wrong(node, engine::message_of(status));
  for (const EntrantText& other : plan.players)
    if (other.name == name) return wrong(node, "there is a player called '" + name + "' already");
  return absl::OkStatus();
}

absl::Status add_player(const toml::node& node, TournamentPlan& plan) {
  const toml::table* const table = node.as_table();
  if (!table) return wrong(node, "each player is a table: [[player]]");
  EntrantText entrant;
  for (const auto& [key, value] : *table) {
    const bool is_name = key.str() == "name";
    if (!is_name && key.str() != "player")
      return wrong(value,
                   "a player has a name and a player, and no " + engine::in_quotes(key.str(), 60));
    const absl::Status status =
        is_name ? set_name(value, plan, entrant.name) : set_text(value, "player", entrant.player);
    if (!status.ok()) return status;
  }
  if (entrant.player.empty())
    return wrong(node, "a player needs what plays, as in player = \"level:5\"");
  plan.players.push_back(std::move(entrant));
  return absl::OkStatus();
}

absl::Status add_players_of(const toml::node& node, TournamentPlan& plan) {
  const toml::array* const players = node.as_array();
  if (!players) return wrong(node, "players are tables: [[player]]");
  for (const toml::node& player : *players)
    if (const absl::Status status = add_player(player, plan); !status.ok()) return status;
  return absl::OkStatus();
}

using Setter = std::function<absl::Status(const toml::node&, const std::string&, TournamentPlan&)>;

Setter real_setter(double low, double high, std::optional<double> SprtPlan::*member) {
  return [=](const toml::node& node, const std::string& key, TournamentPlan& plan) {
    return set_real(node, key, low, high, plan.test.*member);
  };
}

Setter time_setter(std::optional<std::chrono::milliseconds> TournamentPlan::*member) {
  return [=](const toml::node& node, const std::string& key, TournamentPlan& plan) {
    return set_time(node, key, plan.*member);
  };
}

Setter text_setter(std::string TournamentPlan::*member) {
  return [=](const toml::node& node, const std::string& key, TournamentPlan& plan) {
    return set_text(node, key, plan.*member);
  };
}

Setter count_setter(Range range, std::optional<std::uint64_t> TournamentPlan::*member) {
  return [=](const toml::node& node, const std::string& key, TournamentPlan& plan) {
    return set_count(node, key, range, plan.*member);
  };
}

Setter setter(absl::Status (*set)(const toml::node&, TournamentPlan&)) {
  return [set](const toml::node& node, const std::string&, TournamentPlan& plan) {
    return set(node, plan);
  };
}

const std::vector<std::pair<std::string_view, Setter>>& setters() {
  constexpr double kMostElo = selfplay::Sprt::kMostElo, kLeastChance = selfplay::Sprt::kLeastChance;
  static const std::vector<std::pair<std::string_view, Setter>> table = {
      {"game", text_setter(&TournamentPlan::game)},
      {"player", setter(add_players_of)},
      {"format", setter(set_format)},
      {"rounds", count_setter({1, selfplay::FormatOptions::kMostRounds}, &TournamentPlan::rounds)},
      {"seed", count_setter({0, ~std::uint64_t{0}}, &TournamentPlan::seed)},
      {"openings", setter(set_openings_text)},
      {"time_per_move", time_setter(&TournamentPlan::time_per_move)},
      {"time_per_game", time_setter(&TournamentPlan::time_per_game)},
      {"increment", time_setter(&TournamentPlan::increment)},
      {"margin", time_setter(&TournamentPlan::margin)},
      {"nodes", count_setter({1, selfplay::kMostNodes}, &TournamentPlan::nodes)},
      {"elo0", real_setter(-kMostElo, kMostElo, &SprtPlan::elo0)},
      {"elo1", real_setter(-kMostElo, kMostElo, &SprtPlan::elo1)},
      {"alpha", real_setter(kLeastChance, 1, &SprtPlan::alpha)},
      {"beta", real_setter(kLeastChance, 1, &SprtPlan::beta)},
      {"model", setter(set_model)},
      {"store", text_setter(&TournamentPlan::store)},
      {"output", text_setter(&TournamentPlan::output)},
      {"sandbox", setter(set_sandbox)},
      {"sandbox_read", setter(set_sandbox_read)},
      {"sandbox_memory", setter(set_sandbox_memory)},
  };
  return table;
}

absl::Status set_key(const toml::key& key, const toml::node& node, TournamentPlan& plan) {
  std::vector<std::string_view> names;
  for (const auto& [name, set] : setters()) {
    if (key.str() == name) return set(node, std::string(name), plan);
    names.push_back(name);
  }
  return wrong(node, "there is no key " + engine::in_quotes(key.str(), 60) +
                         engine::did_you_mean(key.str(), names));
}

}  // namespace

absl::StatusOr<TournamentPlan> read_tournament_file(const std::string& path) {
  const auto text = read_text_file(path, kMostTomlBytes);
  if (!text.ok()) return text.status();
  const std::string bad = engine::in_quotes(path, 200) + " is no tournament: ";
  if (text->size() > kMostTomlBytes)
    return absl::InvalidArgumentError(bad + "it is longer than " + engine::grouped(kMostTomlBytes) +
                                      " bytes");
  const toml::parse_result parsed = toml::parse(*text);
  if (!parsed)
    return absl::InvalidArgumentError(
        absl::StrCat(bad, "line ", parsed.error().source().begin.line, ": ",
                     engine::printable(parsed.error().description(), 200)));
  TournamentPlan plan;
  for (const auto& [key, node] : parsed.table())
    if (const absl::Status status = set_key(key, node, plan); !status.ok())
      return absl::InvalidArgumentError(bad + engine::message_of(status));
  return plan;
}

}  // namespace gauntlet::tools
