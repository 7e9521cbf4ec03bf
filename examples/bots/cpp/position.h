// The board as K-in-a-Row pages send it.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

/// A board, and whose move it is.
struct Position {
  std::vector<int> cells;  // row by row; -1 is empty, else a player, 0 or 1
  int width = 0, height = 0, k = 0, turn = 0;
};

/// From {"width": 3, .., "cells": [null, 0, ..]}.
inline Position read(const std::string& json) {
  const auto number = [&](const std::string& key) {
    const std::size_t at = json.find('"' + key + '"');
    return at == json.npos ? 0 : std::atoi(json.c_str() + json.find(':', at) + 1);
  };
  Position p{{}, number("width"), number("height"), number("k"), number("turn")};
  for (std::size_t at = json.find("\"cells\"") + 7; at < json.size() && json[at] != ']'; ++at)
    if (json[at] == 'n' || json[at] == '0' || json[at] == '1')  // null or a player
      p.cells.push_back(json[at] == 'n' ? -1 : json[at] - '0');
  return static_cast<long>(p.cells.size()) == 1L * p.width * p.height ? p : Position{};
}
