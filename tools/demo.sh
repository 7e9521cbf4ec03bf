#!/usr/bin/env bash
# Plays all five games for a few seconds each, with live progress, and ends with a table.
# Usage: tools/demo.sh path/to/gauntlet
set -euo pipefail

gauntlet=${1:?usage: tools/demo.sh path/to/gauntlet}
results=$(mktemp)
trap 'rm -f "$results"' EXIT

# play GAME PLAYERS GAMES: one batch; its one line of JSON is kept for the table.
play() {
  printf '\n%s: %s, %s games\n' "$1" "$2" "$3"
  "$gauntlet" selfplay "$1" --players "$2" --games "$3" --seed 1 --json >>"$results"
}

# One line of JSON a game on stdin, a table on stdout. The first player's score stands for the
# batch; with four players 0.25 is an even match.
table() {
  awk '
    function text(key) {
      return match($0, "\"" key "\":\"[^\"]*\"") ?
        substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 5) : "-"
    }
    function number(key) {
      return match($0, "\"" key "\":[^,}\\]]*") ?
        substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : 0
    }
    function interval(   ends) {
      if (!match($0, /"ci95":\[[^\]]*\]/)) return 0
      split(substr($0, RSTART + 8, RLENGTH - 9), ends, ",")
      return (ends[2] - ends[1]) / 2
    }
    BEGIN { printf "%-11s %-26s %7s %6s %8s %10s\n", "game", "first player", "games", "score", "+-95 %", "games/s" }
    {
      printf "%-11s %-26s %7d %6.3f %8.3f %10.1f\n", text("game"), text("player"), number("games"),
        number("score"), interval(), number("games_per_s")
    }'
}

play gomoku:15 ab:nodes=5000,mcts:sims=5000 40
play mnk:7x6x4 ab:nodes=2000,mcts:sims=2000 400
play sudokill ab:nodes=2000,fewest 100
play kimble:4 mcts:sims=200,helppo,vaikea,capture 40
play twodoku careful,greedy 1000

printf '\n'
table <"$results"
printf '\nNext: %s games, %s --help\n' "$gauntlet" "$gauntlet"
