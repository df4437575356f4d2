// Tests of the Train tab: smoothing, curves from logs, budgets, durations, and the Markdown of model cards.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { smoothed } = await load("train/smoothing.ts");
const { emptyCurve, nearest, withMeasurements } = await load("train/curve.ts");
const { budgetOf, textOfBudget } = await load("train/budget.ts");
const { withColours } = await load("train/shown-runs.ts");
const { quantitiesOf, linesOf } = await load("train/quantity.ts");
const { csvOf } = await load("train/plot-export.ts");
const { changesOf } = await load("train/recipe-keys.tsx");
const { aboutTime, estimatedSeconds, firstRecipe } = await load("train/recipe-list.tsx");
const { progressOf } = await load("api/training.ts");
const { cellsOfTuple, cellSums, formatSigned } = await load("parts/tuple-shares.tsx");
const { sizeOfName } = await load("game/size.ts");
const { blocksOf } = await load("train/markdown.tsx");
const { formatDuration, formatMegabytes } = await load("format.ts");

test("smoothing is a mean with exponentially decreasing weights", () => {
  const values = [5, 1, 4, 1, 5, 9, 2, 6];
  assert.deepEqual(smoothed(values, 0), values);
  for (const weight of [0.3, 0.6, 0.98]) {
    const slow = values.map((_, at) => {
      const weights = values.slice(0, at + 1).map((_, from) => weight ** (at - from));
      const total = weights.reduce((sum, each) => sum + each, 0);
      return weights.reduce((sum, each, from) => sum + each * values[from], 0) / total;
    });
    smoothed(values, weight).forEach((value, at) => assert.ok(Math.abs(value - slow[at]) < 1e-9));
  }
  assert.equal(smoothed(values, 0.98)[0], 5, "the start is not biased towards 0");
  smoothed([7, 7, 7], 0.9).forEach((value) => assert.ok(Math.abs(value - 7) < 1e-12));
});

const columnOf = (curve, name) => curve.points.map((point) => point[name]);

const line = (actions, mean = 1) => ({ actions, seconds: actions / 10, mean, ci95: 0.5, games: 10 });

test("new lines are appended to a curve", () => {
  const curve = withMeasurements(withMeasurements(emptyCurve, [line(10), line(20)]), [line(30)]);
  assert.deepEqual(columnOf(curve, "actions"), [10, 20, 30]);
  assert.deepEqual(columnOf(curve, "seconds"), [1, 2, 3]);
  assert.equal(curve.lines, 3);
});

test("if a run resumes from before its end, the later points are dropped", () => {
  const before = withMeasurements(emptyCurve, [line(10), line(20, 5), line(30, 6)]);
  const after = withMeasurements(before, [line(20, 7), line(30, 8)]);
  assert.deepEqual([columnOf(after, "actions"), columnOf(after, "mean"), after.lines], [[10, 20, 30], [1, 7, 8], 5]);
  const atOnce = withMeasurements(emptyCurve, [line(10), line(20, 5), line(30, 6), line(20, 7), line(30, 8)]);
  assert.deepEqual(atOnce, after);
});

test("lines with missing numbers are left out, but counted", () => {
  const curve = withMeasurements(emptyCurve, [line(10), { ...line(20), mean: null }, line(30)]);
  assert.deepEqual([columnOf(curve, "actions"), curve.lines], [[10, 30], 3]);
});

test("nearest point", () => {
  const column = [1, 4, 10, 11];
  for (const x of [-5, 0, 1, 2, 2.4, 2.6, 7, 7.1, 10.4, 10.6, 99]) {
    const slow = column.map((value) => Math.abs(value - x));
    assert.equal(slow[nearest(column, x)], Math.min(...slow), String(x));
  }
});

