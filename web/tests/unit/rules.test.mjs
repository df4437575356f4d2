// Tests the rules with the conformance suite of tests/conformance; its README explains the files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../source.mjs";

const { allDirections } = await load("game/direction.ts");
const { slide, legalMoves } = await load("game/slide.ts");
const { emptyCells, withTile } = await load("game/board.ts");
const { chanceOfFour } = await load("game/spawn.ts");
const { sizeOfName } = await load("game/size.ts");

/** Perft cases with more leaves than this are skipped: they would take minutes. */
const maxLeaves = 3e4;

async function casesOf(name) {
  const text = await readFile(new URL(`../../../tests/conformance/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text).map((one) => ({ ...one, board: { size: sizeOfName(one.size), tiles: one.board } }));
}

const spawnsOn = (board) =>
  emptyCells(board).flatMap((cell, _, empty) => [
    { cell, tile: 2, probability: (1 - chanceOfFour) / empty.length },
    { cell, tile: 4, probability: chanceOfFour / empty.length },
  ]);

function perft(board, depth) {
  if (depth === 0) return 1;
  let leaves = 0;
  for (const direction of allDirections) {
    const slid = slide(board, direction);
    if (slid === null) continue;
    const spawns = spawnsOn(slid.afterstate);
    if (depth === 1) leaves += spawns.length;
    else for (const { cell, tile } of spawns) leaves += perft(withTile(slid.afterstate, cell, tile), depth - 1);
  }
  return leaves;
}

test("slides", async () => {
  for (const { board, slides } of await casesOf("slides"))
    for (const direction of allDirections) {
      const slid = slide(board, direction);
      const answer = slid && { board: slid.afterstate.tiles, reward: slid.reward };
      assert.deepEqual(answer, slides[direction], `${direction} on ${board.tiles}`);
    }
});

test("paths lead every tile to its cell after the slide", async () => {
  for (const { board } of await casesOf("slides"))
    for (const direction of allDirections) {
      const slid = slide(board, direction);
      if (slid === null) continue;
      const tiles = board.tiles.map(() => 0);
      for (const path of slid.paths) tiles[path.to] += board.tiles[path.from];
      assert.deepEqual(tiles, slid.afterstate.tiles);
      assert.equal(slid.paths.length, board.tiles.filter((tile) => tile !== 0).length);
    }
});

test("spawns", async () => {
  for (const { board, spawns } of await casesOf("spawns")) {
    const ours = spawnsOn(board);
    assert.equal(ours.length, spawns.length);
    ours.forEach((spawn, index) => {
      assert.equal(spawn.cell, spawns[index].cell);
      assert.equal(spawn.tile, spawns[index].tile);
      assert.ok(Math.abs(spawn.probability - spawns[index].probability) < 1e-12);
    });
  }
});

test("traps", async () => {
  for (const { name, board, move, legal, afterstate, reward, next } of await casesOf("traps")) {
    const slid = slide(board, move);
    assert.equal(slid !== null, legal, name);
    if (slid === null) continue;
    assert.deepEqual(slid.afterstate.tiles, afterstate, name);
    assert.equal(slid.reward, reward, name);
    const follow = spawnsOn(slid.afterstate).map(({ cell, tile }) => withTile(slid.afterstate, cell, tile));
    assert.equal(follow.length, next.length, name);
    for (const expected of next) {
      const found = follow.find(({ tiles }) => tiles.every((tile, cell) => tile === expected.board[cell]));
      assert.deepEqual(found && legalMoves(found), expected.legal, name);
    }
  }
});

test("perft", async () => {
  const cases = (await casesOf("perft")).filter(({ leaves }) => leaves <= maxLeaves);
  assert.ok(cases.length > 500);
  for (const { board, depth, leaves } of cases) assert.equal(perft(board, depth), leaves, `${board.tiles} to ${depth}`);
});
