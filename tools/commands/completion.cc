// `gauntlet completion`: what a shell needs to complete command lines.
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tools/commands/command.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

using Offer = ValueKind::Offer;

struct CompletionOptions {
  CommonOptions common;
  std::string shell;
};

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// "--players", "-o": all names of an option; none of a positional.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

bool has_value(const CLI::Option& option) {
  return option.get_type_size() != 0 && !option.get_type_name().empty();
}

bool has_several(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

/// The type names of all options of all commands, once each.
std::set<std::string> types_of(const CLI::App& app) {
  std::set<std::string> types;
  for (const CLI::App* command : commands_of(app))
    for (const CLI::Option* option : command->get_options())
      if (has_value(*option)) types.insert(option->get_type_name());
  return types;
}

/// As shells take it inside of single quotes.
std::string quoted(const std::string& text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

// bash splits words at ':' and '=' too, and wants only what follows the last of these.
constexpr char kBashBegin[] =
    R"(# Completion of gauntlet's command lines for bash: source <(gauntlet completion bash)

# Sets `words` to what is typed up to the cursor; what bash split is joined again.
_gauntlet_join() {
  local line=${COMP_LINE:0:COMP_POINT} i word
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ${#words[@]} -eq 0 || $line == [[:blank:]]* || -z $line ]]; then
      line=${line#"${line%%[![:blank:]]*}"}
      words+=("${word:0:${#line}}")
    else
      words[${#words[@]}-1]+=${word:0:${#line}}
    fi
    line=${line#"$word"}
  done
}

# Offers words ($1) for what follows the last of the characters $2 in `value`.
_gauntlet_words() {
  local before=
  case $2 in
    ,) before=${value%"${value##*,}"} ;;
    =) if [[ $value == *=* && ${value%%=*} != *:* ]]; then before=${value%%=*}=; fi ;;
  esac
  COMPREPLY+=($(compgen -P "$before" -W "$1" -- "${value#"$before"}"))
}

# Leaves it to bash: default (files), dirnames.
_gauntlet_leave() {
  compopt -o "$1" 2>/dev/null
}

_gauntlet_commands() {
  COMPREPLY+=($(compgen -c -- "$value"))
  _gauntlet_leave default
}

# Offers values of the type $1.
_gauntlet_values() {
  case $1 in
)";
constexpr char kBashMiddle[] = R"(  esac
}

# Sets `options` and `positionals` of the command $1, and `last`: the type of the positional that
# may be given several times.
_gauntlet_command() {
  options= positionals=() last=
  case $1 in
)";
constexpr char kBashTypes[] = R"(  esac
}

# Sets `type` to what the option $2 of the command $1 takes; empty: it takes nothing.
_gauntlet_type() {
  type=
  case $1:$2 in
)";
constexpr char kBashEnd[] = R"(  esac
}

# Offers values for `value`: of the option $1, or of the next positional when it is empty.
_gauntlet_next() {
  local type=$1
  [[ -n $type ]] || type=${positionals[count]:-$last}
  _gauntlet_values "$type"
}

_gauntlet() {
  local words options positionals last type value current option= before count=0 i ended=
  COMPREPLY=()
  _gauntlet_join
  current=${words[${#words[@]}-1]} value=$current
  if ((${#words[@]} == 2)); then
    _gauntlet_words "$commands"
    return
  fi
  _gauntlet_command "${words[1]}"
  for ((i = 2; i < ${#words[@]} - 1; i++)); do
    if [[ -n $option ]]; then
      option=
    elif [[ ${words[i]} == -- ]]; then
      ended=1
    elif [[ -z $ended && ${words[i]} == -?* ]]; then
      _gauntlet_type "${words[1]}" "${words[i]}"
      option=$type
    else
      count=$((count + 1))
    fi
  done
  if [[ -n $option ]]; then
    _gauntlet_next "$option"
  elif [[ -z $ended && $current == --*=* ]]; then
    _gauntlet_type "${words[1]}" "${current%%=*}"
    value=${current#*=}
    if [[ -n $type ]]; then _gauntlet_next "$type"; fi
    COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}")
  elif [[ -z $ended && $current == -* ]]; then
    _gauntlet_words "$options"
  else
    _gauntlet_next ''
  fi
  case "${COMPREPLY[*]}" in *:) compopt -o nospace 2>/dev/null ;; esac
  # Only what follows the last character at which bash splits.
  before=$current
  while [[ -n $before && $COMP_WORDBREAKS != *"${before: -1}"* || $before == *[!:=] ]]; do
    before=${before%?}
  done
  COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
complete -F _gauntlet gauntlet
)";

std::string bash_offer(const std::string& type) {
  const Values values = values_of(type);
  std::string text;
  if (!values.words.empty())
    absl::StrAppend(&text, "      _gauntlet_words '", absl::StrJoin(values.words, " "), "'\n");
  for (const ValueKind* kind : values.kinds) {
    if (kind->words)
      absl::StrAppend(&text, "      _gauntlet_words '", absl::StrJoin(kind->words(), " "), "' '",
                      std::string(kind->begins_behind), "'\n");
    if (kind->offer == Offer::kFiles) text += "      _gauntlet_leave default\n";
    if (kind->offer == Offer::kFolders) text += "      _gauntlet_leave dirnames\n";
    if (kind->offer == Offer::kCommands) text += "      _gauntlet_commands\n";
  }
  return text.empty() ? "" : absl::StrCat("    ", quoted(type), ")\n", text, "      ;;\n");
}

std::string bash_command(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (std::string& name : names_of(*option)) names.push_back(std::move(name));
  std::string text = absl::StrCat("    ", command.get_name(), ")\n      options='",
                                  absl::StrJoin(names, " "), "'\n");
  for (const CLI::Option* option : positionals_of(command))
    absl::StrAppend(&text, has_several(*option) ? "      last=" : "      positionals+=(",
                    quoted(option->get_type_name()), has_several(*option) ? "\n" : ")\n");
  return text + "      ;;\n";
}

/// What options of a command take.
std::string bash_types(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (!has_value(*option) || option->get_positional()) continue;
    const auto pattern = [&](std::string* out, const std::string& name) {
      absl::StrAppend(out, command.get_name(), ":", name);
    };
    absl::StrAppend(&text, "    ", absl::StrJoin(names_of(*option), "|", pattern),
                    ") type=", quoted(option->get_type_name()), " ;;\n");
  }
  return text;
}

std::string bash_text(const CLI::App& app) {
  std::string text = kBashBegin;
  for (const std::string& type : types_of(app)) text += bash_offer(type);
  text += kBashMiddle;
  for (const CLI::App* command : commands_of(app)) text += bash_command(*command);
  text += kBashTypes;
  for (const CLI::App* command : commands_of(app)) text += bash_types(*command);
  const auto name = [](std::string* out, const CLI::App* command) {
    out->append(command->get_name());
  };
  return text +
         absl::StrReplaceAll(kBashEnd, {{"$commands", absl::StrJoin(commands_of(app), " ", name)}});
}

/// What stands between two colons of a specification.
std::string zsh_plain(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {":", "\\:"}});
}

/// The same within brackets, on one line.
std::string zsh_description(const std::string& text) {
  return absl::StrReplaceAll(zsh_plain(text), {{"[", "\\["}, {"]", "\\]"}, {"\n", " "}});
}

/// The function that offers values of a type.
std::string zsh_function(const std::set<std::string>& types, const std::string& type) {
  return absl::StrCat("_gauntlet_values_", std::distance(types.begin(), types.find(type)));
}

std::string zsh_offer(const std::string& type) {
  const Values values = values_of(type);
  std::string text;
  if (!values.words.empty())
    absl::StrAppend(&text, "  compadd -- ", absl::StrJoin(values.words, " "), "\n");
  for (const ValueKind* kind : values.kinds) {
    if (kind->begins_behind == ",") text += "  compset -P '*,'\n";
    if (kind->begins_behind == "=")
      text += "  [[ $PREFIX == *=* && ${PREFIX%%=*} != *:* ]] && compset -P 1 '*='\n";
    if (kind->words)
      absl::StrAppend(&text, "  compadd -S '' -- ", absl::StrJoin(kind->words(), " "), "\n");
    if (kind->offer == Offer::kFiles) text += "  _files\n";
    if (kind->offer == Offer::kFolders) text += "  _files -/\n";
    if (kind->offer == Offer::kCommands) text += "  _command_names -e || _files\n";
  }
  return text.empty() ? "  _message " + quoted(zsh_plain(type)) + "\n" : text;
}

/// One argument of _arguments for each name of an option, or for a positional.
std::string zsh_option(const std::set<std::string>& types, const CLI::Option& option) {
  const std::string repeated = has_several(option) ? "*" : "";
  const std::string description = zsh_description(option.get_description());
  const std::string type = has_value(option) ? option.get_type_name() : "";
  const std::string value =
      type.empty() ? "" : absl::StrCat(":", zsh_plain(type), ":", zsh_function(types, type));
  if (option.get_positional()) return absl::StrCat("        ", quoted(repeated + value), " \\\n");
  std::string text;
  for (const std::string& name : names_of(option)) {
    const std::string equals = !value.empty() && name.starts_with("--") ? "=" : "";
    absl::StrAppend(&text, "        ",
                    quoted(absl::StrCat(repeated, name, equals, "[", description, "]", value)),
                    " \\\n");
  }
  return text;
}

std::string zsh_command(const std::set<std::string>& types, const CLI::App& command) {
  std::string text = absl::StrCat("    ", command.get_name(), ")\n      _arguments -S \\\n");
  for (const CLI::Option* option : command.get_options()) text += zsh_option(types, *option);
  return text + "        && return\n      ;;\n";
}

constexpr char kZshBegin[] = R"(#compdef gauntlet
# Completion of gauntlet's command lines for zsh: source <(gauntlet completion zsh), or save it as
# _gauntlet in a folder of $fpath.
)";
constexpr char kZshCommand[] = R"(  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
)";
// As an installed file this is the body of the function itself.
constexpr char kZshEnd[] = R"(  esac
}
if [[ $funcstack[1] == _gauntlet ]]; then
  _gauntlet "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D -i }
  compdef _gauntlet gauntlet
fi
)";

std::string zsh_text(const CLI::App& app) {
  const std::set<std::string> types = types_of(app);
  std::string text = kZshBegin;
  for (const std::string& type : types)
    absl::StrAppend(&text, zsh_function(types, type), "() {\n", zsh_offer(type), "}\n");
  text += "_gauntlet() {\n  local -a commands\n  commands=(\n";
  for (const CLI::App* command : commands_of(app))
    absl::StrAppend(&text, "    ",
                    quoted(absl::StrCat(command->get_name(), ":", command->get_description())),
                    "\n");
  text += kZshCommand;
  for (const CLI::App* command : commands_of(app)) text += zsh_command(types, *command);
  return text + kZshEnd;
}

}  // namespace

void add_completion(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CompletionOptions>();
  CLI::App& command =
      *app.add_subcommand("completion", "Print what bash or zsh needs to complete command lines");
  add_choice(command, "SHELL", {"bash", "zsh"}, "For which shell: bash or zsh",
             [options](const std::string& word) { options->shell = word; })
      ->required();
  add_common_options(command, options->common);
  say_without_effect(command, {"--json", "--seed", "--threads"});
  command.footer(
      "Games, players, levels and files are completed too. A line for ~/.bashrc or ~/.zshrc:\n\n"
      "Examples:\n"
      "  source <(gauntlet completion bash)\n"
      "  source <(gauntlet completion zsh)\n"
      "  gauntlet completion zsh > ~/.zfunc/_gauntlet      for who has that folder in $fpath");
  command.callback([options, &app, &chosen] {
    chosen.run = [options, &app] {
      return print(options->shell == "bash" ? bash_text(app) : zsh_text(app)), Exit::kDone;
    };
  });
}

}  // namespace gauntlet::tools
