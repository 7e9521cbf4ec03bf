#include "tools/commands/duel_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <span>
#include <vector>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using search::DuelLayer;

constexpr std::string_view kTitle = "gauntlet kimble duel 1";
constexpr std::array<std::string_view, 5> kPolicies = {"best", "helppo", "vaikea", "capture",
                                                       "random"};

/// The value of a line "name value", or nothing when `line` is another.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (!line.starts_with(name) || line.substr(name.size(), 1) != " ") return std::nullopt;
  return line.substr(name.size() + 1);
}

/// All of `bytes` to or from `offset`; the code of the error, or 0.
template <class Move>
int move_all(Move&& move, std::span<std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t moved = move(bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return moved < 0 ? errno : EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(moved));
    offset += static_cast<std::uint64_t>(moved);
  }
  return 0;
}

std::string hex(const boost::crc_32_type& crc) {
  char text[9];
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(crc.checksum()));
  return text;
}

std::string heading(const std::string& players, const DuelFile::State& state, bool is_whole) {
  char residual[32] = "none";
  if (state.residual) std::snprintf(residual, sizeof residual, "%.9g", *state.residual);
  std::string text = std::string(kTitle) + "\n" + players + "layers " +
                     std::to_string(state.layers) + "\nsweeps " + std::to_string(state.sweeps) +
                     "\nupdates " + std::to_string(state.updates) + "\nresidual " + residual +
                     "\nchecksum " + state.checksum + "\nvalues " + (is_whole ? "whole" : "torn") +
                     "\n";
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  text += "heading " + hex(crc) + "\n";
  text.resize(DuelFile::kHeadingBytes, ' ');
  text.back() = '\n';
  return text;
}

}  // namespace

Expected<std::unique_ptr<DuelFile>> DuelFile::open(const std::string& path,
                                                   search::KimbleDuel& duel) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) return selfplay::file_refusal("open", path, errno);
  std::unique_ptr<DuelFile> file(new DuelFile(path, descriptor, duel));
  if (auto error = file->read()) return *error;
  return file;
}

std::string checksum_of(search::KimbleDuel& duel) {
  boost::crc_32_type crc;
  for (int mover = 0; mover < duel.tables(); ++mover) {
    const auto bytes = duel.values(mover).bytes(0, duel.pairs(mover).size());
    crc.process_bytes(bytes.data(), bytes.size());
  }
  return hex(crc);
}

DuelFile::~DuelFile() {
  ::close(descriptor_);
}

Error DuelFile::failed(const std::string& to_do, int code) const {
  return selfplay::file_refusal(to_do, path_, code);
}

std::string DuelFile::players() const {
  const auto& players = duel_.players();
  std::string text = "pieces " + std::to_string(duel_.pieces()) + "\n";
  for (const auto& player : players)
    text += std::string("player ") + static_cast<char>('A' + player.corner) + " " +
            std::string(kPolicies[static_cast<std::size_t>(player.policy)]) + "\n";
  return text;
}

std::uint64_t DuelFile::bytes() const {
  std::uint64_t places = 0;
  for (int mover = 0; mover < duel_.tables(); ++mover) places += duel_.pairs(mover).size();
  return kHeadingBytes + 3 * places;
}

std::optional<Error> DuelFile::read() {
  const std::string name = "'" + engine::printable(path_, 200) + "'";
  struct stat info {};
  if (fstat(descriptor_, &info) != 0) return failed("read", errno);
  if (!S_ISREG(info.st_mode)) return Error{name + " is no file of values, but a device or pipe"};
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    return Error{name + " is being written by another run; wait for it, or give another file"};
  if (info.st_size == 0) {
    if (ftruncate(descriptor_, static_cast<off_t>(bytes())) != 0) return failed("write", errno);
    return write_heading(true);
  }
  std::vector<std::byte> start(kHeadingBytes);
  const auto from = [this](std::byte* to, std::size_t size, off_t offset) {
    return pread(descriptor_, to, size, offset);
  };
  if (info.st_size < static_cast<off_t>(start.size()) || move_all(from, start, 0) != 0)
    return Error{name + " is no file of values"};
  if (auto error = read_heading({reinterpret_cast<const char*>(start.data()), start.size()}))
    return error;
  if (static_cast<std::uint64_t>(info.st_size) != bytes())
    return Error{name + " is damaged: it has " + std::to_string(info.st_size) +
                 " bytes and needs " + std::to_string(bytes()) + "; give --out a new file"};
  const auto layers = search::duel_layers(duel_.pieces());
  for (int i = 0; i < state_.layers + (state_.sweeps > 0); ++i)
    if (auto error = transfer(layers[static_cast<std::size_t>(i)], false)) return error;
  if (state_.residual && checksum_of(duel_) != state_.checksum)
    return Error{name + " is damaged: its values have another checksum; give --out a new file"};
  return std::nullopt;
}

