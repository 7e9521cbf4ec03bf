#include "tools/commands/shell.h"

#include <algorithm>
#include <fstream>

namespace gauntlet::tools {

namespace {

/// $'..' with the control characters written as numbers: safe to print, and bash reads it.
std::string escaped(std::string_view word) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 127) {
      text += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    } else {
      if (c == '\'' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text + "'";
}

std::vector<std::string> words_of_this_process() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(arguments, word, '\0');) words.push_back(word);
  if (words.empty() || words[0].empty()) words = {"gauntlet"};
  return words;
}

/// As one word of a shell's, where what is to be filled in stays.
std::string quoted_but_for_places(const std::string& word) {
  std::string plain = word;
  for (const std::string_view place : {"{name}", "{host}", "{port}"})
    for (std::size_t at; (at = plain.find(place)) != plain.npos;)
      plain.replace(at, place.size(), "x");
  return shell_quoted(plain) == plain ? word : shell_quoted(word);
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  const bool has_controls = std::any_of(word.begin(), word.end(), [](const char c) {
    return static_cast<unsigned char>(c) < ' ' || c == 127;
  });
  if (has_controls) return escaped(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string command_of(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0];
  std::string command;
  for (const std::string& word : words)
    command += (command.empty() ? "" : " ") + quoted_but_for_places(word);
  return command;
}

std::string invoked_as() {
  return shell_quoted(words_of_this_process()[0]);
}

std::string invoked_with(const std::vector<std::string>& more) {
  std::vector<std::string> words = words_of_this_process();
  words.insert(std::find(words.begin(), words.end(), "--"), more.begin(), more.end());
  std::string command;
  for (const std::string& word : words)
    command += (command.empty() ? "" : " ") + shell_quoted(word);
  return command;
}

}  // namespace gauntlet::tools
