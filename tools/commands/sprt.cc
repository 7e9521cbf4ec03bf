// `gauntlet sprt`: what a match says about the difference of its two sides, and whether to go on.
#include "selfplay/statistics/sprt.h"

#include <absl/strings/str_format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/words.h"
#include "selfplay/statistics/elo.h"
#include "tools/commands/command.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/sprt_options.h"

namespace gauntlet::tools {

namespace {

using selfplay::EloEstimate;
using selfplay::Sprt;

struct SprtOptions {
  CommonOptions common;
  std::optional<selfplay::Pentanomial> pairs;
  std::optional<selfplay::Trinomial> games;
  SprtPlan test;
};

/// Exact in a double, and more than anybody plays.
constexpr Range kCounts = {0, 1'000'000'000'000};

/// "1,2,3" as `least` to `most` counts.
std::vector<std::uint64_t> read_counts(const std::string& option, const std::string& text,
                                       const std::string& wanted, std::size_t least,
                                       std::size_t most) {
  std::vector<std::uint64_t> counts;
  for (const std::string_view word : engine::split(text, ','))
    if (const auto count = parse_number(word, kCounts)) counts.push_back(*count);
  if (counts.size() < least || counts.size() > most ||
      counts.size() != engine::split(text, ',').size())
    throw CLI::ValidationError(option + " takes " + wanted +
                               ", whole numbers from 0 to 10^12, not " + engine::in_quotes(text));
  return counts;
}

selfplay::Pentanomial read_pairs(const std::string& text) {
  const auto counts =
      read_counts("--pentanomial", text, "the counts LL,LD,DD+WL,WD,WW or LL,LD,WL,DD,WD,WW", 5, 6);
  if (counts.size() == 5) return {{counts[0], counts[1], counts[2], counts[3], counts[4]}};
  return {{counts[0], counts[1], counts[2] + counts[3], counts[4], counts[5]}};
}

selfplay::Trinomial read_games(const std::string& text) {
  const auto counts = read_counts("--trinomial", text, "the counts W,L,D", 3, 3);
  return {.wins = counts[0], .losses = counts[1], .draws = counts[2]};
}

std::string_view verdict(const Sprt& test, double ratio) {
  if (ratio >= test.upper()) return "H1";
  return ratio <= test.lower() ? "H0" : "";
}

std::string_view verdict_sentence(const Sprt& test, double ratio) {
  const std::string_view accepted = verdict(test, ratio);
  if (accepted.empty()) return "not decided: more games are needed";
  return accepted == "H1" ? "H1 is accepted: elo1 fits better than elo0"
                          : "H0 is accepted: elo0 fits better than elo1";
}

std::string_view unit(const Sprt& test) {
  return test.model == selfplay::EloModel::kNormalized ? "normalized Elo" : "Elo";
}

/// "40.70 +- 30.43", or what is known where that has no end.
std::string elo_text(const EloEstimate& elo) {
  if (!std::isfinite(elo.elo))
    return elo.score > 0.5 ? absl::StrFormat("open, above %.2f: all were won", elo.low)
                           : absl::StrFormat("open, below %.2f: all were lost", elo.high);
  if (elo.is_alike)
    return absl::StrFormat("%.2f, from %.2f to %.2f: all were alike, and each counts as one game",
                           elo.elo, elo.low, elo.high);
  if (std::isfinite(elo.error())) return absl::StrFormat("%.2f +- %.2f", elo.elo, elo.error());
  if (std::isfinite(elo.low)) return absl::StrFormat("%.2f, above %.2f", elo.elo, elo.low);
  return std::isfinite(elo.high) ? absl::StrFormat("%.2f, below %.2f", elo.elo, elo.high)
                                 : absl::StrFormat("%.2f, too few for an error", elo.elo);
}

std::string normalized_text(const EloEstimate& elo) {
  if (elo.is_alike) return "unknown: all were alike, which shows no spread to measure it by";
  return absl::StrFormat("%.2f +- %.2f", elo.normalized, elo.normalized_error);
}

void tell_text(const Sprt& test, double ratio, const std::optional<EloEstimate>& elo) {
  std::string text = absl::StrFormat(
      "log-likelihood ratio  %.2f, limits %.2f and %.2f; %s %g against %g\n%s\n", ratio,
      test.lower(), test.upper(), unit(test), test.elo1, test.elo0, verdict_sentence(test, ratio));
  if (elo)
    absl::StrAppendFormat(&text,
                          "\nscore           %.4f\nElo             %s\n"
                          "normalized Elo  %s\nstronger        %.2f %% likely\n",
                          elo->score, elo_text(*elo), normalized_text(*elo),
                          100 * elo->superiority);
  print(text);
}

void tell_json(const Sprt& test, double ratio, const std::optional<EloEstimate>& elo) {
  const std::string_view accepted = verdict(test, ratio);
  boost::json::object object{{"llr", ratio}, {"lower", test.lower()}, {"upper", test.upper()}};
  object["accepted"] = accepted.empty() ? boost::json::value() : boost::json::value(accepted);
  if (elo) {
    object["score"] = elo->score;
    object["elo"] = elo->elo;
    object["elo95"] = {elo->low, elo->high};
    object["normalized_elo"] = boost::json::value();
    object["normalized_elo95"] = {nullptr, nullptr};
    if (!elo->is_alike) {
      object["normalized_elo"] = elo->normalized;
      object["normalized_elo95"] = {elo->normalized - elo->normalized_error,
                                    elo->normalized + elo->normalized_error};
    }
    object["superiority"] = elo->superiority;
  }
  print_json(object);
}

template <class Results>
std::optional<EloEstimate> elo_unless_empty(const Results& results) {
  for (const double count : bins_of(results).counts)
    if (count > 0) return elo_of(results);
  return std::nullopt;
}

Exit run(const SprtOptions& options) {
  if (options.pairs.has_value() == options.games.has_value())
    return complain(Exit::kUsage,
                    options.pairs
                        ? "--pentanomial and --trinomial cannot be given together"
                        : "which results? Give --pentanomial LL,LD,DD+WL,WD,WW, or --trinomial "
                          "W,L,D where games are not paired");
  const auto test = sprt_of(options.test);
  if (!test.ok()) return complain(test.status());
  const double ratio = options.pairs ? log_likelihood_ratio(*test, *options.pairs)
                                     : log_likelihood_ratio(*test, *options.games);
  const auto elo =
      options.pairs ? elo_unless_empty(*options.pairs) : elo_unless_empty(*options.games);
  (options.common.json ? tell_json : tell_text)(*test, ratio, elo);
  return Exit::kDone;
}

void add_results(CLI::App& command, SprtOptions& options) {
  command
      .add_option_function<std::string>(
          "--pentanomial", [&](const std::string& text) { options.pairs = read_pairs(text); },
          "Pairs of games with seats swapped, by their points; six counts have WL and DD apart")
      ->type_name("LL,LD,DD+WL,WD,WW");
  command
      .add_option_function<std::string>(
          "--trinomial", [&](const std::string& text) { options.games = read_games(text); },
          "Games that are not paired")
      ->type_name("W,L,D");
}

}  // namespace

void add_sprt(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SprtOptions>();
  CLI::App& command = *app.add_subcommand(
      "sprt", "Test by the results so far whether one side is stronger, and go on or stop");
  add_results(command, *options);
  add_sprt_options(command, "", options->test);
  for (const char* name : {"--elo0", "--elo1"}) command.get_option(name)->required();
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Prints the log-likelihood ratio of H1 to H0 and its two limits: at or below the lower one "
      "H0\n"
      "is accepted, at or above the upper one H1, and between them more games are needed. L, D "
      "and\n"
      "W are one side's losses, draws and wins; a pair is two games from one start with seats\n"
      "swapped. docs/ratings.md tells what the numbers mean.\n\n"
      "Examples:\n"
      "  gauntlet sprt --pentanomial 48,855,1980,1022,40 --elo0 0 --elo1 4\n"
      "  gauntlet sprt --trinomial 136,96,111 --elo0 0 --elo1 10 --model logistic --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
