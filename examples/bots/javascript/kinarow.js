// A bot that K-in-a-Row pages call, as that of `gauntlet host kinarow`: node kinarow.js PORT
const http = require("http");

// The square to play. They count from 0, row by row; cells[s] is null or a player, 0 or 1.
function choose(cells, width, height, k, me) {
  function run(r, c, dr, dc, who) { // how many stones of who's follow the square in that direction
    let count = 0;
    const isOnBoard = () => r >= 0 && r < height && c >= 0 && c < width;
    for (r += dr, c += dc; isOnBoard() && cells[r * width + c] === who; r += dr, c += dc) count++;
    return count;
  }
  function worth(square) { // win, else stop a win, else go where stones are, rather near the centre
    const r = Math.floor(square / width), c = square % width;
    let total = -Math.abs(2 * r + 1 - height) - Math.abs(2 * c + 1 - width);
    for (const who of [0, 1]) {
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const joined = run(r, c, dr, dc, who) + run(r, c, -dr, -dc, who);
        const win = who === me ? 1e6 : 1e5;
        total += joined + 1 >= k ? win : 100 * joined;
      }
    }
    return total;
  }

  const empty = [...cells.keys()].filter((square) => cells[square] === null);
  return empty.reduce((best, square) => (worth(square) > worth(best) ? square : best));
}

function answer(response, status, text = "") {
  response.writeHead(status, { // a browser asks whether a page from elsewhere may POST here
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Content-Type",
  });
  response.end(text);
}

function serve(request, response) {
  let body = "";
  request.on("data", (part) => (body += part)); // it may come in parts
  request.on("end", () => {
    if (request.method !== "POST") return answer(response, 200); // /status: yes, we play that
    try {
      const { cells, width, height, k, turn } = JSON.parse(body);
      answer(response, 200, String(choose(cells, width, height, k, turn)));
    } catch (error) {
      answer(response, 400, `that is no position: ${error.message}`);
    }
  });
}

if (process.argv.length !== 3) {
  console.error("usage: node kinarow.js PORT");
  process.exit(1);
}
http.createServer(serve).listen(Number(process.argv[2]), "127.0.0.1");
