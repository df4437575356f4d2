// End-to-end tests of the Watch tab, on a desktop and on a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { expectAccessible, expectFitsPhone } from "./access.mjs";
import { comesTrue, openBrowser, openPage, tilesOn } from "./browser.mjs";
import { solvedSize, startServer } from "./server.mjs";

/** Maximum growth of the heap during a stream: noise of the browser itself. */
const maxGrowthBytes = 1_000_000;

const slowest = "0";
const fastest = "6";

const watch = (page) => page.locator("main.watch");
const button = (page, name) => watch(page).getByRole("button", { name, exact: true });
const setSpeed = (page, speed) => watch(page).locator("input[type=range]").fill(speed);
const figure = (page, name) =>
  watch(page)
    .locator(".watch-figures div", { has: page.getByText(name, { exact: true }) })
    .locator("dd");
const numberOf = async (locator) => Number((await locator.textContent()).replace(/[^\d.]/g, ""));
const finishedGames = (page) => numberOf(watch(page).locator(".statistics .card-title"));

/** What the board looks like at a move, both read at the same instant. */
async function boardAt(page, move) {
  const label = await page.waitForFunction((move) => {
    const figures = [...document.querySelectorAll("main.watch .watch-figures div")];
    const shown = figures.find((figure) => figure.querySelector("dt").textContent === "Move");
    return shown.querySelector("dd").textContent === move && document.querySelector("main.watch .board-picture").ariaLabel;
  }, String(move));
  return label.jsonValue();
}

/** Pauses and waits until nothing moves any more. */
async function pauseOn(page) {
  await button(page, "Pause").click();
  await button(page, "Resume").waitFor();
}

