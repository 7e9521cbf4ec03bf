// Steps through the games of a report. The page has them in one packed piece; each is a position as
// text and what every move changes in it, so nothing here knows a rule.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG or HTML element with attributes; text is set as text, whatever it holds. */
function made(name, attributes = {}, text = null, space = null) {
  const element = space ? document.createElementNS(space, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  return element;
}
const shape = (name, attributes, text = null) => made(name, attributes, text, SVG);

// ---- games ----

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

const DIGITS = "#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{}~";

/** The text of the position after a change; places have so many digits. */
function changed(text, change, width) {
  if (change.startsWith("!*,")) return change.slice(3);
  if (change.startsWith("!")) {
    const fields = text.split(" ");
    for (const item of change.slice(1).split("!")) {
      const [, field, begin, count, other] = /^(\d+),(\d+),(\d+),(.*)$/.exec(item);
      const old = fields[field], first = Number(begin);
      fields[field] = old.slice(0, first) + other + old.slice(first + Number(count));
    }
    return fields.join(" ");
  }
  const characters = [...text];
  for (let i = 0; i < change.length; i += width + 1) {
    let place = 0;
    for (let k = 0; k < width; ++k) place = place * DIGITS.length + DIGITS.indexOf(change[i + k]);
    characters[place] = change[i + width];
  }
  return characters.join("");
}

/** A game with what is told of its moves as lists, and all its positions, the start first. */
function opened(game) {
  const list = (text, separator) => game.movers === "" ? [] : text.split(separator);
  const numbers = (text) => list(text, ",").map((number) => number === "" ? null : Number(number));
  const width = game.start.length > DIGITS.length ? 2 : 1;
  const texts = [game.start];
  for (const change of list(game.changes, "|")) texts.push(changed(texts[texts.length - 1], change, width));
  return {...game, moves: list(game.moves, "|"), win: numbers(game.win), ms: numbers(game.ms), texts};
}

// ---- boards ----

/** Draws rows of squares; `paint(svg, x, y, row, column)` fills each one of 24 units a side. */
function grid(rows, columns, paint) {
  const svg = shape("svg", {class: "board", viewBox: `-1 -1 ${columns * 24 + 2} ${rows * 24 + 2}`});
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) paint(svg, column * 24, row * 24, row, column);
  return svg;
}

function square(svg, x, y, kind) {
  svg.append(shape("rect", {class: kind, x, y, width: 24, height: 24}));
}

function digit(svg, x, y, text, kind = "") {
  svg.append(shape("text", {class: kind, x: x + 12, y: y + 12}, text));
}

function stonesBoard(text, before) {
  const rows = text.split("/"), old = before.split("/");
  return grid(rows.length, rows[0].length, (svg, x, y, row, column) => {
    const stone = rows[row][column];
    square(svg, x, y, "field");
    if (stone === ".") return;
    svg.append(shape("circle", {class: stone === "x" ? "stone0" : "stone1", cx: x + 12, cy: y + 12, r: 10}));
    if (old[row][column] !== stone)
      svg.append(shape("circle", {class: "mark", cx: x + 12, cy: y + 12, r: 4}));
  });
}

function boxes(svg) {
  for (let i = 0; i <= 9; i += 3)
    svg.append(shape("path", {class: "thick", d: `M0 ${i * 24}H216M${i * 24} 0V216`}));
}

function sudokillBoard(text, before, start) {
  const last = text.split(" ")[1];
  const svg = grid(9, 9, (at, x, y, row, column) => {
    const value = text[row * 9 + column];
    square(at, x, y, last === `${row}${column}` ? "mark" : "plain");
    if (value !== ".") digit(at, x, y, value, start[row * 9 + column] !== "." ? "given" : "");
  });
  boxes(svg);
  return svg;
}

function twodokuBoard(text, before) {
  const [colours, dominoes, stage, ...fields] = text.split(" ");
  const rows = colours.split("/"), values = dominoes.split("/");
  const old = before.split(" ")[1].split("/");
  const kinds = {r: "red", b: "blue", x: "both", ".": "plain"};
  const svg = grid(9, 9, (at, x, y, row, column) => {
    const value = values[row][column];
    square(at, x, y, kinds[rows[row][column]]);
    if (old[row][column] !== value)
      at.append(shape("rect", {class: "mark", x: x + 2, y: y + 2, width: 20, height: 20}));
    if (value === ".") return;
    const isDown = value === "?" || value >= "a";
    if (isDown) at.append(shape("rect", {class: "stone0", x: x + 4, y: y + 4, width: 16, height: 16}));
    const shown = value >= "a" ? String(value.charCodeAt(0) - 96) : value;
    digit(at, x, y, shown, isDown ? "small" : "given");
  });
  boxes(svg);
  const told = (wanted) => fields.filter((field) => wanted.test(field)).join("  ");
  svg.setAttribute("viewBox", "-1 -1 218 250");
  svg.append(shape("text", {class: "small", x: 108, y: 226}, `${stage}  ${told(/^pot=/)}`));
  svg.append(shape("text", {class: "small", x: 108, y: 240}, told(/^(red|blue)=/)));
  return svg;
}

