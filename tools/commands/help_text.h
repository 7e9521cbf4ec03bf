// Sentences of the help that several commands have: the same option reads the same everywhere.
#pragma once

namespace gauntlet::tools::help {

inline constexpr char kNoEffect[] = "Accepted everywhere; has no effect here";
inline constexpr char kGame[] =
    "The game: gomoku:15, mnk:7x6x4, kimble:AC, ..; 'gauntlet games' lists them";
inline constexpr char kThinker[] =
    "Who thinks: expert (the default), level:3, mcts, ab:nodes=10000, random, ..";
inline constexpr char kLevel[] = "Short for --player level:N, as in 4 or 4.3";
inline constexpr char kListen[] =
    "The address to listen on; 127.0.0.1, this machine only, if omitted";
inline constexpr char kQuiet[] = "Nothing on stderr but errors";
/// Of a file to which hosts, connections and imports add games.
inline constexpr char kAddedStore[] =
    "Add the games to this file, a new one or one of earlier games; export, report and replay read "
    "it";
inline constexpr char kAnyStore[] =
    "The file that selfplay, tournament, host, connect or import wrote with --store";
inline constexpr char kWhichGame[] = "Which game, where a store has several, as in gomoku:15";

}  // namespace gauntlet::tools::help
