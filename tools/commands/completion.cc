// `gauntlet completion`: what a shell needs to complete command lines.
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

struct CompletionOptions {
  CommonOptions common;
  std::string shell;
};

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// "--players", "-o": all names of all options of a command.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string names_of(const CLI::App& app) {
  const auto name = [](std::string* out, const CLI::App* command) {
    out->append(command->get_name());
  };
  return absl::StrJoin(commands_of(app), " ", name);
}

constexpr char kBashBegin[] =
    R"(# Completion of gauntlet's command lines for bash: source <(gauntlet completion bash)
_gauntlet() {
  local current=${COMP_WORDS[COMP_CWORD]} options=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
    return
  fi
  case ${COMP_WORDS[1]} in
)";
constexpr char kBashEnd[] = R"(  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  fi
}
complete -o default -F _gauntlet gauntlet
)";

std::string bash_text(const CLI::App& app) {
  std::string text = absl::StrReplaceAll(kBashBegin, {{"$commands", names_of(app)}});
  for (const CLI::App* command : commands_of(app))
    absl::StrAppend(&text, "    ", command->get_name(), ") options='",
                    absl::StrJoin(option_names(*command), " "), "' ;;\n");
  return text + kBashEnd;
}

/// As zsh takes it inside of single quotes, within the brackets of a description.
std::string zsh_quoted(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}, {"\n", " "}});
}

std::string zsh_option(const CLI::Option& option, const std::string& name) {
  const std::string value = option.get_type_size() == 0
                                ? ""
                                : absl::StrCat(":", zsh_quoted(option.get_type_name()), ":_files");
  return absl::StrCat("        '", name, "[", zsh_quoted(option.get_description()), "]", value,
                      "' \\\n");
}

std::string zsh_command(const CLI::App& command) {
  std::string text = absl::StrCat("    ", command.get_name(), ")\n      _arguments -S \\\n");
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) text += zsh_option(*option, "--" + name);
    for (const std::string& name : option->get_snames()) text += zsh_option(*option, "-" + name);
  }
  return text + "        '*:file:_files'\n      ;;\n";
}

std::string zsh_text(const CLI::App& app) {
  std::string text =
      "#compdef gauntlet\n# Completion of gauntlet's command lines for zsh: save it as _gauntlet "
      "in "
      "a folder of $fpath.\n_gauntlet() {\n  local -a commands\n  commands=(\n";
  for (const CLI::App* command : commands_of(app))
    absl::StrAppend(&text, "    '", command->get_name(), ":",
                    zsh_quoted(command->get_description()), "'\n");
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const CLI::App* command : commands_of(app)) text += zsh_command(*command);
  return text + "  esac\n}\n_gauntlet \"$@\"\n";
}

Exit run(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return print(bash_text(app)), Exit::kDone;
  if (shell == "zsh") return print(zsh_text(app)), Exit::kDone;
  return complain(Exit::kUsage,
                  "completion is for bash and zsh, not '" + engine::printable(shell) + "'");
}

}  // namespace

void add_completion(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CompletionOptions>();
  CLI::App& command =
      *app.add_subcommand("completion", "Print what bash or zsh needs to complete command lines");
  command.add_option("SHELL", options->shell, "bash or zsh")->required()->type_name("");
  add_common_options(command, options->common);
  say_without_effect(command, {"--json", "--seed", "--threads"});
  command.footer(
      "Examples:\n"
      "  source <(gauntlet completion bash)\n"
      "  gauntlet completion zsh > ~/.zfunc/_gauntlet");
  command.callback([options, &app, &chosen] {
    chosen.run = [options, &app] { return run(app, options->shell); };
  });
}

}  // namespace gauntlet::tools
