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

std::uint64_t DuelFile::bytes() const {
  return DuelHeading::kBytes + search::PackedValues::kBytes * duel_.positions();
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
  std::vector<std::byte> start(DuelHeading::kBytes);
  const auto from = [this](std::byte* to, std::size_t size, off_t offset) {
    return pread(descriptor_, to, size, offset);
  };
  if (info.st_size < static_cast<off_t>(start.size()) || move_all(from, start, 0) != 0)
    return Error{name + " is no file of values"};
  auto heading = DuelHeading::parse({reinterpret_cast<const char*>(start.data()), start.size()});
  if (!heading) return Error{name + " " + heading.error() + "; give --out a new file"};
  if (auto error = take(std::move(*heading))) return error;
  if (static_cast<std::uint64_t>(info.st_size) != bytes())
    return Error{name + " is damaged: it has " + std::to_string(info.st_size) +
                 " bytes and needs " + std::to_string(bytes()) + "; give --out a new file"};
  const auto layers = search::duel_layers(duel_.pieces());
  for (int i = 0; i < heading_.layers + (heading_.sweeps > 0); ++i)
    if (auto error = transfer(layers[static_cast<std::size_t>(i)], false)) return error;
  if (heading_.residual && checksum_of(duel_) != heading_.checksum)
    return Error{name + " is damaged: its values have another checksum; give --out a new file"};
  return std::nullopt;
}

std::optional<Error> DuelFile::take(DuelHeading heading) {
  const auto is_same = [](const auto& one, const auto& two) {
    return one.corner == two.corner && one.policy == two.policy;
  };
  if (heading.pieces != heading_.pieces || !is_same(heading.players[0], heading_.players[0]) ||
      !is_same(heading.players[1], heading_.players[1]))
    return Error{"'" + engine::printable(path_, 200) +
                 "' has the values of other players; give their --seats, --pieces and " +
                 "--against, or a new file"};
  heading_ = std::move(heading);
  if (heading_.is_whole) return std::nullopt;
  heading_.updates -= static_cast<std::uint64_t>(heading_.sweeps);
  heading_.sweeps = 0;
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
        values, DuelHeading::kBytes + 3 * (before + places.begin));
  });
  if (code == 0) return std::nullopt;
  return failed(writes ? "write" : "read", code);
}

std::optional<Error> DuelFile::write_heading(bool is_whole) {
  heading_.is_whole = is_whole;
  std::string text = heading_.to_text();
  const auto to = [this](const std::byte* from, std::size_t size, off_t offset) {
    return pwrite(descriptor_, from, size, offset);
  };
  const int code = move_all(to, std::as_writable_bytes(std::span(text)), 0);
  if (code == 0) return std::nullopt;
  return failed("write", code);
}

std::optional<Error> DuelFile::save(DuelLayer layer, const DuelHeading& heading) {
  if (auto error = write_heading(false)) return error;
  if (auto error = transfer(layer, true)) return error;
  return save(heading);
}

std::optional<Error> DuelFile::save(const DuelHeading& heading) {
  heading_ = heading;
  return write_heading(true);
}

}  // namespace gauntlet::tools
