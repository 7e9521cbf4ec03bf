#include "search/sudokill/fit/label_line.h"

#include <limits>

#include "engine/words.h"

namespace gauntlet::search::sudokill {

using engine::Error;
using engine::Sudokill;

std::string label_line(const Siblings& family) {
  std::string line = std::to_string(family.game) + "\t" + family.parent.to_text() + "\t";
  for (const bool wins : family.wins) line += wins ? '1' : '0';
  return line;
}

engine::Expected<Siblings> read_label_line(std::string_view line) {
  const auto fields = engine::split(line, '\t');
  if (fields.size() != 3) return Error{"it has no four fields with tabs between"};
  const auto game = engine::parse_int(fields[0], 0, std::numeric_limits<int>::max());
  if (!game) return Error{"it begins with no number of a game"};
  const auto parent = Sudokill::from_text({}, fields[1]);
  if (!parent) return Error{parent.error()};
  if (!is_open(*parent)) return Error{"its position is over or won on the spot"};
  if (fields[2].size() != static_cast<std::size_t>(parent->mobility()) ||
      fields[2].find_first_not_of("01") != std::string_view::npos)
    return Error{"it needs a 0 or 1 for each of the position's " +
                 engine::counted(static_cast<std::uint64_t>(parent->mobility()), "move")};
  Siblings family{static_cast<std::uint64_t>(*game), *parent, {}};
  for (const char verdict : fields[2]) family.wins.push_back(verdict == '1');
  return family;
}

}  // namespace gauntlet::search::sudokill
