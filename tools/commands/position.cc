#include "tools/commands/position.h"

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/commands/text_file.h"
#include "tools/commands/value_kinds.h"
#include "tools/protocol/twodoku_save.h"

namespace gauntlet::tools {

namespace {

/// "twodoku" will do, for how the squares were coloured is in the file.
bool has_save_files(const std::string& game) {
  return game == "twodoku" || game == kTwoDokuSaveGame;
}

absl::StatusOr<Position> read_save_file(const PositionOptions& options) {
  if (options.text)
    return absl::InvalidArgumentError(
        "--position and --save-file both name a position; leave one out");
  if (!has_save_files(options.game))
    return absl::InvalidArgumentError(
        "--save-file is for twodoku, whose desktop program writes such files, not "
        "for " +
        engine::printable(options.game));
  const auto file = read_text_file(*options.save_file, kLongestTwoDokuSave);
  if (!file.ok()) return file.status();
  const std::string bad = "bad --save-file " + engine::in_quotes(*options.save_file, 200) + ": ";
  const auto save = read_twodoku_save(*file);
  if (!save.ok()) return absl::InvalidArgumentError(bad + engine::message_of(save));
  const auto text = position_text(*save);
  if (!text.ok()) return absl::InvalidArgumentError(bad + engine::message_of(text));
  const auto game = engine::find_game(kTwoDokuSaveGame);
  const auto state = game->from_text(*text);
  if (!state.ok()) return absl::InvalidArgumentError(bad + engine::message_of(state));
  return Position{*game, *state};
}

}  // namespace

void add_save_file_option(CLI::App& command, PositionOptions& options) {
  command
      .add_option("--save-file", options.save_file,
                  "Instead of --position: a game saved by Two-Doku's desktop program")
      ->type_name(kFileValue);
}

absl::StatusOr<Position> read_position(const PositionOptions& options) {
  if (options.save_file) return read_save_file(options);
  const auto game = engine::find_game(options.game);
  if (!game.ok()) return game.status();
  if (!options.text) {
    engine::Rng rng(options.seed);
    return Position{*game, game->start(rng)};
  }
  const auto state = game->from_text(*options.text);
  if (!state.ok())
    return absl::InvalidArgumentError("bad --position: " + engine::message_of(state));
  return Position{*game, *state};
}

absl::Status need_whole(const engine::AnyState& state, const std::string& what) {
  if (state.observer() == engine::kNobody) return absl::OkStatus();
  return absl::InvalidArgumentError(what +
                                    " needs a whole position, but this is the view of player " +
                                    std::to_string(state.observer() + 1) + ": leave the view out");
}

std::string text_after_chance(engine::AnyState state, std::uint64_t seed) {
  engine::Rng dice(seed);
  state.play_chance_moves(dice, nullptr);
  return state.to_text();
}

}  // namespace gauntlet::tools
