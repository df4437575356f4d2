// End-to-end tests of the Play tab, on a desktop and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";
import { expectAccessible } from "./access.mjs";
import { openBrowser, openPage, swipe, tilesOn } from "./browser.mjs";
import { solvedSize, startServer } from "./server.mjs";

const { newGame, withMove } = await load("game/game.ts");
const { parseRecords, replay } = await load("game/record.ts");
const { legalMoves } = await load("game/slide.ts");
const { sizeOfName } = await load("game/size.ts");

const keyOf = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };

const sizeOn = (page) => page.locator("main.play").getByRole("combobox", { name: "Board" });

async function startGame(page, size, seed) {
  await sizeOn(page).selectOption(size);
  await page.locator("main.play").getByLabel("Seed").fill(String(seed));
  await page.getByRole("button", { name: "Start" }).click();
  return newGame(sizeOfName(size), seed);
}

/** Waits until the page shows the expected game. */
async function expectGame(page, { now }) {
  await page.waitForFunction(
    ([score, moves]) => document.querySelector("[data-testid=score]").textContent === score && moves >= 0,
    [now.score.toLocaleString("en"), now.moves],
  );
  assert.deepEqual(await tilesOn(page), now.board.tiles);
}

test("play", async (context) => {
  const address = await startServer(context);
  const browser = await openBrowser(context);
  const visit = (context, options) => openPage(context, browser, address, options);

  await context.test("a seed gives the program's game, by arrows and by letters", async (context) => {
    const page = await visit(context);
    let game = await startGame(page, "4x4", 7);
    await expectGame(page, game);
    for (const [key, move] of [
      ["ArrowLeft", "left"],
      ["s", "down"],
      ["d", "right"],
      ["ArrowUp", "up"],
      ["a", "left"],
    ]) {
      await page.keyboard.press(key);
      game = withMove(game, move);
      await expectGame(page, game);
    }
  });

  await context.test("keys pressed faster than frames are drawn are not lost", async (context) => {
    const page = await visit(context, { motion: "no-preference" });
    let game = await startGame(page, "4x4", 11);
    const moves = Array.from({ length: 60 }, (_, turn) => ["left", "down", "right", "down", "left", "up"][turn % 6]);
    await page.evaluate(
      (keys) => {
        for (const key of keys) window.dispatchEvent(new KeyboardEvent("keydown", { key }));
      },
      moves.map((move) => keyOf[move]),
    );
    for (const move of moves) game = withMove(game, move);
    await expectGame(page, game);
  });

  await context.test("animated tiles end on their cells", async (context) => {
    const page = await visit(context, { motion: "no-preference" });
    await startGame(page, "4x4", 13);
    for (let turn = 0; turn < 24; ++turn) await page.keyboard.press(Object.values(keyOf)[turn % 4]);
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    const tiles = await tilesOn(page);
    const shown = await page.locator("main.play .board").evaluate((board) => {
      const cells = [...board.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
      const found = cells.map(() => 0);
      for (const tile of board.querySelectorAll(".tile:not([data-look=gone])")) {
        const { x, y } = tile.getBoundingClientRect();
        const cell = cells.findIndex((box) => Math.abs(box.x - x) < 1 && Math.abs(box.y - y) < 1);
        found[cell] = Number(tile.textContent);
      }
      return found;
    });
    assert.deepEqual(shown, tiles);
  });

  await context.test("undo and redo keep the spawns, also after a reload", async (context) => {
    const page = await visit(context);
    let game = await startGame(page, "3x3", 3);
    const path = [game];
    for (const move of ["left", "up", "right", "down", "left", "up"]) {
      await page.keyboard.press(keyOf[move]);
      game = withMove(game, move);
      if (game !== path.at(-1)) path.push(game);
    }
    await expectGame(page, game);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.keyboard.press("z");
    await expectGame(page, path.at(-3));
    await page.reload();
    await expectGame(page, path.at(-3));
    await page.keyboard.press("u");
    await expectGame(page, path.at(-4));
    for (let step = 0; step < 3; ++step) await page.keyboard.press("y");
    await expectGame(page, game);
    assert.ok(await page.getByRole("button", { name: "Redo" }).isDisabled());
  });

  await context.test("undo restores the game before a new one", async (context) => {
    const page = await visit(context);
    const game = withMove(await startGame(page, "4x4", 21), "left");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("n");
    await page.keyboard.press("u");
    await expectGame(page, game);
  });

  await context.test("each size keeps its game", async (context) => {
    const page = await visit(context);
    const game = withMove(await startGame(page, "2x2", 5), "left");
    await page.keyboard.press("ArrowLeft");
    await sizeOn(page).selectOption("1x4");
    assert.equal((await tilesOn(page)).length, 4);
    await sizeOn(page).selectOption("2x2");
    await expectGame(page, game);
  });

  await context.test("invalid or full storage does no harm", async (context) => {
    const page = await visit(context);
    await page.evaluate(() => {
      for (const key of ["game.4x4", "size", "best", "theme", "play.effort", "play.speed"])
        localStorage.setItem(`afterstate.${key}`, key === "size" ? "]broken[" : '{"seed":-1,"moves":7}');
    });
    // Saving on leaving the page must not repair it.
    await page.evaluate(
      () =>
        (Storage.prototype.setItem = () => {
          throw new Error("full");
        }),
    );
    await page.reload();
    assert.equal((await tilesOn(page)).filter((tile) => tile !== 0).length, 2);
    await page.keyboard.press("ArrowLeft");
  });

  await context.test("a hint shows the best move and the losses of the others", async (context) => {
    const page = await visit(context);
    const game = await startGame(page, "4x4", 17);
    await page.keyboard.press("h");
    await page.locator("main.play .arrow").first().waitFor();
    const answer = await (
      await fetch(`${address}/api/v1/analyse`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ board: game.now.board.tiles.join(" "), size: "4x4", depth: 3 }),
      })
    ).json();
    const bests = Object.keys(answer.moves).filter(
      (move) => answer.moves[move] !== null && answer.moves[answer.best] - answer.moves[move] < 0.5,
    );
    assert.deepEqual(
      await page.locator("main.play .arrow").evaluateAll((all) => all.map((arrow) => arrow.dataset.direction)),
      ["up", "right", "down", "left"].filter((move) => bests.includes(move)),
    );
    const best = page.locator('main.play .values [data-best="true"]').first();
    const shown = Math.round(answer.moves[answer.best]).toLocaleString("en");
    assert.match(await best.textContent(), new RegExp(`^(${bests.join("|")})${shown}(best|equal)$`));
    await page.keyboard.press(keyOf[legalMoves(game.now.board)[0]]);
    await page.locator("main.play .arrow").waitFor({ state: "detached" });
  });

  await context.test("the coach marks own moves, says why, and a move can be taken back", async (context) => {
    const page = await visit(context);
    // The 512 is in a corner; down moves it out, left merges and keeps it there.
    const from = { board: "512 64 64 8/4 2 4 2/0 0 0 0/0 0 0 0", score: 4000 };
    await page.evaluate((from) => {
      localStorage.setItem(
        "afterstate.game.4x4",
        JSON.stringify({ seed: 3, moves: "", undone: 0, helped: true, from }),
      );
      Storage.prototype.setItem = () => undefined;
    }, from);
    await page.reload();
    const coach = page.getByRole("region", { name: "Coach" });
    await page.keyboard.press("ArrowLeft");
    assert.equal(await coach.count(), 0, "it is optional");
    await page.keyboard.press("u");
    await page.getByLabel("Coach: mark each of my moves").check();
    await coach.getByText("The coach marks your next move").waitFor();
    const answer = await (
      await fetch(`${address}/api/v1/analyse`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ board: from.board, size: "4x4", depth: 3 }),
      })
    ).json();
    await page.keyboard.press(keyOf[answer.best]);
    await coach.getByText("Best move").waitFor();
    await coach.getByText("Accuracy 100.0 % over 1 move").waitFor();
    await page.keyboard.press("u");
    // Answers of the engine that make down a blunder, so that the test does not depend on the model.
    await page.route(/analyse$/, (route) =>
      route.fulfill({
        contentType: "application/json",
        body: JSON.stringify({
          best: "left",
          moves: { up: null, right: 9000, down: 6000, left: 10_000 },
          depth: route.request().postDataJSON().depth,
          nodes: 1,
          ms: 1,
        }),
      }),
    );
    await page.keyboard.press("ArrowDown");
    await coach.getByText("Blunder: down loses 4,000 against left.").waitFor();
    await coach.getByText("The largest tile, 512, leaves its corner; with left it stays in one.").waitFor();
    await coach.getByText(/Accuracy 0\.0 % over 1 move/).waitFor();
    await expectAccessible(page, "a blunder");
    await coach.getByRole("button", { name: "Take back" }).click();
    assert.deepEqual(await tilesOn(page), from.board.split(/[ /]/).map(Number));
    await page.keyboard.press("ArrowRight");
    await coach.getByText("Inaccuracy: right loses 1,000 against left.").waitFor();
    await page.keyboard.press("c");
    await coach.waitFor({ state: "detached" });
  });

  await context.test(
    "autoplay plays fast, does not count as best score, and stops when the user moves",
    async (context) => {
      const page = await visit(context);
      await startGame(page, "4x4", 1);
      await page.getByRole("slider", { name: /^Speed/ }).fill("6");
      await page.locator("main.play .board").click();
      await page.keyboard.press("Space");
      await page.waitForFunction(
        () => Number(document.querySelector("[data-testid=score]").textContent.replace(",", "")) > 500,
      );
      await page.locator("main.play .values[data-fresh]").waitFor();
      assert.equal(await page.getByTestId("best").textContent(), "0");
      await page.keyboard.press("ArrowLeft");
      await page.locator('button[aria-pressed="false"]', { hasText: "Auto" }).waitFor();
      await page.locator("main.play .values[data-fresh]").waitFor({ state: "detached" });
    },
  );

  await context.test("reaching 2048 is announced, and the game continues", async (context) => {
    const path = join(await temporaryFolder(context), "game.jsonl");
    await run("eval", "--games", "1", "--seed", "1", "--record", path);
    const { record, moments } = replay(parseRecords(await readFile(path, "utf8"))[0]);
    const reached = moments.findIndex(({ board }) => board.tiles.includes(2048));
    const page = await visit(context);
    await page.evaluate(
      (moves) => {
        localStorage.setItem("afterstate.game.4x4", JSON.stringify({ seed: 1, moves, undone: 0, helped: false }));
        Storage.prototype.setItem = () => undefined; // saving on leaving the page must not replace it
      },
      record.moves.slice(0, reached - 2),
    );
    await page.reload();
    for (const moment of moments.slice(reached - 1, reached + 2)) {
      await page.keyboard.press(keyOf[moment.last.turn.move]);
      await expectGame(page, { now: moment });
    }
    await page.getByText("You reached 2048").waitFor();
  });

  await context.test("a finished game, its record checked by the program", async (context) => {
    const page = await visit(context);
    let game = await startGame(page, "2x2", 2);
    while (legalMoves(game.now.board).length > 0) {
      const [move] = legalMoves(game.now.board);
      await page.keyboard.press(keyOf[move]);
      game = withMove(game, move);
    }
    await page.getByText("Game over", { exact: true }).waitFor();
    assert.equal(await page.getByTestId("best").textContent(), game.now.score.toLocaleString("en"));
    const path = join(await temporaryFolder(context), "game.jsonl");
    const save = async () => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download record" }).click(),
      ]);
      await file.saveAs(path);
    };
    await save();
    assert.match(await run("replay", path, "--check"), /1 game, \d+ moves: every rule holds/);
    await page.locator(".game-over").getByRole("button", { name: "Undo" }).click();
    await save();
    const { moves, score } = JSON.parse(await readFile(path, "utf8"));
    assert.equal(moves.length, game.now.moves - 1);
    assert.equal(score, game.now.last.before.score);
  });

  await context.test("a solved board has exact values; another one explains how to get them", async (context) => {
    const page = await visit(context);
    await startGame(page, solvedSize, 4);
    await page.keyboard.press("h");
    await page.locator("main.play .badge", { hasText: "exact" }).waitFor();
    await page.locator("main.play .values[data-fresh]").waitFor();
    await sizeOn(page).selectOption("2x4");
    await page.getByText("afterstate solve 2x4 --out 2x4.db").waitFor();
    await sizeOn(page).selectOption("3x4");
    await page.getByText("afterstate train recipes/mini.toml --set board=3x4").waitFor();
    assert.equal(await page.getByText("afterstate solve").count(), 0, "3x4 is too large to be solved");
    await page.keyboard.press("ArrowLeft");
  });

  await context.test("an invalid seed is rejected with a message", async (context) => {
    const page = await visit(context);
    await page.locator("main.play").getByLabel("Seed").fill("1.5");
    await page.getByText("The seed must be a whole number").waitFor();
  });

  await context.test("without the server the game continues, and the page reports it", async (context) => {
    const page = await visit(context);
    const game = await startGame(page, "4x4", 8);
    await page.context().setOffline(true);
    await page.keyboard.press("h");
    await page.getByText("The server is not responding").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await expectGame(page, withMove(game, "left"));
  });

  await context.test("swipes on a phone make moves without scrolling", async (context) => {
    const page = await visit(context, { window: "phone" });
    let game = await startGame(page, "4x4", 9);
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const move of ["left", "up", "right", "down", "down", "left"]) {
      await swipe(page, "main.play .board", move);
      game = withMove(game, move);
      await expectGame(page, game);
    }
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.locator("main.play .arrow").first().waitFor();
  });
});
