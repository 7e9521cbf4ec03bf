#include "tools/lab/tablebase_file.h"

#include <absl/strings/str_format.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstdio>
#include <span>
#include <vector>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

namespace {

using search::kimble::Layer;
using search::kimble::NarrowValues;
using search::kimble::PackedValues;
using search::kimble::Tablebase;

/// Reads or writes all of `bytes` at `offset`; the code of the error, or 0.
int move_all(int descriptor, bool writes, std::span<std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const auto at = static_cast<off_t>(offset);
    const ssize_t moved = writes ? pwrite(descriptor, bytes.data(), bytes.size(), at)
                                 : pread(descriptor, bytes.data(), bytes.size(), at);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return moved < 0 ? errno : EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(moved));
    offset += static_cast<std::uint64_t>(moved);
  }
  return 0;
}

/// The narrow form of the values from begin, at a group's beginning, to end.
void pack(const PackedValues& values, std::uint64_t begin, std::uint64_t end,
          std::vector<std::byte>& narrow) {
  narrow.resize(NarrowValues::bytes_for(end - begin));
  std::byte* to = narrow.data();
  for (std::uint64_t place = begin; place < end; to += NarrowValues::kGroupBytes) {
    std::array<std::uint32_t, NarrowValues::kGroup> group{};
    for (std::uint32_t& value : group)
      if (place < end) value = values.get(place++);
    NarrowValues::pack(group, to);
  }
}

std::string hex(const boost::crc_32_type& crc) {
  return absl::StrFormat("%08x", crc.checksum());
}

}  // namespace

absl::StatusOr<std::unique_ptr<TablebaseFile>> TablebaseFile::open(
    const std::string& path, int pieces, const Tablebase::Players& players,
    std::optional<int> bits) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) return selfplay::file_refusal("open", path, errno);
  std::unique_ptr<TablebaseFile> file(new TablebaseFile(path, descriptor, pieces, players));
  if (const absl::Status status = file->prepare(bits); !status.ok()) return status;
  return file;
}

TablebaseFile::~TablebaseFile() {
  ::close(descriptor_);
}

std::string checksum_of(Tablebase& tablebase, bool are_narrow) {
  boost::crc_32_type crc;
  std::vector<std::byte> narrow;
  for (int mover = 0; mover < tablebase.tables(); ++mover) {
    const std::uint64_t size = tablebase.pairs(mover).size();
    if (!are_narrow) {
      const auto bytes = tablebase.values(mover).bytes(0, size);
      crc.process_bytes(bytes.data(), bytes.size());
      continue;
    }
    constexpr std::uint64_t kAtOnce = 4096 * NarrowValues::kGroup;
    for (std::uint64_t begin = 0; begin < size; begin += kAtOnce) {
      pack(tablebase.values(mover), begin, std::min(begin + kAtOnce, size), narrow);
      crc.process_bytes(narrow.data(), narrow.size());
    }
  }
  return hex(crc);
}

absl::Status TablebaseFile::failed(const std::string& to_do, int code) const {
  return selfplay::file_refusal(to_do, path_, code);
}

absl::Status TablebaseFile::refusal(const std::string& why) const {
  return absl::InvalidArgumentError(engine::in_quotes(path_, 200) + " " + why);
}

std::uint64_t TablebaseFile::bytes() const {
  const std::uint64_t positions = Tablebase::positions_of(heading_.pieces, heading_.players);
  if (!heading_.is_narrow()) return TablebaseHeading::kBytes + PackedValues::kBytes * positions;
  const auto tables = static_cast<std::uint64_t>(Tablebase::tables_of(heading_.players));
  return TablebaseHeading::kBytes + tables * NarrowValues::bytes_for(positions / tables);
}

/// Makes a new file as large as it will be, or reads the heading of one that is there.
absl::Status TablebaseFile::prepare(std::optional<int> bits) {
  struct stat info {};
  if (fstat(descriptor_, &info) != 0) return failed("read", errno);
  if (!S_ISREG(info.st_mode)) return refusal("is no file of values, but a device or pipe");
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    return refusal("is being written by another run; wait for it, or give another file");
  if (info.st_size > 0) return read_heading(static_cast<std::uint64_t>(info.st_size), bits);
  heading_.bits = bits.value_or(bytes() > kMostBytes ? NarrowValues::kBits : PackedValues::kBits);
  if (const absl::Status status = write_heading(true); !status.ok()) return status;
  return extend();
}

absl::Status TablebaseFile::extend() {
  if (ftruncate(descriptor_, static_cast<off_t>(bytes())) == 0) return absl::OkStatus();
  return failed("write", errno);
}

absl::Status TablebaseFile::read_heading(std::uint64_t size, std::optional<int> bits) {
  std::vector<std::byte> start(TablebaseHeading::kBytes);
  if (size < start.size() || move_all(descriptor_, false, start, 0) != 0)
    return refusal("is no file of values; give --out a new file");
  auto heading =
      TablebaseHeading::parse({reinterpret_cast<const char*>(start.data()), start.size()});
  if (!heading.ok()) return refusal(engine::message_of(heading) + "; give --out a new file");
  if (const absl::Status status = take(std::move(*heading), bits); !status.ok()) return status;
  if (size == bytes()) return absl::OkStatus();
  if (size == TablebaseHeading::kBytes && heading_.updates == 0) return extend();  // killed at once
  return refusal("is damaged: it has " + engine::counted(size, "byte") + " and needs " +
                 engine::grouped(bytes()) + "; give --out a new file");
}