test("watch", async (context) => {
  const address = await startServer(context);
  const browser = await openBrowser(context);
  const visit = (context, options) => openPage(context, browser, address, { hash: "#watch", ...options });

  await context.test("a game plays, pauses, steps and resumes", async (context) => {
    const page = await visit(context, { motion: "no-preference" });
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) >= 3, "it plays");
    await watch(page).locator('.values [data-best="true"]').first().waitFor();
    await pauseOn(page);
    const tiles = await tilesOn(page);
    const move = await numberOf(figure(page, "Move"));
    await watch(page).locator(".arrow").first().waitFor();
    for (let step = 1; step <= 3; ++step) {
      await button(page, "Step").click();
      await comesTrue(async () => (await numberOf(figure(page, "Move"))) === move + step, "a step is one move");
      await watch(page).locator(".arrow").first().waitFor();
    }
    assert.notDeepEqual(await tilesOn(page), tiles);
    const sum = (list) => list.reduce((total, tile) => total + tile, 0);
    const stepped = await tilesOn(page);
    assert.ok(sum(stepped) >= sum(tiles) + 6, "each step spawned a tile");
    const moves = await numberOf(figure(page, "Move"));
    const [request] = await Promise.all([page.waitForRequest(/watch\?/), button(page, "Resume").click()]);
    const query = new URL(request.url()).searchParams;
    assert.equal(query.get("board").split(/[ /]/).map(Number).join(), stepped.join());
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) > moves, "it resumes");
    assert.equal(await numberOf(figure(page, "Game")), 1);
    await watch(page).locator(".board").click();
    await page.keyboard.press("Space");
    await button(page, "Resume").waitFor();
    const paused = await numberOf(figure(page, "Move"));
    await page.keyboard.press("ArrowRight");
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) === paused + 1, "the key steps");
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  });

  await context.test("statistics of many games, reset when the player changes", async (context) => {
    const page = await visit(context);
    await setSpeed(page, fastest);
    await comesTrue(async () => (await finishedGames(page)) >= 20, "games end");
    assert.ok((await numberOf(figure(page, "Moves / s"))) > 1000);
    await pauseOn(page);
    const games = await finishedGames(page);
    const summary = watch(page).locator(".statistics .summary dd");
    assert.match(await summary.first().textContent(), /^[\d,]+ ± [\d,]+$/);
    assert.ok((await watch(page).locator(".histogram rect").count()) > 5);
    const shares = await watch(page).locator(".share-number").allTextContents();
    assert.deepEqual(
      shares.map(parseFloat),
      [...shares.map(parseFloat)].sort((a, b) => a - b),
    );
    assert.equal(await finishedGames(page), games, "nothing is counted while paused");
    await setSpeed(page, "2");
    await button(page, "Resume").click();
    await comesTrue(async () => (await numberOf(figure(page, "Moves / s"))) < 10, "it is slow");
    assert.ok((await finishedGames(page)) >= games, "another speed does not reset them");
    await watch(page).getByRole("combobox", { name: "Search" }).selectOption("depth 2");
    await comesTrue(async () => (await finishedGames(page)) === 0, "another search is another player");
    await watch(page).getByText("reset: the engine, board or search changed").waitFor();
    await watch(page).getByRole("combobox", { name: "Board" }).selectOption(solvedSize);
    await watch(page).locator(".badge", { hasText: "exact" }).waitFor();
    await setSpeed(page, fastest);
    await comesTrue(async () => (await finishedGames(page)) > 100, "small games are short");
    assert.equal((await tilesOn(page)).length, 6);
  });

  await context.test("a seed gives the same games", async (context) => {
    const boards = [];
    for (let visitor = 0; visitor < 2; ++visitor) {
      const page = await visit(context);
      await comesTrue(async () => (await numberOf(figure(page, "Move"))) > 2, "a game of another seed goes on");
      await pauseOn(page);
      await setSpeed(page, slowest);
      await watch(page).getByLabel("Seed").fill("x");
      await page.getByText("The seed must be a whole number").waitFor();
      await watch(page).getByLabel("Seed").fill("5");
      await button(page, "Start").click();
      boards.push(await boardAt(page, 2));
    }
    assert.equal(boards[0], boards[1]);
  });

  await context.test("the user takes over, undoes, reloads, and has no record of it", async (context) => {
    const page = await visit(context);
    await setSpeed(page, "5");
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) > 20, "it plays");
    await pauseOn(page);
    const tiles = await tilesOn(page);
    const score = await figure(page, "Score").textContent();
    await button(page, "Take over").click();
    await page.locator("main.play:not([hidden])").waitFor();
    assert.deepEqual(await tilesOn(page), tiles);
    assert.equal(await page.getByTestId("score").textContent(), score);
    await page.getByText("Taken over at").waitFor();
    assert.ok(await page.getByRole("button", { name: "Download record" }).isDisabled());
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    await comesTrue(async () => (await tilesOn(page)).join() !== tiles.join(), "the user moves");
    const played = await tilesOn(page);
    await page.keyboard.press("h");
    await page.locator("main.play .arrow").first().waitFor();
    assert.equal(await page.getByTestId("best").textContent(), "0", "it does not count as best score");
    await page.reload();
    assert.deepEqual(await tilesOn(page), played);
    const undo = page.locator("main.play .actions").getByRole("button", { name: "Undo" });
    while (await undo.isEnabled()) await undo.click();
    assert.deepEqual(await tilesOn(page), tiles);
    await page.getByRole("link", { name: "Analyse this position" }).click();
    await page.locator("main.analyse .values").waitFor();
    assert.deepEqual(await tilesOn(page), tiles);
  });

  await context.test("the stream ends when the tab is left", async (context) => {
    const page = await visit(context);
    const [request] = await Promise.all([page.waitForRequest(/watch\?/), page.reload()]);
    const ended = page.waitForEvent("requestfailed", (failed) => failed === request);
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) >= 1, "it plays");
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await ended;
  });

  await context.test("the stream ends when the page is hidden, and resumes when it is visible", async (context) => {
    const page = await visit(context);
    await page.clock.install();
    const show = (visible) =>
      page.evaluate((visible) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => !visible });
        document.dispatchEvent(new Event("visibilitychange"));
      }, visible);
    const [request] = await Promise.all([page.waitForRequest(/watch\?/), page.reload()]);
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) >= 1, "it plays");
    const ended = page.waitForEvent("requestfailed", (failed) => failed === request);
    await show(false);
    await page.clock.fastForward(31_000);
    await ended;
    await Promise.all([page.waitForRequest(/watch\?/), show(true)]);
  });

  await context.test("errors are shown, and the page retries", async (context) => {
    const page = await visit(context);
    await page.route(/watch\?/, (route) =>
      route.fulfill({
        status: 503,
        headers: { "Retry-After": "1" },
        contentType: "application/json",
        body: '{"error": "too many watch already"}',
      }),
    );
    await page.reload();
    await page.getByText("too many watch already. Retrying in 1 second.").waitFor();
    await page.unroute(/watch\?/);
    await page.getByText("too many watch already").waitFor({ state: "detached" });
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) >= 1, "it plays");
    await page.route(/watch\?/, (route) => route.abort());
    await watch(page).getByRole("combobox", { name: "Search" }).selectOption("depth 3");
    await page.getByText("The server is not responding").first().waitFor();
    const move = await numberOf(figure(page, "Move"));
    await page.unroute(/watch\?/);
    await watch(page).getByRole("button", { name: "Try again" }).click();
    await comesTrue(async () => (await numberOf(figure(page, "Move"))) > move, "the game continues where it was");
  });

  await context.test("streaming at full speed does not fill the memory", async (context) => {
    const page = await visit(context);
    await watch(page).getByRole("combobox", { name: "Board" }).selectOption(solvedSize);
    await setSpeed(page, fastest);
    const session = await page.context().newCDPSession(page);
    const sample = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const { nodes } = await session.send("Memory.getDOMCounters");
      return { usedSize, nodes, games: await finishedGames(page) };
    };
    const samples = [];
    // The first fifth of the stream is the warm-up; then samples a few seconds apart.
    for (let at = 0; at < 5; ++at) {
      const until = Date.now() + 4000;
      await comesTrue(async () => Date.now() >= until, "time passes");
      samples.push(await sample());
    }
    const [first] = samples;
    const last = samples.at(-1);
    assert.ok(last.games > first.games + 1000, `${last.games - first.games} games finished`);
    assert.ok(last.usedSize - first.usedSize < maxGrowthBytes, JSON.stringify(samples));
    assert.ok(last.nodes - first.nodes < 200, JSON.stringify(samples));
  });

  for (const [theme, window] of [
    ["light", "desktop"],
    ["dark", "phone"],
  ])
    await context.test(`accessibility: ${theme}, ${window}`, async (context) => {
      const page = await visit(context, { theme, window });
      await setSpeed(page, fastest);
      await comesTrue(async () => (await finishedGames(page)) >= 3, "games end");
      await pauseOn(page);
      await watch(page).locator(".arrow").first().waitFor();
      await expectAccessible(page, "games");
      if (window === "phone") await expectFitsPhone(page, "games");
    });
});
