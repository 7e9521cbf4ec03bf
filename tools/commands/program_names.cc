#include "tools/commands/program_names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongest = 32;
constexpr std::string_view kFit =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
/// What starts other programs, and is not what plays.
constexpr std::string_view kLaunchers[] = {
    "bash",   "bwrap",   "dash",    "deno",    "dotnet",  "env",     "exec",   "guile", "java",
    "lua",    "mono",    "nice",    "node",    "nohup",   "perl",    "php",    "pypy",  "pypy3",
    "python", "python2", "python3", "racket",  "Rscript", "ruby",    "setsid", "sh",    "stdbuf",
    "swipl",  "taskset", "time",    "timeout", "wine",    "xvfb-run"};
/// Their options that take the next word.
constexpr std::string_view kTakesWord[] = {"-cp", "-classpath", "--class-path"};

using Words = std::vector<std::string_view>;

bool is_fit(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kFit) == text.npos;
}

/// How many characters of `run` are a name and its '='.
std::size_t name_size(std::string_view run) {
  const std::string_view name = run.substr(0, run.find('='));
  const bool is_name = name.size() < run.size() && name.size() <= kLongest && is_fit(name);
  return is_name ? name.size() + 1 : 0;
}

/// The last part of a path, without what does not fit.
std::string base_of(std::string_view word) {
  word.remove_prefix(word.rfind('/') + 1);  // 0 when there is none
  std::string name;
  for (const char letter : word.substr(0, kLongest))
    if (kFit.find(letter) != kFit.npos) name += letter;
  return name;
}

bool is_launcher(std::string_view word) {
  return std::find(std::begin(kLaunchers), std::end(kLaunchers), base_of(word)) !=
         std::end(kLaunchers);
}

/// Of the words behind a launcher, whether this one cannot be what it starts: an option, a
/// variable, a time or number, a place for the host to fill in.
bool is_aside(std::string_view word) {
  return word.starts_with('-') || word.starts_with('{') || word.find('=') != word.npos ||
         (word[0] >= '0' && word[0] <= '9');
}

bool is_file(std::string_view word) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(word), ignored);
}

/// What a script within the command itself, '..', may start: its words that are paths.
bool is_path_in_script(std::string_view word) {
  return word.find('/') != word.npos && word[0] != '/';
}

/// The words behind launchers that can be what plays.
Words candidates(const Words& words) {
  Words found;
  bool is_in_script = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    is_in_script |= words[i][0] == '\'' || words[i][0] == '"';
    if (std::find(std::begin(kTakesWord), std::end(kTakesWord), words[i]) != std::end(kTakesWord)) {
      ++i;
    } else if (is_in_script ? is_path_in_script(words[i])
                            : !is_aside(words[i]) && !is_launcher(words[i])) {
      found.push_back(words[i]);
    }
  }
  return found;
}

/// The word of a command that names what plays; "" when there is none.
std::string_view player_of(std::string_view command) {
  Words words;
  for (const std::string_view word : engine::split(command, ' '))
    if (!word.empty()) words.push_back(word);
  if (words.empty() || !is_launcher(words[0])) return words.empty() ? "" : words[0];
  const Words found = candidates(words);
  const auto file = std::find_if(found.begin(), found.end(), is_file);
  if (file != found.end()) return *file;
  return found.empty() ? words[0] : found[0];
}

/// The folders of a path and the file, the last first.
Words parts_of(std::string_view path) {
  Words parts;
  for (const std::string_view part : engine::split(path, '/'))
    if (is_fit(part) && part != ".") parts.push_back(part);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// The folder of `path` that `other`, a file of the same name, does not lie in; "" when there is
/// none.
std::string folder_apart(std::string_view path, std::string_view other) {
  const Words parts = parts_of(path), others = parts_of(other);
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (i >= others.size() || parts[i] != others[i]) return base_of(parts[i]);
  return "";
}

}  // namespace

absl::Status objection_to_name(std::string_view run) {
  const std::string_view name = run.substr(0, run.find('='));
  const bool is_path = run.starts_with('/') || run.starts_with("./") || run.starts_with("../");
  const bool has_name = name.size() < run.size() && name.find_first_of(" \t") == name.npos;
  if (!has_name || is_path || name_size(run) > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--run NAME=COMMAND takes a name of 1 to " + std::to_string(kLongest) +
      " letters, digits and . _ + -, not " + engine::in_quotes(name, 60));
}

std::string_view command_of(std::string_view run) {
  return run.substr(name_size(run));
}

std::vector<std::string> program_names(const std::vector<std::string>& runs,
                                       std::string_view opponent) {
  std::vector<std::string> names;
  const auto plain_of = [](const std::string& run) {
    const std::size_t given = name_size(run);
    return given > 0 ? run.substr(0, given - 1) : base_of(player_of(run));
  };
  for (const std::string& run : runs) {
    std::string plain = plain_of(run);
    for (const std::string& other : runs)
      if (&other != &run && name_size(run) == 0 && plain_of(other) == plain_of(run))
        if (std::string folder = folder_apart(player_of(run), player_of(other)); !folder.empty())
          plain = folder;
    if (plain.empty()) plain = "program";
    std::string name = plain;
    for (int number = 2;
         name == opponent || std::find(names.begin(), names.end(), name) != names.end(); ++number)
      name = plain + '#' + std::to_string(number);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace gauntlet::tools
