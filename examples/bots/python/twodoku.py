"""A bot for `gauntlet host twodoku`: python3 twodoku.py HOST PORT NAME"""
import socket
import sys

SQUARES = [(r, c) for r in range(9) for c in range(9)]


def see(a, b):  # they share a row, a column or a box
    return a[0] == b[0] or a[1] == b[1] or (a[0] // 3, a[1] // 3) == (b[0] // 3, b[1] // 3)


def choose(question, own, other, board, hand):
    """The answer. own and other are the squares of our colour and of theirs, board[square] is the
    digit there, 0 for a domino face down, and hand[digit] tells how many of each we hold."""
    empty = [s for s in SQUARES if s not in board]
    white = [s for s in empty if s not in own | other]
    if question != "turn?":  # colour? or hide?: any white one
        return question[:-1] + " %d %d" % white[0]
    best, answer = -99, "pass"
    for square in [s for s in empty if s in own] or white or empty:  # where we may place one
        seen = [digit for s, digit in board.items() if see(s, square)]
        risk = seen.count(0) / 9  # that one of those face down is the same digit, and refuses ours
        for digit in range(1, 10):
            worth = digit * (1 - risk) - 3 * risk
            if hand[digit] > 0 and digit not in seen and worth > best:
                best, answer = worth, "play %d %d %d" % (*square, digit)
    return answer


if len(sys.argv) != 4:
    sys.exit("usage: python3 twodoku.py HOST PORT NAME")
host, port, name = sys.argv[1:]
server = socket.create_connection((host, int(port)))
server.sendall(f"name {name}\n".encode())
colours, board, hand = {"red": set(), "blue": set()}, {}, []
for line in server.makefile("r", encoding="latin-1", newline="\n"):  # until the referee hangs up
    match [int(word) if word.isdecimal() else word for word in line.split()]:
        case ["seat", me]:
            own, other = colours[me], colours["blue" if me == "red" else "red"]
        case ["deal", *counts]:
            hand = [0, *counts]
        case ["move", who, "colour", r, c]:
            colours[who].add((r, c))
        case ["move", who, "hide", r, c]:
            board[r, c] = 0
        case ["move", who, "take", r, c]:
            hand[board.pop((r, c))] += who == me
        case ["move", who, "play", r, c, digit]:
            pass  # and now it is accepted, or refused by the one that is revealed
        case ["result", "accepted"]:
            board[r, c] = digit
            hand[digit] -= who == me
        case ["reveal", r, c, digit]:
            board[r, c] = digit
        case ["colour?" | "hide?" | "turn?" as question]:
            server.sendall((choose(question, own, other, board, hand) + "\n").encode())
        case ["over" | "error", *_]:
            print(line.rstrip())
