// The page as a whole: the served files, the first paint, and accessibility.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { run, temporaryFolder } from "../program.mjs";
import { expectAccessible, expectFitsPhone } from "./access.mjs";
import { openBrowser, openPage } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { join } from "node:path";

const dist = new URL("../../dist/", import.meta.url);

/** Maximum compressed size of the page. */
const maxBytes = 150_000;

test("page", async (context) => {
  const address = await startServer(context);
  const browser = await openBrowser(context);
  const record = join(await temporaryFolder(context), "game.jsonl");
  await run("eval", "--player", "greedy", "--games", "1", "--seed", "2", "--record", record);

  await context.test("the program serves the files of dist, and they are small", async () => {
    let bytes = 0;
    for (const name of await readdir(dist)) {
      const file = await readFile(new URL(name, dist));
      bytes += gzipSync(file).length;
      const response = await fetch(`${address}/${name === "index.html" ? "" : name}`);
      assert.equal(response.status, 200, name);
      const same = Buffer.from(await response.arrayBuffer()).equals(file);
      assert.ok(same, `${name} differs from the program's: rebuild the program after the page`);
    }
    assert.ok(bytes < maxBytes, `${bytes} bytes compressed`);
  });

  await context.test("the first paint comes within a second", async (context) => {
    const page = await openPage(context, browser, address);
    const paints = [];
    for (let visit = 0; visit < 3; ++visit) {
      await page.reload();
      const paint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      paints.push(await (await page.waitForFunction(paint)).jsonValue());
    }
    // The minimum: other load on the machine can only delay a paint.
    context.diagnostic(`first paint after ${paints.map(Math.round).join(", ")} ms`);
    assert.ok(Math.min(...paints) < 1000, `${paints} ms`);
  });

  await context.test("the selected theme is stored", async (context) => {
    const page = await openPage(context, browser, address, { theme: "dark" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole("button", { name: "Light colours" }).click();
    assert.notEqual(await background(), dark);
    await page.reload();
    await page.getByRole("button", { name: "Dark colours" }).waitFor();
    assert.notEqual(await background(), dark);
  });

  await context.test("the keyboard reaches everything in order, and the focus is visible", async (context) => {
    const page = await openPage(context, browser, address);
    const reached = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === null || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.getAttribute("aria-label") ?? element.textContent.trim(),
          outline: `${outlineStyle} ${outlineWidth}`,
        };
      });
      if (focus === null || reached.length > 40) break;
      assert.equal(focus.outline, "solid 3px", focus.name);
      reached.push(focus.name);
    }
    const tabs = ["Play", "Duel", "Analyse", "Watch", "Train"];
    for (const name of [...tabs, "Hint", "Auto", "Start", "Download record", "Keys"])
      assert.ok(reached.includes(name), `${name} is not among ${reached}`);
  });

  for (const [theme, window] of [
    ["light", "desktop"],
    ["dark", "phone"],
  ])
    await context.test(`accessibility: ${theme}, ${window}`, async (context) => {
      const page = await openPage(context, browser, address, { theme, window });
      const expectGood = async (state) => {
        await expectAccessible(page, state);
        if (window === "phone") await expectFitsPhone(page, state);
      };
      await page.keyboard.press("h");
      await page.locator("main.play .arrow").first().waitFor();
      await expectGood("a hint");
      const sizes = page.locator("main.play").getByRole("combobox", { name: "Board" });
      await sizes.selectOption("1x2");
      await page.getByText("No engine for 1x2 is loaded").waitFor();
      for (let turn = 0; turn < 8; ++turn) await page.keyboard.press(turn % 2 ? "ArrowLeft" : "ArrowRight");
      await page.getByText("Game over", { exact: true }).waitFor();
      await expectGood("a finished game");
      await page.getByRole("link", { name: "Analyse", exact: true }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.locator('.values[data-fresh="true"]').last().waitFor();
      await expectGood("the editor");
      await page.setInputFiles("input[type=file]", record);
      await page.locator(".mistake").first().click();
      await page.locator("main.analyse .arrow").first().waitFor();
      await expectGood("a review");
      await page.getByRole("button", { name: "Learn from mistakes" }).click();
      await page.locator(".pad .button").first().click();
      await page.locator('.exercise:not([data-verdict="none"])').waitFor();
      await expectGood("an exercise");
    });
});
