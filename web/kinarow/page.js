// The page: a form, a board, and the game that goes on between them.
import {Bot, Late, Refused} from './bot.js';
import {AutoBot, ratingsOf} from './levels.js';
import {Game} from './rules.js';

const LEVELS = 10;
const AUTO = 'level:auto';
const MARKS = ['✕', '◯'];
const SHORTEST_BOT_MOVE = 350;  // ms, so that people can follow

const byId = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let current = null;  // the match on the board

// ---- the form ----

function fillPlayers() {
  const kinds = [
    ['human', 'A person at this page'],
    ['url', 'A bot at a URL'],
    ['best', 'Gauntlet, at its best'],
    [AUTO, 'Gauntlet, as strong as you are'],
  ];
  for (let level = 1; level <= LEVELS; ++level) kinds.push([`level:${level}`, `Gauntlet, level ${level}`]);
  for (const select of [byId('who0'), byId('who1')])
    for (const [value, text] of kinds) select.add(new Option(text, value));
  byId('who0').value = 'human';
  byId('who1').value = 'level:5';
}

let ratedBoard = '';  // the one whose ratings the menus show, or soon will

/** Says in the menus how strong the levels are, where the board was measured. */
async function showRatings() {
  const board = Object.fromEntries(['width', 'height', 'k'].map((id) => [id, byId(id).value]));
  const name = Object.values(board).join('x');
  if (name === ratedBoard) return;
  ratedBoard = name;
  const elo = await ratingsOf(board);
  if (name !== ratedBoard) return;
  for (const select of [byId('who0'), byId('who1')]) {
    for (let level = 1; level <= LEVELS; ++level) {
      const rating = level <= elo.length ? ` (${elo[level - 1]} Elo)` : '';
      const option = [...select.options].find(({value}) => value === `level:${level}`);
      option.text = `Gauntlet, level ${level}${rating}`;
    }
  }
  byId('ratings').hidden = elo.length === 0;
}

function showAddresses() {
  for (const i of [0, 1]) {
    const isUrl = byId(`who${i}`).value === 'url';
    byId(`address${i}`).hidden = !isUrl;
    byId(`url${i}`).required = isUrl;
  }
}

/** A line can be as long as the board's longer side. */
function limitK() {
  byId('k').max = Math.max(byId('width').valueAsNumber || 3, byId('height').valueAsNumber || 3);
}

const NUMBERS = ['width', 'height', 'k', 'time'];
const SETTINGS = [...NUMBERS, 'p1', 'p2', 'pace', 'start'];

/** Sets a number of the form; what is wrong with it, or ''. A wrong one leaves the form as it was. */
function takeNumber(id, text) {
  const input = byId(id);
  const before = input.value;
  input.value = text;
  if (input.value === text.trim() && input.validity.valid && text !== '') return '';
  input.value = before;
  const kind = input.step === 'any' ? 'a number' : 'a whole number';
  return `“${id}=${text}” is not possible: ${id} is ${kind} from ${input.min} to ${input.max}`;
}

/** Sets who plays; what is wrong, or ''. */
function takePlayer(i, who) {
  const isKind = who !== 'url' && [...byId(`who${i}`).options].some(({value}) => value === who);
  const url = byId(`url${i}`);
  if (!isKind) url.value = who;
  if (!isKind && !(/^https?:/.test(who) && url.validity.valid)) {
    url.value = '';
    return `“p${i + 1}=${who}” is nobody: a player is human, best, level:1 to level:${LEVELS}, ` +
        'level:auto, or the URL of a bot such as http://localhost:5005';
  }
  byId(`who${i}`).value = isKind ? who : 'url';
  return '';
}

/** What is wrong with the other words of the address. */
function checkWords(settings) {
  const mistakes = [];
  for (const word of settings.keys())
    if (!SETTINGS.includes(word))
      mistakes.push(`“${word}” means nothing here: an address may set ${SETTINGS.join(', ')}`);
  const pace = settings.get('pace');
  if (pace !== null && !/^\d{1,6}$/.test(pace))
    mistakes.push(`“pace=${pace}” is not possible: pace is a whole number of milliseconds`);
  const begins = settings.get('start');
  if (begins !== null && begins !== '1')
    mistakes.push(`“start=${begins}” is not possible: start=1 begins at once`);
  return mistakes;
}

/**
 * What the address says after its #: width, height, k, time, p1, p2, pace, start. The first
 * mistake is told, and then no game starts by itself.
 */
