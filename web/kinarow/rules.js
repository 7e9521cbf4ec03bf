// An m,n,k game: stones on a board, a line of k wins. No page and no network in here.

export const NOBODY = null;

export class Game {
  /** REQUIRES: 3 <= k <= max(width, height). */
  constructor(width, height, k) {
    this.width = width;
    this.height = height;
    this.k = k;
    this.cells = new Array(width * height).fill(NOBODY);
    this.turn = 0;
    this.moves = [];
    this.line = [];  // the squares that have won
  }

  isLegal(square) {
    return Number.isInteger(square) && square >= 0 && square < this.cells.length &&
        this.cells[square] === NOBODY;
  }

  /** REQUIRES: isLegal(square), and nobody has won. */
  play(square) {
    this.cells[square] = this.turn;
    this.moves.push(square);
    this.line = this.lineThrough(square);
    this.turn = 1 - this.turn;
  }

  get isWon() {
    return this.line.length > 0;
  }

  get isFull() {
    return this.moves.length === this.cells.length;
  }

  /** The longest run through `square` in some direction, if it is long enough to win. */
  lineThrough(square) {
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const run = [...this.run(square, -dx, -dy).reverse(), square, ...this.run(square, dx, dy)];
      if (run.length >= this.k) return run;
    }
    return [];
  }

  /** The squares next to `square` in one direction that belong to the same player. */
  run(square, dx, dy) {
    const run = [];
    let x = square % this.width + dx, y = Math.floor(square / this.width) + dy;
    while (x >= 0 && x < this.width && y >= 0 && y < this.height &&
           this.cells[y * this.width + x] === this.cells[square]) {
      run.push(y * this.width + x);
      x += dx;
      y += dy;
    }
    return run;
  }
}
