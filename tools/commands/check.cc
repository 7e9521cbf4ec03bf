// `gauntlet check`: whether a program speaks its protocol, step by step.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/commands/check_report.h"
#include "tools/commands/check_step.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/program_names.h"
#include "tools/commands/sandbox_option.h"
#include "tools/commands/shell.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLeastMoveTime = 10ms, kMostMoveTime = 10s;
constexpr milliseconds kLeastCheckTime = 4s, kMostCheckTime = 60s;

struct CheckOptions {
  CommonOptions common;
  std::string game;
  std::vector<std::string> words;  // of the command
  std::string url;
  milliseconds time_per_move{2'000};
  milliseconds time = kMostCheckTime;
  SandboxWish sandbox;
};

/// Our prefix comes off first: what follows it may need quotes.
absl::StatusOr<ProgramText> program_in(std::vector<std::string> words,
                                       const engine::AnyGame& game) {
  std::string prefix = "cmd:";
  for (const char* other : {"server:", "gomocup:", "engine:", "kinarow:", "cmd:"})
    if (words[0].starts_with(other)) {
      prefix = other;
      words[0].erase(0, prefix.size());
      break;
    }
  if (words[0].empty() && words.size() > 1) words.erase(words.begin());
  if (is_url(words[0]))
    return absl::InvalidArgumentError("a bot that runs already is checked by --url " +
                                      engine::printable(words[0], 200) + ", without a command");
  ProgramText program = *program_of(prefix + command_of(words), game);
  const absl::Status status = objection_to_program(program, game);
  if (status.ok()) return program;
  const ProgramText other{Speech::kKinarow, program.command};
  const bool is_meant = prefix == "cmd:" && objection_to_program(other, game).ok();
  return is_meant ? absl::InvalidArgumentError(engine::message_of(status) +
                                               "; for a bot of the K-in-a-Row page say 'kinarow:" +
                                               engine::printable(program.command, 60) + "'")
                  : status;
}

absl::StatusOr<CheckTarget> target_of(const CheckOptions& options) {
  auto game = engine::find_game(options.game);
  if (!game.ok()) return game.status();
  if (options.words.empty() == options.url.empty())
    return absl::InvalidArgumentError(
        options.words.empty() ? "which program? Give the command that starts it, as in 'check " +
                                    game->name() + " -- ./bot {port}', or --url"
                              : "a command and --url cannot be given together");
  CheckTarget target{.game = *std::move(game), .name = "bot", .program = {Speech::kKinarow, ""}};
  target.url = options.url;
  target.time_per_move = options.time_per_move;
  target.seed = options.common.seed.value_or(target.seed);
  if (target.is_url()) {
    const auto made = KinarowPlayer::make(target.game, {.url = target.url});
    return made.ok() ? absl::StatusOr<CheckTarget>(std::move(target)) : made.status();
  }
  auto program = program_in(options.words, target.game);
  if (!program.ok()) return program.status();
  target.program = *std::move(program);
  target.name = program_names({target.program.command}, "").front();
  target.odd = odd_speech(target.program.speech, target.game);
  return target;
}

CheckSummary summary_of(const CheckTarget& target) {
  CheckSummary summary;
  summary.game = target.game.name();
  summary.program = engine::printable(target.is_url() ? target.url : target.program.command, 200);
  summary.has_sandbox = target.sandbox != nullptr;
  return summary;
}

/// People are told only once why steps were not reached: `why`.
void tell(const CheckOptions& options, CheckedStep step, std::string& why) {
  if (options.common.json) return print_json(json_of(step));
  const bool is_reached = step.finding.verdict != StepVerdict::kNotReached;
  if (!is_reached && step.finding.detail == std::exchange(why, step.finding.detail))
    step.finding.detail.clear();
  print(text_of(step, Colours::of(STDOUT_FILENO)));
  std::fflush(stdout);
}

Exit check(const CheckOptions& options, CheckTarget target, const std::stop_token& interrupt) {
  const auto began = steady_clock::now();
  CheckSummary summary = summary_of(target);
  CheckRun run(std::move(target), options.time, interrupt);
  int number = 0;
  std::string why;
  for (CheckStep& step : check_steps(run)) {
    const auto start = steady_clock::now();
    Finding finding = take_step(step, run);
    summary.count(finding.verdict);
    tell(options, {++number, std::move(step), std::move(finding), steady_clock::now() - start},
         why);
  }
  run.dismiss();
  summary.seconds = steady_clock::now() - began;
  if (options.common.json) {
    print_json(json_of(summary));
  } else {
    print("\n" + text_of(summary, Colours::of(STDOUT_FILENO)));
  }
  return summary.is_ok() ? Exit::kDone : Exit::kFailed;
}

Exit run_check(const CheckOptions& options) {
  auto target = target_of(options);
  if (!target.ok()) return complain(target.status());
  const Interrupt interrupt;
  std::signal(SIGPIPE, SIG_IGN);  // programs may leave while they are talked to
  std::signal(SIGCHLD, SIG_DFL);  // how they end must not be lost
  if (!target->is_url()) {
    auto sandbox = choose_sandbox(options.sandbox);
    if (!sandbox.ok()) return complain(sandbox.status());
    target->sandbox = sandbox->sandbox;
    std::fprintf(stderr, "gauntlet: %s\n", sandbox->sentence.c_str());
  }
  return check(options, *std::move(target), interrupt.token());
}

/// "10ms", "4s".
std::string short_span(milliseconds span) {
  return span < 1s ? std::to_string(span.count()) + "ms"
                   : std::to_string(span.count() / 1'000) + "s";
}

/// Adds a time span of so much.
void add_bounded_span(CLI::App& command, const std::string& name, const std::string& help,
                      milliseconds low, milliseconds high, milliseconds& span) {
  const auto read = [=, &span](milliseconds value) {
    if (value < low || value > high)
      throw CLI::ValidationError(name + " is " + short_span(low) + " to " + short_span(high));
    span = value;
  };
  add_duration(command, name, help, read);
}

}  // namespace

void add_check(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App& command = *app.add_subcommand("check", "Check whether a bot speaks its protocol");
  command.add_option("GAME", options->game, help::kGame)->required()->type_name(kGameValue);
  command
      .add_option(
          "COMMAND", options->words,
          "The command that starts the bot, after '--', as a player of 'gauntlet tournament'")
      ->type_name(kCommandValue);
  command.add_option("--url", options->url, "A bot of the K-in-a-Row page that runs already")
      ->type_name("URL");
  add_bounded_span(command, "--time-per-move", "For each move of the bot; 2s if omitted",
                   kLeastMoveTime, kMostMoveTime, options->time_per_move);
  add_bounded_span(command, "--time", "For all of it; 60s if omitted, which is the most",
                   kLeastCheckTime, kMostCheckTime, options->time);
  add_sandbox_options(command, options->sandbox);
  add_common_options(command, options->common);
  say_without_effect(command, {"--threads"});
  command.footer(
      "The bot plays a few games against built-in players, is told what it is told in odd but "
      "legal\n"
      "ways, and sent away. Each step passes or fails, with the conversation ('>' what the bot "
      "was\n"
      "told, '<' what it said, '!' what it wrote on stderr) and with what would be right. The "
      "exit\n"
      "code is 0 when nothing failed, else 1.\n\n"
      "A command with {port} is a bot that connects to the game's own server there; else it "
      "speaks\n"
      "the Gomocup protocol where the game has that, and our line protocol where not. server:,\n"
      "gomocup:, engine: and kinarow: before it say so. docs/check.md tells the steps.\n\n"
      "Examples:\n"
      "  gauntlet check gomoku -- python3 bot.py {port}\n"
      "  gauntlet check gomoku:15 --time-per-move 500ms -- gomocup:./pbrain-mine\n"
      "  gauntlet check sudokill -- java -cp ann Bot {host} {port}\n"
      "  gauntlet check kimble:2 --json -- engine:./bot\n"
      "  gauntlet check mnk:7x6x4 -- kinarow:node bot.js {port}\n"
      "  gauntlet check mnk:7x6x4 --url http://127.0.0.1:5005");
  command.callback([options, &chosen] { chosen.run = [options] { return run_check(*options); }; });
}

}  // namespace gauntlet::tools
