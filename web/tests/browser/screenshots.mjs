// Takes the screenshots in docs/page: each state of the page, light and dark, on a desktop and on a phone. With arguments, only
// those of the named states, such as: npm run screenshots -- play train
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";
import { comesTrue, openBrowser, openPage, windows } from "./browser.mjs";
import { solvedSize, startServer } from "./server.mjs";

const { notationOf } = await load("game/notation.ts");
const { replay } = await load("game/record.ts");
const { legalMoves } = await load("game/slide.ts");
const { matchOfText } = await load("duel/match-text.ts");

const folder = fileURLToPath(new URL("../../../docs/page/", import.meta.url));
const ends = [];
const context = { after: (end) => ends.unshift(end) };

/** Number of moves of the model's game before the screenshot. */
const shownMoves = 2460;

/** Recipes of the repository to list, and three for the same network whose curves can be compared within seconds. */
const listed = ["default", "mini", "quickstart"];
const compared = {
  "mini-tc": ["two 6-tuples on 3x3 by TC(0.5) with a learning rate per weight", 'rule = "TC"'],
  "mini-td": ["two 6-tuples on 3x3 by TD(0.5) with a learning rate of 0.1", 'rule = "TD"\nalpha = 0.1'],
  "mini-slow": ["two 6-tuples on 3x3 by TD(0.5) with a learning rate of 0.01", 'rule = "TD"\nalpha = 0.01'],
};

async function writeRecipes(folder) {
  await mkdir(folder, { recursive: true });
  const ours = new URL("../../../recipes/", import.meta.url);
  for (const name of listed) await copyFile(new URL(`${name}.toml`, ours), join(folder, `${name}.toml`));
  for (const [name, [description, learning]] of Object.entries(compared))
    await writeFile(
      join(folder, `${name}.toml`),
      `description = "${description}"
board = "3x3"
actions = 2_000_000
[network]
tuples = "012345 012346"
tile_values = 11
[measure]
every = 50_000
games = 300
[learning]
${learning}
`,
    );
}

