// End-to-end tests of the Analyse tab, on a desktop and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";
import { openBrowser, openPage, swipe, tilesOn } from "./browser.mjs";
import { solvedSize, startServer } from "./server.mjs";
import { expectedTexts, position, valuesOf, valuesOn } from "./values.mjs";

const { legalMoves } = await load("game/slide.ts");
const { reviewedGame } = await load("analyse/review.ts");
const { parseRecords, replay } = await load("game/record.ts");
const { directionOfLetter } = await load("game/direction.ts");

async function openRecord(page, text) {
  await page.setInputFiles("input[type=file]", {
    name: "games.jsonl",
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
}

async function drop(page, text) {
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.jsonl"));
    return transfer;
  }, text);
  for (const type of ["dragover", "drop"]) await page.dispatchEvent("main.analyse", type, { dataTransfer: transfer });
}

test("analyse", async (context) => {
  const address = await startServer(context);
  const browser = await openBrowser(context);
  const folder = await temporaryFolder(context);
  const paths = { big: join(folder, "big.jsonl"), small: join(folder, "small.jsonl") };
  await run("eval", "--player", "heuristic", "--games", "2", "--seed", "4", "--record", paths.big);
  await run(
    "eval",
    "--player",
    "random",
    "--games",
    "1",
    "--seed",
    "6",
    "--board",
    solvedSize,
    "--record",
    paths.small,
  );
  const records = { big: await readFile(paths.big, "utf8"), small: await readFile(paths.small, "utf8") };
  const review = JSON.parse(await run("review", paths.big, "--depth", "3", "--json"));
  const reviewed = replay(parseRecords(records.big)[0]);
  const { grades, mistakes } = reviewedGame(reviewed, review, { kind: "model" });
  const visit = (context, options = {}) => openPage(context, browser, address, { hash: "#analyse", ...options });

  await context.test("pasted positions of any notation and size are shown, invalid ones explained", async (context) => {
    const page = await visit(context);
    const paste = (text) =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        window.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
      }, text);
    await paste("2,4,.,8\n16 . . .\n. . . .\n. . . 2");
    await page.waitForFunction(() => location.hash.includes("board=2,4,0,8/16,0,0,0/0,0,0,0/0,0,0,2&size=4x4"));
    await position(page).fill("2 4 8 / 16 32 64");
    await page.keyboard.press("Enter");
    assert.deepEqual(await tilesOn(page), [2, 4, 8, 16, 32, 64]);
    for (const [text, message] of [
      ["2 3 4 8 16 32", "a power of two"],
      ["2 4", "but 2 were given"],
      ["2 4 8 16 32 131072", "the largest tile that can exist on 2x3 is 128"],
    ]) {
      await position(page).fill(text);
      await page.keyboard.press("Enter");
      await page.getByText(message).waitFor();
    }
    await paste("nonsense");
    await page.getByText("cells, but 1 were given").waitFor();
    assert.deepEqual(await tilesOn(page), [2, 4, 8, 16, 32, 64]);
  });

  await context.test("a link opens the position in another browser", async (context) => {
    const page = await visit(context);
    await position(page).fill("2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 0 0 2");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await visit(context, { hash: new URL(link).hash });
    assert.deepEqual(await tilesOn(other), await tilesOn(page));
    const wrong = await visit(context, { hash: "#analyse?board=3,3&size=1x2" });
    await wrong.getByText("The position in the address is invalid").waitFor();
  });

  await context.test("moves can be tried out and undone", async (context) => {
    const page = await visit(context);
    const before = await tilesOn(page);
    await page.keyboard.press("ArrowDown");
    const after = await tilesOn(page);
    assert.notDeepEqual(after, before);
    await page.keyboard.press("u");
    assert.deepEqual(await tilesOn(page), before);
    await valuesOn(page);
    await page.locator("main.analyse .values-row", { hasText: "down" }).click();
    assert.deepEqual(await tilesOn(page), after);
  });

  await context.test("depth and time can be selected", async (context) => {
    const page = await visit(context);
    await page.locator("main.analyse").getByRole("combobox", { name: "Search" }).selectOption("depth 1");
    await page.getByText("depth 1 ·").waitFor();
    const [request] = await Promise.all([
      page.waitForRequest("**/api/v1/analyse"),
      page.locator("main.analyse").getByRole("combobox", { name: "Search" }).selectOption("50 ms"),
    ]);
    assert.equal(request.postDataJSON().time_ms, 50);
    await valuesOn(page);
  });

  await context.test("the chance of an endgame table is shown beside the values", async (context) => {
    const page = await visit(context);
    await page.route(/analyse$/, (route) =>
      route.fulfill({
        contentType: "application/json",
        body: JSON.stringify({
          best: "left",
          moves: { up: null, right: 9000, down: 6000, left: 10_000 },
          chances: { left: { chance: 0.9132, tile: 512 }, right: { chance: 0.8, tile: 512 } },
          depth: 3,
          nodes: 1,
          ms: 1,
        }),
      }),
    );
    await position(page).fill("16384 8192 4096 2048 2 0 512 1024 4 8 32 64 2 0 4 2");
    await page.keyboard.press("Enter");
    await page.getByText("right 80.0 % to make the 512, left 91.3 % to make the 512").waitFor();
  });

  await context.test("a small board shows exact values", async (context) => {
    const board = "2 4 8 0 2 4";
    const page = await visit(context, { hash: `#analyse?board=${board.replaceAll(" ", ",")}&size=${solvedSize}` });
    await page.locator("main.analyse .badge", { hasText: "exact" }).waitFor();
    const { engines } = await (await fetch(`${address}/api/v1/model`)).json();
    const { decimals } = engines.find(({ size }) => size === solvedSize);
    assert.deepEqual(
      await valuesOn(page),
      expectedTexts(await valuesOf(address, { board, size: solvedSize }), decimals),
    );
  });

  await context.test("a reviewed game agrees with the program, and every mistake is a jump away", async (context) => {
    const page = await visit(context);
    await openRecord(page, records.big);
    await page.locator(".graph").waitFor();
    await page.getByText(`${(100 * review.accuracy).toFixed(1)} %`).waitFor();
    const count = mistakes.length;
    const blunders = grades.filter((grade) => grade === "blunder").length;
    await page.getByRole("list", { name: "Grades" }).getByText(`${blunders} blunder`).waitFor();

    const [worst] = mistakes;
    const first = page.locator(".mistakes:not(.turning-points) .mistake").first();
    assert.match(
      await first.textContent(),
      new RegExp(`Move ${worst.index + 1}.*${worst.played}, better +${worst.best}`),
    );
    assert.deepEqual(
      await first.locator(".mini-board > span").evaluateAll((cells) => cells.map((cell) => Number(cell.textContent))),
      reviewed.moments[worst.index].board.tiles,
    );
    await first.click();
    assert.deepEqual(await tilesOn(page), reviewed.moments[worst.index].board.tiles);
    await page.getByText(`Move ${worst.index + 1}:`).waitFor();

    await page.keyboard.press("Home");
    const { moments } = replay(parseRecords(records.big)[0]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await tilesOn(page), moments[11].board.tiles);
    await page.getByRole("slider", { name: "Moves of the game" }).focus();
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await tilesOn(page), moments[10].board.tiles);
    await page.locator(".graph-plot").click();
    const middle = Math.round((review.moves - 1) / 2);
    assert.deepEqual(await tilesOn(page), moments[middle].board.tiles);
    while ((await page.locator(".mistakes:not(.turning-points) .mistake").count()) < count)
      await page.getByRole("button", { name: /Show more/ }).click();

    await page.getByRole("combobox", { name: "Game" }).selectOption("1");
    await page.locator(".busy").waitFor({ state: "detached" });
    assert.deepEqual(await tilesOn(page), replay(parseRecords(records.big)[1]).moments[0].board.tiles);
  });

  await context.test("exercises: wrong, right, revealed, next", async (context) => {
    const page = await visit(context);
    await openRecord(page, records.big);
    await page.getByRole("button", { name: "Learn from mistakes" }).click();
    const [worst, second] = mistakes;
    await page.getByText(`In the game, ${worst.played} was not the best`).waitFor();
    assert.equal(await page.locator("main.analyse .values[data-fresh]").count(), 0, "the answer is not shown");
    assert.equal(await page.locator("main.analyse .arrow").count(), 0);
    const key = (direction) => `Arrow${direction[0].toUpperCase()}${direction.slice(1)}`;
    await page.keyboard.press(key(worst.played));
    await page.getByText(`This move was played in the game: ${worst.played} loses`).waitFor();
    const legal = legalMoves(reviewed.moments[worst.index].board);
    const illegal = ["up", "right", "down", "left"].find((direction) => !legal.includes(direction));
    if (illegal !== undefined) {
      await page.keyboard.press(key(illegal));
      await page.getByText(`no tile can move ${illegal}`).waitFor();
    }
    await page.keyboard.press(key(worst.best));
    await page.getByText(`Correct: ${worst.best} is the best move`).waitFor();
    await page.locator("main.analyse .values[data-fresh]").waitFor();
    await page.getByRole("button", { name: "Next mistake" }).click();
    await page.getByText(`In the game, ${second.played} was not the best`).waitFor();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.getByText(`The best move is ${second.best}`).waitFor();
    await page.keyboard.press("Escape");
    await position(page).waitFor();
  });

  await context.test("a small game is reviewed exactly, dropped on the page", async (context) => {
    const page = await visit(context);
    await drop(page, records.small);
    await page.locator(".review .badge", { hasText: "exact" }).waitFor();
    await page.getByText("Total loss").waitFor();
    assert.match(await page.locator(".mistake-loss").first().textContent(), /\.\d\d$/);
  });

  await context.test("invalid records are rejected with a message", async (context) => {
    const page = await visit(context);
    await openRecord(page, "not a game");
    await page.getByText("Line 1: invalid JSON").waitFor();
    const record = JSON.parse(records.small);
    await openRecord(page, JSON.stringify({ ...record, score: record.score + 4 }));
    await page.getByText("the record says").waitFor();
    await openRecord(page, records.small);
    await page.getByText("the record says").waitFor({ state: "detached" });
  });

  await context.test("a game goes from Play to Analyse, on a phone", async (context) => {
    const page = await visit(context, { hash: "#play", window: "phone" });
    await page.locator("main.play").getByRole("combobox", { name: "Board" }).selectOption(solvedSize);
    for (let turn = 0; turn < 8; ++turn)
      await swipe(page, "main.play .board", ["left", "down", "right", "up"][turn % 4]);
    const tiles = await tilesOn(page);
    await page.getByRole("button", { name: "Analyse this game" }).tap();
    await page.locator(".graph").waitFor();
    await page.getByRole("button", { name: "Go to end" }).tap();
    assert.deepEqual(await tilesOn(page), tiles);
    await page.getByRole("link", { name: "Play", exact: true }).tap();
    assert.deepEqual(await tilesOn(page), tiles);
  });

  await context.test("a review has the best move of every turn, as letters of the record format", async () => {
    const [record] = parseRecords(records.small);
    const response = await fetch(`${address}/api/v1/review`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ record }),
    });
    const review = await response.json();
    assert.equal(review.best.length, review.moves);
    assert.ok([...review.best].every((letter) => directionOfLetter(letter) !== null));
    assert.equal(review.values.length, review.moves);
  });
});
