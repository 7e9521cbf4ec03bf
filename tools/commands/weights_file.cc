#include "tools/commands/weights_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

std::optional<engine::Error> refusal_of_weights(const std::string& path, std::string_view heading) {
  const std::string name = "'" + engine::printable(path, 200) + "'";
  std::error_code ignored;  // then the file cannot be created either
  if (std::filesystem::is_other(path, ignored))
    return engine::Error{name + " is no file, but a device or pipe; give --weights a file"};
  if (path.empty()) return engine::Error{"--weights needs the name of a file"};
  if (const auto error = selfplay::touch_file(path)) return error;
  std::string start(heading.size() + 1, '\0');
  std::ifstream file(path);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (start.empty() || start == std::string(heading) + "\n") return std::nullopt;
  return engine::Error{name +
                       " exists and holds no weights; give --weights a new file, or one "
                       "that fit has written"};
}

std::optional<engine::Error> write_weights(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::string target = std::filesystem::canonical(path, error).string();
  if (error) return selfplay::file_refusal("write", path, error.value());
  const std::string whole = target + ".new";
  std::ofstream file(whole, std::ios::trunc);
  file << text;
  file.close();
  if (file && std::rename(whole.c_str(), target.c_str()) == 0) return std::nullopt;
  const int code = errno;
  std::remove(whole.c_str());
  return selfplay::file_refusal("write", path, code);
}

}  // namespace gauntlet::tools
