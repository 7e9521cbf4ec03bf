"""A bot that K-in-a-Row pages call, as that of `gauntlet host kinarow`: python3 kinarow.py PORT"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def choose(cells, width, height, k, me):
    """The square to play. They count from 0, row by row; cells[s] is None or a player, 0 or 1."""

    def run(r, c, dr, dc, who):  # how many stones of who's follow the square in that direction
        count = 0
        while (0 <= (r := r + dr) < height and 0 <= (c := c + dc) < width
               and cells[r * width + c] == who):
            count += 1
        return count

    def worth(square):  # win, else stop a win, else go where stones are, rather near the centre
        r, c = divmod(square, width)
        total = -abs(2 * r + 1 - height) - abs(2 * c + 1 - width)
        for who in (0, 1):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                joined = run(r, c, dr, dc, who) + run(r, c, -dr, -dc, who)
                win = 1_000_000 if who == me else 100_000
                total += win if joined + 1 >= k else 100 * joined
        return total

    return max((square for square, cell in enumerate(cells) if cell is None), key=worth)


class Bot(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # so that a connection serves many requests
    wbufsize = -1  # so that an answer is one packet: two would take 40 ms

    def do_GET(self):  # /status?width=7&height=6&..: 200, we play that; 418 would mean we do not
        self.answer(200 if self.path.startswith("/status") else 404)

    def do_OPTIONS(self):  # a browser asks whether a page from elsewhere may POST here
        self.answer(200)

    def do_POST(self):
        try:
            game = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            square = choose(game["cells"], game["width"], game["height"], game["k"], game["turn"])
            self.answer(200, str(square))
        except (LookupError, TypeError, ValueError) as error:
            self.answer(400, f"that is no position: {error}")

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "Content-Type")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


if len(sys.argv) != 2:
    sys.exit("usage: python3 kinarow.py PORT")
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bot).serve_forever()
