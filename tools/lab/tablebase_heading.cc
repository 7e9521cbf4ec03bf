#include "tools/lab/tablebase_heading.h"

#include <absl/strings/charconv.h>
#include <absl/strings/str_format.h>

#include <boost/crc.hpp>
#include <cassert>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using search::kimble::Policy;
using search::kimble::Tablebase;

constexpr std::string_view kAnyTitle = "gauntlet kimble duel ", kTitle = "gauntlet kimble duel 3";
constexpr int kMost = 1'000'000'000;

/// The value of a line "name value", or nothing when `line` is another.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (!line.starts_with(name) || line.substr(name.size(), 1) != " ") return std::nullopt;
  return line.substr(name.size() + 1);
}

std::optional<Policy> policy_called(std::string_view word) {
  return word == word_of(Policy::kBest) ? Policy::kBest : search::kimble::simple_policy(word);
}

/// "A helppo"
std::optional<Tablebase::Player> player_of(std::string_view text) {
  if (text.size() < 3 || text[0] < 'A' || text[0] > 'D' || text[1] != ' ') return std::nullopt;
  const auto policy = policy_called(text.substr(2));
  if (!policy) return std::nullopt;
  return Tablebase::Player{text[0] - 'A', *policy};
}

/// A change of a chance; -1 where it is none.
double change_of(std::string_view text) {
  double value = -1;
  absl::from_chars(text.data(), text.data() + text.size(), value);
  return value >= 0 && value <= 1 ? value : -1;
}

/// As many digits as a float needs.
std::string text_of(double value) {
  return absl::StrFormat("%.9g", value);
}

/// Takes over what a line says; lines that say nothing it knows are for the last comparison.
void read_line(TablebaseHeading& heading, std::string_view line, std::size_t& players) {
  const auto number = [&](std::string_view name, int& to) {
    if (const auto value = value_of(line, name))
      to = engine::parse_int(*value, 0, kMost).value_or(-1);
  };
  number("pieces", heading.pieces);
  number("bits", heading.bits);
  if (const auto value = value_of(line, "refines")) heading.refines = *value == "yes";
  number("layers", heading.layers);
  number("sweeps", heading.sweeps);
  if (const auto value = value_of(line, "updates"))
    heading.updates = static_cast<std::uint64_t>(engine::parse_int(*value, 0, kMost).value_or(0));
  if (const auto value = value_of(line, "player"))
    if (const auto player = player_of(*value); player && players < heading.players.size())
      heading.players[players++] = *player;
  if (const auto value = value_of(line, "checksum")) heading.checksum = *value;
  if (const auto value = value_of(line, "values")) heading.is_whole = *value == "whole";
  if (const auto value = value_of(line, "change")) heading.change = change_of(*value);
  if (const auto value = value_of(line, "residual"); value && *value != "none")
    heading.residual = change_of(*value);
}

bool holds_together(const TablebaseHeading& heading) {
  if (heading.pieces < 1 || heading.pieces > 4) return false;
  if (heading.players[0].corner == heading.players[1].corner) return false;
  if (heading.bits != search::kimble::PackedValues::kBits && !heading.is_narrow()) return false;
  const auto layers = static_cast<int>(search::kimble::layers(heading.pieces).size());
  if (heading.change < 0) return false;
  if (heading.residual && (*heading.residual < 0 || heading.layers < layers || heading.refines))
    return false;
  return heading.layers >= 0 && heading.sweeps >= 0 && heading.layers <= layers &&
         (heading.layers < layers || heading.sweeps == 0) &&
         heading.updates >= static_cast<std::uint64_t>(heading.sweeps);
}

}  // namespace

std::string TablebaseHeading::to_text() const {
  std::string text = std::string(kTitle) + "\npieces " + std::to_string(pieces) + "\n";
  for (const auto& player : players)
    text += std::string("player ") + static_cast<char>('A' + player.corner) + " " +
            std::string(word_of(player.policy)) + "\n";
  text += "bits " + std::to_string(bits) + "\nrefines " + (refines ? "yes" : "no") + "\nlayers " +
          std::to_string(layers) + "\nsweeps " + std::to_string(sweeps) + "\nupdates " +
          std::to_string(updates) + "\nchange " + text_of(change) + "\nresidual " +
          (residual ? text_of(*residual) : "none") + "\nchecksum " + checksum + "\nvalues " +
          (is_whole ? "whole" : "torn") + "\n";
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  absl::StrAppendFormat(&text, "heading %08x\n", crc.checksum());
  text.resize(kBytes, ' ');
  text.back() = '\n';
  return text;
}

absl::StatusOr<TablebaseHeading> TablebaseHeading::parse(std::string_view text) {
  assert(text.size() == kBytes);
  if (!text.starts_with(kAnyTitle)) return absl::InvalidArgumentError("is no file of values");
  if (!text.starts_with(std::string(kTitle) + "\n"))
    return absl::InvalidArgumentError("is a file of values of another version of gauntlet");
  TablebaseHeading heading;
  std::size_t players = 0;
  for (const std::string_view line : engine::split(text, '\n')) read_line(heading, line, players);
  if (!holds_together(heading) || text != heading.to_text())
    return absl::InvalidArgumentError("is damaged: its heading does not hold together");
  return heading;
}

}  // namespace gauntlet::tools
