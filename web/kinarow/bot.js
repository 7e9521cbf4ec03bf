// A bot behind a URL: asked whether it plays, then for one move after the other.

/** What a bot's failure means for the game. */
export class Refused extends Error {}   // it will not play, or is not there
export class Late extends Error {}      // it has lost
export class Unreachable extends Error {}  // nobody has won

export class Bot {
  /** Throws Refused when `url` is none that a page can call. */
  constructor(url, name) {
    let parsed;
    try {
      parsed = new URL(url, location.href);
    } catch {
      throw new Refused(`“${url}” is no URL; one looks like http://localhost:5005.`);
    }
    if (!['http:', 'https:'].includes(parsed.protocol))
      throw new Refused(`A bot’s URL begins with http:// or https://, not ${parsed.protocol}`);
    this.base = (parsed.origin + parsed.pathname).replace(/\/+$/, '');
    this.name = name ?? parsed.host + parsed.pathname.replace(/\/+$/, '');
  }

  /** Throws Refused unless the bot plays a game on these terms. */
  async join({width, height, k, timePerMove}) {
    const query = new URLSearchParams({width, height, k, timePerMove});
    let answer;
    try {
      answer = await fetch(`${this.base}/status?${query}`, {signal: AbortSignal.timeout(10000)});
    } catch {
      throw new Refused(`${this.name} cannot be reached.`);
    }
    if (answer.status === 418) throw new Refused(`${this.name} does not play this board.`);
    if (answer.status !== 200)
      throw new Refused(`${this.name} is no bot: its status is ${answer.status} instead of 200.`);
  }

  /** The square it plays; whatever it answers becomes a number, perhaps NaN. */
  async move(game, timePerMove, signal) {
    const {width, height, cells, k, turn} = game;
    const late = AbortSignal.timeout(timePerMove * 1000);
    try {
      const answer = await fetch(`${this.base}/move`, {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({width, height, cells, k, turn, timePerMove}),
        signal: AbortSignal.any([late, signal]),
      });
      return Number(await answer.text());
    } catch (error) {
      if (late.aborted) throw new Late();
      throw new Unreachable();
    }
  }
}
