#include "selfplay/openings.h"

#include <algorithm>

#include "engine/blanks.h"
#include "engine/words.h"

namespace gauntlet::selfplay {

namespace {

using Kind = Openings::Kind;

bool plays_at_random(const PlayerSpec& player) {
  return player.kind == PlayerSpec::Kind::kRandom;
}

bool is_human(const PlayerSpec& player) {
  return player.kind == PlayerSpec::Kind::kHuman;
}

/// What is balanced can be told.
absl::Status check_judged(const engine::AnyGame& game) {
  const char* why = "";
  if (game.is_stochastic()) {
    why = "has luck of its own";
  } else if (game.is_hidden()) {
    why = "does not show everything to both sides";
  } else if (game.players() != 2) {
    why = "is not a game of two";
  } else {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("balanced openings are not for " + game.name() + ", which " +
                                    why + "; none or a number of random plies would do");
}

std::string_view without_comment(std::string_view line) {
  return engine::trimmed(line.substr(0, line.find('#')), " \t\r");
}

absl::StatusOr<engine::AnyState> read_position(std::string_view text, const engine::AnyGame& game) {
  const auto state = game.from_text(text);
  if (!state.ok()) return state;
  if (state->is_over()) return absl::InvalidArgumentError("the game is over in that position");
  if (state->observer() != engine::kNobody)
    return absl::InvalidArgumentError(
        "that is what one player sees, and games need a whole position; leave the view out");
  return state;
}

absl::Status at_line(std::size_t line, const std::string& fault) {
  return absl::InvalidArgumentError("line " + std::to_string(line) + ": " + fault);
}

}  // namespace

bool has_luck(const engine::AnyGame& game) {
  if (game.is_stochastic()) return true;
  engine::Rng usual(0);
  const engine::AnyState start = game.start(usual);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    engine::Rng rng(seed);
    if (!(game.start(rng) == start)) return true;
  }
  return false;
}

Openings usual_openings(const engine::AnyGame& game, std::span<const PlayerSpec> players) {
  const bool differ_anyway = std::all_of(players.begin(), players.end(), plays_at_random);
  const bool has_people = std::any_of(players.begin(), players.end(), is_human);
  if (differ_anyway || has_people || has_luck(game) || !check_judged(game).ok()) return {};
  return {.kind = Kind::kBalanced};
}

absl::StatusOr<Openings> parse_openings(std::string_view word, const engine::AnyGame& game) {
  if (word == "none") return Openings{};
  if (word == "balanced") {
    if (const absl::Status status = check_judged(game); !status.ok()) return status;
    return Openings{.kind = Kind::kBalanced};
  }
  if (const auto plies = engine::parse_int(word, 1, kMostOpeningPlies))
    return Openings{.kind = Kind::kPlies, .plies = *plies};
  constexpr std::string_view kWords[] = {"balanced", "none"};
  return absl::InvalidArgumentError(engine::in_quotes(word) +
                                    " is neither balanced nor none, nor a number of plies from " +
                                    "1 to " + std::to_string(kMostOpeningPlies) + ", nor a file" +
                                    engine::did_you_mean(word, kWords));
}

absl::StatusOr<Openings> read_openings(std::string_view text, const engine::AnyGame& game) {
  Openings openings{.kind = Kind::kPositions};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return absl::InvalidArgumentError("it is UTF-16; save it as plain text, or as UTF-8");
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // some editors mark UTF-8 so
  std::size_t number = 0;
  for (const std::string_view whole : engine::split(text, '\n')) {
    ++number;
    const std::string_view line = without_comment(whole);
    if (line.empty()) continue;
    if (openings.positions.size() == kMostOpeningPositions)
      return at_line(number, "that is one more than the " +
                                 engine::counted(kMostOpeningPositions, "position") +
                                 " that there may be");
    const auto position = read_position(line, game);
    if (!position.ok()) return at_line(number, engine::message_of(position));
    openings.positions.push_back(*position);
  }
  if (openings.positions.empty())
    return absl::InvalidArgumentError("there is no position in it; write one on each line");
  return openings;
}

std::string to_text(const Openings& openings) {
  std::string text;
  switch (openings.kind) {
    case Kind::kNone:
      return "none";
    case Kind::kBalanced:
      return "balanced";
    case Kind::kPlies:
      return std::to_string(openings.plies);
    case Kind::kPositions:
      for (const engine::AnyState& position : openings.positions) text += position.to_text() + "\n";
  }
  return text;
}

absl::StatusOr<Openings> openings_from_text(std::string_view text, const engine::AnyGame& game) {
  if (text.ends_with('\n')) return read_openings(text, game);
  return parse_openings(text, game);
}

std::string told(const Openings& openings) {
  switch (openings.kind) {
    case Kind::kNone:
      break;
    case Kind::kBalanced:
      return "balanced openings";
    case Kind::kPlies:
      return engine::counted(static_cast<std::uint64_t>(openings.plies), "random ply",
                             "random plies");
    case Kind::kPositions:
      return engine::counted(openings.positions.size(), "opening") + " of a file";
  }
  return "";
}

}  // namespace gauntlet::selfplay
