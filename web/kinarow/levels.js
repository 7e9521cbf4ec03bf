// What the page's own server knows of levels: their ratings, and which one suits who plays here.
import {Bot, Refused} from './bot.js';

const WORD = 'gauntlet-player';  // in the browser's storage

/** The ratings of levels 1 to 10 on that board; none where nobody has measured them. */
export async function ratingsOf({width, height, k}) {
  try {
    const answer = await fetch(`levels?${new URLSearchParams({width, height, k})}`);
    const {elo} = answer.ok ? await answer.json() : {};
    return Array.isArray(elo) && elo.every(Number.isFinite) ? elo : [];
  } catch {
    return [];  // the page may lie on a server that has nothing but the page
  }
}

function newWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let word = null;

/** By which the server knows this browser again; from visit to visit where the browser keeps it. */
function wordOfThisBrowser() {
  if (word) return word;
  try {
    word = localStorage.getItem(WORD);
    if (!/^[0-9a-f]{32}$/.test(word)) localStorage.setItem(WORD, word = newWord());
  } catch {
    word = newWord();
  }
  return word;
}

/** The bot at the level against which games with the person at this page are close. */
export class AutoBot extends Bot {
  constructor() {
    super('/bot', 'Gauntlet');
  }

  async join(terms) {
    const {width, height, k} = terms;
    this.board = {width, height, k};
    const query = new URLSearchParams({...this.board, player: wordOfThisBrowser()});
    let answer = null;
    try {
      answer = await fetch(`levels/auto?${query}`, {signal: AbortSignal.timeout(10000)});
    } catch {
      // told below
    }
    if (!answer?.ok) throw new Refused('The server of this page has no level:auto.');
    this.level = (await answer.json()).level;
    this.base = new URL(`/bot/level/${encodeURIComponent(this.level)}`, location.href).href;
    this.name = `Level ${this.level}`;
    return super.join(terms);
  }

  /** The person in `seat` has played these moves to the end; what is known of them now, or ''. */
  async tellEnd(seat, moves) {
    const {board, level} = this;
    try {
      const answer = await fetch('levels/auto', {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({player: wordOfThisBrowser(), ...board, level, seat, moves}),
        signal: AbortSignal.timeout(10000),
      });
      return answer.ok ? (await answer.json()).sentence : '';
    } catch {
      return '';
    }
  }
}
