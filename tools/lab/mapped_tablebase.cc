#include "tools/lab/mapped_tablebase.h"

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

using engine::Error;
using engine::Expected;
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

Expected<std::shared_ptr<const Tablebase>> table_in(std::shared_ptr<const Mapping> mapping,
                                                    const std::string& name) {
  const auto bytes = mapping->bytes();
  const auto heading = TablebaseHeading::parse(
      {reinterpret_cast<const char*>(bytes.data()), TablebaseHeading::kBytes});
  if (!heading) return Error{name + " " + heading.error()};
  if (!heading->residual)
    return Error{name + " is not finished: 'gauntlet solve kimble' with the same --out goes on"};
  auto duel = Tablebase::over(heading->pieces, heading->players, heading->is_narrow(),
                              bytes.subspan(TablebaseHeading::kBytes));
  if (!duel) return Error{name + " is damaged: it has another size than its values need"};
  const Tablebase* const values = duel.get();
  return std::shared_ptr<const Tablebase>(
      values, [duel, mapping](const Tablebase*) mutable { duel.reset(), mapping.reset(); });
}

}  // namespace

Expected<std::shared_ptr<const Tablebase>> map_tablebase(const std::string& path) {
  const std::string name = "'" + engine::printable(path, 200) + "'";
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return selfplay::file_refusal("open", path, errno);
  struct stat info {};
  const bool is_known = fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  const auto size = static_cast<std::size_t>(is_known ? info.st_size : 0);
  if (size <= TablebaseHeading::kBytes) {
    ::close(descriptor);
    return Error{name + " is no file of values"};
  }
  const auto mapping = std::make_shared<const Mapping>(descriptor, size);
  const int code = errno;
  ::close(descriptor);
  if (!mapping->is_mapped()) return selfplay::file_refusal("read", path, code);
  return table_in(mapping, name);
}

void add_table_option(CLI::App& command, std::optional<std::string>& path) {
  command
      .add_option("--table", path,
                  "Kimble for two: values by 'gauntlet solve kimble --out FILE', for the players "
                  "table and expert; not checked for damage as a whole (solve kimble does it)")
      ->type_name("FILE");
}

Expected<selfplay::SharedKnowledge> knowledge_for(const std::optional<std::string>& table,
                                                  const engine::AnyGame& game,
                                                  const std::vector<std::string>& players) {
  const auto is_named = [&](std::string_view word) {
    return std::find(players.begin(), players.end(), word) != players.end();
  };
  if (!table) return selfplay::SharedKnowledge{};
  if (!is_named("table") && !is_named("expert"))
    return Error{"--table is for the players table and expert, and neither plays"};
  auto duel = map_tablebase(*table);
  if (!duel) return Error{duel.error()};
  if (const auto fits = selfplay::parse_player("table", game, *duel); !fits)
    return Error{fits.error()};
  if (!is_named("table") && !(*duel)->is_best_play())
    return Error{"the values of --table are the best response to " + std::string((*duel)->rival()) +
                 ", which expert does not take for the best play: use the player table"};
  return selfplay::SharedKnowledge(std::move(*duel));
}

}  // namespace gauntlet::tools
