#!/usr/bin/env bash
# Plays all five games for a few seconds each, with live progress, and ends with a table and the page
# of a small tournament.
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

# One line of JSON per batch on stdin, a table on stdout. The score is the first player's; with four
# players 0.25 is an even match.
table() {
  awk '
    function text(key) {
      if (!match($0, "\"" key "\":\"[^\"]*\"")) return "-"
      return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
    }
    function number(key) {
      if (!match($0, "\"" key "\":[^,}\\]]*")) return 0
      return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0
    }
    function players(   names, rest) {
      for (rest = $0; match(rest, /"player":"[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
        names = names (names == "" ? "" : " - ") substr(rest, RSTART + 10, RLENGTH - 11)
      return names
    }
    function interval(   ends) {
      if (!match($0, /"ci95":\[[^\]]*\]/)) return "-"
      split(substr($0, RSTART + 8, RLENGTH - 9), ends, ",")
      return sprintf("%.3f .. %.3f", ends[1], ends[2])
    }
    BEGIN {
      printf "%-10s %6s %6s  %-15s %9s  %s\n", "game", "games", "score", "95 % interval",
        "games/s", "players"
    }
    {
      printf "%-10s %6d %6.3f  %-15s %9.1f  %s\n", text("game"), number("games"),
        number("score"), interval(), number("games_per_s"), players()
    }'
}

play gomoku:15 ab:nodes=5000,mcts:sims=5000 100
play mnk:7x6x4 ab:nodes=5000,mcts:sims=5000 400
play sudokill ab:nodes=5000,fewest 400
play kimble:4 mcts:sims=100,helppo,vaikea,capture 400
play twodoku careful,mcts:sims=200 60

printf '\n'
table <"$results"
printf 'Score of the first player: 0.5 is even between two, 0.25 among four.\n'
folder=$(dirname "$gauntlet")/demo
rm -rf "$folder"
mkdir -p "$folder"
printf '\nA tournament of gomoku:9\n'
"$gauntlet" tournament gomoku:9 --player level:2 --player level:4 --player level:6 \
  --player mcts:sims=500 --rounds 2 --seed 1 --store "$folder/tournament.db"
"$gauntlet" report "$folder/tournament.db" -o "$folder/report.html" >/dev/null
printf '\nIts page, with every game on its board: %s\n' "$(realpath "$folder/report.html")"
printf '\nNext: %s games, %s --help\n' "$gauntlet" "$gauntlet"
