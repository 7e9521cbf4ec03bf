// A bot for `gauntlet host sudokill`: node sudokill.js HOST PORT NAME
const net = require("net");
const readline = require("readline");

const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];

function fits(board, r, c, digit) { // neither row, column nor box holds it already
  const top = r - (r % 3), left = c - (c % 3);
  return NINE.every((i) => board[r][i] !== digit && board[i][c] !== digit &&
                           board[top + Math.floor(i / 3)][left + (i % 3)] !== digit);
}

// All moves [row, column, digit] after one to the square last; undefined: there was none yet.
function legalMoves(board, last) {
  const empty = NINE.flatMap((r) => NINE.map((c) => [r, c])).filter(([r, c]) => board[r][c] === 0);
  const inLine = empty.filter(([r, c]) => last && (r === last[0] || c === last[1]));
  return (inLine.length > 0 ? inLine : empty) // when row and column are full, it may go anywhere
    .flatMap(([r, c]) => NINE.map((i) => [r, c, i + 1]))
    .filter(([r, c, digit]) => fits(board, r, c, digit));
}

// The move [row, column, digit] that leaves the opponent the fewest replies: none is a win.
// board[r][c] is a digit, or 0 for an empty square; last is as above.
function choose(board, last) {
  let best = [0, 0, 0]; // who has no legal move has lost, but is asked all the same
  let fewest = Infinity;
  for (const [r, c, digit] of legalMoves(board, last)) {
    board[r][c] = digit;
    const replies = legalMoves(board, [r, c]).length;
    board[r][c] = 0;
    if (replies < fewest) [fewest, best] = [replies, [r, c, digit]];
  }
  return best;
}

if (process.argv.length !== 5) {
  console.error("usage: node sudokill.js HOST PORT NAME");
  process.exit(1);
}
const [host, port, name] = process.argv.slice(2);
const server = net.connect(port, host).setEncoding("latin1"); // latin1: no byte is an error
server.write(`${name}\n`);
let last;

readline.createInterface({ input: server, crlfDelay: Infinity }).on("line", (line) => {
  const [word, ...rows] = line.split("|");
  if (word === "READY") server.write("PLAY\n"); // forgotten if we are the first; then theirs counts
  if (/^[0-8] [0-8] [1-9]$/.test(line)) last = line.split(" ").map(Number); // our move, or theirs
  if (word === "ADD") {
    const board = rows.map((row) => row.split(" ").map(Number));
    server.write(choose(board, last).join(" ") + "\n");
  }
  if (word === "GAME OVER") console.log(line);
  // All else, such as WAIT, START and chat, needs no answer.
});
