// End-to-end tests of the board of the Analyse tab: editing, free lines, chosen tiles, and best moves.
import assert from "node:assert/strict";
import test from "node:test";
import { expectFitsPhone } from "./access.mjs";
import { openBrowser, openPage, swipe, tilesOn } from "./browser.mjs";
import { startServerWith } from "./server.mjs";
import { expectedTexts, position, valuesOf, valuesOn } from "./values.mjs";

test("the analysis board", async (context) => {
  const { address } = await startServerWith(context);
  const browser = await openBrowser(context);
  const visit = (context, options = {}) => openPage(context, browser, address, { hash: "#analyse", ...options });

  await context.test("a board typed into the editor is analysed while typing", async (context) => {
    const page = await visit(context);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Row 1, column 1: empty" }).click();
    await page.keyboard.type("2 4 8 1024 0 2048 ");
    assert.equal(await position(page).inputValue(), "2 4 8 1024/0 2048 0 0/0 0 0 0/0 0 0 0");
    await page.keyboard.press("+");
    await page.keyboard.press("=");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "512", exact: true }).click();
    await page.keyboard.press("-");
    const board = "2 4 8 1024/0 2048 4 0/0 0 256 0/0 0 0 0";
    assert.equal(await position(page).inputValue(), board);
    assert.deepEqual(await valuesOn(page), expectedTexts(await valuesOf(address, { board, depth: 3 }), 0));
  });

  await context.test("keys edit the board and never play moves", async (context) => {
    const page = await visit(context);
    const before = await tilesOn(page);
    await page.keyboard.press("e");
    for (const key of ["ArrowDown", "ArrowRight", "s", "d", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
    assert.deepEqual(await tilesOn(page), before, "the cursor moves, no tile does");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("128");
    const edited = before.with(4, 128);
    assert.deepEqual(await tilesOn(page), edited);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("12");
    assert.equal(await page.locator(".editor-typed").textContent(), "12");
    await page.keyboard.type("9");
    await page.getByText("129 is not a tile: tiles are powers of two from 2 to 131072").waitFor();
    assert.deepEqual(await tilesOn(page), edited, "the cell is unchanged");
    await page.keyboard.type("20");
    await page.keyboard.press("ArrowRight");
    await page.getByText("20 is not a tile").waitFor();
    await page.keyboard.press("Backspace");
    assert.deepEqual(await tilesOn(page), edited.with(5, 0));
    await page.keyboard.press("Control+z");
    assert.deepEqual(await tilesOn(page), edited);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.deepEqual(await tilesOn(page), before, "nothing before the editing is undone");
    await page.keyboard.press("Control+y");
    assert.deepEqual(await tilesOn(page), edited);
    await page.keyboard.press("Delete");
    await page.keyboard.press("Escape");
    assert.deepEqual(await tilesOn(page), before, "Escape cancels");
    assert.equal(await page.locator(".editor").count(), 0);
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "32768", exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.ok((await tilesOn(page)).includes(32768), "the palette is a row of buttons");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.keyboard.type("64");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".editor").count(), 0);
    assert.equal((await tilesOn(page)).filter((tile) => tile === 64).length, 1);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await tilesOn(page), before, "an edit is a step that can be undone later");
    await page.keyboard.press("ArrowDown");
    assert.notDeepEqual(await tilesOn(page), before, "arrows play again");
  });

  await context.test("a free line has undo and redo, and the new tile can be chosen", async (context) => {
    const page = await visit(context);
    const start = "0 0 0 0/0 0 0 0/0 0 0 0/2 0 0 0";
    await position(page).fill(start);
    await page.keyboard.press("Enter");
    await page.locator("main.analyse .board").click();
    await page.keyboard.press("ArrowRight");
    const button = (name) => page.locator("main.analyse .actions").getByRole("button", { name });
    const cellOf = (row, column) => page.getByRole("button", { name: new RegExp(`^Row ${row}, column ${column}:`) });
    await cellOf(1, 1).click();
    assert.equal(await position(page).inputValue(), "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2");
    await cellOf(2, 3).click({ button: "right" });
    assert.equal(await position(page).inputValue(), "0 0 0 0/0 0 4 0/0 0 0 0/0 0 0 2");
    await cellOf(1, 4).click({ modifiers: ["Shift"] });
    assert.equal(await position(page).inputValue(), "0 0 0 4/0 0 0 0/0 0 0 0/0 0 0 2");
    await button("Undo").click();
    await button("Undo").click();
    assert.equal(await position(page).inputValue(), "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2");
    await button("Undo").click();
    await button("Undo").click();
    assert.equal(await position(page).inputValue(), start);
    for (let step = 0; step < 4; ++step) await button("Redo").click();
    assert.ok(await button("Redo").isDisabled());
    assert.equal(await position(page).inputValue(), "0 0 0 4/0 0 0 0/0 0 0 0/0 0 0 2");
  });

  await context.test("a phone can edit, move, choose the new tile, undo and redo", async (context) => {
    const page = await visit(context, { window: "phone" });
    const tap = (name) => page.getByRole("button", { name, exact: true }).tap();
    await tap("Edit");
    await tap("Clear");
    await page.getByRole("button", { name: "Row 4, column 1: empty" }).tap();
    await tap("2");
    await tap("Done");
    await swipe(page, "main.analyse .board", "right");
    await page.getByRole("button", { name: /^Row 1, column 1:/ }).tap();
    const chosen = [2, ...Array(14).fill(0), 2];
    assert.deepEqual(await tilesOn(page), chosen);
    const box = await page.getByRole("button", { name: /^Row 2, column 2:/ }).boundingBox();
    const session = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.getByRole("button", { name: "Row 2, column 2: new 4" }).waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const held = chosen.with(0, 0).with(5, 4);
    assert.deepEqual(await tilesOn(page), held, "the end of the touch chooses nothing else");
    await tap("Undo");
    assert.deepEqual(await tilesOn(page), chosen);
    await tap("Redo");
    assert.deepEqual(await tilesOn(page), held);
    await expectFitsPhone(page, "a chosen tile");
  });

  await context.test("the arrow covers no tile, and ties are shown as ties", async (context) => {
    const page = await visit(context);
    await position(page).fill("0 0 0 0/0 2 2 0/0 2 2 0/0 0 0 0");
    await page.keyboard.press("Enter");
    await valuesOn(page);
    const arrows = page.locator("main.analyse .arrow");
    assert.deepEqual(await arrows.evaluateAll((all) => all.map((arrow) => arrow.dataset.direction)), [
      "up",
      "right",
      "down",
      "left",
    ]);
    assert.deepEqual(await page.locator("main.analyse .values-mark").allTextContents(), Array(4).fill("equal"));
    const covered = await arrows.evaluateAll((all) => {
      const cells = [...document.querySelectorAll("main.analyse .cell")].map((cell) => cell.getBoundingClientRect());
      const meets = (one, other) =>
        one.left < other.right - 0.5 &&
        other.left < one.right - 0.5 &&
        one.top < other.bottom - 0.5 &&
        other.top < one.bottom - 0.5;
      return all.filter((arrow) => cells.some((cell) => meets(arrow.getBoundingClientRect(), cell))).length;
    });
    assert.equal(covered, 0);
    await page.locator("main.analyse").getByText("accuracy", { exact: true }).waitFor();
  });
});
