// Tests of hostile spawns on the Play tab; the engine is a fake that puts a 2 on the first empty cell.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";
import { expectAccessible, expectFitsPhone } from "./access.mjs";
import { openBrowser, openPage } from "./browser.mjs";
import { fakeDuel, model } from "./fake-duel.mjs";
import { servePage } from "./server.mjs";

const { hostileSpawnAfter, newGame, undo, withMove, withPlaced } = await load("game/game.ts");
const { legalMoves } = await load("game/slide.ts");
const { sizeOfName } = await load("game/size.ts");

const keyOf = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };

/** A move with the spawn of the fake engine, in that share of the turns; `answers`: whether the engine answers. */
function moved(game, move, share, answers = true) {
  const asked = hostileSpawnAfter(game, move, share);
  if (asked === null) return withMove(game, move);
  const answer = answers ? { cell: asked.afterstate.tiles.indexOf(0), tile: 2 } : null;
  return withMove(withPlaced(game, asked, answer), move);
}

async function expectGame(page, { now }) {
  await page.waitForFunction(
    ([score, tiles]) => {
      const label = document.querySelector("main.play .board-picture").ariaLabel;
      const shown = label.split(": ")[1].split(/[;,] /).map((word) => (word === "empty" ? 0 : Number(word)));
      return document.querySelector("[data-testid=score]").textContent === score && shown.join() === tiles;
    },
    [now.score.toLocaleString("en"), now.board.tiles.join()],
  );
}

async function startGame(page, size, seed) {
  await page.locator("main.play").getByRole("combobox", { name: "Board" }).selectOption(size);
  await page.locator("main.play").getByLabel("Seed").fill(String(seed));
  await page.getByRole("button", { name: "Start" }).click();
  const game = newGame(sizeOfName(size), seed);
  await expectGame(page, game);
  return game;
}

const slider = (page) => page.getByRole("slider", { name: /Hostile spawns/ });

/** Sets the slider, and gives the keys back to the board. */
async function setHostility(page, percentage) {
  await slider(page).fill(String(percentage));
  await page.locator("main.play .board").click();
}

test("hostile spawns", async (context) => {
  const address = await servePage(context);
  const browser = await openBrowser(context);
  const visit = (context, { engines, requests, broken, ...options } = {}) =>
    openPage(context, browser, address, { prepare: fakeDuel({ engines, requests, broken }), ...options });

  await context.test("the engine chooses its share of the tiles; undo and reload keep them", async (context) => {
    const requests = [];
    const page = await visit(context, { requests });
    let game = await startGame(page, "4x4", 7);
    await setHostility(page, 60);
    const path = [game];
    // Faster than the engine answers: no key is lost.
    for (let turn = 0; turn < 12; ++turn) {
      const [move] = legalMoves(game.now.board);
      await page.keyboard.press(keyOf[move]);
      game = moved(game, move, 0.6);
      path.push(game);
    }
    await expectGame(page, game);
    const asked = Object.keys(game.placed).length;
    assert.ok(asked > 0 && asked < 12, `${asked} of 12`);
    assert.equal(requests.length, asked);
    for (const { role, rule, plies, size } of requests)
      assert.deepEqual([role, rule, plies, size], ["attack", "2or4", 1, "4x4"]);
    for (let step = 0; step < 12; ++step) await page.keyboard.press("u");
    await expectGame(page, path[0]);
    for (const { now } of path.slice(1)) await page.keyboard.press(keyOf[now.last.turn.move]);
    await expectGame(page, game);
    assert.equal(requests.length, asked, "the tiles are known");
    await page.keyboard.press("u");
    await expectGame(page, undo(game));
    await page.reload();
    await expectGame(page, undo(game));
    assert.equal(await slider(page).inputValue(), "60");
    await page.keyboard.press("y");
    await expectGame(page, game);
  });

  await context.test("such a game is no best score, and its record is that of a duel", async (context) => {
    const page = await visit(context);
    let game = await startGame(page, "2x2", 3);
    await page.getByText("All new tiles are random.").waitFor();
    await setHostility(page, 100);
    await page.getByText("The engine chooses every new tile").waitFor();
    while (legalMoves(game.now.board).length > 0) {
      const [move] = legalMoves(game.now.board);
      await page.keyboard.press(keyOf[move]);
      game = moved(game, move, 1);
    }
    await expectGame(page, game);
    await page.getByText("moves, with hostile spawns").waitFor();
    await page.getByText("it does not count as best score, and its record is that of a duel").waitFor();
    assert.ok(game.now.score > 0);
    assert.equal(await page.getByTestId("best").textContent(), "0");
    const path = join(await temporaryFolder(context), "game.jsonl");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download duel record" }).click(),
    ]);
    await file.saveAs(path);
    const record = JSON.parse(await readFile(path, "utf8"));
    assert.deepEqual([record.rule, record.from, record.attacker], ["2or4", "two", "random and hostile spawns"]);
    assert.match(await run("replay", path, "--check"), /1 game, \d+ moves: every rule holds/);
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "Download record" }).waitFor();
  });

  await context.test("if the server cannot answer, the tile is random, and the page says so", async (context) => {
    let error = "no engine for 4x4 boards is loaded";
    const page = await visit(context, { broken: () => error });
    let game = await startGame(page, "4x4", 5);
    await setHostility(page, 100);
    const play = async (answers) => {
      const [move] = legalMoves(game.now.board);
      await page.keyboard.press(keyOf[move]);
      game = moved(game, move, 1, answers);
      await expectGame(page, game);
    };
    await play(false);
    const note = page.getByText("The last new tile is random: the engine could not choose it. no engine for 4x4");
    await note.waitFor();
    error = null;
    await play(true);
    await note.waitFor({ state: "detached" });
    await page.context().setOffline(true);
    error = "offline";
    await play(false);
    await note.or(page.getByText("could not choose it")).first().waitFor();
  });

  await context.test("autoplay waits for hostile tiles", async (context) => {
    const page = await visit(context, { engines: [{ ...model, size: "2x2" }] });
    let game = await startGame(page, "2x2", 6);
    await setHostility(page, 100);
    await page.getByRole("slider", { name: /Speed/ }).fill("6");
    await page.locator("main.play .board").click();
    await page.keyboard.press("Space");
    while (legalMoves(game.now.board).length > 0) game = moved(game, legalMoves(game.now.board)[0], 1);
    await expectGame(page, game);
  });

  await context.test("a move that waits for its tile can be taken back, and another game begun", async (context) => {
    let release = () => undefined;
    const page = await visit(context);
    const game = await startGame(page, "4x4", 9);
    await setHostility(page, 100);
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/analyse$/, async (route) => {
      await held;
      await route.fallback();
    });
    const [move] = legalMoves(game.now.board);
    await page.keyboard.press(keyOf[move]);
    await page.keyboard.press(keyOf[move]);
    await page.keyboard.press("u"); // takes back the moves that wait
    const other = await startGame(page, "3x3", 4);
    release();
    await page.evaluate(() => fetch("api/v1/model"));
    await expectGame(page, other);
  });

  for (const [theme, window] of [
    ["light", "desktop"],
    ["dark", "phone"],
  ])
    await context.test(`accessibility: ${theme}, ${window}`, async (context) => {
      const page = await visit(context, { theme, window, broken: () => "not now" });
      const game = await startGame(page, "4x4", 5);
      await setHostility(page, 100);
      await page.keyboard.press(keyOf[legalMoves(game.now.board)[0]]);
      await page.getByText("could not choose it").waitFor();
      await expectAccessible(page, "hostile spawns");
      if (window === "phone") await expectFitsPhone(page, "hostile spawns");
    });
});
