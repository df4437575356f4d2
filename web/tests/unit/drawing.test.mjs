// Tests of the data for drawing: tiles that keep their ids, curves, and the quality of moves.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { newGame, withMove, undo } = await load("game/game.ts");
const { legalMoves } = await load("game/slide.ts");
const { defaultSize } = await load("game/size.ts");
const { firstScene, nextScene } = await load("parts/tiles.ts");
const { columnsOf, pathOf, ticksUpTo } = await load("analyse/curve.ts");
const { bestMoves, gradeOf, isTie, qualityOf, shareOf } = await load("quality.ts");
const { reviewedGame } = await load("analyse/review.ts");
const { recordedGame } = await load("game/record.ts");

/** Checks that the tiles of a scene, without those that are "gone", are those of the board. */
function expectShown({ tiles, moment }) {
  const shown = moment.board.tiles.map(() => 0);
  for (const tile of tiles) if (tile.look !== "gone") shown[tile.cell] += tile.value;
  assert.deepEqual(shown, moment.board.tiles);
  assert.equal(new Set(tiles.map(({ id }) => id)).size, tiles.length, "ids are unique");
}

test("tiles follow a game move by move", () => {
  let game = newGame(defaultSize, 3);
  let scene = firstScene(game.now);
  for (let turn = 0; turn < 200 && legalMoves(game.now.board).length > 0; ++turn) {
    const before = scene;
    game = withMove(game, legalMoves(game.now.board)[turn % legalMoves(game.now.board).length]);
    scene = nextScene(scene, game.now);
    expectShown(scene);
    const known = new Set(before.tiles.map(({ id }) => id));
    for (const tile of scene.tiles) assert.equal(known.has(tile.id), tile.look === "still" || tile.look === "gone");
  }
});

test("several moves between two renderings, undo, and another game are shown correctly", () => {
  const start = newGame(defaultSize, 5);
  let game = start;
  for (let turn = 0; turn < 3; ++turn) game = withMove(game, legalMoves(game.now.board)[0]);
  const three = nextScene(firstScene(start.now), game.now);
  expectShown(three);
  assert.ok(three.tiles.some(({ look }) => look === "spawned"));
  const back = nextScene(three, undo(game).now);
  expectShown(back);
  assert.ok(back.tiles.every(({ look }) => look === "still"));
  expectShown(nextScene(back, newGame(defaultSize, 6).now));
});

test("curves keep their ends and extremes when downsampled", () => {
  const values = Array.from({ length: 20000 }, (_, index) => (index === 12345 ? 1e6 : index % 7));
  const columns = columnsOf(values);
  assert.ok(columns.length <= 600);
  assert.equal(Math.max(...columns.map(({ high }) => high)), 1e6);
  assert.match(pathOf([0, 50, 100], 100, 100, 100), /^M0\.0 100\.0L50\.0 50\.0L100\.0 0\.0$/);
  assert.equal(pathOf([5], 100, 100, 10), "M0.0 50.0");
});

test("ticks are round and reach the top", () => {
  assert.deepEqual(ticksUpTo(230_000), [0, 100_000, 200_000, 300_000]);
  assert.deepEqual(ticksUpTo(8), [0, 2, 4, 6, 8]);
  assert.ok(ticksUpTo(0).length >= 1);
});

test("quality is the measure behind the accuracy of the program", () => {
  assert.equal(qualityOf(0, 1000), 1);
  assert.ok(Math.abs(qualityOf(10, 1000) - Math.exp(-1)) < 1e-12);
  assert.deepEqual(
    [0, 40, 60, 150, 250].map((loss) => gradeOf(shareOf(loss, 600, 400, { kind: "model" }))),
    ["good", "good", "inaccuracy", "mistake", "blunder"],
  );
  assert.equal(gradeOf(shareOf(0.3, 0.9, 5000, { kind: "database", objective: "tile:512" })), "blunder");
});

test("moves that cannot be told apart at the shown precision are equally good", () => {
  assert.ok(isTie(0.4, 0) && !isTie(0.6, 0) && !isTie(0.4, 1));
  const analysis = { best: "left", moves: { up: 99.8, right: null, down: 90, left: 100 } };
  assert.deepEqual(bestMoves(analysis, 0), ["up", "left"]);
  assert.deepEqual(bestMoves(analysis, 1), ["left"]);
  assert.deepEqual(bestMoves({ best: null, moves: { up: null, right: null, down: null, left: null } }, 0), []);
});

test("mistakes are ranked by loss", () => {
  let game = newGame(defaultSize, 8);
  for (const move of ["left", "down", "right", "down"]) game = withMove(game, move);
  const count = game.now.moves;
  const losses = [300, 0, 700, 1].slice(0, count);
  const values = losses.map(() => 1000);
  const best = "UUUU".slice(0, count);
  const engine = { kind: "model" };
  const { mistakes } = reviewedGame(recordedGame(game), { losses, values, best, moves: count }, engine);
  assert.deepEqual(
    mistakes.map(({ index }) => index),
    [2, 0],
  );
  const chance_2048 = { before: { share: 0.9 }, after: { share: 0.5 }, games: 100 };
  const turning_points = [{ move: 3, chance_2048, chance_4096: null }];
  const marks = "..b.".slice(0, count);
  const answer = { losses, values, best, moves: count, marks, turning_points };
  const graded = reviewedGame(recordedGame(game), answer, engine);
  assert.deepEqual(
    graded.mistakes.map(({ index, grade }) => [index, grade]),
    [[2, "blunder"]],
    "the marks of the server count",
  );
  assert.deepEqual(graded.turningPoints[0].chances, [{ tile: 2048, before: 0.9, after: 0.5 }]);
  assert.equal(graded.chancesFrom, 100);
});
