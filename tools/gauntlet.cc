// The one binary: checks the processor, reads the command line, runs one command.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"
#include "tools/commands/usage.h"
#include "tools/net/warden.h"

namespace gauntlet::tools {

namespace {

#ifdef __AVX2__
/// Runs before every other initialiser, for those are compiled for AVX2 and BMI2 already; itself it
/// is not. Without them the first such instruction would end the process without a word.
__attribute__((constructor(101), target("arch=x86-64"))) void require_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("popcnt"))
    return;
  static constexpr char kSentence[] =
      "gauntlet: this processor lacks AVX2, BMI2 or FMA, which gauntlet needs and x86-64 "
      "processors have had since about 2013\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence, sizeof kSentence - 1);
  _exit(static_cast<int>(Exit::kIo));
}
#endif

constexpr char kDescription[] =
    "Gauntlet plays and analyses five games: m,n,k boards, gomoku, Sudokill, Kimble and Two-Doku.";

constexpr char kFooter[] =
    "Examples:\n"
    "  gauntlet games                              what can be played\n"
    "  gauntlet analyze gomoku --time 5s           the best move, while it thinks\n"
    "  gauntlet perft mnk:3x3x3 --depth 9          count the sequences of moves\n"
    "\n'gauntlet COMMAND --help' tells more about each. Exit codes: 0 done, 1 interrupted but\n"
    "resumable, 2 usage, 3 a peer made it impossible to finish, 4 an I/O error or a store that is\n"
    "damaged or gone.";

constexpr char kUsage[] =
    "Usage: gauntlet COMMAND [OPTIONS]\n"
    "'gauntlet --help' lists the commands; 'gauntlet games' lists the games.\n";

/// A descriptor 0, 1 or 2 that is closed would be given to the next file opened, and output meant
/// for people would end up in it.
void keep_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) [[maybe_unused]]
      const int opened = open("/dev/null", O_RDONLY);
}

/// A file that is mapped into memory has lost what is read there. SQLite maps a store's index of
/// news, its -shm file, so that who reads it and who writes it know of each other; and tables are
/// mapped.
void end_with_sentence(int) {
  static constexpr char kSentence[] =
      "gauntlet: a file in use was cut short, such as a store's -shm file or --table's; what was "
      "stored is safe\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence, sizeof kSentence - 1);
  _exit(static_cast<int>(Exit::kIo));
}

void add_commands(CLI::App& app, Chosen& chosen) {
  add_games(app, chosen);
  add_selfplay(app, chosen);
  add_export(app, chosen);
  add_import(app, chosen);
  add_report(app, chosen);
  add_replay(app, chosen);
  add_luck(app, chosen);
  add_tournament(app, chosen);
  add_calibrate(app, chosen);
  add_check(app, chosen);
  add_rate(app, chosen);
  add_sprt(app, chosen);
  add_connect(app, chosen);
  add_analyze(app, chosen);
  add_solve(app, chosen);
  add_fit(app, chosen);
  add_perft(app, chosen);
  add_bench(app, chosen);
  add_completion(app, chosen);
  add_man(app, chosen);
  add_doctor(app, chosen);
  add_engine(app, chosen);
  add_gomocup(app, chosen);
  add_bot(app, chosen);
  add_host(app, chosen);
}

constexpr std::size_t kHelpColumn = 34;
constexpr std::size_t kHelpWidth = 100;

/// Breaks what is said of each option into lines, which the library would not.
void wrap_help(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    std::string lines = wrapped(option->get_description(), kHelpWidth - kHelpColumn, 0);
    lines.pop_back();
    option->description(lines);
  }
}

/// Positionals are called by what they take, so that need not be said beside them.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!option->get_positional()) return Formatter::make_option_opts(option);
    const bool has_several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    return std::string(has_several ? " ..." : "") + (option->get_required() ? " REQUIRED" : "");
  }
};

Exit run(int argc, char** argv) {
  CLI::App app(kDescription, "gauntlet");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(kFooter);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->column_width(kHelpColumn);
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", std::string("gauntlet ") + GAUNTLET_VERSION,
                       "Print the version");
  app.require_subcommand(0, 1);
  Chosen chosen;
  add_commands(app, chosen);
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    wrap_help(*command);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return Exit::kDone;
  } catch (const CLI::CallForVersion& version) {
    std::puts(version.what());
    return Exit::kDone;
  } catch (const CLI::ParseError& error) {
    return complain(Exit::kUsage, usage_sentence(app, error));
  }
  if (chosen.run) return chosen.run();
  std::fputs(kUsage, stderr);
  return Exit::kUsage;
}

/// The last word where no other can be said, as when a library cannot start its threads.
[[noreturn]] void give_up() {
  static constexpr char kSentence[] =
      "gauntlet: memory or threads have run out; fewer --threads or less memory (--hash, :hash=) "
      "need less\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence, sizeof kSentence - 1);
  _exit(static_cast<int>(Exit::kIo));
}

/// `code`, or kIo when something written to stdout did not arrive.
Exit close_output(Exit code) {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed || code != Exit::kDone) return code;
  return complain(Exit::kIo, "cannot write to standard output");
}

}  // namespace

}  // namespace gauntlet::tools

int main(int argc, char** argv) {
  using namespace gauntlet::tools;
  if (argc > 1 && std::string_view(argv[1]) == WardenOrders::kWord)
    return run_warden({argv + 1, argv + argc});
  keep_standard_descriptors();
  // A reader that has seen enough, as in `gauntlet analyze .. | head`, ends us as it does any
  // filter, even when our parent ignored the signal.
  std::signal(SIGPIPE, SIG_DFL);
  // A file that may not grow further is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGBUS, end_with_sentence);
  std::set_terminate(give_up);
  try {
    return static_cast<int>(close_output(run(argc, argv)));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(complain(
        Exit::kIo, "out of memory; fewer --threads or less memory (--hash, :hash=) need less"));
  } catch (const std::system_error& error) {
    return static_cast<int>(complain(Exit::kIo, "the system refused (" +
                                                    gauntlet::engine::printable(error.what(), 200) +
                                                    "); fewer --threads need less"));
  } catch (const std::exception& error) {
    return static_cast<int>(complain(
        Exit::kIo, "unexpected failure: " + gauntlet::engine::printable(error.what(), 200)));
  }
}
