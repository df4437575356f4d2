// End-to-end tests of watching a run learn and of managing runs: first with the real server, then with answers in the
// documented form (docs/api.md) for states that training reaches only by chance.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { temporaryFolder } from "../program.mjs";
import { expectAccessible, expectFitsPhone } from "./access.mjs";
import { comesTrue, openBrowser, openPage, tilesOn } from "./browser.mjs";
import { smallRecipe } from "./recipes.mjs";
import { startServerWith } from "./server.mjs";

const train = (page) => page.locator("main.train");
const button = (scope, name) => scope.getByRole("button", { name, exact: true });
const runItem = (page, id) =>
  train(page).locator(".run", { has: page.getByRole("heading", { name: id, exact: true }) });

/** The text of a file that a click downloads. */
async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFile(await file.path());
}

const measurement = (actions, share) => ({
  actions,
  seconds: actions / 1e6,
  mean: 100 + actions / 1e4,
  ci95: 5,
  games: 100,
  tiles: { 64: 0.9, 128: share },
  actions_per_second: actions === 0 ? null : 1e6,
  predicted: actions === 0 ? null : 210,
  realised: actions === 0 ? null : 190,
});

/** Answers in the documented form; the test changes `runs` and reads `posts`. */
async function answer(page, state) {
  const json = (route, value, status = 200) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(value) });
  await page.route(/\/api\/v1\/(recipes|runs|explain)/, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(/.*\/api\/v1\//, "");
    const [, id, what] = path.split("/").map(decodeURIComponent);
    if (request.method() === "POST") state.posts.push({ path, body: request.postDataJSON() });
    if (path === "recipes") return json(route, { recipes: state.recipes, available_memory_mb: 1000 });
    if (path === "explain") return json(route, state.explanation);
    if (path === "runs") {
      if (request.method() === "GET") return json(route, { runs: state.runs, most_at_once: 1 });
      return state.refusal === null
        ? json(route, { id: "new" })
        : json(route, { error: state.refusal, field: "set" }, 400);
    }
    const run = state.runs.find((run) => run.id === id);
    if (run === undefined) return json(route, { error: "there is no such run" }, 404);
    if (what === "live")
      return state.live === null ? json(route, { error: "not training" }, 404) : json(route, state.live);
    if (what === "files") return json(route, [{ name: "log.jsonl", bytes: 1234 }]);
    if (what === "rename") {
      run.id = request.postDataJSON().name;
      return json(route, { id: run.id });
    }
    if (what === "delete") {
      state.runs = state.runs.filter((other) => other !== run);
      return json(route, { id, state: "deleted" });
    }
    const from = Number(new URL(request.url()).searchParams.get("from"));
    return json(route, { ...run, from, log: state.log.slice(from), recipe_text: smallRecipe, card: "" });
  });
}

const runOf = (id, state, log) => ({
  id,
  state,
  description: "a run",
  board: "2x3",
  budget: 4e6,
  recipe: "quick.toml",
  measurements: log.length,
  latest: log.at(-1) ?? null,
  progress: { actions: 1_500_000, goal: 4e6, actions_per_second: 5e5, seconds_left: 5 },
  has_model: state === "finished",
  can_resume: false,
});

const keys = [
  { key: "learning.beta", value: 1, meaning: "step size of temporal coherence", default: 1 },
  { key: "learning.rule", value: "TC", meaning: "the learning rule", default: "TC" },
];
const recipes = [
  { name: "paper/best.toml", group: "papers", description: "of a paper", memory_mb: 10, seconds: 7200 },
  { name: "tiny.toml", group: "small", description: "a small board", memory_mb: 10, seconds: null },
  { name: "quick.toml", group: "first", description: "to begin with", memory_mb: 10, seconds: 90 },
].map((one) => ({ board: "4x4", actions: 1e6, disk_mb: 1, text: smallRecipe, keys, ...one }));

