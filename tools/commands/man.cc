// `gauntlet man`: the help of all commands as a page for man(1).
#include <absl/strings/str_cat.h>
#include <absl/strings/str_replace.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

/// As roff shows it (groff_man(7)): no character of it is a command.
std::string roff(const std::string& text) {
  std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}});
  escaped = absl::StrReplaceAll(escaped, {{"\n.", "\n\\&."}, {"\n'", "\n\\&'"}});
  const bool begins_as_command = escaped.starts_with('.') || escaped.starts_with('\'');
  return (begins_as_command ? "\\&" : "") + escaped;
}

/// Lines as they are.
std::string verbatim(const std::string& text) {
  return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n";
}

std::string flat(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\n", " "}});
}

std::string option_text(const CLI::Option& option) {
  const std::string value =
      option.get_type_size() == 0 ? "" : " \\fI" + roff(option.get_type_name()) + "\\fR";
  const bool is_positional = option.get_positional();
  return absl::StrCat(".TP\n\\fB", roff(option.get_name(is_positional, !is_positional)), "\\fR",
                      is_positional ? "" : value, "\n", roff(flat(option.get_description())), "\n");
}

std::string command_text(const CLI::App& command) {
  std::string text = absl::StrCat(".SS \"gauntlet ", command.get_name(), "\"\n",
                                  roff(command.get_description()), ".\n");
  for (const CLI::Option* option : command.get_options()) text += option_text(*option);
  return text + verbatim(command.get_footer());
}

std::string page(const CLI::App& app) {
  std::string text =
      absl::StrCat(".TH GAUNTLET 1 \"\" \"gauntlet ", GAUNTLET_VERSION,
                   "\"\n.SH NAME\ngauntlet \\- play, analyse and measure five board games\n"
                   ".SH SYNOPSIS\n.B gauntlet\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n",
                   roff(app.get_description()), "\n", verbatim(app.get_footer()), ".SH COMMANDS\n");
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += command_text(*command);
  return text;
}

}  // namespace

void add_man(CLI::App& app, Chosen& chosen) {
  CLI::App& command = *app.add_subcommand("man", "Print the help of all commands as a manual page");
  const auto common = std::make_shared<CommonOptions>();
  add_common_options(command, *common);
  say_without_effect(command, {"--json", "--seed", "--threads"});
  command.footer("Example:\n  gauntlet man | man -l -");
  command.callback(
      [common, &app, &chosen] { chosen.run = [&app] { return print(page(app)), Exit::kDone; }; });
}

}  // namespace gauntlet::tools