/** Trains the runs for the curves; the last one keeps running. */
async function trainRuns(address) {
  const request = async (path, body) => {
    const options = body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    return (await fetch(`${address}/api/v1/${path}`, options)).json();
  };
  const names = Object.keys(compared);
  for (const name of names) {
    const last = name === names.at(-1);
    const { id } = await request("runs", { recipe: `${name}.toml`, ...(last ? { actions: 1e8 } : {}) });
    const isReady = ({ state, latest }) => (last ? latest?.actions > 1.2e6 : state === "finished");
    for (const end = Date.now() + 120_000; !isReady(await request(`runs/${id}`));) {
      if (Date.now() > end) throw new Error(`${id} timed out`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    if (last) ends.unshift(() => request(`runs/${id}/stop`, {}));
  }
}

async function recordOf(name, ...options) {
  const path = join(await temporaryFolder(context), name);
  await run("eval", "--games", "1", ...options, "--record", path);
  return readFile(path, "utf8");
}

async function main() {
  await mkdir(folder, { recursive: true });
  const work = await temporaryFolder(context);
  await writeRecipes(join(work, "recipes"));
  const wanted = process.argv.slice(2);
  const duels = join(work, "duel.db");
  // Takes half a minute.
  const solved = wanted.length === 0 || wanted.includes("duel-exact");
  if (solved) await run("duel", "solve", "3x3", "--rule", "2or4", "--out", duels);
  const databases = solved ? ["--db", duels] : [];
  const address = await startServer(context, ...databases, "--runs", join(work, "runs"), "--recipes", join(work, "recipes"));
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
    await page.locator("main.play .arrow").first().waitFor();
    await shoot("play");
  };
  const gameOver = async (window, theme) => {
    const { page, shoot } = await visit(window, theme);
    await page.getByRole("combobox", { name: "Board" }).selectOption("3x3");
    await page.locator("main.play").getByLabel("Seed").fill("5");
    await page.getByRole("button", { name: "Start" }).click();
    for (let turn = 0; !(await page.locator(".game-over").isVisible()); ++turn)
      await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][turn % 4]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("game-over");
  };
  const coach = async (window, theme) => {
    const { page, shoot } = await visit(window, theme);
    const { moments } = replay(strong);
    const { board, score } = moments[shownMoves];
    const answer = await (
      await fetch(`${address}/api/v1/analyse`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ board: notationOf(board), depth: 3 }),
      })
    ).json();
    const legal = Object.keys(answer.moves).filter((move) => answer.moves[move] !== null);
    const worst = legal.sort((one, other) => answer.moves[one] - answer.moves[other])[0];
    await page.evaluate(
      (from) => {
        localStorage.setItem(
          "afterstate.game.4x4",
          JSON.stringify({ seed: 1, moves: "", undone: 0, helped: true, from }),
        );
        localStorage.setItem("afterstate.play.coach", "true");
        Storage.prototype.setItem = () => undefined;
      },
      { board: notationOf(board), score },
    );
    await page.reload();
    await page.getByText("The coach marks your next move").waitFor();
    await page.keyboard.press(`Arrow${worst[0].toUpperCase()}${worst.slice(1)}`);
    await page.locator(".coach-foot p").waitFor();
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 920 });
    await shoot("coach");
  };
  const hostile = async (window, theme) => {
    const { page, shoot } = await visit(window, theme);
    await page.locator("main.play").getByLabel("Seed").fill("3");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("slider", { name: /Hostile spawns/ }).fill("40");
    await page.getByRole("slider", { name: /Speed/ }).fill("6");
    await page.locator("main.play .board").click();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=score]").textContent) > 300);
    await page.keyboard.press("Space");
    await page.locator('button[aria-pressed="false"]', { hasText: "Auto" }).waitFor();
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 960 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("hostile");
  };
  /** Plays rounds of a duel: `act` gets the legal slides or the empty cells. */
  const playDuel = async (page, rounds, act) => {
    for (let round = 0; round < rounds; ++round) {
      await page.waitForFunction(() => document.querySelector(".duel-status").textContent.includes("Your turn"));
      const before = await page.evaluate(() => location.hash);
      await act(matchOfText(before.split("?")[1]).first.now.board, round);
      await page.waitForFunction((before) => location.hash !== before, before);
    }
    await page.waitForFunction(() => document.querySelector(".duel-status").textContent.includes("Your turn"));
    await page.keyboard.press("h");
  };
  const duel = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#duel?size=4x4&role=attack");
    await playDuel(page, 40, async ({ tiles }, round) => {
      const cells = tiles.flatMap((tile, cell) => (tile === 0 ? [cell] : []));
      const modifiers = round % 3 === 0 ? ["Shift"] : [];
      await page.locator(".duel-cell").nth(cells[(5 * round) % cells.length]).click({ modifiers });
    });
    await page.locator(".cell-values span").first().waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 960 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("duel");
  };
  const duelExact = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#duel?size=3x3&role=defend");
    await playDuel(page, 9, async (board, round) => {
      const legal = legalMoves(board);
      const move = legal[round % legal.length];
      await page.keyboard.press(`Arrow${move[0].toUpperCase()}${move.slice(1)}`);
    });
    await page.locator("main.duel .arrow").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".duel-plies").textContent.includes("?"));
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 1080 });
    else await page.getByRole("region", { name: "Hint" }).evaluate((card) => card.scrollIntoView());
    await shoot("duel-exact");
  };
  const analyse = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await page.locator("main.analyse .arrow").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: /^Row 3, column 2:/ }).click();
    await page.locator('main.analyse .values[data-fresh="true"]').waitFor();
    await page.mouse.move(0, 0);
    await shoot("analyse");
    await page.getByRole("button", { name: "Edit" }).click();
    await shoot("editor");
  };
  const explain = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await page.locator("main.analyse .arrow").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("What the network sees").click();
    await page.getByRole("button", { name: "Last move" }).click();
    await page.locator(".tuple-change").first().waitFor();
    await page.locator("main.analyse .tuple-share").nth(3).click();
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 1200 });
    await page.evaluate(() => document.activeElement?.blur());
    if (window === "phone") await page.locator(".explain").evaluate((panel) => panel.scrollIntoView());
    else await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("explain");
  };
  const review = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await open(page, weak);
    await page.locator(".mistake").nth(1).click();
    await page.locator("main.analyse .arrow").first().waitFor();
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 1480 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("review");
    await page.setViewportSize(windows[window].viewport);
    await page.getByRole("button", { name: "Learn from mistakes" }).click();
    await page.keyboard.press("ArrowLeft");
    await page.locator('.exercise:not([data-verdict="none"])').waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await shoot("try-again");
  };
  const exact = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#analyse");
    await open(page, small);
    await page.locator(".mistake").first().click();
    await page.locator("main.analyse .arrow").first().waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("exact");
  };

  const watch = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#watch");
    await page.locator("main.watch input[type=range]").fill("6");
    const games = page.locator(".statistics .card-title");
    await comesTrue(async () => parseInt((await games.textContent()).replace(",", "")) > 100, "games end");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator("main.watch .arrow").first().waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await page.mouse.move(0, 0);
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 960 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("watch");
    if (window === "phone") {
      await page.locator(".statistics").evaluate((card) => card.scrollIntoView());
      await shoot("games");
    }
  };
  const train = async (window, theme) => {
    const { page, shoot } = await visit(window, theme, "#train");
    await page.getByLabel("Smoothing").fill("60");
    for (const name of Object.keys(compared))
      await page.locator(".curve-legend li", { hasText: name }).getByText("smoothed").waitFor();
    await page.locator(".live-learning .tuple-share").first().waitFor();
    await page.getByText("on this machine").waitFor();
    if (window === "desktop") await page.setViewportSize({ width: 1280, height: 1040 });
    await page.evaluate(() => {
      document.activeElement?.blur();
      window.scrollTo(0, 0);
    });
    await shoot("train");
    if (window === "phone") {
      await page.locator(".live-learning").evaluate((card) => card.scrollIntoView());
      await shoot("live");
      await page.locator(".runs").evaluate((list) => list.scrollIntoView());
      await shoot("runs");
    }
  };

  const states = {
    play: [play, ["desktop", "light"], ["desktop", "dark"], ["phone", "light"]],
    "game-over": [gameOver, ["phone", "dark"]],
    coach: [coach, ["desktop", "light"], ["phone", "dark"]],
    hostile: [hostile, ["desktop", "light"]],
    duel: [duel, ["desktop", "light"], ["phone", "dark"]],
    "duel-exact": [duelExact, ["desktop", "light"], ["phone", "light"]],
    analyse: [analyse, ["desktop", "light"], ["phone", "dark"]],
    explain: [explain, ["desktop", "light"], ["phone", "dark"]],
    review: [review, ["desktop", "light"], ["phone", "dark"]],
    exact: [exact, ["desktop", "dark"]],
    watch: [watch, ["desktop", "light"], ["phone", "dark"]],
    train: [train, ["desktop", "light"], ["desktop", "dark"], ["phone", "light"]],
  };
  for (const [name, [take, ...looks]] of Object.entries(states)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (take === train) await trainRuns(address);
    for (const look of looks) await take(...look);
  }
}

try {
  await main();
} finally {
  for (const end of ends) await end();
}