for (const [text, actions] of [
  ["", undefined],
  ["1e8", 1e8],
  ["1E8", 1e8],
  ["2.5e6", 2.5e6],
  ["20 000 000", 2e7],
  ["20_000_000", 2e7],
  ["1,000", 1000],
  ["20M", 2e7],
  ["20m", 2e7],
  ["2.5G", 2.5e9],
  ["2.3M", 2.3e6],
  ["6.28B", 6.28e9],
  ["300k", 3e5],
  ["1e3 M", 1e9],
  ["1e9", 1e9],
  ["1.0005k", null],
  ["M", null],
  ["20MB", null],
  ["0", null],
  ["1e30", null],
  ["-5", null],
  ["1.5", null],
  ["many", null],
  ["0x10", null],
])
  test(`the budget '${text}'`, () => assert.equal(budgetOf(text), actions));

test("the text of a budget parses to the same budget", () => {
  for (const actions of [1, 50_000, 1e7, 1e8, 6_280_000_000, 123_456_789, 1e15])
    assert.equal(budgetOf(textOfBudget(actions)), actions);
  assert.deepEqual([1e8, 2.5e6, 6.28e9, 50_000, 123_456_789].map(textOfBudget), [
    "100M",
    "2.5M",
    "6.28G",
    "50K",
    "123456789",
  ]);
});

test("formatting of durations and memory", () => {
  assert.deepEqual([0, 0.5, 12.3, 59.9, 60, 76, 3599.9, 3600, 7500, 86_400, 100_000].map(formatDuration), [
    "0 s",
    "0.5 s",
    "12 s",
    "60 s",
    "1 min",
    "1 min 16 s",
    "60 min",
    "1 h",
    "2 h 5 min",
    "1 d",
    "1 d 4 h",
  ]);
  assert.deepEqual([92, 1056].map(formatMegabytes), ["92 MB", "1.1 GB"]);
});

test("the Markdown of a model card", () => {
  const text =
    "# A model\n\nfor 3x3\nboards <b>\n\n    afterstate eval\n\n## Recipe\n\n```toml\n# no heading\n\na = 1\n```\nend";
  assert.deepEqual(blocksOf(text), [
    { kind: "heading", text: "A model" },
    { kind: "paragraph", text: "for 3x3\nboards <b>" },
    { kind: "code", text: "afterstate eval" },
    { kind: "heading", text: "Recipe" },
    { kind: "code", text: "# no heading\n\na = 1" },
    { kind: "paragraph", text: "end" },
  ]);
});

test("a run keeps its colour, and runs beside each other differ", () => {
  const first = withColours(new Map(), ["a", "b"]);
  assert.notEqual(first.get("a"), first.get("b"));
  const later = withColours(first, ["c", "b", "a"]);
  assert.deepEqual([later.get("a"), later.get("b")], [first.get("a"), first.get("b")]);
  assert.equal(new Set(later.values()).size, 3);
  const many = Array.from({ length: 8 }, (_, at) => `run ${at}`);
  assert.equal(new Set(withColours(new Map([["gone", 0]]), many).values()).size, 8);
});

const measured = [
  { ...line(0, 100), tiles: { 512: 0, 256: 0.5 }, actions_per_second: null, predicted: null, realised: null },
  { ...line(10, 200), tiles: { 512: 0.1, 256: 0.9 }, actions_per_second: 5, predicted: 190, realised: 180 },
];

test("plots offer the quantities that were measured", () => {
  const curve = withMeasurements(emptyCurve, measured);
  const names = (curves) => quantitiesOf(curves).map(({ name }) => name);
  assert.deepEqual(names([curve]), ["mean", "prediction", "rate", "tile 512", "tile 256"]);
  assert.deepEqual(names([withMeasurements(emptyCurve, [line(10)])]), ["mean"]);
  const shown = new Map([["a", 3]]);
  const linesFor = (wanted) =>
    linesOf(
      quantitiesOf([curve]).find(({ name }) => name === wanted),
      shown,
      new Map([["a", curve]]),
      "actions",
    );
  assert.deepEqual(linesFor("mean")[0].x, [0, 10], "there is a point at zero");
  assert.deepEqual(
    linesFor("prediction").map(({ name, dashed, y }) => [name, dashed, y]),
    [
      ["realised", false, [180]],
      ["predicted", true, [190]],
    ],
  );
  assert.deepEqual([linesFor("tile 512")[0].y, linesFor("rate")[0].x], [[0, 0.1], [10]]);
});

