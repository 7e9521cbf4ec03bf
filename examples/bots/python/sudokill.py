"""A bot for `gauntlet host sudokill`: python3 sudokill.py HOST PORT NAME"""
import re
import socket
import sys


def legal_moves(board, last):
    """All moves (row, column, digit) after one to the square last; None: there was none yet."""
    empty = [(r, c) for r in range(9) for c in range(9) if board[r][c] == 0]
    in_line = [(r, c) for r, c in empty if last and (r == last[0] or c == last[1])]
    moves = []
    for r, c in in_line or empty:  # when row and column are full, a move may go anywhere
        seen = {board[r][i] for i in range(9)} | {board[i][c] for i in range(9)}
        seen |= {board[r // 3 * 3 + i // 3][c // 3 * 3 + i % 3] for i in range(9)}
        moves += [(r, c, digit) for digit in range(1, 10) if digit not in seen]
    return moves


def choose(board, last):
    """The move (row, column, digit) that leaves the opponent the fewest replies: none is a win.

    board[r][c] is a digit, or 0 for an empty square; last is as in legal_moves().
    """

    def replies(move):
        r, c, digit = move
        board[r][c] = digit
        count = len(legal_moves(board, (r, c)))
        board[r][c] = 0
        return count

    # Who has no legal move has lost, but is asked all the same.
    return min(legal_moves(board, last), key=replies, default=(0, 0, 0))


if len(sys.argv) != 4:
    sys.exit("usage: python3 sudokill.py HOST PORT NAME")
host, port, name = sys.argv[1:]
server = socket.create_connection((host, int(port)))
server.sendall(f"{name}\n".encode())
last = None
# latin-1, because in it no byte is an error: people may chat.
for line in server.makefile("r", encoding="latin-1", newline="\n"):  # until the server hangs up
    line = line.rstrip("\r\n")
    if line == "READY":
        server.sendall(b"PLAY\n")  # forgotten if we are the first; then the other's counts
    elif re.fullmatch("[0-8] [0-8] [1-9]", line):  # what was played, by us or by the opponent
        last = int(line[0]), int(line[2])
    elif line.startswith("ADD|"):
        board = [[int(digit) for digit in row.split()] for row in line.split("|")[1:]]
        row, column, digit = choose(board, last)
        server.sendall(f"{row} {column} {digit}\n".encode())
    elif line.startswith("GAME OVER"):
        print(line)
        break
    # All else, such as WAIT, START and chat, needs no answer.
