// Takes the pictures of docs/page: each state of the page, light and dark, on a desktop and on a phone.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, temporaryFolder } from "../program.mjs";
import { openBrowser, openPage, windows } from "./browser.mjs";
import { solvedSize, startServer } from "./server.mjs";

const folder = fileURLToPath(new URL("../../../docs/page/", import.meta.url));
const ends = [];
const context = { after: (end) => ends.unshift(end) };

/** Moves of the model's own game after which it is shown. */
const shownMoves = 2460;

async function recordOf(name, ...options) {
  const path = join(await temporaryFolder(context), name);
  await run("eval", "--games", "1", ...options, "--record", path);
  return readFile(path, "utf8");
}

async function main() {
  await mkdir(folder, { recursive: true });
  const address = await startServer(context);
  const browser = await openBrowser(context);
  const strong = JSON.parse(await recordOf("strong.jsonl", "--seed", "1"));
  const weak = await recordOf("weak.jsonl", "--player", "heuristic", "--seed", "4");
  const small = await recordOf("small.jsonl", "--player", "greedy", "--seed", "9", "--board", solvedSize);

  const visit = async (window, theme, hash = "") => {
    const page = await openPage(context, browser, address, { window, theme, hash });
    const shoot = (name) => page.screenshot({ path: join(folder, `${name}-${window}-${theme}.png`), scale: "css" });
    return { page, shoot };
  };
  const open = (page, record) =>
    page.setInputFiles("input[type=file]", { name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(record) });

  const play = async (window, theme) => {
    const { page, shoot } = await visit(window, theme);
    await page.evaluate(
      (moves) => {
        localStorage.setItem("afterstate.game.4x4", JSON.stringify({ seed: 1, moves, undone: 0, helped: false }));
        Storage.prototype.setItem = () => undefined;
      },
      strong.moves.slice(0, shownMoves),
    );
    await page.reload();
    await page.keyboard.press("h");
    await page.locator("main.play .arrow").waitFor();
    await shoot("play");
  };
  const gameOver = async (window, theme) => {
    const { page, shoot } = await visit(window, theme);
    await page.getByRole("combobox", { name: "Board" }).selectOption("3x3");
    await page.getByLabel("Seed").fill("5");
    await page.getByRole("button", { name: "Start" }).click();
    for (let turn = 0; !(await page.locator(".game-over").isVisible()); ++turn)
      await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][turn % 4]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("game-over");
  };
  const analyse = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await page.locator("main.analyse .arrow").waitFor();
    await shoot("analyse");
    await page.getByRole("button", { name: "Edit" }).click();
    await shoot("editor");
  };
  const review = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await open(page, weak);
    await page.locator(".mistake").nth(1).click();
    await page.locator("main.analyse .arrow").waitFor();
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 1120 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("review");
    await page.setViewportSize(windows[window].viewport);
    await page.getByRole("button", { name: "Learn from them" }).click();
    await page.keyboard.press("ArrowLeft");
    await page.locator('.exercise:not([data-verdict="none"])').waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await shoot("try-again");
  };
  const exact = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await open(page, small);
    await page.locator(".mistake").first().click();
    await page.locator("main.analyse .arrow").waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("exact");
  };

  await play("desktop", "light");
  await play("desktop", "dark");
  await play("phone", "light");
  await gameOver("phone", "dark");
  await analyse("desktop", "light");
  await analyse("phone", "dark");
  await review("desktop", "light");
  await review("phone", "dark");
  await exact("desktop", "dark");
}

try {
  await main();
} finally {
  for (const end of ends) await end();
}