absl::Status TablebaseFile::take(TablebaseHeading heading, std::optional<int> bits) {
  const auto is_same = [](const auto& one, const auto& two) {
    return one.corner == two.corner && one.policy == two.policy;
  };
  if (heading.pieces != heading_.pieces || !is_same(heading.players[0], heading_.players[0]) ||
      !is_same(heading.players[1], heading_.players[1]))
    return refusal(
        "has the values of other players; give the same --seats, --pieces and --against, or a new "
        "file");
  if (bits && *bits != heading.bits)
    return refusal("has values of " + std::to_string(heading.bits) +
                   " bits; leave --bits out, or give a new file");
  heading_ = std::move(heading);
  if (heading_.is_whole) return absl::OkStatus();
  heading_.updates -= static_cast<std::uint64_t>(heading_.sweeps);
  heading_.sweeps = 0;
  return absl::OkStatus();
}

absl::Status TablebaseFile::load(Tablebase& tablebase) {
  tablebase_ = &tablebase;
  const auto layers = search::kimble::layers(tablebase.pieces());
  const std::size_t there = heading_.refines
                                ? layers.size()
                                : static_cast<std::size_t>(heading_.layers + (heading_.sweeps > 0));
  for (std::size_t i = 0; i < there; ++i)
    if (const absl::Status status = transfer(layers[i], false); !status.ok()) return status;
  if (heading_.residual && checksum_of(tablebase, heading_.is_narrow()) != heading_.checksum)
    return refusal("is damaged: its values have another checksum; give --out a new file");
  return absl::OkStatus();
}

/// Copies a layer's values between memory and file.
absl::Status TablebaseFile::transfer(Layer layer, bool writes) {
  int code = 0;
  tablebase_->for_each_row(layer, [&](int mover, search::kimble::Pairs::Places places) {
    if (code != 0 || places.begin == places.end) return;
    code = heading_.is_narrow() ? transfer_narrow(mover, places, writes)
                                : transfer_packed(mover, places, writes);
  });
  if (code == 0) return absl::OkStatus();
  return failed(writes ? "write" : "read", code);
}

int TablebaseFile::transfer_packed(int mover, search::kimble::Pairs::Places places, bool writes) {
  const std::uint64_t before = mover == 0 ? 0 : tablebase_->pairs(0).size();
  return move_all(descriptor_, writes, tablebase_->values(mover).bytes(places.begin, places.end),
                  TablebaseHeading::kBytes + PackedValues::kBytes * (before + places.begin));
}

/// Whole groups, which may have values of neighbouring rows too. When those are of a layer that is
/// done they are written again as they are; else they will be when it is.
int TablebaseFile::transfer_narrow(int mover, search::kimble::Pairs::Places places, bool writes) {
  PackedValues& values = tablebase_->values(mover);
  const std::uint64_t size = tablebase_->pairs(mover).size();
  const std::uint64_t begin = places.begin / NarrowValues::kGroup * NarrowValues::kGroup;
  const std::uint64_t before =
      mover == 0 ? 0 : NarrowValues::bytes_for(tablebase_->pairs(0).size());
  const std::uint64_t offset = TablebaseHeading::kBytes + before + NarrowValues::bytes_for(begin);
  if (writes) {
    const std::uint64_t end =
        (places.end + NarrowValues::kGroup - 1) / NarrowValues::kGroup * NarrowValues::kGroup;
    pack(values, begin, std::min(end, size), narrow_);
    return move_all(descriptor_, true, narrow_, offset);
  }
  narrow_.resize(1 + NarrowValues::bytes_for(places.end - begin));  // see NarrowValues
  const int code = move_all(descriptor_, false, std::span(narrow_).subspan(1), offset);
  const NarrowValues found(narrow_.data() + 1);
  for (std::uint64_t place = places.begin; code == 0 && place < places.end; ++place)
    values.set(place, found.get(place - begin));
  return code;
}

absl::Status TablebaseFile::write_heading(bool is_whole) {
  if (!selfplay::is_still_at(path_, descriptor_))
    return absl::DataLossError(engine::message_of(selfplay::gone(path_)) + "; run it again");
  heading_.is_whole = is_whole;
  std::string text = heading_.to_text();
  const int code = move_all(descriptor_, true, std::as_writable_bytes(std::span(text)), 0);
  if (code == 0) return absl::OkStatus();
  return failed("write", code);
}

absl::Status TablebaseFile::save(std::optional<Layer> layer,
                                 const search::kimble::SolveState& state) {
  if (layer) {
    if (const absl::Status status = write_heading(false); !status.ok()) return status;
    if (const absl::Status status = transfer(*layer, true); !status.ok()) return status;
  }
  static_cast<search::kimble::SolveState&>(heading_) = state;
  heading_.checksum =
      state.residual ? checksum_of(*tablebase_, state.is_narrow()) : TablebaseHeading().checksum;
  return write_heading(true);
}

}  // namespace gauntlet::tools