function readAddress() {
  const settings = new URLSearchParams(location.hash.slice(1));
  const mistakes = [];
  for (const id of NUMBERS) {
    if (id === 'k') limitK();
    if (settings.has(id)) mistakes.push(takeNumber(id, settings.get(id)));
  }
  for (const i of [0, 1])
    if (settings.has(`p${i + 1}`)) mistakes.push(takePlayer(i, settings.get(`p${i + 1}`)));
  mistakes.push(...checkWords(settings));
  const mistake = mistakes.find(Boolean);
  if (mistake) say(`In the address of this page ${mistake}.`, 'failed');
  return {
    starts: settings.has('start') && !mistake,
    pace: Number(settings.get('pace') ?? SHORTEST_BOT_MOVE),
  };
}

/** So that the address can be kept or given to others. */
function writeAddress() {
  const settings = new URLSearchParams();
  for (const id of NUMBERS) settings.set(id, byId(id).value);
  for (const i of [0, 1]) {
    const who = byId(`who${i}`).value;
    settings.set(`p${i + 1}`, who === 'url' ? byId(`url${i}`).value : who);
  }
  history.replaceState(null, '', `#${settings}`);
}

/** A person is null. Throws Refused when there is no such player. */
function playerOf(i) {
  const who = byId(`who${i}`).value;
  if (who === 'human') return null;
  if (who === AUTO && byId(`who${1 - i}`).value !== 'human')
    throw new Refused('“Gauntlet, as strong as you are” plays against a person at this page.');
  if (who === AUTO) return new AutoBot();
  if (who === 'url') return new Bot(byId(`url${i}`).value.trim());
  if (who === 'best') return new Bot('/bot', 'Gauntlet');
  return new Bot(`/bot/level/${who.slice(6)}`, `Level ${who.slice(6)}`);
}

// ---- the board ----

const placeOf = (square, {width}) =>
    `row ${Math.floor(square / width) + 1}, column ${square % width + 1}`;

class Board {
  constructor(game, choose) {
    this.game = game;
    this.cells = [];
    const board = byId('board');
    board.replaceChildren();
    board.parentElement.style.setProperty('--columns', game.width);
    board.parentElement.style.setProperty('--rows', game.height);
    board.ariaColCount = game.width;
    board.ariaRowCount = game.height;
    for (let y = 0; y < game.height; ++y) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let x = 0; x < game.width; ++x) row.append(this.makeCell(y * game.width + x, choose));
      board.append(row);
    }
    board.onkeydown = (event) => this.moveFocus(event);
    this.cells[0].tabIndex = 0;
    this.draw();
  }

  makeCell(square, choose) {
    const cell = document.createElement('button');
    cell.type = 'button';
    cell.setAttribute('role', 'gridcell');
    cell.tabIndex = -1;
    cell.onclick = () => choose(square);
    cell.onfocus = () => {
      for (const other of this.cells) other.tabIndex = other === cell ? 0 : -1;
    };
    this.cells.push(cell);
    return cell;
  }

  moveFocus(event) {
    const {width, height} = this.game;
    const at = this.cells.indexOf(document.activeElement);
    if (at < 0) return;
    let x = at % width, y = Math.floor(at / width);
    if (event.key === 'ArrowLeft') x = Math.max(x - 1, 0);
    else if (event.key === 'ArrowRight') x = Math.min(x + 1, width - 1);
    else if (event.key === 'ArrowUp') y = Math.max(y - 1, 0);
    else if (event.key === 'ArrowDown') y = Math.min(y + 1, height - 1);
    else if (event.key === 'Home') x = 0;
    else if (event.key === 'End') x = width - 1;
    else return;
    event.preventDefault();
    this.cells[y * width + x].focus();
  }

  draw() {
    const {game} = this;
    const last = game.moves.at(-1);
    for (const [square, cell] of this.cells.entries()) {
      const owner = game.cells[square];
      const wins = game.line.includes(square);
      const classes = {x: owner === 0, o: owner === 1, last: square === last, wins};
      for (const [name, isOn] of Object.entries(classes)) cell.classList.toggle(name, isOn);
      const words = [owner === null ? 'empty' : owner === 0 ? 'cross' : 'ring'];
      if (square === last) words.push('last move');
      if (wins) words.push('winning line');
      cell.ariaLabel = `${placeOf(square, game)}: ${words.join(', ')}`;
    }
  }
}

// ---- a game ----

/** One game from its first move to its end, or until another one takes its place. */
class Match {
  constructor(terms, players, pace) {
    this.terms = terms;
    this.players = players;
    this.pace = pace;
    this.game = new Game(terms.width, terms.height, terms.k);
    this.board = new Board(this.game, (square) => this.choose?.(square));
    this.abort = new AbortController();
    document.body.dataset.result = '';
    document.body.dataset.moves = '';
    byId('moves').replaceChildren();
    byId('board').classList.remove('over', 'open');
  }

  get isCurrent() {
    return current === this;
  }

  /** What the player is called: a person of the only kind is “you”. */
  name(i) {
    const player = this.players[i];
    if (player) return `${player.name} ${MARKS[i]}`;
    return this.players[1 - i] ? `You ${MARKS[i]}` : `Player ${i + 1} ${MARKS[i]}`;
  }

