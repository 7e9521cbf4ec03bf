#include "tools/lab/mapped_tablebase.h"

#include <absl/cleanup/cleanup.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "tools/lab/tablebase_heading.h"

namespace gauntlet::tools {

namespace {

using search::kimble::Tablebase;

/// A whole file in memory, as long as somebody holds it.
class Mapping {
 public:
  Mapping(int descriptor, std::size_t size)
      : data_(mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0)), size_(size) {}
  ~Mapping() {
    if (is_mapped()) munmap(data_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  bool is_mapped() const { return data_ != MAP_FAILED; }
  std::span<std::byte> bytes() const { return {static_cast<std::byte*>(data_), size_}; }

 private:
  void* data_;
  std::size_t size_;
};

absl::StatusOr<std::shared_ptr<const Tablebase>> table_in(std::shared_ptr<const Mapping> mapping,
                                                          const std::string& name) {
  const auto bytes = mapping->bytes();
  const auto heading = TablebaseHeading::parse(
      {reinterpret_cast<const char*>(bytes.data()), TablebaseHeading::kBytes});
  if (!heading.ok()) return absl::InvalidArgumentError(name + " " + engine::message_of(heading));
  if (!heading->residual)
    return absl::InvalidArgumentError(
        name + " is not finished: 'gauntlet solve kimble' with the same --out finishes it");
  auto tablebase = Tablebase::over(heading->pieces, heading->players, heading->is_narrow(),
                                   bytes.subspan(TablebaseHeading::kBytes));
  if (!tablebase)
    return absl::InvalidArgumentError(name +
                                      " is damaged: it has another size than its values need");
  const Tablebase* const values = tablebase.get();
  return std::shared_ptr<const Tablebase>(values, [tablebase, mapping](const Tablebase*) mutable {
    tablebase.reset(), mapping.reset();
  });
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Tablebase>> map_tablebase(const std::string& path) {
  const std::string name = engine::in_quotes(path, 200);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return selfplay::file_refusal("open", path, errno);
  const absl::Cleanup close = [descriptor] { ::close(descriptor); };
  struct stat info {};
  const bool is_known = fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  const auto size = static_cast<std::size_t>(is_known ? info.st_size : 0);
  if (size <= TablebaseHeading::kBytes)
    return absl::InvalidArgumentError(name + " is no file of values");
  const auto mapping = std::make_shared<const Mapping>(descriptor, size);
  if (!mapping->is_mapped()) return selfplay::file_refusal("read", path, errno);
  return table_in(mapping, name);
}

void add_table_option(CLI::App& command, std::optional<std::string>& path) {
  command
      .add_option("--table", path,
                  "Kimble for two: values that 'gauntlet solve kimble --out FILE' wrote, for the "
                  "players table and expert; only solve kimble checks the whole file for damage")
      ->type_name("FILE");
}

absl::StatusOr<selfplay::SharedKnowledge> knowledge_for(const std::optional<std::string>& table,
                                                        const engine::AnyGame& game,
                                                        const std::vector<std::string>& players) {
  const auto is_named = [&](std::string_view word) {
    return std::find(players.begin(), players.end(), word) != players.end();
  };
  if (!table) return selfplay::SharedKnowledge{};
  if (!is_named("table") && !is_named("expert"))
    return absl::InvalidArgumentError(
        "--table is for the players table and expert, but neither plays");
  auto tablebase = map_tablebase(*table);
  if (!tablebase.ok()) return tablebase.status();
  if (const auto fits = selfplay::parse_player("table", game, *tablebase); !fits.ok())
    return fits.status();
  if (!is_named("table") && !(*tablebase)->is_best_play())
    return absl::InvalidArgumentError(
        "the values of --table are the best response to " + std::string((*tablebase)->rival()) +
        ", which is not the best play that expert needs: use the player table");
  return selfplay::SharedKnowledge(std::move(*tablebase));
}

}  // namespace gauntlet::tools
