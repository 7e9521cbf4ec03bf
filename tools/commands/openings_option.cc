#include "tools/commands/openings_option.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "engine/words.h"
#include "selfplay/starts.h"
#include "tools/commands/text_file.h"

namespace gauntlet::tools {

namespace {

using selfplay::Openings;

absl::StatusOr<Openings> read_openings_file(const std::string& path, const engine::AnyGame& game) {
  const auto text = read_text_file(path, selfplay::kMostOpeningBytes);
  if (!text.ok())
    return absl::Status(text.status().code(), "bad --openings: " + engine::message_of(text));
  const std::string bad = "bad --openings " + engine::in_quotes(path, 200) + ": ";
  if (text->size() > selfplay::kMostOpeningBytes)
    return absl::InvalidArgumentError(bad + "it is longer than " +
                                      engine::grouped(selfplay::kMostOpeningBytes) + " bytes");
  auto openings = selfplay::read_openings(*text, game);
  if (!openings.ok()) return absl::InvalidArgumentError(bad + engine::message_of(openings));
  return openings;
}

/// One of the words, or else a file.
absl::StatusOr<Openings> openings_of(const std::string& word, const engine::AnyGame& game) {
  auto openings = selfplay::parse_openings(word, game);
  if (openings.ok()) return openings;
  if (access(word.c_str(), F_OK) == 0 || word.find('/') != word.npos)
    return read_openings_file(word, game);
  return absl::InvalidArgumentError("bad --openings: " + engine::message_of(openings));
}

}  // namespace

void add_openings_option(CLI::App& command, std::optional<std::string>& option) {
  command
      .add_option("--openings", option,
                  "How games begin: balanced (where a game has no luck of its own this is usual), "
                  "none, a number of random plies, or a file of positions")
      ->type_name("balanced|none|N|FILE");
}

absl::Status choose_openings(const std::optional<std::string>& option, selfplay::Batch& batch) {
  if (!option) {
    if (!batch.position) batch.openings = selfplay::usual_openings(batch.game, batch.players);
    return absl::OkStatus();
  }
  auto openings = openings_of(*option, batch.game);
  if (!openings.ok()) return openings.status();
  batch.openings = std::move(*openings);
  const Openings::Kind kind = batch.openings.kind;
  if (!batch.position || kind == Openings::Kind::kNone || kind == Openings::Kind::kPlies)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--position and --openings both say where games start; beside --position there can be a "
      "number of random plies, or none");
}

absl::Status check_openings(const std::optional<std::string>& option, bool quiet,
                            selfplay::Batch& batch) {
  const selfplay::Starts starts(batch);
  const absl::Status status = starts.usable();
  if (!status.ok() && option) return status;
  if (!status.ok()) {
    batch.openings = {};
    if (!quiet)
      std::fprintf(stderr, "gauntlet: %s, so all games start alike\n",
                   engine::message_of(status).c_str());
  } else if (!quiet && starts.are_judged() && !starts.are_balanced()) {
    std::fprintf(stderr,
                 "gauntlet: hardly a position of %s is balanced; where none is found games begin "
                 "with the least unbalanced, of which each player gets both sides\n",
                 batch.game.name().c_str());
  }
  return absl::OkStatus();
}

}  // namespace gauntlet::tools