test("measurements as CSV", () => {
  const curves = [
    { id: 'a, "b"', curve: withMeasurements(emptyCurve, measured) },
    { id: "old", curve: withMeasurements(emptyCurve, [line(10)]) },
  ];
  assert.deepEqual(csvOf(curves).split("\r\n"), [
    "run,actions,seconds,mean,ci95,games,actions_per_second,predicted,realised,share_256,share_512",
    '"a, ""b""",0,0,100,0.5,10,,,,0.5,0',
    '"a, ""b""",10,1,200,0.5,10,5,190,180,0.9,0.1',
    "old,10,1,1,0.5,10,,,,,",
    "",
  ]);
});

test("changed keys of a recipe keep their type", () => {
  const keys = [
    { key: "learning.beta", value: 1, meaning: "", default: 1 },
    { key: "learning.rule", value: "TC", meaning: "", default: "TC" },
    { key: "measure.every", value: 1e6, meaning: "", default: 1e6 },
    { key: "learning.on", value: true, meaning: "", default: true },
    { key: "network.tuples", value: ["0123"], meaning: "", default: ["0123"] },
    { key: "learning.horizon", value: null, meaning: "", default: 3 },
  ];
  assert.deepEqual(changesOf(keys, {}), {});
  assert.deepEqual(changesOf(keys, { "learning.beta": "1" }), {}, "the same value is no change");
  const texts = {
    "learning.beta": "0.5",
    "learning.rule": "TD",
    "measure.every": "20k",
    "learning.on": "false",
    "network.tuples": '["012", "345"]',
    "learning.horizon": "6",
  };
  assert.deepEqual(changesOf(keys, texts), {
    "learning.beta": 0.5,
    "learning.rule": "TD",
    "measure.every": 20_000,
    "learning.on": false,
    "network.tuples": ["012", "345"],
    "learning.horizon": 6,
  });
  for (const [key, text] of [
    ["learning.beta", "much"],
    ["learning.on", "yes"],
    ["network.tuples", "[0"],
  ])
    assert.equal(changesOf(keys, { [key]: text }), null);
});

test("the first recipe and the estimated time", () => {
  const recipes = [
    { name: "a.toml", group: "other", memory_mb: 1 },
    { name: "large.toml", group: "first", memory_mb: 500 },
    { name: "quickstart.toml", group: "first", memory_mb: 50 },
  ];
  assert.equal(firstRecipe(recipes, 100), "quickstart.toml");
  assert.equal(firstRecipe(recipes, 10), null);
  assert.equal(firstRecipe([{ name: "quickstart.toml", memory_mb: 1 }], 100), "quickstart.toml", "an older server");
  assert.equal(estimatedSeconds({ seconds: 60, actions: 1e6 }, 2e6), 120);
  assert.equal(estimatedSeconds({ seconds: 60, actions: 1e6 }, undefined), 60);
  assert.equal(estimatedSeconds({ seconds: null, actions: 1e6 }, 2e6), null);
  assert.deepEqual([0.2, 12.4, 83, 5000, 200_000].map(aboutTime), [
    "about 1 s",
    "about 12 s",
    "about 1 min",
    "about 1 h",
    "about 2 d",
  ]);
});

test("the progress of a run, also from a server that only prints lines", () => {
  const progress = { actions: 5, goal: 10, actions_per_second: 2, seconds_left: 2.5 };
  assert.equal(progressOf({ progress, latest: null }), progress);
  assert.equal(progressOf({ progress: "a line", latest: { actions: 7 }, budget: 9 }).actions, 7);
});

test("tuples, their cells and their sums per cell", () => {
  assert.deepEqual(cellsOfTuple("019af"), [0, 1, 9, 10, 15]);
  const sums = cellSums(
    [
      { cells: [0, 1], amount: 4 },
      { cells: [1, 2], amount: -2 },
    ],
    sizeOfName("2x2"),
  );
  assert.deepEqual(sums, [2, 1, -1, 0]);
  assert.deepEqual([12.34, -1250].map(formatSigned), ["+12.3", "\u22121.25K"]);
});
