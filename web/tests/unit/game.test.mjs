// Tests of games with undo and redo, saved games, and boards as text.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { newGame, takenOverGame, withMove, undo, redo, tileReached } = await load("game/game.ts");
const { legalMoves } = await load("game/slide.ts");
const { sizeOfName, defaultSize } = await load("game/size.ts");
const { parseBoard, parseAnyBoard, notationOf } = await load("game/notation.ts");
const { firstMoment, nextMoment } = await load("game/moment.ts");
const { savedGame, restoredGame, recallGame, keepGame } = await load("play/saved-game.ts");
const { routeOf, hashOfPosition } = await load("route.ts");

/** A game after the given number of moves. */
function gameAfter(moves, seed = 12) {
  let game = newGame(defaultSize, seed);
  for (let turn = 0; turn < moves; ++turn) game = withMove(game, legalMoves(game.now.board)[turn % 2]);
  return game;
}

test("undo and redo restore the same boards", () => {
  const game = gameAfter(20);
  let back = game;
  for (let step = 0; step < 20; ++step) back = undo(back);
  assert.equal(back.now.moves, 0);
  assert.equal(undo(back), back);
  let forth = back;
  for (let step = 0; step < 20; ++step) forth = redo(forth);
  assert.equal(forth.now, game.now);
  assert.equal(redo(forth), forth);
});

test("the same move after undo gets the same spawn, and clears the undone moves", () => {
  const game = gameAfter(10);
  const { turn } = game.now.last;
  const again = withMove(undo(game), turn.move);
  assert.deepEqual(again.now.board, game.now.board);
  assert.deepEqual(again.undone, []);
});

test("an illegal move changes nothing", () => {
  const game = newGame(sizeOfName("1x4"), 1);
  assert.equal(withMove(game, "up"), game);
});

test("a game in which the engine moved stays marked as such", () => {
  const game = gameAfter(3);
  assert.equal(game.helped, false);
  const helped = withMove(game, legalMoves(game.now.board)[0], "engine");
  assert.ok(helped.helped && undo(helped).helped && restoredGame(defaultSize, savedGame(helped)).helped);
});

test("only the move that makes 2048 reaches it", () => {
  const before = firstMoment(parseBoard("1024 1024 0 0 0 0 0 0 0 0 0 0 0 0 0 0", defaultSize));
  const spawn = () => ({ cell: 15, tile: 2 });
  const made = nextMoment(before, "left", spawn);
  assert.equal(tileReached({ now: made }), 2048);
  assert.equal(tileReached({ now: nextMoment(made, "down", () => ({ cell: 0, tile: 2 })) }), null);
});

test("a saved game restores the game and its undone moves", () => {
  const game = undo(undo(gameAfter(15)));
  const restored = restoredGame(defaultSize, JSON.parse(JSON.stringify(savedGame(game))));
  assert.deepEqual(restored.now.board, game.now.board);
  assert.equal(restored.now.score, game.now.score);
  assert.deepEqual(redo(redo(restored)).now.board, redo(redo(game)).now.board);
  assert.deepEqual(undo(restored).now.board, undo(game).now.board);
});

test("a game that was taken over is saved with its start, and its spawns are reproducible", () => {
  const board = parseBoard("2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0", defaultSize);
  const start = takenOverGame(board, 1234, 7);
  assert.ok(start.helped && start.takenOver);
  assert.equal(undo(start), start);
  const game = withMove(withMove(start, "down"), "left");
  const restored = restoredGame(defaultSize, JSON.parse(JSON.stringify(savedGame(undo(game)))));
  assert.deepEqual(redo(restored).now.board, game.now.board);
  assert.deepEqual(undo(restored).now.board, board);
  assert.ok(restored.takenOver && restored.helped);
  assert.equal(game.now.score, 1234 + game.now.last.reward + game.now.last.before.last.reward);
  assert.equal("from" in savedGame(gameAfter(3)), false);
  assert.equal(restoredGame(defaultSize, { ...savedGame(game), from: { board: 5, score: 1 } }), null);
  assert.equal(restoredGame(defaultSize, { ...savedGame(game), from: { board: "2 0", score: -1 } }), null);
});

const good = savedGame(gameAfter(5));
for (const [what, kept] of [
  ["null", null],
  ["a string", "game"],
  ["no seed", { ...good, seed: undefined }],
  ["a fractional seed", { ...good, seed: 1.5 }],
  ["a seed that is too large", { ...good, seed: 2 ** 60 }],
  ["invalid letters", { ...good, moves: "UXD" }],
  ["an illegal move", { ...good, moves: `${good.moves}LLLLLL` }],
  ["more undone moves than moves", { ...good, undone: 99 }],
  ["moves of a wrong type", { ...good, moves: [1] }],
])
  test(`an invalid saved game is rejected: ${what}`, () => assert.equal(restoredGame(defaultSize, kept), null));

test("if storage is blocked, nothing is saved and nothing fails", () => {
  Object.defineProperty(globalThis, "localStorage", {
    get: () => {
      throw new Error("blocked");
    },
  });
  keepGame(gameAfter(2));
  assert.equal(recallGame(defaultSize), null);
});

test("boards are parsed in every notation", () => {
  for (const text of [
    "2 4 0 8 16 0 0 0 0",
    "2,4,.,8,16,0,.,.,0",
    "2 4 0/8 16 0/0 0 0",
    " 2 4 .\n8 16 .\n. . .\n",
    "2/4/0/8/16/0/0/0/0",
  ]) {
    const board = parseAnyBoard(text, sizeOfName("3x3"));
    assert.equal(notationOf(board), "2 4 0/8 16 0/0 0 0", text);
  }
  assert.equal(notationOf(parseAnyBoard("2 4 8/16 32 64", defaultSize)), "2 4 8/16 32 64");
  assert.deepEqual(parseAnyBoard("2 4 8 16 0 0 0 0 0", defaultSize).size, sizeOfName("3x3"));
  assert.deepEqual(parseAnyBoard("2/4/8", defaultSize).size, sizeOfName("3x1"));
});

for (const [text, message] of [
  ["2 4", /4x4 has 16 cells, but 2 were given/],
  ["", /but 0 were given/],
  ["2 4/8 x", /Tile 'x'/],
  ["1 0/0 0", /power of two/],
  ["6 0/0 0", /power of two/],
  ["-2 0/0 0", /power of two/],
  ["2e3 0/0 0", /power of two/],
  ["64 0/0 0", /largest tile that can exist on 2x2 is 32/],
])
  test(`an invalid board is rejected: '${text}'`, () =>
    assert.throws(() => parseAnyBoard(text, defaultSize), { message }));

test("a position in the address", () => {
  const board = parseBoard("2 4 8 0 0 131072 0 0 0 0 0 0 0 0 0 2", defaultSize);
  assert.deepEqual(routeOf(hashOfPosition(board)), { tab: "analyse", position: { board, error: null }, duel: null });
  assert.deepEqual(routeOf("#analyse"), { tab: "analyse", position: null, duel: null });
  assert.equal(routeOf("#nothing").tab, "play");
  assert.match(routeOf("#analyse?board=7&size=9x9").position.error, /invalid/);
});
