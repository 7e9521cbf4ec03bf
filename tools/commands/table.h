// Tables for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/colours.h"

namespace gauntlet::tools {

/// `text` safe to show (engine::printable) and at most `most` characters long; where it is longer
/// ".." stands for what lies between its beginning and its end. REQUIRES: most > 4.
std::string shortened(std::string_view text, std::size_t most);

/// Rows of cells below headings. Columns are as wide as what is in them; whatever a cell holds, it
/// is safe to show, stays in its column, and is shortened where its column ends.
class Table {
 public:
  enum class Side : std::uint8_t { kLeft, kRight };
  struct Column {
    std::string heading;
    Side side = Side::kRight;
    std::size_t width = 0;  ///< At least.
    std::size_t most = 40;  ///< At most.
    std::size_t gap = 2;    ///< Blanks before it.
  };
  struct Cell {
    // Cells are texts first of all.
    Cell(std::string its_text, Look its_look = Look::kPlain)
        : text(std::move(its_text)), look(its_look) {}
    Cell(const char* its_text, Look its_look = Look::kPlain) : text(its_text), look(its_look) {}
    std::string text;
    Look look;
  };
  using Cells = std::vector<Cell>;

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// From the left. Plain cells get the look of their row. REQUIRES: no more than there are
  /// columns.
  void add(Cells cells, Look look = Look::kPlain);
  /// All lines, the headings first. No line ends with blanks.
  std::string text(const Colours& colours = {}) const;

  // What most tables have; of one width, so that tables below each other look alike.
  static Column names(std::size_t gap = 0) {
    return {.heading = "player", .side = Side::kLeft, .width = 6, .gap = gap};
  }
  static Column counts(std::string heading) { return {.heading = std::move(heading), .width = 10}; }
  static Column scores() { return {.heading = "score", .width = 7}; }
  static Column intervals() { return {.heading = "95 % interval", .side = Side::kLeft, .gap = 3}; }

 private:
  std::size_t width_of(std::size_t column) const;
  std::string line(const Cells& cells, const std::vector<std::size_t>& widths,
                   const Colours& colours) const;

  std::vector<Column> columns_;
  std::vector<Cells> rows_;
};

}  // namespace gauntlet::tools
