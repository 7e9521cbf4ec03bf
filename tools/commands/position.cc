#include "tools/commands/position.h"

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/commands/text_file.h"
#include "tools/protocol/twodoku_save.h"

namespace gauntlet::tools {

namespace {

/// "twodoku" will do, for how the squares were coloured is in the file.
bool has_save_files(const std::string& game) {
  return game == "twodoku" || game == kTwoDokuSaveGame;
}

engine::Expected<Position> read_save_file(const PositionChoice& choice) {
  if (choice.text)
    return engine::Error{"--position and --save-file both name a position; leave one out"};
  if (!has_save_files(choice.game))
    return engine::Error{
        "--save-file is for twodoku, whose desktop program writes such files, not "
        "for " +
        engine::printable(choice.game)};
  const auto file = read_text_file(*choice.save_file, kLongestTwoDokuSave);
  if (!file) return file.failure();
  const std::string bad = "bad --save-file '" + engine::printable(*choice.save_file, 200) + "': ";
  const auto save = read_twodoku_save(*file);
  if (!save) return engine::Error{bad + save.error()};
  const auto text = position_text(*save);
  if (!text) return engine::Error{bad + text.error()};
  const auto game = engine::find_game(kTwoDokuSaveGame);
  const auto state = game->from_text(*text);
  if (!state) return engine::Error{bad + state.error()};
  return Position{*game, *state};
}

}  // namespace

void add_save_file_option(CLI::App& command, PositionChoice& choice) {
  command
      .add_option("--save-file", choice.save_file,
                  "Instead of --position: a game saved by Two-Doku's desktop program")
      ->type_name("FILE");
}

engine::Expected<Position> read_position(const PositionChoice& choice) {
  if (choice.save_file) return read_save_file(choice);
  const auto game = engine::find_game(choice.game);
  if (!game) return engine::Error{game.error()};
  if (!choice.text) {
    engine::Rng rng(choice.seed);
    return Position{*game, game->start(rng)};
  }
  const auto state = game->from_text(*choice.text);
  if (!state) return engine::Error{"bad --position: " + state.error()};
  return Position{*game, *state};
}

std::string need_whole(const engine::AnyState& state, const std::string& what) {
  if (state.observer() == engine::kNobody) return "";
  return what + " needs a whole position, and this is what player " +
         std::to_string(state.observer() + 1) + " knows of one: leave the view out";
}

std::string settled_text(engine::AnyState state, std::uint64_t seed) {
  engine::Rng dice(seed);
  state.settle(dice, nullptr);
  return state.to_text();
}

}  // namespace gauntlet::tools
