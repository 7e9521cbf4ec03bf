// The pages of `gauntlet report` in a real browser: what is seen, by mouse, keyboard and phone, and
// what is refused. The program is $GAUNTLET, the browser $CHROMIUM.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = mkdtempSync(join(tmpdir(), "gauntlet-browser-"));
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

function gauntlet(...words) {
  return execFileSync(process.env.GAUNTLET, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

let pages = 0;
/** The games of a store of `game`, and the page's address. */
function reported(command, game, ...words) {
  const store = join(folder, `${++pages}.db`), page = join(folder, `${pages}.html`);
  gauntlet(command, game, "--seed", "1", "--quiet", "--store", store, ...words);
  gauntlet("report", store, "-o", page);
  const games = gauntlet("export", store).trim().split("\n").map((line) => JSON.parse(line));
  return { url: `file://${page}`, games };
}

/** Opens it, and closes it after `look(tab)`: it must not complain or ask for anything. */
async function visit(url, options, look) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const faults = [];
  tab.on("pageerror", (error) => faults.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  tab.on("request", (request) => request.url().split("#")[0] !== url.split("#")[0] && faults.push(request.url()));
  await tab.goto(url);
  await tab.waitForSelector("#viewer .board");
  await look(tab);
  await context.close();
  assert.deepEqual(faults, []);
}

const position = (tab) => tab.getAttribute("#viewer .board", "data-position");
const told = (tab) => tab.textContent("#viewer .told");

const kTournaments = {
  "gomoku:9": ["level:2", "ab:nodes=300"],
  "mnk:5x4x4": ["level:1", "mcts:sims=50"],
  sudokill: ["naive", "ab:nodes=100"],
  "kimble:2": ["vaikea", "level:3"],
  twodoku: ["greedy", "mcts:sims=20"],
};

for (const [game, players] of Object.entries(kTournaments))
  test(`the games of ${game} are stepped through by the keyboard`, async () => {
    const { url, games } = reported("tournament", game, "--player", players[0], "--player", players[1], "--rounds", "2");
    await visit(`${url}#game-${games[1].index}`, {}, async (tab) => {
      assert.match(await told(tab), /The game is over/);
      const last = await position(tab);
      await tab.locator("#games").scrollIntoViewIfNeeded();
      await tab.keyboard.press("Home");
      assert.equal(await position(tab), games[1].start);
      assert.match(await told(tab), /^The start\./);
      await tab.keyboard.press("ArrowRight");
      assert.match(await told(tab), new RegExp(`^Move 1 of ${games[1].plies}:`));
      assert.notEqual(await position(tab), games[1].start);
      await tab.keyboard.press("ArrowLeft");
      assert.equal(await position(tab), games[1].start);
      await tab.keyboard.press("End");
      assert.equal(await position(tab), last);
      await tab.keyboard.press("ArrowDown");
      await tab.keyboard.press("Home");
      assert.equal(await position(tab), games[2].start);
      await tab.keyboard.press("ArrowUp");
      assert.equal(await position(tab), last);
    });
  });

test("an address with a game's number opens it, goes there, and says when it is not there", async () => {
  const { url, games } = reported("tournament", "mnk:5x4x4", "--player", "level:1", "--player", "mcts:sims=50", "--rounds", "2");
  const isInSight = (tab) => tab.evaluate(() => document.getElementById("viewer").getBoundingClientRect().top < innerHeight / 2);
  const chosen = async (tab) => Number((await tab.locator("#viewer option:checked").textContent()).split(" ")[0]);
  const notice = (tab) => tab.textContent("#viewer .notice");
  await visit(url, { viewport: { width: 800, height: 400 } }, async (tab) => {
    assert.ok(!(await isInSight(tab)), "the page begins at its top");
    assert.equal(await chosen(tab), games[0].index);
    await tab.evaluate((n) => { location.hash = `#game-${n}`; }, games[2].index);
    await tab.waitForFunction((n) => document.querySelector("#viewer option:checked").textContent.startsWith(`${n} `), games[2].index);
    assert.ok(await isInSight(tab));
    assert.equal(await notice(tab), "");
    await tab.evaluate(() => { location.hash = "#game-777"; });
    await tab.waitForFunction(() => document.querySelector("#viewer .notice").textContent !== "");
    assert.match(await notice(tab), /^Game 777 is not among the games/);
    assert.equal(await chosen(tab), games[2].index);
    await tab.keyboard.press("ArrowDown");
    assert.equal(await notice(tab), "");
  });
  await visit(`${url}#game-${games[3].index}`, { viewport: { width: 800, height: 400 } }, async (tab) => {
    assert.equal(await chosen(tab), games[3].index);
    assert.ok(await isInSight(tab));
  });
  await visit(`${url}#game-777`, {}, async (tab) => {
    assert.match(await notice(tab), /^Game 777 is not among the games/);
    assert.equal(await chosen(tab), games[0].index);
  });
});

test("shares of a point are rounded", async () => {
  // The program does not come to its games, which gives the others a third each.
  const { url } = reported("tournament", "kimble:4", "--player", "gone=engine:false", "--player", "random", "--player", "helppo", "--player", "capture", "--rounds", "1", "--sandbox", "off");
  await visit(url, {}, async (tab) => {
    const sentence = await told(tab);
    assert.match(sentence, /0\.33/);
    assert.doesNotMatch(sentence, /\d\.\d{3}/);
  });
});

test("the mouse steps, chooses a game, and finds a move on the curve", async () => {
  const { url, games } = reported("tournament", "gomoku:9", "--player", "level:2", "--player", "ab:nodes=300", "--rounds", "2");
  await visit(url, {}, async (tab) => {
    await tab.getByLabel("start", { exact: true }).click();
    assert.equal(await position(tab), games[0].start);
    await tab.getByLabel("on", { exact: true }).click();
    assert.match(await told(tab), /^Move 1 of /);
    await tab.getByLabel("end", { exact: true }).click();
    await tab.getByLabel("back", { exact: true }).click();
    assert.match(await told(tab), new RegExp(`^Move ${games[0].plies - 1} of `));
    await tab.getByLabel("game", { exact: true }).selectOption({ index: 3 });
    assert.match(await told(tab), new RegExp(`of ${games[3].plies}:`));
    const lines = await tab.locator("#viewer svg.path polyline").evaluateAll((all) => all.map((one) => one.getAttribute("points")));
    const opinions = games[3].win.filter((win) => win !== null).length;
    assert.ok(opinions > 0);
    assert.equal(lines.join(" ").trim().split(/\s+/).length, opinions);
    const box = await tab.locator("#viewer svg.path").boundingBox();
    await tab.mouse.click(box.x + 1, box.y + box.height / 2);
    assert.match(await told(tab), /^The start\./);
  });
});

test("batches show curves, and players who think nothing have none", async () => {
  const thinking = reported("selfplay", "mnk:5x4x4", "--players", "ab:nodes=200,random", "--games", "4");
  await visit(thinking.url, {}, async (tab) => assert.equal(await tab.locator("#viewer svg.path").count(), 1));
  const silent = reported("selfplay", "mnk:5x4x4", "--players", "random,random", "--games", "4");
  await visit(silent.url, {}, async (tab) => assert.equal(await tab.locator("#viewer svg.path").count(), 0));
});

test("names are text, and scripts of others are refused", async () => {
  const hostile = '<script>window.hit(1)</script>&"\'';
  const { url } = reported("tournament", "mnk:3x3x3", "--player", `${hostile}=engine:true`, "--player", "random", "--rounds", "1", "--sandbox", "off");
  const context = await browser.newContext();
  const tab = await context.newPage();
  const faults = [];
  tab.on("pageerror", (error) => faults.push(String(error)));
  await tab.goto(url);
  await tab.waitForSelector("#viewer .board");
  assert.deepEqual(faults, []);
  assert.ok((await tab.textContent("#standings")).includes(hostile));
  const ran = await tab.evaluate(async () => {
    const inline = document.createElement("script");
    inline.textContent = "window.hit = 1";
    document.head.append(inline);
    const answer = await fetch("https://example.org/").then(() => true, () => false);
    return [window.hit ?? 0, answer];
  });
  assert.deepEqual(ran, [0, false]);
  await context.close();
});

test("it fits a phone, and follows the browser's light or dark", async () => {
  const { url } = reported("tournament", "kimble:4", "--player", "a player with quite a long name indeed=vaikea", "--player", "helppo", "--player", "random", "--player", "capture", "--rounds", "3");
  const backgrounds = new Set();
  for (const colorScheme of ["light", "dark"])
    await visit(url, { colorScheme, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }, async (tab) => {
      const [wide, seen] = await tab.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= 360 && seen <= 360, `${wide} ${seen}`);
      backgrounds.add(await tab.evaluate(() => getComputedStyle(document.body).backgroundColor));
    });
  assert.equal(backgrounds.size, 2);
});

test("long words break on a phone", async () => {
  const long = "x".repeat(60), nonsense = "y".repeat(250);
  const bot = `engine:sh -c 'while read word rest; do case $word in hello) echo hello ${long};; go) echo ${long} >&2; echo move ${nonsense};; esac; done'`;
  const { url } = reported("tournament", "mnk:3x3x3", "--player", `${long}=${bot}`, "--player", "random", "--rounds", "1", "--sandbox", "off");
  await visit(url, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }, async (tab) => {
    assert.ok((await told(tab)).includes("y".repeat(40)), await told(tab));
    for (const each of await tab.locator("details").all()) await each.evaluate((details) => { details.open = true; });
    const [wide, seen] = await tab.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(wide <= 360 && seen <= 360, `${wide} ${seen}`);
  });
});
