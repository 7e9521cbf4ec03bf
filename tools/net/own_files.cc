#include "tools/net/own_files.h"

#include <absl/strings/str_replace.h>
#include <absl/strings/str_split.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace gauntlet::tools {

namespace fs = std::filesystem;

namespace {

/// Between the pieces of a word that may be paths: PATH=/a:/b, --model=/x, 'cd a;b'.
constexpr char kSeparators[] = " \t\r\n'\"`;&|<>()=:,";
constexpr std::string_view kOfMany[] = {"/home", "/media", "/mnt", "/root",
                                        "/run",  "/srv",   "/tmp", "/var"};
constexpr std::string_view kOfTheKernel[] = {"/dev", "/proc", "/sys"};
constexpr std::size_t kLongestFirstLine = 256;

std::string variable(const char* name) {
  const char* const value = getenv(name);
  return value ? value : "";
}

bool is_within(std::string_view path, std::string_view folder) {
  if (folder == "/") return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool is_of_kernel(std::string_view path) {
  return std::any_of(std::begin(kOfTheKernel), std::end(kOfTheKernel),
                     [&](std::string_view folder) { return is_within(path, folder); });
}

/// Whether a folder holds more than a program.
bool is_wide(const std::string& folder, const Surroundings& here) {
  std::error_code ignored;
  const std::string home = fs::weakly_canonical(here.home, ignored).string();
  return folder == "/" || (!home.empty() && is_within(home, folder)) ||
         std::find(std::begin(kOfMany), std::end(kOfMany), folder) != std::end(kOfMany);
}

/// Without "." and "..", but with links.
std::string absolute(std::string path, const Surroundings& here) {
  if (path.starts_with("~/")) path = here.home + path.substr(1);
  path = (fs::path(here.folder) / path).lexically_normal().string();
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string parent_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Looks for what a command names.
class OwnFileFinder {
 public:
  explicit OwnFileFinder(const Surroundings& here) : here_(here) {}

  void look_at(const std::string& command, bool is_script = false) {
    const std::string filled =
        absl::StrReplaceAll(command, {{"${HOME}", here_.home}, {"$HOME", here_.home}});
    for (const std::string& word : shell_words(filled)) look_at_word(word, is_script);
    const std::vector<std::string> pieces = absl::StrSplit(filled, absl::ByAnyChar(kSeparators));
    for (const std::string& piece : pieces) look_at_word(piece, is_script);
  }
  std::vector<OwnFile> found() { return merged(std::move(found_)); }

 private:
  static std::vector<std::string> shell_words(const std::string& command);
  void look_at_word(const std::string& word, bool is_script);
  void look_in_path(const std::string& name);
  void add_file(const std::string& path, bool is_script);
  void add_program(const std::string& path);
  void add(const std::string& folder_or_file, const std::string& instead);

  const Surroundings& here_;
  std::vector<OwnFile> found_;
};

/// Blanks within quotes are part of a word.
std::vector<std::string> OwnFileFinder::shell_words(const std::string& command) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (const char letter : command) {
    if (quote != 0 ? letter == quote : letter == '\'' || letter == '"') {
      quote = quote != 0 ? 0 : letter;
    } else if (quote == 0 && (letter == ' ' || letter == '\t')) {
      words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  return words;
}

void OwnFileFinder::look_at_word(const std::string& word, bool is_script) {
  if (word.empty() || word.size() > 4'000 || word.find('\0') != word.npos) return;
  const std::string path = absolute(word, here_);
  if (is_folder(path)) {
    add(path, "");
  } else if (exists(path)) {
    add_file(path, is_script);
  }
  if (word.find('/') == word.npos) look_in_path(word);
}

void OwnFileFinder::look_in_path(const std::string& name) {
  const std::vector<std::string> folders = absl::StrSplit(here_.path, ':');
  for (const std::string& folder : folders) {
    if (folder.empty()) continue;
    const std::string path = absolute(folder + "/" + name, here_);
    if (is_folder(path) || access(path.c_str(), X_OK) != 0) continue;
    return add_program(path);
  }
}

void OwnFileFinder::add_file(const std::string& path, bool is_script) {
  if (is_of_kernel(path)) return;
  std::error_code ignored;
  const std::string real = fs::canonical(path, ignored).string();
  for (const std::string& file : {path, real})
    if (!is_of_system(file)) add(parent_of(file), file);
  if (is_script || is_of_system(real) || !fs::is_regular_file(real, ignored)) return;
  std::string first(kLongestFirstLine, '\0');
  std::ifstream in(real, std::ios::binary);
  in.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(in.gcount()));
  if (first.starts_with("#!")) look_at(first.substr(2, first.find('\n') - 2), true);
}

/// Interpreters have their libraries beside the folder in which they lie.
void OwnFileFinder::add_program(const std::string& path) {
  std::error_code ignored;
  for (const std::string& file : {path, fs::canonical(path, ignored).string()}) {
    if (is_of_system(file)) continue;
    const std::string folder = parent_of(file), prefix = parent_of(folder);
    if (!here_.home.empty() && prefix == here_.home + "/.local") {  // which holds secrets, too
      add(folder, file);
      add(prefix + "/lib", "");
    } else {
      add(is_wide(prefix, here_) ? folder : prefix, file);
    }
  }
}

/// A folder, or `instead` where that holds more than a program.
void OwnFileFinder::add(const std::string& folder_or_file, const std::string& instead) {
  for (const OwnFile& file : whole(folder_or_file, here_)) {
    if (!is_wide(file.source, here_) && !is_wide(file.place, here_)) {
      found_.push_back(file);
    } else if (!instead.empty() && instead != folder_or_file) {
      return add(instead, "");
    }
  }
}

}  // namespace

Surroundings Surroundings::here() {
  std::error_code error;
  const std::string folder = fs::current_path(error).string();
  return {error ? "/" : folder, variable("HOME"), variable("PATH")};
}

const std::vector<std::string_view>& system_folders() {
  static const std::vector<std::string_view> kFolders = {"/bin",   "/etc",   "/gnu",    "/lib",
                                                         "/lib32", "/lib64", "/libx32", "/nix",
                                                         "/opt",   "/sbin",  "/usr"};
  return kFolders;
}

bool is_of_system(std::string_view path) {
  const auto& folders = system_folders();
  return std::any_of(folders.begin(), folders.end(),
                     [&](std::string_view folder) { return is_within(path, folder); });
}

std::vector<OwnFile> whole(const std::string& path, const Surroundings& here) {
  std::error_code error;
  const std::string place = absolute(path, here);
  const std::string source = fs::canonical(place, error).string();
  if (error || is_of_kernel(place) || is_of_kernel(source)) return {};
  std::vector<OwnFile> found;
  if (!is_of_system(source)) found.push_back({source, source});
  if (place != source && !is_of_system(place)) found.push_back({source, place});
  return found;
}

std::vector<OwnFile> merged(std::vector<OwnFile> files) {
  std::sort(files.begin(), files.end(), [](const OwnFile& a, const OwnFile& b) {
    return std::pair(a.place.size(), a.place) < std::pair(b.place.size(), b.place);
  });
  std::vector<OwnFile> kept;
  for (OwnFile& file : files)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const OwnFile& other) { return is_within(file.place, other.place); }))
      kept.push_back(std::move(file));
  return kept;
}

std::vector<OwnFile> own_files(const std::string& command, const Surroundings& here) {
  OwnFileFinder finder(here);
  finder.look_at(command);
  return finder.found();
}

}  // namespace gauntlet::tools