std::optional<Error> DuelFile::read_heading(std::string_view text) {
  const std::string name = "'" + engine::printable(path_, 200) + "'";
  if (!text.starts_with(std::string(kTitle) + "\n")) return Error{name + " is no file of values"};
  if (!text.substr(kTitle.size() + 1).starts_with(players()))
    return Error{name + " has the values of other players; give their --seats, --pieces and " +
                 "--against, or a new file"};
  bool is_whole = true;
  for (const std::string_view line : engine::split(text, '\n')) {
    constexpr int kMost = 1'000'000'000;
    if (const auto value = value_of(line, "layers"))
      state_.layers = engine::parse_int(*value, 0, kMost).value_or(-1);
    if (const auto value = value_of(line, "sweeps"))
      state_.sweeps = engine::parse_int(*value, 0, kMost).value_or(-1);
    if (const auto value = value_of(line, "updates"))
      state_.updates = static_cast<std::uint64_t>(engine::parse_int(*value, 0, kMost).value_or(0));
    if (const auto value = value_of(line, "checksum")) state_.checksum = *value;
    if (const auto value = value_of(line, "values")) is_whole = *value == "whole";
    if (const auto value = value_of(line, "residual"); value && *value != "none") {
      double residual = 0;
      std::from_chars(value->data(), value->data() + value->size(), residual);
      state_.residual = residual;
    }
  }
  const auto layers = static_cast<int>(search::duel_layers(duel_.pieces()).size());
  if (text != heading(players(), state_, is_whole) || state_.layers > layers ||
      (state_.layers == layers && state_.sweeps > 0) ||
      state_.updates < static_cast<std::uint64_t>(state_.sweeps))
    return Error{name + " is damaged: its heading does not hold together; give --out a new file"};
  if (is_whole) return std::nullopt;
  state_.updates -= static_cast<std::uint64_t>(state_.sweeps);
  state_.sweeps = 0;
  return std::nullopt;
}

/// Copies a layer's values between memory and file.
std::optional<Error> DuelFile::transfer(DuelLayer layer, bool writes) {
  int code = 0;
  duel_.for_each_row(layer, [&](int mover, search::KimblePairs::Places places) {
    if (code != 0) return;
    const std::uint64_t before = mover == 0 ? 0 : duel_.pairs(0).size();
    const std::span<std::byte> values = duel_.values(mover).bytes(places.begin, places.end);
    code = move_all(
        [&](std::byte* at, std::size_t size, off_t offset) {
          return writes ? pwrite(descriptor_, at, size, offset)
                        : pread(descriptor_, at, size, offset);
        },
        values, kHeadingBytes + 3 * (before + places.begin));
  });
  if (code == 0) return std::nullopt;
  return failed(writes ? "write" : "read", code);
}

std::optional<Error> DuelFile::write_heading(bool is_whole) {
  std::string text = heading(players(), state_, is_whole);
  const auto to = [this](const std::byte* from, std::size_t size, off_t offset) {
    return pwrite(descriptor_, from, size, offset);
  };
  const int code = move_all(to, std::as_writable_bytes(std::span(text)), 0);
  if (code == 0) return std::nullopt;
  return failed("write", code);
}

std::optional<Error> DuelFile::save(DuelLayer layer, const State& state) {
  if (auto error = write_heading(false)) return error;
  if (auto error = transfer(layer, true)) return error;
  return save(state);
}

std::optional<Error> DuelFile::save(const State& state) {
  state_ = state;
  return write_heading(true);
}

}  // namespace gauntlet::tools
