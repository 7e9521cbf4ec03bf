"""A bot for all games, by the protocol of docs/engine-protocol.md: python3 engine.py"""
import random
import sys


def on_boards(position, move, k):  # m,n,k: win, else stop a win, else go where stones are
    board = {(r, c): s for r, row in enumerate(position.split("/")) for c, s in enumerate(row)}
    me, other = "xo" if position.count("x") == position.count("o") else "ox"
    row, column = map(int, move.split(","))

    def run(dr, dc, who):  # how many stones of who's follow in that direction
        n = 1
        while board.get((row + n * dr, column + n * dc)) == who:
            n += 1
        return n - 1

    ours, theirs = ([run(dr, dc, who) + run(-dr, -dc, who)
                     for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))] for who in (me, other))
    return max(ours) + 1 >= k, max(theirs) + 1 >= k, sum(ours + theirs)


def in_sudokill(position, move):  # where row and column leave the opponent the fewest squares
    r, c, _ = map(int, move.split(","))
    return -position[9 * r:9 * r + 9].count(".") - position[c:81:9].count(".")


def in_kimble(position, move):  # capture, else leave home, else the foremost
    me, die, corner = position[44], int(position[45]), "ABCD".index(position[44])
    way = position[7 * corner:28] + position[:7 * corner] + position[28 + 4 * corner:][:4]
    ours = [s for s in range(31, -1, -1) if way[s] == me]  # by rank; those at home come last
    rank = int(move)
    to = ours[rank] + die if rank < len(ours) else 0
    return way[to] != "0", to == 0, -rank


def choose(game, position, moves):
    """One of the moves. `gauntlet games` tells how they and positions are written."""
    random.shuffle(moves)  # so that among equals any one is chosen
    if game.startswith(("gomoku", "mnk")):  # as gomoku:15 and mnk:7x6x4
        k = 5 if game.startswith("gomoku") else int(game.split("x")[2].split("/")[0])
        return max(moves, key=lambda move: on_boards(position, move, k))
    if game.startswith("sudokill"):
        return max(moves, key=lambda move: in_sudokill(position, move))
    if game.startswith("kimble"):
        return max(moves, key=lambda move: in_kimble(position, move))
    return max(moves, key=lambda move: move[-1] if "play" in move else "0")  # Two-Doku: high digits


told = {}
for line in sys.stdin:  # it ends when the runner hangs up
    word, _, value = line.strip().partition(" ")
    told[word] = value
    if word == "hello":  # a game begins, maybe after another one
        print("hello Starter", flush=True)  # without the flush nobody hears us
    elif word == "go":
        move = choose(told["game"], told["position"], told["moves"].split(";"))
        print("move", move, flush=True)
    elif word == "quit":
        break