  isYou(i) {
    return !this.players[i] && Boolean(this.players[1 - i]);
  }

  async run() {
    const bots = this.players.filter(Boolean);
    if (bots.length > 0) say('Asking the bots whether they play …', 'busy');
    await Promise.all(bots.map((bot) => bot.join(this.terms)));
    while (this.isCurrent && !this.isOver) await this.turn();
  }

  async turn() {
    const {game} = this;
    const i = game.turn;
    const player = this.players[i];
    const square = player ? await this.ask(player, i) : await this.wait(i);
    if (!this.isCurrent || this.isOver) return;
    if (!game.isLegal(square))
      return this.end(2 - i, `${this.name(i)} made an illegal move. ${this.wins(1 - i)}`);
    game.play(square);
    this.show(i, square);
    if (game.isWon) return this.end(i + 1, this.wins(i));
    if (game.isFull) return this.end('draw', 'The board is full: a draw.');
  }

  wins(i) {
    return this.isYou(i) ? `${this.name(i)} win!` : `${this.name(i)} wins!`;
  }

  /** A person's move. */
  async wait(i) {
    say(this.isYou(i) ? `Your turn ${MARKS[i]}` : `${this.name(i)} is to move`);
    byId('board').classList.add('open');
    const square = await new Promise((resolve) => {
      this.choose = (chosen) => this.game.isLegal(chosen) && resolve(chosen);
      this.abort.signal.addEventListener('abort', () => resolve(NaN));
    });
    this.choose = null;
    byId('board').classList.remove('open');
    return square;
  }

  /** A bot's move. */
  async ask(bot, i) {
    say(`${this.name(i)} thinks`, 'busy');
    const begin = Date.now();
    try {
      const square = await bot.move(this.game, this.terms.timePerMove, this.abort.signal);
      await pause(Math.max(this.pace - (Date.now() - begin), 0));
      return square;
    } catch (error) {
      if (this.isCurrent && error instanceof Late)
        this.end(2 - i, `${this.name(i)} ran out of time. ${this.wins(1 - i)}`);
      else if (this.isCurrent)
        this.end('none', `${this.name(i)} cannot be reached any more. Nobody wins.`);
      return NaN;
    }
  }

  show(i, square) {
    this.board.draw();
    document.body.dataset.moves = this.game.moves.join(' ');
    const item = document.createElement('li');
    item.textContent = `${MARKS[i]} ${placeOf(square, this.game)}`;
    byId('moves').append(item);
  }

  /** `result`: 1 or 2 for the winner, draw, or none when something failed. */
  end(result, sentence) {
    this.isOver = true;
    byId('board').classList.add('over');
    document.body.dataset.result = result;
    say(sentence, result === 'none' ? 'failed' : 'over');
    if (this.game.isWon || this.game.isFull) return this.tellBot(sentence);
  }

  /** Lets level:auto know how the game has ended, and says what it knows of you now. */
  async tellBot(sentence) {
    const seat = this.players.indexOf(null);
    const bot = this.players[1 - seat];
    if (!(bot instanceof AutoBot)) return;
    const known = await bot.tellEnd(seat, this.game.moves);
    if (known && this.isCurrent) say(`${sentence} ${known}`, 'over');
  }

  replace() {
    this.abort.abort();
  }
}

function say(sentence, kind = '') {
  byId('status').textContent = sentence;
  byId('status').className = kind;
}

async function start(pace = SHORTEST_BOT_MOVE) {
  current?.replace();
  current = null;
  const number = (id) => byId(id).valueAsNumber;
  const terms = {
    width: number('width'),
    height: number('height'),
    k: number('k'),
    timePerMove: number('time'),
  };
  let match = null;
  try {
    const players = [playerOf(0), playerOf(1)];
    match = current = new Match(terms, players, pace);
    await match.run();
  } catch (error) {
    if (match && !match.isCurrent) return;
    document.body.dataset.result = 'none';
    say(error instanceof Refused ? error.message : `This went wrong: ${error.message}`, 'failed');
  }
}

/** The empty board, until the first game. */
function preview() {
  const side = (id) => Math.min(Math.max(byId(id).valueAsNumber || 3, 3), 32);
  new Board(new Game(side('width'), side('height'), 3), () => {});
}

fillPlayers();
const settings = readAddress();
showAddresses();
limitK();
preview();
showRatings();
byId('setup').addEventListener('input', () => {
  showAddresses();
  limitK();
  showRatings();
  if (!current) preview();
});
byId('setup').addEventListener('submit', (event) => {
  event.preventDefault();
  writeAddress();
  start();
});
// Who changes what follows the # of an open page wants to see it done.
addEventListener('hashchange', () => location.reload());
if (settings.starts && byId('setup').reportValidity()) start(settings.pace);
