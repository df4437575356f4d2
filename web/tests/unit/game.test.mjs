// Games with undo and redo, what the browser keeps of them, and boards as text.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { newGame, takenOverGame, withMove, undo, redo, tileReached } = await load("game/game.ts");
const { legalMoves } = await load("game/slide.ts");
const { sizeOfName, usualSize } = await load("game/size.ts");
const { parseBoard, parseAnyBoard, notationOf } = await load("game/notation.ts");
const { firstMoment, nextMoment } = await load("game/moment.ts");
const { savedGame, restoredGame, recallGame, keepGame } = await load("play/saved-game.ts");
const { routeOf, hashOfPosition } = await load("route.ts");

/** A game after so many moves. */
function gameAfter(moves, seed = 12) {
  let game = newGame(usualSize, seed);
  for (let turn = 0; turn < moves; ++turn) game = withMove(game, legalMoves(game.now.board)[turn % 2]);
  return game;
}

test("undo and redo go back and forth over the same boards", () => {
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

test("the same move after undo meets the same spawn, and forgets what was undone", () => {
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

test("a game that the search helped with stays one", () => {
  const game = gameAfter(3);
  assert.equal(game.helped, false);
  const helped = withMove(game, legalMoves(game.now.board)[0], "search");
  assert.ok(helped.helped && undo(helped).helped && restoredGame(usualSize, savedGame(helped)).helped);
});

test("2048 is reached by the move that makes it, once", () => {
  const before = firstMoment(parseBoard("1024 1024 0 0 0 0 0 0 0 0 0 0 0 0 0 0", usualSize));
  const spawn = () => ({ cell: 15, tile: 2 });
  const made = nextMoment(before, "left", spawn);
  assert.equal(tileReached({ now: made }), 2048);
  assert.equal(tileReached({ now: nextMoment(made, "down", () => ({ cell: 0, tile: 2 })) }), null);
});

test("what is kept brings back the game and its undone moves", () => {
  const game = undo(undo(gameAfter(15)));
  const restored = restoredGame(usualSize, JSON.parse(JSON.stringify(savedGame(game))));
  assert.deepEqual(restored.now.board, game.now.board);
  assert.equal(restored.now.score, game.now.score);
  assert.deepEqual(redo(redo(restored)).now.board, redo(redo(game)).now.board);
  assert.deepEqual(undo(restored).now.board, undo(game).now.board);
});

test("a game that was taken over is kept with its start, and its luck repeats", () => {
  const board = parseBoard("2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0", usualSize);
  const start = takenOverGame(board, 1234, 7);
  assert.ok(start.helped && start.takenOver);
  assert.equal(undo(start), start);
  const game = withMove(withMove(start, "down"), "left");
  const restored = restoredGame(usualSize, JSON.parse(JSON.stringify(savedGame(undo(game)))));
  assert.deepEqual(redo(restored).now.board, game.now.board);
  assert.deepEqual(undo(restored).now.board, board);
  assert.ok(restored.takenOver && restored.helped);
  assert.equal(game.now.score, 1234 + game.now.last.reward + game.now.last.before.last.reward);
  assert.equal("from" in savedGame(gameAfter(3)), false);
  assert.equal(restoredGame(usualSize, { ...savedGame(game), from: { board: 5, score: 1 } }), null);
  assert.equal(restoredGame(usualSize, { ...savedGame(game), from: { board: "2 0", score: -1 } }), null);
});

const good = savedGame(gameAfter(5));
for (const [what, kept] of [
  ["nothing", null],
  ["a text", "game"],
  ["no seed", { ...good, seed: undefined }],
  ["a seed that is no whole number", { ...good, seed: 1.5 }],
  ["a seed that is too large", { ...good, seed: 2 ** 60 }],
  ["letters that are no moves", { ...good, moves: "UXD" }],
  ["an illegal move", { ...good, moves: `${good.moves}LLLLLL` }],
  ["more undone than there is", { ...good, undone: 99 }],
  ["moves of a wrong type", { ...good, moves: [1] }],
])
  test(`what is kept may be ${what}: a new game then`, () => assert.equal(restoredGame(usualSize, kept), null));

test("where storage is forbidden, nothing is kept and nothing fails", () => {
  Object.defineProperty(globalThis, "localStorage", {
    get: () => {
      throw new Error("forbidden");
    },
  });
  keepGame(gameAfter(2));
  assert.equal(recallGame(usualSize), null);
});

test("boards are read in every notation", () => {
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
  assert.equal(notationOf(parseAnyBoard("2 4 8/16 32 64", usualSize)), "2 4 8/16 32 64");
  assert.deepEqual(parseAnyBoard("2 4 8 16 0 0 0 0 0", usualSize).size, sizeOfName("3x3"));
  assert.deepEqual(parseAnyBoard("2/4/8", usualSize).size, sizeOfName("3x1"));
});

for (const [text, message] of [
  ["2 4", /4x4 has 16 cells, and 2 were given/],
  ["", /and 0 were given/],
  ["2 4/8 x", /Tile 'x'/],
  ["1 0/0 0", /power of two/],
  ["6 0/0 0", /power of two/],
  ["-2 0/0 0", /power of two/],
  ["2e3 0/0 0", /power of two/],
  ["64 0/0 0", /largest tile that can exist on 2x2 is 32/],
])
  test(`a board that is none is refused: '${text}'`, () =>
    assert.throws(() => parseAnyBoard(text, usualSize), { message }));

test("an address holds a position", () => {
  const board = parseBoard("2 4 8 0 0 131072 0 0 0 0 0 0 0 0 0 2", usualSize);
  assert.deepEqual(routeOf(hashOfPosition(board)), { tab: "analyse", position: { board, error: null } });
  assert.deepEqual(routeOf("#analyse"), { tab: "analyse", position: null });
  assert.equal(routeOf("#nothing").tab, "play");
  assert.match(routeOf("#analyse?board=7&size=9x9").position.error, /not one/);
});