const tuples = [
  { cells: "012", share: 30, change: 1.5 },
  { cells: "345", share: -12, change: -0.5 },
];
const live = {
  game: 3,
  turn: 12,
  score: 96,
  board: "2 4 8/0 2 0",
  last: "left",
  values: {
    board: "2 4 8/0 2 0",
    best: "left",
    moves: { up: 1, right: 2, down: 3, left: 4 },
    depth: 1,
    nodes: 1,
    ms: 0,
  },
  actions: 1_500_000,
  error: -3.5,
  tuples,
};
const imagesOf = (cells, weight) => Array.from({ length: 4 }, () => ({ cells, weight }));
const explanation = {
  value: 18,
  reward: 4,
  error: 2.5,
  tuples: tuples.map(({ cells, share, change }) => ({
    cells,
    share,
    change,
    images: imagesOf([...cells].map(Number), share / 4),
  })),
};

test("learning", async (context) => {
  const folder = await temporaryFolder(context);
  const runs = join(folder, "runs");
  await mkdir(join(folder, "recipes"));
  await writeFile(join(folder, "recipes", "small.toml"), smallRecipe);
  const server = await startServerWith(context, "--runs", runs, "--recipes", join(folder, "recipes"));
  const browser = await openBrowser(context);
  const visit = async (context, state, options) => {
    const page = await openPage(context, browser, server.address, { hash: "", ...options });
    if (state !== null) await answer(page, state);
    await page.goto(`${server.address}/#train`);
    return page;
  };
  const stateOf = (changes) => ({
    posts: [],
    recipes,
    runs: [],
    log: [],
    live: null,
    explanation,
    refusal: null,
    ...changes,
  });
  const known = await (await fetch(`${server.api}/api/v1/recipes`)).json();
  const old = known.recipes[0].keys === undefined && "this server is older than the routes";

  await context.test(
    "a real run shows its progress and its game at once, and is then managed",
    { skip: old },
    async (context) => {
      const page = await visit(context, null);
      await train(page)
        .getByRole("radio", { name: /^small/ })
        .check();
      await train(page).getByLabel("Budget in actions").fill("1T");
      await train(page).getByLabel("Name of the run").fill("my run");
      await train(page).getByText("Keys of the recipe").click();
      await train(page).getByLabel("measure.every").fill("500G");
      await button(train(page), "Start small").click();
      const item = runItem(page, "my run");
      await item.locator('.state[data-state="running"]').waitFor();
      const done = async () => await item.locator(".run-figures dd").first().textContent();
      await comesTrue(
        async () => /^[\d.]+[KM]/.test(await done()),
        "actions are counted before the first interval ends",
      );
      await comesTrue(
        async () => /at 0 actions/.test(await train(page).locator(".curve-legend").textContent()),
        "a point at zero",
      );
      const board = train(page).locator(".live-learning .board-picture");
      const before = await board.getAttribute("aria-label");
      await comesTrue(async () => (await board.getAttribute("aria-label")) !== before, "it plays");
      await train(page).locator(".live-learning .tuple-share").first().waitFor();
      await expectAccessible(page, "a game of a run");
      await button(item, "Stop").click();
      await item.locator('.state[data-state="stopped"]').waitFor();
      await train(page).locator(".live-learning").waitFor({ state: "detached" });
      await button(item, "Files").click();
      const log = await downloaded(page, () => item.getByRole("link", { name: /^log\.jsonl/ }).click());
      assert.equal(JSON.parse(String(log).split("\n")[0]).actions, 0);
      await button(item, "Rename").click();
      await item.getByLabel("New name").fill("other");
      await item.locator("form").getByRole("button", { name: "Rename" }).click();
      const renamed = runItem(page, "other");
      await button(renamed, "Analyse").click();
      await page.getByText("What the network sees").click();
      await page.locator("main.analyse .tuple-share").first().click();
      await page.locator("main.analyse .explain-images li").first().waitFor();
      await page.getByRole("link", { name: "Train", exact: true }).click();
      await button(renamed, "Delete").click();
      await button(renamed, "Delete other").click();
      await train(page).getByText("No runs yet").waitFor();
      assert.equal(await page.getByText("is gone").count(), 0, "the user knows");
    },
  );

  await context.test(
    "recipes are grouped, the first is selected, keys are edited, the time is estimated",
    async (context) => {
      const state = stateOf({ refusal: "learning.beta: give a number from 0 to 1" });
      const page = await visit(context, state);
      await train(page).locator(".recipe-group").first().waitFor();
      assert.deepEqual(await train(page).locator(".recipe-group h3").allTextContents(), [
        "First run",
        "Small boards",
        "From papers",
      ]);
      assert.ok(
        await train(page)
          .getByRole("radio", { name: /^quick/ })
          .isChecked(),
      );
      await train(page).getByText("Takes about 2 min on this machine, with all cores.").waitFor();
      await train(page).getByLabel("Budget in actions").fill("40M");
      await train(page).getByText("Takes about 1 h on this machine").waitFor();
      await train(page).getByText("Keys of the recipe").click();
      await train(page).getByLabel("learning.beta").fill("often");
      await train(page).getByText("does not have a value of the right type").waitFor();
      assert.ok(await button(train(page), "Start quick").isDisabled());
      await train(page).getByLabel("learning.beta").fill("7");
      await train(page).getByText("Keys of the recipe: 1 changed").waitFor();
      await train(page).getByLabel("Name of the run").fill("mine");
      await button(train(page), "Start quick").click();
      await page.getByText("learning.beta: give a number from 0 to 1").waitFor();
      assert.deepEqual(state.posts[0].body, {
        recipe: "quick.toml",
        actions: 4e7,
        name: "mine",
        set: { "learning.beta": 7 },
      });
      state.runs = [runOf("another", "running", [])];
      await page.getByText("learning.beta: give a number from 0 to 1").waitFor({ state: "detached" });
      await expectAccessible(page, "keys of a recipe");
    },
  );

  await context.test("messages follow the run, and its colour stays", async (context) => {
    const log = [measurement(0, 0), measurement(1e6, 0.2)];
    const state = stateOf({ log, runs: [runOf("a", "finished", log), runOf("b", "finished", log)] });
    const page = await visit(context, state);
    const colourOf = (id) => train(page).locator(".curve-legend label", { hasText: id }).getAttribute("style");
    await comesTrue(async () => (await colourOf("b")) !== null, "the curves have colours");
    const colour = await colourOf("b");
    await button(train(page), "Start quick").click();
    state.runs = [runOf("new", "running", []), ...state.runs];
    await train(page).getByText("new is running.").waitFor();
    state.runs = [runOf("new", "finished", []), ...state.runs.slice(1)];
    await train(page).getByText("new is finished.").waitFor();
    assert.equal(await train(page).getByText("new is running.").count(), 0);
    state.runs = [runOf("b", "finished", log), runOf("0", "finished", log)];
    await page.reload();
    await comesTrue(async () => (await colourOf("b")) !== null, "the curves have colours");
    assert.equal(await colourOf("b"), colour);
  });

  await context.test("curves of tiles, speed and prediction, and their export", async (context) => {
    const log = [measurement(0, 0), measurement(1e6, 0.25)];
    const page = await visit(context, stateOf({ log, runs: [runOf("a", "finished", log)] }));
    const legend = train(page).locator(".curve-legend");
    await legend.getByText("200 ± 5 at 1M actions").waitFor();
    const quantity = train(page).getByRole("combobox", { name: "Quantity" });
    for (const [name, text] of [
      ["Games that reach 128", "25.0 % ± 8.5 % at 1M actions"],
      ["Actions per second", "1M at 1M actions"],
      ["Predicted and realised score", "predicted 210 at 1M actions"],
    ]) {
      await quantity.selectOption(name);
      await legend.getByText(text).waitFor();
      await train(page).locator(".plot canvas").waitFor();
    }
    const csv = String(await downloaded(page, () => button(train(page), "CSV").click()));
    assert.match(csv, /^run,actions,.*share_64,share_128\r\na,0,.*\r\na,1000000,.*,0\.9,0\.25\r\n$/);
    const png = await downloaded(page, () => button(train(page), "PNG").click());
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.ok(png.readUInt32BE(16) > 300 && png.readUInt32BE(20) > 300, "it has the size of the plot");
    await expectAccessible(page, "a plot with exports");
  });

  for (const [theme, window] of [
    ["light", "desktop"],
    ["dark", "phone"],
  ])
    await context.test(`a training run is watched and explained: ${theme}, ${window}`, async (context) => {
      const log = [measurement(0, 0)];
      const run = { ...runOf("a", "running", log), has_model: true };
      const page = await visit(context, stateOf({ log, live, runs: [run] }), { theme, window });
      const card = train(page).locator(".live-learning");
      await card.getByText("TD error").waitFor();
      assert.deepEqual(await tilesOn(page), [2, 4, 8, 0, 2, 0]);
      await runItem(page, "a").getByText("1.5M of 4M").waitFor();
      assert.equal(await runItem(page, "a").getByRole("progressbar").getAttribute("aria-valuenow"), "38");
      assert.match(await runItem(page, "a").locator(".run-figures").textContent(), /Per second500KTime left5 s/);
      const shares = card.locator(".tuple-share");
      assert.deepEqual(await shares.locator(".tuple-number").allTextContents(), ["+30", "\u221212"]);
      assert.deepEqual(await shares.locator(".tuple-change").allTextContents(), ["+1.5 learned", "\u22120.5 learned"]);
      assert.deepEqual(
        await shares
          .first()
          .locator(".tinted-board > span")
          .evaluateAll((cells) => cells.map((cell) => cell.dataset.sign)),
        ["plus", "plus", "plus", undefined, undefined, undefined],
      );
      await expectAccessible(page, "a run that learns");
      if (window === "phone") await expectFitsPhone(page, "a run that learns");
    });

  await context.test("what the network sees of a board and of a move", async (context) => {
    const state = stateOf({});
    const page = await visit(context, state);
    await page.goto(`${server.address}/#analyse`);
    await page.locator("main.analyse:not([hidden]) .arrow").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("What the network sees").click();
    const panel = page.getByRole("region", { name: "What the network sees" });
    await panel.getByText("is worth").waitFor();
    assert.deepEqual(await panel.locator(".tuple-number").allTextContents(), ["+30", "\u221212"]);
    await panel.getByRole("button", { name: "Last move" }).click();
    await comesTrue(
      () => state.posts.some(({ body }) => body.spawn !== undefined),
      "the move that led here is asked for",
    );
    assert.deepEqual(state.posts.at(-1).body, {
      board: "2 4 8 16/2 4 8 0/0 0 0 0/0 0 0 0",
      size: "4x4",
      move: "down",
      spawn: state.posts.at(-1).body.spawn,
    });
    await panel.getByText("+2.5").waitFor();
    await panel.locator(".tuple-share").first().click();
    assert.equal(await panel.locator(".explain-images li").count(), 4);
    await expectAccessible(page, "an explanation");
  });

  await context.test("runs are renamed, deleted and downloaded", async (context) => {
    const state = stateOf({ runs: [runOf("a", "finished", []), runOf("b", "finished", [])] });
    const page = await visit(context, state);
    await button(runItem(page, "a"), "Rename").click();
    await runItem(page, "a").getByLabel("New name").fill("c");
    await runItem(page, "a").locator("form").getByRole("button", { name: "Rename" }).click();
    await runItem(page, "c").waitFor();
    assert.deepEqual(state.posts[0], { path: "runs/a/rename", body: { name: "c" } });
    await button(runItem(page, "b"), "Delete").click();
    await button(runItem(page, "b"), "Keep it").click();
    assert.equal(state.posts.length, 1, "nothing is deleted without a confirmation");
    await button(runItem(page, "b"), "Delete").click();
    await expectAccessible(page, "a run to delete");
    await button(runItem(page, "b"), "Delete b").click();
    await runItem(page, "b").waitFor({ state: "detached" });
    assert.equal(await page.getByText("is gone").count(), 0);
    await button(runItem(page, "c"), "Files").click();
    const link = runItem(page, "c").getByRole("link", { name: /log\.jsonl/ });
    assert.equal(await link.getAttribute("href"), "api/v1/runs/c/files/log.jsonl");
    assert.equal(await link.getAttribute("download"), "c-log.jsonl");
  });
});