/** The ring goes round from A's start square at the top left; goals lie behind it. */
function kimbleBoard(text, before, game) {
  const svg = shape("svg", {class: "board", viewBox: "-150 -150 300 300"});
  const letters = "ABCD";
  const place = (angle, radius) => [radius * Math.cos(angle), radius * Math.sin(angle)];
  const put = (angle, radius, who, isNew) => {
    const [cx, cy] = place(angle, radius);
    svg.append(shape("circle", {class: isNew ? "mark" : "field", cx, cy, r: 10}));
    const seat = letters.indexOf(who);
    if (seat < 0) return;
    svg.append(shape("circle", {class: `seat${seat}`, cx, cy, r: 7}));
    svg.append(shape("text", {class: "on", x: cx, y: cy}, who));
  };
  const angleOf = (index) => (-135 + (index * 360) / 28) * Math.PI / 180;
  for (let i = 0; i < 28; ++i) put(angleOf(i), 108, text[i], text[i] !== before[i]);
  const [mover, die] = [text[44], text[45]];
  const playing = text.slice(47).split(" ")[0];
  const pieces = Number((/pieces=(\d)/.exec(game) ?? [0, 4])[1]);
  for (let seat = 0; seat < 4; ++seat) {
    if (!playing.includes(letters[seat])) continue;
    const corner = angleOf(seat * 7 - 0.5);
    for (let i = 0; i < 4; ++i) {
      const at = 28 + seat * 4 + i;
      put(corner, 84 - 20 * i, text[at], text[at] !== before[at]);
    }
    const [x, y] = place(corner, 136);
    const home = pieces - [...text.slice(0, 44)].filter((c) => c === letters[seat]).length;
    svg.append(shape("text", {class: "given", x, y},
                     letters[seat] + (mover === letters[seat] ? " \u25c0" : "")));
    svg.append(shape("text", {class: "small", x, y: y + 14}, `${home} home`));
  }
  svg.append(shape("text", {x: 0, y: 0}, die === "0" ? "" : `die ${die}`));
  return svg;
}

function drawnBoard(game, text, before, start) {
  if (game.startsWith("sudokill")) return sudokillBoard(text, before, start);
  if (game.startsWith("kimble")) return kimbleBoard(text, before, game);
  if (game.startsWith("twodoku")) return twodokuBoard(text, before);
  return stonesBoard(text, before);
}

// ---- the curve of what players thought ----

/** With two players both tell the first one's chances; with more each tells its own. */
function drawnCurve(game, ply, choose) {
  const width = 600, height = 140;
  const svg = shape("svg", {class: "path", viewBox: `0 0 ${width} ${height}`, role: "img",
                            "aria-label": "what the players thought of their chances"});
  const step = width / Math.max(1, game.moves.length);
  svg.append(shape("line", {class: "axis", x1: 0, x2: width, y1: height / 2, y2: height / 2}));
  for (let seat = 0; seat < game.seats.length; ++seat) {
    const points = [];
    game.win.forEach((win, i) => {
      if (win === null || game.movers[i] !== String(seat)) return;
      const share = game.seats.length === 2 && seat === 1 ? 1000 - win : win;
      points.push(`${((i + 1) * step).toFixed(1)},${(height - 4 - (share / 1000) * (height - 8)).toFixed(1)}`);
    });
    svg.append(shape("polyline", {class: `seat${seat}`, points: points.join(" ")}));
  }
  svg.append(shape("line", {class: "now", x1: ply * step, x2: ply * step, y1: 0, y2: height}));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    choose(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  });
  return svg;
}

// ---- the viewer ----

/** What the game brought to each seat: "1 : 0", "0.33 : 0.33 : 0.33". */
function shares(game) {
  return game.returns.map((share) => share.toFixed(share % 1 === 0 ? 0 : 2)).join(" : ");
}

