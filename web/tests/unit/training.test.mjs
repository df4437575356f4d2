// Tests of the Train tab: smoothing, curves from logs, budgets, durations, and the Markdown of model cards.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { smoothed } = await load("train/smoothing.ts");
const { emptyCurve, nearest, withMeasurements } = await load("train/curve.ts");
const { budgetOf, textOfBudget } = await load("train/budget.ts");
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

const line = (actions, mean = 1) => ({ actions, seconds: actions / 10, mean, ci95: 0.5, games: 10 });

test("new lines are appended to a curve", () => {
  const curve = withMeasurements(withMeasurements(emptyCurve, [line(10), line(20)]), [line(30)]);
  assert.deepEqual(curve.actions, [10, 20, 30]);
  assert.deepEqual(curve.seconds, [1, 2, 3]);
  assert.equal(curve.lines, 3);
});

test("if a run resumes from before its end, the later points are dropped", () => {
  const before = withMeasurements(emptyCurve, [line(10), line(20, 5), line(30, 6)]);
  const after = withMeasurements(before, [line(20, 7), line(30, 8)]);
  assert.deepEqual([after.actions, after.mean, after.lines], [[10, 20, 30], [1, 7, 8], 5]);
  const atOnce = withMeasurements(emptyCurve, [line(10), line(20, 5), line(30, 6), line(20, 7), line(30, 8)]);
  assert.deepEqual(atOnce, after);
});

test("lines with missing numbers are left out, but counted", () => {
  const curve = withMeasurements(emptyCurve, [line(10), { ...line(20), mean: null }, line(30)]);
  assert.deepEqual([curve.actions, curve.lines], [[10, 30], 3]);
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
    "1e8",
    "2.5e6",
    "6.28e9",
    "50000",
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
