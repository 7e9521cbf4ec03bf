#include "search/sudokill/fit/label_line.h"

#include <limits>

#include "engine/words.h"

namespace gauntlet::search::sudokill {

using engine::Sudokill;

std::string label_line(const Siblings& siblings) {
  std::string line = std::to_string(siblings.game) + "\t" + siblings.parent.to_text() + "\t";
  for (const bool wins : siblings.wins) line += wins ? '1' : '0';
  return line;
}

absl::StatusOr<Siblings> read_label_line(std::string_view line) {
  const auto fields = engine::split(line, '\t');
  if (fields.size() != 3)
    return absl::InvalidArgumentError("it does not have four fields separated by tabs");
  const auto game = engine::parse_int(fields[0], 0, std::numeric_limits<int>::max());
  if (!game) return absl::InvalidArgumentError("it does not begin with the number of a game");
  const auto parent = Sudokill::from_text({}, fields[1]);
  if (!parent.ok()) return parent.status();
  if (!is_open(*parent))
    return absl::InvalidArgumentError("its position is over or won on the spot");
  if (fields[2].size() != static_cast<std::size_t>(parent->mobility()) ||
      fields[2].find_first_not_of("01") != std::string_view::npos)
    return absl::InvalidArgumentError(
        "it needs a 0 or 1 for each of the position's " +
        engine::counted(static_cast<std::uint64_t>(parent->mobility()), "move"));
  Siblings siblings{static_cast<std::uint64_t>(*game), *parent, {}};
  for (const char mark : fields[2]) siblings.wins.push_back(mark == '1');
  return siblings;
}

}  // namespace gauntlet::search::sudokill