class Viewer {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.ply = 0;
    this.board = made("div");
    this.side = made("div");
    this.pick = made("select", {"aria-label": "game"});
    data.games.forEach((game, i) => this.pick.append(made("option", {value: i}, this.headline(game))));
    this.slider = made("input", {type: "range", min: 0, value: 0, "aria-label": "move"});
    this.notice = made("p", {class: "notice", role: "status"});
    this.told = made("p", {class: "told", "aria-live": "polite"});
    this.curve = made("div");
    const steps = made("div", {class: "steps"});
    for (const [sign, name, go] of [["|\u25c0", "start", () => this.show(0)],
                                    ["\u25c0", "back", () => this.show(this.ply - 1)],
                                    ["\u25b6", "on", () => this.show(this.ply + 1)],
                                    ["\u25b6|", "end", () => this.show(this.texts.length - 1)]]) {
      const button = made("button", {type: "button", "aria-label": name}, sign);
      button.addEventListener("click", go);
      steps.append(button);
    }
    this.side.append(this.notice, this.pick, steps, this.slider, this.told, this.curve);
    root.append(this.board, this.side);
    this.pick.addEventListener("change", () => this.open(Number(this.pick.value)));
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("hashchange", () => this.follow());
    this.open(0);
    this.follow();
  }

  /** Opens the game that the address asks for, or says that it is not here. */
  follow() {
    const wanted = /^#game-(\d+)$/.exec(location.hash);
    if (!wanted) return;
    const index = this.data.games.findIndex((game) => game.n === Number(wanted[1]));
    if (index >= 0) this.open(index);
    else this.notice.textContent = `Game ${wanted[1]} is not among the games that this page can show.`;
    this.root.scrollIntoView();
  }

  name(game, seat) {
    return this.data.players[game.seats[seat]];
  }

  headline(game) {
    const names = game.seats.map((_, seat) => this.name(game, seat)).join(" - ");
    return `${game.n}  ${names}  ${shares(game)}`;
  }

  open(index) {
    this.index = Math.min(Math.max(0, index), this.data.games.length - 1);
    this.game = opened(this.data.games[this.index]);
    this.notice.textContent = "";
    this.texts = this.game.texts;
    this.pick.value = this.index;
    this.slider.max = this.texts.length - 1;
    this.show(this.texts.length - 1);
  }

  show(ply) {
    this.ply = Math.min(Math.max(0, ply), this.texts.length - 1);
    const before = this.texts[Math.max(0, this.ply - 1)];
    const board = drawnBoard(this.data.game, this.texts[this.ply], before, this.game.start);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", `position after ${this.ply} moves`);
    board.dataset.position = this.texts[this.ply];
    this.board.replaceChildren(board);
    this.slider.value = this.ply;
    this.told.textContent = this.sentence();
    this.curve.replaceChildren();
    if (this.game.win.some((win) => win !== null))
      this.curve.append(drawnCurve(this.game, this.ply, (at) => this.show(at)));
  }

  sentence() {
    const game = this.game, last = this.texts.length - 1;
    const ending = this.ply < last ? "" :
      ` The game is over: ${game.why || game.end}, ${shares(game)}.`;
    if (this.ply === 0) return `The start.${ending}`;
    const i = this.ply - 1, mover = game.movers[i];
    const who = mover === "c" ? "chance" : this.name(game, Number(mover));
    const win = typeof game.win[i] === "number" ? `, which gave itself ${(game.win[i] / 10).toFixed(1)} %` : "";
    const time = game.ms[i] ? `, after ${game.ms[i]} ms` : "";
    const move = game.moves[i] ? `${game.moves[i]} by ` : "";
    return `Move ${this.ply} of ${last}: ${move}${who}${win}${time}.${ending}`;
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    const steps = {ArrowLeft: () => this.show(this.ply - 1), ArrowRight: () => this.show(this.ply + 1),
                   ArrowUp: () => this.open(this.index - 1), ArrowDown: () => this.open(this.index + 1),
                   Home: () => this.show(0), End: () => this.show(this.texts.length - 1)};
    const box = document.getElementById("games").getBoundingClientRect();
    const isInSight = box.top < window.innerHeight && box.bottom > 0;
    if (!steps[event.key] || !isInSight) return;
    event.preventDefault();
    steps[event.key]();
  }
}

const root = document.getElementById("viewer"), piece = document.getElementById("packed-games");
if (root && piece)
  unpacked(piece.textContent).then((data) => new Viewer(root, data), () => {
    root.textContent = "This browser cannot unpack the games: it is too old.";
  });
