// Tests of the Duel tab with a fake engine, whose answers are known; duel-program.test.mjs has those with the program.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { solverOf } from "../duel-solver.mjs";
import { run } from "../program.mjs";
import { load } from "../source.mjs";
import { expectAccessible, expectFitsPhone } from "./access.mjs";
import { comesTrue, openBrowser, openPage, swipe } from "./browser.mjs";
import { cellOn, downloadedRecord, duel, hashOf, keyOf, matchOn, placed, slid } from "./duel-page.mjs";
import { answerOf, databaseOf, fakeDuel, model, smallModel } from "./fake-duel.mjs";
import { servePage } from "./server.mjs";

const { isDuelOver } = await load("game/duel.ts");
const { notationOf } = await load("game/notation.ts");
const { nameOfSize } = await load("game/size.ts");
const { legalMoves } = await load("game/slide.ts");
const { currentGame, undone, withPly, withSwappedRoles } = await load("duel/match.ts");
const { matchOfText, textOfMatch } = await load("duel/match-text.ts");

const select = (page, name) => duel(page).getByRole("combobox", { name, exact: true });
const freeCell = (page) => duel(page).locator('.duel-cell[aria-disabled="false"]').first();
const result = (page) => duel(page).getByTestId("match-result");

/** The match after the plies of the fake engine, until it is the person's turn. */
function replied(match, exact = false) {
  for (;;) {
    const { now, person } = currentGame(match);
    if (now.role === person || isDuelOver(now)) return match;
    const { terms } = match;
    const question = { board: notationOf(now.board), size: nameOfSize(terms.size), role: now.role, rule: terms.rule };
    const { best, cell, tile } = answerOf(question, exact);
    match = withPly(match, now.role === "attack" ? placed(cell, tile) : slid(best));
  }
}

/** Waits until the page shows the match: the address holds it as soon as the engine has replied. */
async function expectMatch(page, match) {
  const text = textOfMatch(match);
  await page.waitForFunction((text) => location.hash === `#duel?${text}`, text).catch(async (error) => {
    assert.equal(await page.evaluate(() => location.hash), `#duel?${text}`, error.message);
  });
  const { now } = currentGame(match);
  await page.waitForFunction(
    (tiles) => {
      const label = document.querySelector("main.duel .board-picture").ariaLabel;
      const words = label.split(": ")[1].split(/[;,] /);
      return words.map((word) => (word === "empty" ? 0 : Number(word))).join() === tiles;
    },
    now.board.tiles.join(),
  );
}

/** Plays what `choose` says until the current game is over. */
async function playOut(page, match, exact, choose) {
  while (!isDuelOver(currentGame(match).now)) {
    const { board, role } = currentGame(match).now;
    const ply = choose(board, role);
    if (role === "attack")
      await cellOn(page, ply.spawn.cell, match.terms.size.columns).click(
        ply.spawn.tile === 4 ? { modifiers: ["Shift"] } : {},
      );
    else await page.keyboard.press(keyOf[ply.move]);
    match = replied(withPly(match, ply), exact);
    await expectMatch(page, match);
  }
  return match;
}

