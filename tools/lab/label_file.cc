#include "tools/lab/label_file.h"

#include <absl/strings/str_format.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "search/sudokill/fit/label_line.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

namespace {

using search::sudokill::LabelRecipe;
using search::sudokill::Siblings;

std::string heading(const LabelRecipe& recipe) {
  return "gauntlet sudokill labels 2, seed " + std::to_string(recipe.seed) + ", at most " +
         std::to_string(recipe.candidates) + " candidates";
}
constexpr std::string_view kAnyHeading = "gauntlet sudokill labels 2, seed ";

std::string checksum(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return absl::StrFormat("%08x", crc.checksum());
}

/// What stands in the file for `siblings`.
std::string written(const Siblings& siblings) {
  const std::string line = search::sudokill::label_line(siblings) + "\t";
  return line + checksum(line) + "\n";
}

constexpr std::string_view kEndOfGame = "end of game ";

/// What stands in the file after the sets of siblings of one game.
std::string end_line(std::uint64_t game, std::size_t sibling_sets) {
  return std::string(kEndOfGame) + std::to_string(game) + ", families " +
         std::to_string(sibling_sets);
}

/// What `line` says, or what is wrong with it.
absl::StatusOr<Siblings> read_siblings(std::string_view line) {
  const std::size_t tab = line.rfind('\t');
  if (tab == std::string_view::npos)
    return absl::InvalidArgumentError("it does not have four fields separated by tabs");
  if (line.substr(tab + 1) != checksum(line.substr(0, tab + 1)))
    return absl::InvalidArgumentError("its checksum is wrong");
  return search::sudokill::read_label_line(line.substr(0, tab));
}

}  // namespace

absl::StatusOr<std::unique_ptr<LabelFile>> LabelFile::open(const std::string& path,
                                                           const LabelRecipe& recipe) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  std::FILE* const stream = descriptor < 0 ? nullptr : fdopen(descriptor, "r+b");
  if (!stream) return selfplay::file_refusal("open", path, errno);
  std::unique_ptr<LabelFile> file(new LabelFile(path, stream));
  if (const absl::Status status = file->read(recipe); !status.ok()) return status;
  return file;
}

absl::Status LabelFile::failed(const std::string& to_do) const {
  return selfplay::file_refusal(to_do, path_, errno);
}

absl::Status LabelFile::damaged(std::size_t line, const std::string& what) const {
  return absl::InvalidArgumentError(engine::in_quotes(path_, 200) + " is damaged: line " +
                                    std::to_string(line) + ": " + what +
                                    "; give --labels a new file, or cut this one off there");
}

absl::Status LabelFile::read(const LabelRecipe& recipe) {
  const std::string name = engine::in_quotes(path_, 200), ours = heading(recipe);
  struct stat info {};
  if (fstat(fileno(file_.get()), &info) != 0) return failed("read");
  if (!S_ISREG(info.st_mode))
    return absl::InvalidArgumentError(name + " is no file of labels, but a device or pipe");
  std::string text(static_cast<std::size_t>(info.st_size), '\0');
  if (std::fread(text.data(), 1, text.size(), file_.get()) != text.size()) return failed("read");

  const std::size_t end = text.find('\n');
  const std::string first = text.substr(0, end);
  if (end == std::string::npos && ours.starts_with(first)) {  // new, or a first write cut short
    if (const absl::Status status = keep(0, text.size()); !status.ok()) return status;
    if (std::fprintf(file_.get(), "%s\n", ours.c_str()) < 0 || std::fflush(file_.get()) != 0)
      return failed("write");
    return absl::OkStatus();
  }
  if (!first.starts_with(kAnyHeading))
    return absl::InvalidArgumentError(name +
                                      " is no file of labels; name one that was begun by the same "
                                      "command, or a new one");
  if (first != ours)
    return absl::InvalidArgumentError(name + " has labels made in another way (" +
                                      engine::in_quotes(first, 100) +
                                      "); give its --seed and --candidates, or a new file");
  return read_lines(text);
}

/// REQUIRES: the first line is the heading.
absl::Status LabelFile::read_lines(std::string_view text) {
  std::size_t begin = text.find('\n') + 1, whole = begin;
  std::vector<Siblings> game;
  for (std::size_t line = 2;; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    const std::string_view words = text.substr(begin, end - begin);
    begin = end + 1;
    if (words.starts_with(kEndOfGame)) {
      if (words != end_line(next_game_, game.size()))
        return damaged(line, "game " + std::to_string(next_game_) + " has " +
                                 engine::counted(game.size(), "family", "families") +
                                 " and should end here");
      take(std::exchange(game, {}));
      whole = begin;
      continue;
    }
    auto siblings = read_siblings(words);
    if (!siblings.ok()) return damaged(line, engine::message_of(siblings));
    if (siblings->game != next_game_)
      return damaged(line, "a family of game " + std::to_string(next_game_) +
                               " or its end should "
                               "stand here");
    game.push_back(std::move(*siblings));
  }
  return keep(whole, text.size());
}

/// Cuts off what stands after the first `bytes` of so many, and goes on there.
absl::Status LabelFile::keep(std::size_t bytes, std::size_t of) {
  if ((bytes == of || ftruncate(fileno(file_.get()), static_cast<off_t>(bytes)) == 0) &&
      std::fseek(file_.get(), static_cast<long>(bytes), SEEK_SET) == 0)
    return absl::OkStatus();
  return failed("write");
}

/// The sets of siblings of the next game.
void LabelFile::take(std::vector<Siblings> game) {
  for (Siblings& siblings : game) {
    positions_ += static_cast<std::uint64_t>(search::sudokill::open_children(siblings));
    sibling_sets_.push_back(std::move(siblings));
  }
  ++next_game_;
}

absl::Status LabelFile::loss() const {
  if (selfplay::is_still_at(path_, fileno(file_.get()))) return absl::OkStatus();
  return absl::DataLossError(engine::message_of(selfplay::gone(path_)) +
                             ", so its labels are not kept there; run it again");
}

absl::Status LabelFile::add(std::vector<Siblings> game) {
  if (const absl::Status status = loss(); !status.ok()) return status;
  std::string lines;
  for (const Siblings& siblings : game) lines += written(siblings);
  lines += end_line(next_game_, game.size()) + "\n";
  if (std::fwrite(lines.data(), 1, lines.size(), file_.get()) != lines.size() ||
      std::fflush(file_.get()) != 0)
    return failed("write");
  take(std::move(game));
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
