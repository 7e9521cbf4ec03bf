// A bot for `gauntlet host gomoku`, five in a row: node gomoku.js HOST PORT NAME
const net = require("net");
const readline = require("readline");

const LINE = 5; // so many in a row win

// The square to play: [row, column]. rows[r][c] is "x", "o" or a blank; me is "x" or "o".
function choose(rows, me) {
  const size = rows.length;

  function run(r, c, dr, dc, who) { // how many stones of who's follow the square in that direction
    let count = 0;
    while (rows[(r += dr)]?.[(c += dc)] === who) count++;
    return count;
  }
  function worth([r, c]) { // win, else stop a win, else go where stones are, rather near the centre
    let total = -Math.abs(2 * r + 1 - size) - Math.abs(2 * c + 1 - size);
    for (const who of ["x", "o"]) {
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const joined = run(r, c, dr, dc, who) + run(r, c, -dr, -dc, who);
        const win = who === me ? 1e6 : 1e5;
        total += joined + 1 >= LINE ? win : 100 * joined;
      }
    }
    return total;
  }

  const squares = rows.flatMap((row, r) => [...row].map((stone, c) => [r, c]));
  const empty = squares.filter(([r, c]) => rows[r][c] === " ");
  return empty.reduce((best, square) => (worth(square) > worth(best) ? square : best));
}

if (process.argv.length !== 5) {
  console.error("usage: node gomoku.js HOST PORT NAME");
  process.exit(1);
}
const [host, port] = process.argv.slice(2); // this protocol has no names
const server = net.connect(port, host).setEncoding("latin1"); // latin1: no byte is an error
let message = [];

readline.createInterface({ input: server, crlfDelay: Infinity }).on("line", (line) => {
  message.push(line);
  if (message.length === 1 || message.length < message[1].length + 3) return; // there is more
  const [status, rows, me] = [message[0], message.slice(1, -2), message.at(-1)];
  message = [];
  if (status === "CONTINUING") {
    const [row, column] = choose(rows, me);
    server.write(`${row} ${column}\n`);
  } else {
    console.log(status); // WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME
    server.end();
  }
});
