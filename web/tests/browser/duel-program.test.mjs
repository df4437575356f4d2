// Tests of the Duel tab and of hostile spawns against the program.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";
import { comesTrue, openBrowser, openPage, tilesOn } from "./browser.mjs";
import { cellOn, downloadedRecord, duel, hashOf, keyOf, matchOn } from "./duel-page.mjs";
import { solvedSize, startServer } from "./server.mjs";

const { withTile } = await load("game/board.ts");
const { isDuelOver } = await load("game/duel.ts");
const { notationOf } = await load("game/notation.ts");
const { sizeOfName } = await load("game/size.ts");
const { legalMoves, slide } = await load("game/slide.ts");
const { matchOfText } = await load("duel/match-text.ts");

test("duels against the program", async (context) => {
  const database = join(await temporaryFolder(context), "duel.db");
  const { value } = JSON.parse(await run("duel", "solve", "2x2", "--rule", "2", "--out", database, "--json"));
  const address = await startServer(context, "--db", database);
  const browser = await openBrowser(context);
  const ask = async (question) => {
    const response = await fetch(`${address}/api/v1/analyse`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    assert.equal(response.status, 200, `the program does not answer ${JSON.stringify(question)}`);
    return response.json();
  };
  /** The match that the page shows once it is the person's turn, or the game is over. */
  const shown = async (page, plies) => {
    const hash = await page.waitForFunction((plies) => {
      const moves = /&game=([^&]*)/.exec(location.hash)?.[1] ?? "";
      return moves.replace(/[0-9a-f][24]/g, "P").length >= plies && location.hash;
    }, plies);
    return matchOfText((await hash.jsonValue()).split("?")[1]);
  };

  await context.test("the engine slides what the program says, and a hint shows its placements", async (context) => {
    const page = await openPage(context, browser, address, { hash: hashOf(matchOn("4x4", "attack")) });
    for (let round = 1; round <= 4; ++round) {
      const { board } = (await shown(page, 2 * (round - 1))).first.now;
      await cellOn(page, board.tiles.indexOf(0)).click();
      const { now } = (await shown(page, 2 * round)).first;
      const question = { board: notationOf(now.last.before.board), size: "4x4", role: "defend", plies: 3 };
      assert.equal(now.last.turn.move, (await ask(question)).best);
    }
    const { board } = (await shown(page, 8)).first.now;
    await page.keyboard.press("h");
    await duel(page).locator(".cell-values span").first().waitFor();
    const { placements } = await ask({ board: notationOf(board), size: "4x4", role: "attack", plies: 3 });
    assert.equal(await duel(page).locator(".cell-values span").count(), placements.length);
    await duel(page).getByText(/Last reply of .+: 3 plies, 1 round ahead/).waitFor();
  });

  await context.test("a whole game against the program's attacker, and its record", async (context) => {
    const page = await openPage(context, browser, address, { hash: hashOf(matchOn(solvedSize, "defend")) });
    let match = await shown(page, 1);
    while (!isDuelOver(match.first.now)) {
      await page.keyboard.press(keyOf[legalMoves(match.first.now.board)[0]]);
      match = await shown(page, match.first.now.plies + 2);
    }
    await duel(page).getByRole("button", { name: "Swap roles" }).waitFor();
    const path = await downloadedRecord(context, page);
    assert.match(await run("replay", path, "--check"), /1 game, \d+ moves: every rule holds/);
  });

  await context.test("exact values of the program account for the whole score", async (context) => {
    const page = await openPage(context, browser, address, { hash: hashOf(matchOn("2x2", "defend", "2")) });
    let match = await shown(page, 1);
    while (!isDuelOver(match.first.now)) {
      await page.keyboard.press(keyOf[legalMoves(match.first.now.board).at(-1)]);
      match = await shown(page, match.first.now.plies + 2);
    }
    const losses = duel(page).getByRole("region", { name: "Losses" });
    await comesTrue(async () => (await losses.locator("li").count()) === match.first.now.plies, "all plies are listed");
    await comesTrue(async () => (await losses.getByText("?").count()) === 0, "all losses are known");
    const totals = await losses.locator(".duel-result dd").allTextContents();
    assert.deepEqual(totals, [`${value - match.first.now.score} lost in total`, "0 lost in total"]);
  });

  await context.test("hostile spawns are the program's placements at one ply", async (context) => {
    const page = await openPage(context, browser, address);
    await page.getByRole("slider", { name: /Hostile spawns/ }).fill("100");
    await page.locator("main.play .board").click();
    const before = { size: sizeOfName("4x4"), tiles: await tilesOn(page) };
    const [move] = legalMoves(before);
    const { afterstate } = slide(before, move);
    const { cell, tile } = await ask({ board: notationOf(afterstate), size: "4x4", role: "attack", plies: 1 });
    await page.keyboard.press(keyOf[move]);
    await page.getByText("This game has hostile spawns").waitFor();
    assert.deepEqual(await tilesOn(page), withTile(afterstate, cell, tile).tiles);
  });
});
