// Tests of games in which an attacker chooses a share of the spawns.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";

const { hostileSpawnAfter, isHostile, newGame, redo, undo, withMove, withPlaced } = await load("game/game.ts");
const { recordedGame, recordLine } = await load("game/record.ts");
const { legalMoves } = await load("game/slide.ts");
const { defaultSize, sizeOfName } = await load("game/size.ts");
const { savedGame, restoredGame } = await load("play/saved-game.ts");

/** An attacker that puts a 4 on the last empty cell. */
const lastCell = ({ afterstate }) => ({ cell: afterstate.tiles.lastIndexOf(0), tile: 4 });

/** Plays the first legal moves; the attacker chooses its share of the spawns. */
function played(game, moves, share, attacker = lastCell) {
  for (let turn = 0; turn < moves && legalMoves(game.now.board).length > 0; ++turn) {
    const [move] = legalMoves(game.now.board);
    const asked = hostileSpawnAfter(game, move, share);
    game = withMove(asked === null ? game : withPlaced(game, asked, attacker(asked)), move);
  }
  return game;
}

test("at 0 % no spawn is hostile, at 100 % every one", () => {
  assert.deepEqual(played(newGame(defaultSize, 3), 60, 0), played(newGame(defaultSize, 3), 60, 0, assert.fail));
  const game = played(newGame(defaultSize, 3), 20, 1);
  assert.equal(Object.keys(game.placed).length, game.now.moves);
  for (let { last } = game.now; last !== null; last = last.before.last) assert.equal(last.turn.spawn.tile, 4);
});

test("the share of hostile spawns is that of the slider", () => {
  let asked = 0;
  for (let seed = 0; seed < 1000; ++seed) {
    const game = newGame(defaultSize, seed);
    asked += hostileSpawnAfter(game, legalMoves(game.now.board)[0], 0.3) === null ? 0 : 1;
  }
  assert.ok(Math.abs(asked - 300) < 60, `${asked} of 1000`);
});

test("an illegal move asks for no spawn", () => {
  assert.equal(hostileSpawnAfter(newGame(sizeOfName("1x4"), 1), "up", 1), null);
});

test("the same move after an undo gets the same spawn, whatever the attacker would say now", () => {
  const game = played(newGame(defaultSize, 5), 15, 0.5);
  assert.ok(isHostile(game));
  let again = game;
  for (let step = 0; step < 15; ++step) again = undo(again);
  assert.deepEqual(played(again, 15, 0.5, assert.fail).now.board, game.now.board);
  assert.deepEqual(played(again, 15, 0, assert.fail).now.board, game.now.board, "also with another share");
  assert.deepEqual(redo(undo(game)).now, game.now);
});

test("a spawn that the attacker did not answer is random, and stays the same", () => {
  const game = newGame(defaultSize, 8);
  const [move] = legalMoves(game.now.board);
  const asked = hostileSpawnAfter(game, move, 1);
  const moved = withMove(withPlaced(game, asked, null), move);
  assert.deepEqual(moved.now.board, withMove(game, move).now.board);
  assert.ok(isHostile(moved), "the game does not count");
  assert.equal(hostileSpawnAfter(undo(moved), move, 1), null);
});

test("a saved game restores its hostile spawns", () => {
  const game = undo(undo(played(newGame(defaultSize, 6), 20, 0.5)));
  const saved = JSON.parse(JSON.stringify(savedGame(game)));
  const restored = restoredGame(defaultSize, saved);
  assert.deepEqual(restored.now.board, game.now.board);
  assert.deepEqual(redo(redo(restored)).now.board, redo(redo(game)).now.board);
  assert.ok(isHostile(restored));
  assert.equal("placed" in savedGame(played(newGame(defaultSize, 6), 5, 0)), false, "fair games are saved as before");
  const [key] = Object.keys(saved.placed);
  for (const wrong of [{ cell: 99, tile: 2 }, { cell: "0", tile: 2 }, { cell: saved.placed[key].cell, tile: 8 }, null])
    assert.equal(restoredGame(defaultSize, { ...saved, placed: { ...saved.placed, [key]: wrong } }), null);
});

test("the record is that of a duel, which the program accepts, not that of a fair game", async (context) => {
  const game = played(newGame(sizeOfName("3x3"), 2), 1000, 0.5);
  const record = JSON.parse(recordLine(game));
  assert.equal(record.attacker, "random and hostile spawns");
  assert.deepEqual([record.rule, record.from, record.opening, "spawn4" in record], ["2or4", "two", 0, false]);
  assert.match(recordedGame(game).record.player, /against hostile spawns/);
  assert.equal(JSON.parse(recordLine(played(newGame(defaultSize, 2), 9, 0))).spawn4, 0.1);
  const path = join(await temporaryFolder(context), "game.jsonl");
  await writeFile(path, recordLine(game));
  assert.match(await run("replay", path, "--check"), /1 game, \d+ moves: every rule holds/);
});
