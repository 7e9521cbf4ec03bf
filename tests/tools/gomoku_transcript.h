// A whole game on the real Gomoku server as its first player saw it: 9x9, black, lost.
#pragma once

#include <string_view>

namespace gauntlet::tools {

/// What the server sent in one write, and what the player answered; "" to the last.
struct GomokuExchange {
  std::string_view server;
  std::string_view player;
};

// clang-format off
inline constexpr GomokuExchange kGomokuGame[] = {
    {"CONTINUING\n"
     "         \n         \n         \n         \n         \n"
     "         \n         \n         \n         \n"
     "-1 -1\nx\n",
     "2 7\n"},
    {"CONTINUING\n"
     "         \n         \n       x \n         \n         \n"
     "         \n         \n         \n     o   \n"
     "8 5\nx\n",
     "4 2\n"},
    {"CONTINUING\n"
     "         \n         \n       x \n         \n  x      \n"
     "         \n         \n         \n     o  o\n"
     "8 8\nx\n",
     "4 5\n"},
    {"CONTINUING\n"
     "         \n         \n       xo\n         \n  x  x   \n"
     "         \n         \n         \n     o  o\n"
     "2 8\nx\n",
     "3 8\n"},
    {"CONTINUING\n"
     "         \n         \n       xo\n        x\n  xo x   \n"
     "         \n         \n         \n     o  o\n"
     "4 3\nx\n",
     "5 5\n"},
    {"CONTINUING\n"
     "         \n         \n       xo\n        x\n  xo x   \n"
     "     x   \n         \n       o \n     o  o\n"
     "7 7\nx\n",
     "5 0\n"},
    {"CONTINUING\n"
     "         \n         \n       xo\n        x\n  xo x   \n"
     "x    xo  \n         \n       o \n     o  o\n"
     "5 6\nx\n",
     "2 6\n"},
    {"CONTINUING\n"
     "         \n         \n      xxo\n        x\n  xo x   \n"
     "x    xo  \n         \n     o o \n     o  o\n"
     "7 5\nx\n",
     "1 6\n"},
    {"CONTINUING\n"
     "         \n      x  \n      xxo\n        x\n  xo x   \n"
     "x    xo  \n     o   \n     o o \n     o  o\n"
     "6 5\nx\n",
     "8 7\n"},
    {"CONTINUING\n"
     "         \n      x  \n      xxo\n        x\n  xo x   \n"
     "x    xo  \n     o o \n     o o \n     o xo\n"
     "6 7\nx\n",
     "0 1\n"},
    {"CONTINUING\n"
     " x       \n      x  \n      xxo\n        x\n  xo x   \n"
     "x    xo  \n     o o \n  o  o o \n     o xo\n"
     "7 2\nx\n",
     "2 0\n"},
    {"CONTINUING\n"
     " x       \n      xo \nx     xxo\n        x\n  xo x   \n"
     "x    xo  \n     o o \n  o  o o \n     o xo\n"
     "1 7\nx\n",
     "0 0\n"},
    {"CONTINUING\n"
     "xx       \n      xo \nx     xxo\no       x\n  xo x   \n"
     "x    xo  \n     o o \n  o  o o \n     o xo\n"
     "3 0\nx\n",
     "1 0\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx     xxo\no       x\n  xo x   \n"
     "x    xo  \n     o o \n  o  o o \n     o xo\n"
     "0 6\nx\n",
     "3 7\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx     xxo\no      xx\n  xo x   \n"
     "xo   xo  \n     o o \n  o  o o \n     o xo\n"
     "5 1\nx\n",
     "7 6\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx     xxo\no      xx\n  xo xo  \n"
     "xo   xo  \n     o o \n  o  oxo \n     o xo\n"
     "4 6\nx\n",
     "2 3\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx  x  xxo\no      xx\n  xo xo  \n"
     "xo   xo  \n o   o o \n  o  oxo \n     o xo\n"
     "6 1\nx\n",
     "7 0\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx  x  xxo\no      xx\n  xo xo  \n"
     "xoo  xo  \n o   o o \nx o  oxo \n     o xo\n"
     "5 2\nx\n",
     "7 3\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx  x  xxo\no      xx\n  xo xoo \n"
     "xoo  xo  \n o   o o \nx ox oxo \n     o xo\n"
     "4 7\nx\n",
     "3 4\n"},
    {"CONTINUING\n"
     "xx    o  \nx     xo \nx  x  xxo\no   x  xx\n  xo xoo \n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     o xo\n"
     "6 8\nx\n",
     "0 3\n"},
    {"CONTINUING\n"
     "xx x  o  \nx     xo \nx  x  xxo\no   x  xx\n  xo xoo \n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     ooxo\n"
     "8 6\nx\n",
     "3 6\n"},
    {"CONTINUING\n"
     "xx x  o  \nx     xo \nx ox  xxo\no   x xxx\n  xo xoo \n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     ooxo\n"
     "2 2\nx\n",
     "4 0\n"},
    {"CONTINUING\n"
     "xx x  o  \nx     xo \nx ox  xxo\no   x xxx\nx xo xooo\n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     ooxo\n"
     "4 8\nx\n",
     "1 3\n"},
    {"CONTINUING\n"
     "xx x  o  \nx  x  xo \nx ox  xxo\no   xoxxx\nx xo xooo\n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     ooxo\n"
     "3 5\nx\n",
     "4 4\n"},
    {"CONTINUING\n"
     "xx x  o o\nx  x  xo \nx ox  xxo\no   xoxxx\nx xoxxooo\n"
     "xoo  xo  \n o   o oo\nx ox oxo \n     ooxo\n"
     "0 8\nx\n",
     "0 5\n"},
    {"CONTINUING\n"
     "xx x xo o\nx  x  xo \nx ox  xxo\no   xoxxx\nx xoxxooo\n"
     "xoo  xoo \n o   o oo\nx ox oxo \n     ooxo\n"
     "5 7\nx\n",
     "8 0\n"},
    {"CONTINUING\n"
     "xx x xo o\nx  x  xo \nx ox  xxo\no   xoxxx\nx xoxxooo\n"
     "xoo  xoo \n o   o oo\nx ox oxo \nx o  ooxo\n"
     "8 2\nx\n",
     "2 1\n"},
    {"LOSE\n"
     "xx x xo o\nx  x  xo \nxxoxo xxo\no   xoxxx\nx xoxxooo\n"
     "xoo  xoo \n o   o oo\nx ox oxo \nx o  ooxo\n"
     "2 4\nx\n",
     ""},
};
// clang-format on

}  // namespace gauntlet::tools
