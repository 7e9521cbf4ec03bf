#include "tools/commands/usage.h"

#include <string_view>
#include <vector>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

/// " (did you mean ..)" for a list of owned words.
std::string guess(std::string_view word, const std::vector<std::string>& known) {
  return engine::did_you_mean(word, std::vector<std::string_view>(known.begin(), known.end()));
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  return "unknown command " + engine::in_quotes(word) + guess(word, known) +
         "; 'gauntlet --help' lists the commands";
}

/// The name of `command` as typed: "gauntlet perft", or "gauntlet" for the application itself.
std::string typed_name(const CLI::App& command) {
  return command.get_parent() ? "gauntlet " + command.get_name() : "gauntlet";
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const std::string name = word.substr(0, word.find('='));
  return "unknown option " + engine::in_quotes(name) + guess(name, known) + "; '" +
         typed_name(command) + " --help' lists the options";
}

/// About a word that nothing took, or "" when there is none.
std::string extra_sentence(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> extras = command.remaining();
  std::erase(extras, "--");  // nobody takes it, and it is no mistake
  for (const std::string& word : extras)
    if (word.size() > 1 && word[0] == '-') return unknown_option(command, word);
  if (extras.empty()) return "";
  if (chosen.empty()) return unknown_command(app, extras.front());
  return "unexpected argument " + engine::in_quotes(extras.front()) + "; see '" +
         typed_name(command) + " --help'";
}

/// What stands before the ':' or blank that follows an option's name in CLI11's messages.
std::string option_of(std::string_view message) {
  return engine::printable(message.substr(0, message.find_first_of(": ")));
}

}  // namespace

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const std::string_view message = error.what();
  if (const std::string extra = extra_sentence(app); !extra.empty()) return extra;
  if (error.get_name() == "ValidationError") return std::string(message);
  if (message.find("disallowed flag override") != message.npos)
    return "--" + option_of(message) + " takes no value";
  if (error.get_name() == "ArgumentMismatch")
    return message.find("At Most") != message.npos ? option_of(message) + " is given more than once"
                                                   : option_of(message) + " needs a value after it";
  if (error.get_name() == "ExcludesError") {
    const std::string_view other = message.substr(message.rfind(' ') + 1);
    return option_of(message) + " and " + std::string(other) + " cannot be given together";
  }
  if (error.get_name() == "RequiredError") {
    const auto chosen = app.get_subcommands();
    const std::string command = typed_name(chosen.empty() ? app : *chosen.front());
    return option_of(message) + " is missing; see '" + command + " --help'";
  }
  return engine::printable(message, 200);
}

}  // namespace gauntlet::tools
