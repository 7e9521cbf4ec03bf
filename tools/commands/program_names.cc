#include "tools/commands/program_names.h"

#include <algorithm>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongest = 32;
constexpr std::string_view kFit =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
constexpr std::string_view kInterpreters[] = {"sh",   "bash",   "dash",    "java",    "node",
                                              "perl", "python", "python3", "python2", "ruby"};

/// The base name, without what does not fit.
std::string base_of(std::string_view word) {
  word.remove_prefix(word.rfind('/') + 1);  // 0 when there is none
  std::string name;
  for (const char letter : word.substr(0, kLongest))
    if (kFit.find(letter) != kFit.npos) name += letter;
  return name;
}

std::string name_of(const std::string& command) {
  std::vector<std::string_view> words;
  for (const std::string_view word : engine::split(command, ' '))
    if (!word.empty() && !word.starts_with('-')) words.push_back(word);
  std::string name = words.empty() ? "" : base_of(words[0]);
  const bool is_interpreter = std::find(std::begin(kInterpreters), std::end(kInterpreters), name) !=
                              std::end(kInterpreters);
  // A script within the command itself, '..', is no name.
  if (is_interpreter && words.size() > 1 && words[1][0] != '\'' && words[1][0] != '"')
    name = base_of(words[1]);
  return name.empty() ? "program" : name;
}

}  // namespace

std::vector<std::string> program_names(const std::vector<std::string>& commands,
                                       std::string_view opponent) {
  std::vector<std::string> names;
  for (const std::string& command : commands) {
    const std::string plain = name_of(command);
    std::string name = plain;
    for (int number = 2;
         name == opponent || std::find(names.begin(), names.end(), name) != names.end(); ++number)
      name = plain + '#' + std::to_string(number);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace gauntlet::tools