test("duel", async (context) => {
  const address = await servePage(context);
  const browser = await openBrowser(context);
  const visit = (context, match, { engines, requests, broken, ...options } = {}) =>
    openPage(context, browser, address, {
      hash: match === null ? "#duel" : hashOf(match),
      prepare: fakeDuel({ engines, requests, broken }),
      ...options,
    });

  await context.test("the attacker clicks for a 2, right-clicks or Shift-clicks for a 4", async (context) => {
    const requests = [];
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match, { requests });
    await duel(page).getByText("Your turn: place a tile.").waitFor();
    for (const [cell, tile, options] of [
      [5, 2, {}],
      [15, 4, { button: "right" }],
      [9, 4, { modifiers: ["Shift"] }],
      [10, 2, {}],
    ]) {
      await cellOn(page, cell).click(options);
      match = replied(withPly(match, placed(cell, tile)));
      await expectMatch(page, match);
    }
    await duel(page).getByText("Engine: up. Your turn: place a tile.").waitFor();
    const before = match;
    const full = match.first.now.board.tiles.findIndex((tile) => tile !== 0);
    await cellOn(page, full).click({ force: true });
    await expectMatch(page, before);
    for (const { role, rule, plies, size } of requests)
      assert.deepEqual([role, rule, plies, size], ["defend", "2or4", 3, "4x4"]);
    assert.equal(await duel(page).getByText("Losses").count(), 0, "without a database nothing is said about losses");
  });

  await context.test("the attacker by keyboard: arrows select a cell, 2, 4 and Enter place", async (context) => {
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match, { motion: "no-preference" });
    await duel(page).getByText("Your turn").waitFor();
    const steps = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await steps("ArrowDown", "ArrowDown", "ArrowRight", "4");
    match = replied(withPly(match, placed(5, 4)));
    await expectMatch(page, match);
    // The focus stays on its cell while tiles slide below it.
    const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
    assert.match(await focused(), /^Row 2, column 2:/);
    await steps("2");
    match = replied(withPly(match, placed(5)));
    await expectMatch(page, match);
    await steps("ArrowRight", "ArrowRight", "ArrowRight", "Enter");
    match = replied(withPly(match, placed(7)));
    await expectMatch(page, match);
    assert.match(await focused(), /^Row 2, column 4:/, "the edge stops it");
    await steps("u");
    await expectMatch(page, undone(match));
    await page.evaluate(() => document.activeElement.blur());
    await steps("2");
    await expectMatch(page, undone(match));
  });

  await context.test("the attacker by touch: a tap for a 2, holding for a 4", async (context) => {
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match, { window: "phone" });
    await duel(page).getByText("Your turn").waitFor();
    await cellOn(page, 6).tap();
    match = replied(withPly(match, placed(6)));
    await expectMatch(page, match);
    const box = await cellOn(page, 13).boundingBox();
    const session = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]);
    match = replied(withPly(match, placed(13, 4)));
    await expectMatch(page, match);
    await touch("touchEnd", []);
    await expectMatch(page, match);
    await cellOn(page, 8).tap();
    match = replied(withPly(match, placed(8)));
    await expectMatch(page, match);
  });

  await context.test("the defender slides by keys and swipes against the attacker's tiles", async (context) => {
    const requests = [];
    let match = replied(matchOn("3x3", "defend"));
    const page = await visit(context, match, { requests, window: "phone" });
    await duel(page).getByText("Your turn: slide the tiles.").waitFor();
    for (const move of ["right", "down", "left", "up"]) {
      const legal = legalMoves(currentGame(match).now.board).includes(move);
      if (move === "left") await swipe(page, "main.duel .board", move);
      else await page.keyboard.press(keyOf[move]);
      if (legal) match = replied(withPly(match, slid(move)));
      await expectMatch(page, match);
    }
    assert.ok(match.first.now.plies >= 7, "the moves were legal");
    for (const { role, rule, size } of requests) assert.deepEqual([role, rule, size], ["attack", "2or4", "3x3"]);
    await duel(page).getByText(/^Engine: \d on row \d, column \d\. Your turn: slide the tiles\.$/).waitFor();
  });

  await context.test("the strength of the opponent is part of the request, and is stored", async (context) => {
    const requests = [];
    const page = await visit(context, matchOn("4x4", "attack"), { requests });
    await duel(page).getByText("Your turn").waitFor();
    for (const [name, field, value] of [
      ["Easy: 1 ply, 0 rounds ahead", "plies", 1],
      ["Very strong: 7 plies, 3 rounds ahead", "plies", 7],
      ["As far as 1 s allows", "time_ms", 1000],
    ]) {
      await select(page, "Opponent").selectOption({ label: name });
      const count = requests.length;
      const before = await page.evaluate(() => location.hash);
      await freeCell(page).click();
      await page.waitForFunction((before) => location.hash !== before, before);
      assert.equal(requests.length, count + 1);
      assert.equal(requests.at(-1)[field], value);
      assert.equal(("plies" in requests.at(-1)) + ("time_ms" in requests.at(-1)), 1);
    }
    await duel(page).getByText(/Last reply of fake\.ast: 1 ply, 0 rounds ahead · 12 nodes/).waitFor();
    await select(page, "Opponent").selectOption("random");
    const count = requests.length;
    await page.reload();
    await duel(page).getByText("Your turn").waitFor();
    assert.equal(await select(page, "Opponent").inputValue(), "random");
    assert.equal(requests.length, count, "it does not ask anybody");
  });

  await context.test("settings: role, board, rule and start of the next match", async (context) => {
    const page = await visit(context, null);
    await duel(page).getByText("Your turn: place a tile.").waitFor();
    assert.equal(await select(page, "Board").inputValue(), "4x4");
    await select(page, "Board").selectOption("3x3");
    await select(page, "Attacker places").selectOption("2");
    await select(page, "Start").selectOption("two");
    await select(page, "You").selectOption("defend");
    await duel(page).getByText("Your turn: slide the tiles.").waitFor();
    await page.waitForFunction(() => location.hash.includes("size=3x3&rule=2&from=two"));
    const match = matchOfText(await page.evaluate(() => location.hash.split("?")[1]));
    assert.deepEqual([match.first.person, match.first.now.role], ["defend", "defend"]);
    await page.keyboard.press(keyOf[legalMoves(match.start)[0]]);
    await page.waitForFunction(() => /game=[URDL].2$/.test(location.hash));
    await select(page, "You").selectOption("attack");
    await duel(page).getByText("These settings apply to the next match.").waitFor();
    await page.waitForFunction(() => /role=defend&game=[URDL].2$/.test(location.hash));
    const before = await page.evaluate(() => location.hash);
    await duel(page).getByRole("button", { name: "Start it now" }).click();
    await duel(page).getByText("Your turn: place a tile.").waitFor();
    // Nothing is lost: undo returns to the match before.
    await page.keyboard.press("u");
    await page.waitForFunction((before) => location.hash === before, before);
    assert.equal(await select(page, "You").inputValue(), "defend");
    await select(page, "You").selectOption("attack");
    await duel(page).getByRole("button", { name: "Start it now" }).click();
    await duel(page).getByText("Your turn: place a tile.").waitFor();
    await freeCell(page).click({ button: "right" });
    await duel(page).getByText("Only 2s can be placed in this match.").waitFor();
  });

  await context.test("exact values: the loss of every ply, totals, and a match with swapped roles", async (context) => {
    const engines = [model, databaseOf("2"), databaseOf("2or4")];
    const solver = solverOf("2");
    let match = matchOn("2x2", "attack", "2");
    const page = await visit(context, match, { engines });
    await duel(page).getByText("Perfect: exact values").waitFor({ state: "attached" });
    const losses = duel(page).getByRole("region", { name: "Losses" });
    const worst = (board, role) => {
      if (role === "defend") return slid(legalMoves(board).at(-1));
      const { cell } = solver.placements(board).reduce((one, other) => (other.value > one.value ? other : one));
      return placed(cell);
    };
    match = await playOut(page, match, true, worst);
    // What the attacker gave away is what the engine scored above the value of the game.
    const lost = match.first.now.score - 68;
    const total = async (name) => {
      const side = losses.locator(".duel-result div", { has: page.getByText(name, { exact: true }) });
      const text = await side.textContent();
      return Number(/[\d,]+/.exec(text)[0].replace(",", ""));
    };
    await comesTrue(async () => (await losses.getByText("?").count()) === 0, "all losses are known");
    assert.equal(await total("You"), lost);
    assert.equal(await total("Engine"), 0);
    const listed = await losses.locator("li").evaluateAll((all) => all.map((row) => row.textContent));
    assert.equal(listed.length, match.first.now.plies);
    assert.match(listed.at(-1), /^You2 on row \d, column \d(0|−\d+)$/);
    const sum = listed.map((row) => Number(/−([\d,]+)$/.exec(row)?.[1].replace(",", "") ?? 0)).reduce((a, b) => a + b);
    assert.equal(sum, lost);
    await expectAccessible(page, "losses");

    await duel(page).getByText(`The engine scored ${match.first.now.score}.`).waitFor();
    await duel(page).getByRole("button", { name: "Swap roles" }).click();
    match = replied(withSwappedRoles(match), true);
    await expectMatch(page, match);
    assert.match(await result(page).textContent(), /^You need \d+ points more to win\.$/);
    match = await playOut(page, match, true, worst);
    assert.equal(await total("Engine"), 0);
    assert.equal(await total("You"), 68 - match.second.now.score);
    const [engine, person] = [match.first.now.score, match.second.now.score];
    assert.ok(person < engine, "the worst moves lose");
    assert.equal(await result(page).textContent(), `The engine wins the match, ${person} to ${engine}.`);
    await duel(page).getByText("Match over").waitFor();

    const path = await downloadedRecord(context, page);
    assert.match(await run("replay", path, "--check"), /2 games, \d+ moves: every rule holds/);
    const records = (await readFile(path, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map(({ attacker, player, score }) => [attacker, player, score]),
      [
        ["person", "perfect:2x2-2.db", engine],
        ["perfect:2x2-2.db", "person", person],
      ],
    );
    for (const { rule, from, opening } of records) assert.deepEqual([rule, from, opening], ["2", "empty", 0]);
    await duel(page).locator(".game-over").getByRole("button", { name: "Undo" }).click();
    await expectMatch(page, undone(match));
    await duel(page).locator(".game-over").waitFor({ state: "detached" });
  });

  await context.test("the model of a run can be the opponent; losses come from the server's database", async (context) => {
    const requests = [];
    const page = await visit(context, matchOn("2x2", "attack"), { requests, engines: [databaseOf("2or4")] });
    await page.evaluate(() => localStorage.setItem("afterstate.run", '"some-run"'));
    await page.reload();
    await duel(page).getByText("Medium: 3 plies, 1 round ahead").waitFor({ state: "attached" });
    requests.length = 0;
    await cellOn(page, 3, 2).click();
    const losses = duel(page).getByRole("region", { name: "Losses" });
    await comesTrue(async () => (await losses.locator("li").count()) === 2, "both plies are listed");
    await comesTrue(async () => (await losses.getByText("?").count()) === 0, "all losses are known");
    const [played, judged] = [requests.filter(({ run }) => run), requests.filter(({ run }) => !run)];
    assert.deepEqual(played.map(({ run, role, plies }) => [run, role, plies]), [["some-run", "defend", 3]]);
    assert.ok(judged.length > 0 && judged.every(({ plies }) => plies === undefined));
  });

  await context.test("a hint shows the engine's values on the cells and of the slides", async (context) => {
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match);
    await cellOn(page, 3).click();
    match = replied(withPly(match, placed(3)));
    await expectMatch(page, match);
    await page.keyboard.press("h");
    const hint = duel(page).getByRole("region", { name: "Hint" });
    const first = match.first.now.board.tiles.indexOf(0);
    await hint.getByText(`2 on row 1, column ${first + 1}`).waitFor();
    assert.equal(await hint.locator('[data-best="true"]').count(), 1);
    const best = `2: ${101 + 2 * first}`;
    assert.deepEqual(await duel(page).locator('.cell-values [data-best="true"]').allTextContents(), [best]);
    assert.ok((await cellOn(page, first).getAttribute("aria-label")).includes(`: empty, ${best}`));
    await page.keyboard.press("h");
    await hint.waitFor({ state: "detached" });
    match = replied(matchOn("3x3", "defend"));
    await page.goto(`${address}/${hashOf(match)}`);
    await expectMatch(page, match);
    await duel(page).getByRole("button", { name: "Hint" }).click();
    await duel(page).locator('.arrow[data-direction="right"]').waitFor();
    await page.keyboard.press("ArrowRight");
    await duel(page).locator(".arrow").waitFor({ state: "detached" });
  });

  await context.test("a link and a reload restore the match; a wrong link is explained", async (context) => {
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match);
    await cellOn(page, 9).click();
    match = replied(withPly(match, placed(9)));
    await expectMatch(page, match);
    // Leads to the same tab, and leaves its match in the address.
    await page.getByRole("link", { name: "Duel" }).click();
    await expectMatch(page, match);
    await duel(page).getByRole("button", { name: "Copy link" }).click();
    await duel(page).getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, `${address}/${hashOf(match)}`);
    const other = await openPage(context, browser, address, { hash: new URL(link).hash, prepare: fakeDuel() });
    await expectMatch(other, match);
    await page.goto(`${address}/#play`);
    await page.reload();
    await page.getByRole("link", { name: "Duel" }).click();
    await expectMatch(page, match);
    await page.goto(`${address}/#duel?size=3x3&game=02L`);
    await duel(page).getByText("The duel in the address is invalid. Ply 2 of '02L' is illegal.").waitFor();
  });

  await context.test("an error of the server is shown, and the engine can be asked again", async (context) => {
    let error = "unknown field 'role'";
    let match = matchOn("4x4", "attack");
    const page = await visit(context, match, { broken: () => error });
    await cellOn(page, 0).click();
    await duel(page).getByText("unknown field 'role'.").waitFor();
    error = null;
    await duel(page).getByRole("button", { name: "Try again" }).click();
    match = replied(withPly(match, placed(0)));
    await expectMatch(page, match);
    assert.equal(await duel(page).getByText("unknown field").count(), 0);
  });

  await context.test("without an engine the opponent is random, and the page says how to get one", async (context) => {
    const page = await visit(context, matchOn("3x3", "attack"), { engines: [] });
    await duel(page).getByText("afterstate duel solve 3x3 --rule 2or4 --out duel.db").waitFor();
    await cellOn(page, 4, 3).click();
    await page.waitForFunction(() => /game=42[URDL]$/.test(location.hash));
    assert.ok(await duel(page).getByRole("button", { name: "Hint" }).isDisabled());
  });

  for (const [theme, window] of [
    ["light", "desktop"],
    ["dark", "phone"],
  ])
    await context.test(`accessibility: ${theme}, ${window}`, async (context) => {
      const engines = [model, smallModel, databaseOf("2or4")];
      const page = await visit(context, matchOn("4x4", "attack"), { theme, window, engines });
      const expectGood = async (state) => {
        await expectAccessible(page, state);
        if (window === "phone") await expectFitsPhone(page, state);
      };
      await duel(page).getByText("Your turn").waitFor();
      await page.keyboard.press("h");
      await duel(page).locator(".cell-values [data-best]").first().waitFor();
      await expectGood("a hint for the attacker");
      let match = replied(matchOn("2x2", "defend"), true);
      await page.goto(`${address}/${hashOf(match)}`);
      await expectMatch(page, match);
      await duel(page).getByRole("region", { name: "Losses" }).locator("li").first().waitFor();
      await page.keyboard.press("h");
      await duel(page).locator(".arrow").first().waitFor();
      await expectGood("losses and a hint for the defender");
      match = await playOut(page, match, true, (board) => slid(legalMoves(board)[0]));
      await duel(page).getByRole("button", { name: "Swap roles" }).waitFor();
      await expectGood("a finished game");
    });
});
