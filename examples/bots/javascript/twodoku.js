// A bot for `gauntlet host twodoku`: node twodoku.js HOST PORT NAME
const net = require("net");
const readline = require("readline");

const SQUARES = [...Array(81).keys()]; // row by row
const row = (s) => Math.floor(s / 9), column = (s) => s % 9;
const box = (s) => 3 * Math.floor(row(s) / 3) + Math.floor(column(s) / 3);
const see = (a, b) => row(a) === row(b) || column(a) === column(b) || box(a) === box(b);

// The answer. own and other are the squares of our colour and of theirs, board[square] is the digit
// there, 0 for a domino face down, and hand[digit] tells how many of each we hold.
function choose(question, own, other, board, hand) {
  const empty = SQUARES.filter((s) => board[s] === undefined);
  const white = empty.filter((s) => !own.has(s) && !other.has(s));
  if (question !== "turn?") // colour? or hide?: any white one
    return `${question.slice(0, -1)} ${row(white[0])} ${column(white[0])}`;
  const targets = [empty.filter((s) => own.has(s)), white, empty].find((squares) => squares.length);
  let best = -99, answer = "pass";
  for (const square of targets ?? []) { // where we may place one
    const seen = board.filter((digit, s) => see(s, square));
    const risk = seen.filter((digit) => digit === 0).length / 9; // that one of them refuses ours
    for (let digit = 1; digit <= 9; digit++) {
      const worth = digit * (1 - risk) - 3 * risk;
      if (hand[digit] === 0 || seen.includes(digit) || worth <= best) continue;
      best = worth;
      answer = `play ${row(square)} ${column(square)} ${digit}`;
    }
  }
  return answer;
}

if (process.argv.length !== 5) {
  console.error("usage: node twodoku.js HOST PORT NAME");
  process.exit(1);
}
const [host, port, name] = process.argv.slice(2);
const server = net.connect(port, host).setEncoding("latin1"); // latin1: no byte is an error
const own = new Set(), other = new Set(), board = [];
let me, who, played, hand;
server.write(`name ${name}\n`);
readline.createInterface({ input: server, crlfDelay: Infinity }).on("line", (line) => {
  const words = line.split(" "), numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const square = 9 * numbers[0] + numbers[1], digit = numbers[2];
  const event = words[0] === "move" ? words[2] : words[0];
  if (words[0] === "move") who = words[1];
  if (event === "seat") me = words[1];
  if (event === "deal") hand = [0, ...numbers];
  if (event === "colour") (who === me ? own : other).add(square);
  if (event === "take" && who === me) hand[board[square]]++;
  if (event === "take") delete board[square];
  if (event === "play") played = [square, digit]; // accepted, or refused by the one revealed
  if (line === "result accepted") board[played[0]] = played[1];
  if (line === "result accepted" && who === me) hand[played[1]]--;
  if (event === "hide" || event === "reveal") board[square] = digit ?? 0; // hidden ones have none
  if (event.endsWith("?")) server.write(choose(event, own, other, board, hand) + "\n");
  if (event === "over" || event === "error") console.log(line);
});
