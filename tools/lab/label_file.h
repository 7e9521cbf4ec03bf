// The file in which `gauntlet fit` keeps labelled positions.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "search/sudokill/fit/labelled_game.h"
#include "search/sudokill/siblings.h"

namespace gauntlet::tools {

/// Lines of text, which other programs can read too. The first names the recipe:
///
///     gauntlet sudokill labels 2, seed 7, at most 52 candidates
///
/// then game after game, from number 0: its sets of siblings, each a label_line(), a tab, and the
/// CRC-32 of all that stands before it in eight hex digits; and a line that ends the game and
/// counts them. What stands after the last such line is what an interrupted write leaves, and is
/// cut off. Errors are one sentence that names the file.
class LabelFile {
 public:
  /// Reads `path`, or creates it.
  static absl::StatusOr<std::unique_ptr<LabelFile>> open(
      const std::string& path, const search::sudokill::LabelRecipe& recipe);

  /// All sets of siblings, those of the file and those added.
  const std::vector<search::sudokill::Siblings>& sibling_sets() const { return sibling_sets_; }
  /// How many positions they label (see open_children()).
  std::uint64_t positions() const { return positions_; }
  /// The first game that lacks.
  std::uint64_t next_game() const { return next_game_; }
  /// Why the sets of siblings are not kept: the file is no longer at its path.
  absl::Status loss() const;
  /// Writes the sets of siblings of the next game, which may be none.
  absl::Status add(std::vector<search::sudokill::Siblings> game);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  LabelFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  absl::Status read(const search::sudokill::LabelRecipe& recipe);
  absl::Status read_lines(std::string_view text);
  absl::Status keep(std::size_t bytes, std::size_t of);
  void take(std::vector<search::sudokill::Siblings> game);
  absl::Status damaged(std::size_t line, const std::string& what) const;
  absl::Status failed(const std::string& to_do) const;

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::vector<search::sudokill::Siblings> sibling_sets_;
  std::uint64_t positions_ = 0;
  std::uint64_t next_game_ = 0;
};

}  // namespace gauntlet::tools
