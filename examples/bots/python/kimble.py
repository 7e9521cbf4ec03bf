"""A bot for `gauntlet host kimble`: python3 kimble.py HOST PORT NAME [OPPONENTS]"""
import socket
import sys


def choose(line):
    """The rank of the piece to move: 0 is the foremost of ours, .., and those at home are last.

    line[s] is "0" or the letter of who stands on square s of our way. We are A: our pieces start
    on square 0, go round to 27 and then into our goal, 28 to 31. line[45] is the die.
    """
    die = int(line[45])
    ours = [s for s in range(31, -1, -1) if line[s] == "A"]
    targets = [(rank, s + die) for rank, s in enumerate(ours)]
    if die == 6 and len(ours) < 4:  # a piece leaves home, which only a six allows
        targets.append((len(ours), 0))

    def worth(target):  # compared from the left: capture, else leave home, else the foremost
        rank, to = target
        return to < 28 and line[to] in "BCD", to == 0, -rank

    can_move = [(rank, to) for rank, to in targets if to <= 31 and line[to] != "A"]
    return max(can_move, key=worth, default=(0, 0))[0]


if len(sys.argv) not in (4, 5):
    sys.exit("usage: python3 kimble.py HOST PORT NAME [OPPONENTS]")
host, port, _ = sys.argv[1:4]  # this protocol has no names
opponents = sys.argv[4] if len(sys.argv) == 5 else "222"  # B, C and D; a tournament has its own
server = socket.create_connection((host, int(port)))
lines = server.makefile("r", encoding="latin-1", newline="\n")  # latin-1: no byte is an error


def ask(request):
    """The lines of the server's answer; it speaks only when it is asked."""
    server.sendall(f"{request}\n".encode())
    answer = []
    for line in lines:
        line = line.rstrip("\r\n")
        if line == "END":
            return answer
        if line.startswith("Virhe"):  # an error
            sys.exit(line)
        answer.append(line)
    sys.exit("the server has closed the connection")


token, *answer = ask("v001" + opponents)
while not answer[-1].startswith("Voittaja"):  # the winner
    asked = answer[-1]  # the lines before it tell what was thrown since our last move
    for rank in (choose(asked), 0, 1, 2, 3):
        answer = ask(f"{token}{rank}")
        if answer[0] != asked:  # else that piece cannot move
            break
print(answer[-1])
