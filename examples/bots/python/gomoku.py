"""A bot for `gauntlet host gomoku`, five in a row: python3 gomoku.py HOST PORT NAME"""
import socket
import sys

LINE = 5  # so many in a row win


def choose(rows, me):
    """The square to play: (row, column). rows[r][c] is "x", "o" or a blank; me is "x" or "o"."""
    size = len(rows)

    def run(r, c, dr, dc, who):  # how many stones of who's follow the square in that direction
        count = 0
        while 0 <= (r := r + dr) < size and 0 <= (c := c + dc) < size and rows[r][c] == who:
            count += 1
        return count

    def worth(square):  # win, else stop a win, else go where stones are, rather near the centre
        total = -sum(abs(2 * place + 1 - size) for place in square)
        for who in "xo":
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                joined = run(*square, dr, dc, who) + run(*square, -dr, -dc, who)
                win = 1_000_000 if who == me else 100_000
                total += win if joined + 1 >= LINE else 100 * joined
        return total

    empty = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == " "]
    return max(empty, key=worth)


if len(sys.argv) != 4:
    sys.exit("usage: python3 gomoku.py HOST PORT NAME")
host, port, _ = sys.argv[1:]  # this protocol has no names
server = socket.create_connection((host, int(port)))
lines = server.makefile("r", encoding="latin-1", newline="\n")  # latin-1: no byte is an error


def read():
    line = lines.readline()
    if not line.endswith("\n"):
        sys.exit("the server has closed the connection")
    return line.rstrip("\r\n")  # and no blanks, for these are empty squares


while True:
    status = read()
    rows = [read()]
    while len(rows) < len(rows[0]):  # the board is as high as it is wide
        rows.append(read())
    read()  # the last move
    me = read()
    if status != "CONTINUING":
        break
    row, column = choose(rows, me)
    server.sendall(f"{row} {column}\n".encode())
print(status)  # WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME
