// `gauntlet man`: the help of all commands as a page for man(1).
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
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

/// "[OPTIONS] GAME [COMMAND ...]", as roff.
std::string arguments_text(const CLI::App& command) {
  std::string text = "[\\fIOPTIONS\\fR]";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const bool has_several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    const std::string name =
        "\\fI" + roff(option->get_name(true, false)) + "\\fR" + (has_several ? " ..." : "");
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return text;
}

/// The usage of a command, on a line of its own.
std::string usage_text(const CLI::App& command) {
  return absl::StrCat("\\fBgauntlet ", roff(command.get_name()), "\\fR ", arguments_text(command),
                      "\n");
}

/// The options that all commands take, as they are described where nothing else is said.
class CommonText {
 public:
  /// As the commands of `app` have them.
  explicit CommonText(const CLI::App& app) {
    command_.set_help_flag("-h,--help", app.get_help_ptr()->get_description());
    add_common_options(command_, options_);
  }

  /// Whether `option` does what it does in all commands.
  bool has(const CLI::Option& option) const {
    const CLI::Option* const same = command_.get_option_no_throw(option.get_name());
    return same && flat(same->get_description()) == flat(option.get_description());
  }
  std::string text() const {
    std::string all;
    for (const CLI::Option* option : command_.get_options()) all += option_text(*option);
    return all;
  }

 private:
  CommonOptions options_;
  CLI::App command_{"", "common"};
};

std::string command_text(const CLI::App& command, const CommonText& common) {
  std::string text = absl::StrCat(".SS \"gauntlet ", command.get_name(), "\"\n",
                                  roff(command.get_description()), ".\n.PP\n", usage_text(command));
  std::vector<std::string> idle;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_description() == help::kNoEffect)
      idle.push_back(roff(option->get_name()));
    else if (!common.has(*option))
      text += option_text(*option);
  }
  if (!idle.empty())
    absl::StrAppend(&text, ".PP\nWithout effect here: ", absl::StrJoin(idle, ", "), ".\n");
  return text + verbatim(command.get_footer());
}

std::string page(const CLI::App& app) {
  const CommonText common(app);
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  std::string text =
      absl::StrCat(".TH GAUNTLET 1 \"\" \"gauntlet ", GAUNTLET_VERSION,
                   "\"\n.SH NAME\ngauntlet \\- play, analyse and measure five board games\n"
                   ".SH SYNOPSIS\n.nf\n");
  for (const CLI::App* command : commands) text += usage_text(*command);
  absl::StrAppend(&text, ".fi\n.SH DESCRIPTION\n", roff(app.get_description()), "\n",
                  verbatim(app.get_footer()),
                  ".SH OPTIONS OF ALL COMMANDS\nWhere a command says nothing else:\n",
                  common.text(), ".SH COMMANDS\n");
  for (const CLI::App* command : commands) text += command_text(*command, common);
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
