#include "tools/commands/sprt_options.h"

#include <absl/strings/charconv.h>
#include <absl/strings/str_format.h>

#include <string_view>
#include <system_error>

#include "engine/words.h"
#include "tools/commands/options.h"

namespace gauntlet::tools {

using selfplay::EloModel;
using selfplay::Sprt;

namespace {

/// An option that takes a number strictly between two others.
void add_real(CLI::App& command, const std::string& name, double low, double high,
              const std::string& help, std::optional<double>& value) {
  const auto read = [=, &value](const std::string& text) {
    double number = 0;
    const auto [end, error] = absl::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() ||
        !(number > low && number < high))
      throw CLI::ValidationError(name + " takes a number above " + absl::StrFormat("%g", low) +
                                 " and below " + absl::StrFormat("%g", high) + ", not " +
                                 engine::in_quotes(text));
    value = number;
  };
  command.add_option_function<std::string>(name, read, help)->type_name("X");
}

}  // namespace

void add_sprt_options(CLI::App& command, const std::string& when, SprtPlan& plan) {
  constexpr double kMost = Sprt::kMostElo, kLeast = Sprt::kLeastChance;
  add_real(command, "--elo0", -kMost, kMost, when + "H0: the first side's lead is this", plan.elo0);
  add_real(command, "--elo1", -kMost, kMost, when + "H1: the first side's lead is this", plan.elo1);
  add_real(command, "--alpha", kLeast, 1,
           when + "Chance to accept H1 though H0 is true; 0.05 if omitted", plan.alpha);
  add_real(command, "--beta", kLeast, 1,
           when + "Chance to accept H0 though H1 is true; 0.05 if omitted", plan.beta);
  add_choice(command, "--model", {"normalized", "logistic"},
             when + "Unit of elo0 and elo1: normalized (if omitted) or logistic Elo",
             [&plan](const std::string& word) { plan.model = parse_elo_model(word); });
}

absl::StatusOr<Sprt> sprt_of(const SprtPlan& plan) {
  if (!plan.elo0 || !plan.elo1)
    return absl::InvalidArgumentError("a test needs its hypotheses, as in --elo0 0 --elo1 10");
  Sprt test;
  test = {.elo0 = *plan.elo0,
          .elo1 = *plan.elo1,
          .alpha = plan.alpha.value_or(test.alpha),
          .beta = plan.beta.value_or(test.beta),
          .model = plan.model.value_or(test.model)};
  if (!(test.elo0 < test.elo1))
    return absl::InvalidArgumentError("--elo0 must be below --elo1, as in --elo0 0 --elo1 10");
  if (!(test.alpha + test.beta < 1))
    return absl::InvalidArgumentError("--alpha and --beta must add up to less than 1");
  return test;
}

std::optional<EloModel> parse_elo_model(std::string_view text) {
  if (text == "normalized") return EloModel::kNormalized;
  if (text == "logistic") return EloModel::kLogistic;
  return std::nullopt;
}

}  // namespace gauntlet::tools
