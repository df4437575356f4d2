// Tests of the coach: its marks, and the reasons that it gives.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { chanceOfEnd, dangerOf, disorderOf, reasonsAgainst, roughnessOf } = await load("play/reasons.ts");
const { markOf } = await load("play/coach.ts");
const { parseAnyBoard } = await load("game/notation.ts");
const { defaultSize } = await load("game/size.ts");
const { firstMoment, nextMoment } = await load("game/moment.ts");
const { emptyCells } = await load("game/board.ts");
const { legalMoves, slide } = await load("game/slide.ts");
const { withSpawn } = await load("game/spawn.ts");

const board = (text) => parseAnyBoard(text, defaultSize);
const reasons = (text, played, best) => reasonsAgainst(board(text), played, best).join(" ");

test("the corner", () => {
  const text = "512 64 64 8/4 2 4 2/0 0 0 0/0 0 0 0";
  assert.match(reasons(text, "down", "left"), /The largest tile, 512, leaves its corner; with left it stays in one/);
  const free = "512 0 0 0/0 0 0 0/0 2 0 0/0 0 0 0";
  assert.doesNotMatch(reasons(free, "right", "up"), /leaves its corner/, "another corner is as good");
});

test("missed and blocked merges", () => {
  assert.match(reasons("64 64 0 0/0 0 0 0/0 0 0 0/2 0 0 0", "up", "left"), /Left merges two tiles of 64; up does not/);
  // The 16s are neighbours in a column; moving the upper row apart separates them.
  const text = "16 0 0 2/16 4 8 4/0 0 0 0/0 0 0 0";
  assert.match(reasons(text, "right", "up"), /Two tiles of 16 could merge; after right they cannot merge/);
});

test("empty cells", () => {
  assert.match(reasons("2 2 4 4/8 0 0 0/0 0 0 0/0 0 0 0", "down", "left"), /Down leaves 11 empty cells, left 13/);
});

test("order and smoothness", () => {
  assert.equal(disorderOf(board("2 4 8 16/2 4 8 16/2 4 8 16/2 4 8 16")), 0);
  assert.ok(disorderOf(board("16 2 16 2/2 16 2 16/16 2 16 2/2 16 2 16")) > 20);
  assert.equal(roughnessOf(board("2 2/2 2")), 0);
  assert.equal(roughnessOf(board("2 8/2 8")), 4);
});

/** The same probability without pruning. */
function slowChance(afterstate, moves) {
  const cells = emptyCells(afterstate);
  let sum = 0;
  for (const cell of cells)
    for (const [tile, share] of [
      [2, 0.9],
      [4, 0.1],
    ]) {
      const next = withSpawn(afterstate, { cell, tile });
      const legal = legalMoves(next);
      const chances = moves === 0 ? [0] : legal.map((move) => slowChance(slide(next, move).afterstate, moves - 1));
      sum += (share / cells.length) * (legal.length === 0 ? 1 : Math.min(...chances));
    }
  return sum;
}

test("the chance of the end is exact", () => {
  let above = 0;
  for (const text of ["2 4/8 0", "4 2/0 0", "2 8 4/16 2 0", "32 8 4/4 2 0", "4 0 8/2 16 4", "0 8 2/0 4 16"]) {
    for (const moves of [0, 1, 2, 3]) {
      const slow = slowChance(board(text), moves);
      const quick = chanceOfEnd(board(text), moves, { left: Infinity });
      assert.ok(Math.abs(quick - slow) < 1e-12, `${text} in ${moves}: ${quick}, ${slow}`);
      if (slow > 0) ++above;
    }
  }
  assert.ok(above > 6);
  assert.equal(chanceOfEnd(board("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), 3, { left: 0 }), 0, "no search is needed");
});

test("a dangerous move is named as such", () => {
  const text = "4 0 32 8/2 4 128 32/4 16 64 4/2 128 16 32";
  const [left, right] = ["left", "right"].map((move) => slide(board(text), move).afterstate);
  const danger = dangerOf(left, right);
  for (const [chance, afterstate] of [
    [danger.played, left],
    [danger.best, right],
  ])
    assert.ok(Math.abs(chance - slowChance(afterstate, danger.moves)) < 1e-12, JSON.stringify(danger));
  assert.ok(danger.played > danger.best);
  assert.match(reasons(text, "left", "right"), /^After left the game ends within \d moves with a chance of 100\.0 %/);
});

test("marks", () => {
  const before = firstMoment(board("2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0"));
  const after = nextMoment(before, "down", () => ({ cell: 0, tile: 2 }));
  const analysis = (down) => ({ best: "left", moves: { up: null, right: 999.9, down, left: 1000 } });
  const engine = { kind: "model", decimals: 0 };
  assert.equal(markOf(after, analysis(999.8), engine).grade, "best");
  assert.deepEqual(markOf(after, analysis(999.8), engine).bests, ["right", "down", "left"]);
  assert.equal(markOf(after, analysis(990), engine).grade, "good");
  const blunder = markOf(after, analysis(700), engine);
  assert.deepEqual([blunder.grade, blunder.loss, blunder.bests], ["blunder", 300, ["right", "left"]]);
  assert.ok(blunder.reasons.length > 0);
  assert.equal(markOf(before, analysis(900), engine), null, "there was no move");
});
