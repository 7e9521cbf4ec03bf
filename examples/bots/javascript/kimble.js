// A bot for `gauntlet host kimble`: node kimble.js HOST PORT NAME [OPPONENTS]
const net = require("net");
const readline = require("readline");

// The rank of the piece to move: 0 is the foremost of ours, .., and those at home are last.
// line[s] is "0" or the letter of who stands on square s of our way. We are A: our pieces start on
// square 0, go round to 27 and then into our goal, 28 to 31. line[45] is the die.
function choose(line) {
  const die = Number(line[45]);
  const targets = []; // where each piece would go, by rank
  for (let s = 31; s >= 0; s--) if (line[s] === "A") targets.push(s + die);
  if (die === 6 && targets.length < 4) targets.push(0); // a piece leaves home by a six only

  function worth(to) { // capture, else leave home; among equals the foremost comes first
    if (to > 31 || line[to] === "A") return -1; // it cannot move
    const captures = to < 28 && line[to] !== "0";
    return 2 * captures + (to === 0);
  }
  const best = targets.reduce((best, to) => (worth(to) > worth(best) ? to : best));
  return targets.indexOf(best);
}

if (process.argv.length < 5 || process.argv.length > 6) {
  console.error("usage: node kimble.js HOST PORT NAME [OPPONENTS]");
  process.exit(1);
}
const [host, port, , opponents = "222"] = process.argv.slice(2); // no names in this protocol
const server = net.connect(port, host).setEncoding("latin1"); // latin1: no byte is an error
server.write(`v001${opponents}\n`); // B, C and D, whom a tournament chooses itself
let token, asked, ranks, answer = [];

readline.createInterface({ input: server, crlfDelay: Infinity }).on("line", (line) => {
  if (line.startsWith("Virhe")) throw new Error(line);
  answer.push(line);
  if (line !== "END") return; // there is more
  if (!token) token = answer.shift();
  const [first, last] = [answer[0], answer.at(-2)];
  answer = [];
  if (last.startsWith("Voittaja")) { // the winner
    console.log(last);
    server.end();
    return;
  }
  if (first !== asked) ranks = [choose(last), 0, 1, 2, 3]; // else it cannot move: the next
  asked = last;
  server.write(`${token}${ranks.shift()}\n`);
});
