// Compares seeds, games and records with those of the program.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";

const { allSizes, nameOfSize, sizeOfName } = await load("game/size.ts");
const { directionOfLetter } = await load("game/direction.ts");
const { legalMoves } = await load("game/slide.ts");
const { newGame, withMove, undo } = await load("game/game.ts");
const { parseRecords, recordLine, recordedGame, replay } = await load("game/record.ts");
const { description } = await load("analyse/description.ts");

/** A finished game that cycles through the legal moves. */
function finishedGame(size, seed) {
  let game = newGame(sizeOfName(size), seed);
  for (let turn = 0; ; ++turn) {
    const legal = legalMoves(game.now.board);
    if (legal.length === 0) return game;
    game = withMove(game, legal[turn % legal.length]);
  }
}

async function recordsOf(context, size, seed, games = 1) {
  const path = join(await temporaryFolder(context), "games.jsonl");
  await run(
    "eval",
    "--player",
    "random",
    "--games",
    `${games}`,
    "--board",
    size,
    "--seed",
    `${seed}`,
    "--record",
    path,
  );
  return readFile(path, "utf8");
}

for (const size of allSizes.map(nameOfSize))
  test(`a seed gives the same game of ${size} as in the program`, async (context) => {
    for (const seed of [1, 2 ** 32 + 7, Number.MAX_SAFE_INTEGER]) {
      const [record] = parseRecords(await recordsOf(context, size, seed));
      let game = newGame(sizeOfName(size), seed);
      for (const letter of record.moves) game = withMove(game, directionOfLetter(letter));
      assert.deepEqual({ ...recordedGame(game).record, player: "random" }, record);
    }
  });

test("the program accepts the records of the page", async (context) => {
  const folder = await temporaryFolder(context);
  const path = join(folder, "games.jsonl");
  const lines = allSizes.map((size) => recordLine(finishedGame(nameOfSize(size), 5)));
  await writeFile(path, lines.join(""));
  assert.match(await run("replay", path, "--check"), /every rule holds/);
});

test("undone moves are not in the record", () => {
  const game = finishedGame("3x3", 9);
  const shorter = undo(undo(game));
  assert.equal(recordedGame(shorter).record.moves, recordedGame(game).record.moves.slice(0, -2));
  assert.equal(recordedGame(shorter).moments.at(-1), shorter.now);
});

test("records of several games are parsed", async (context) => {
  const records = parseRecords(await recordsOf(context, "4x4", 3, 4));
  assert.equal(records.length, 4);
  for (const record of records) {
    const game = replay(record);
    assert.equal(game.moments.length, record.moves.length + 1);
    assert.match(description(game), /^4x4, [\d,]+ points, \d+ moves by random, largest tile \d+$/);
  }
});

const good = { start: "2 2/0 0", moves: "L", spawns: [[3, 2]], score: 4, board: "2x2" };
const broken = [
  ["{", /^Line 1: invalid JSON/],
  ["[]", /not a JSON object/],
  ["", /no game/],
  [JSON.stringify(good) + '\n{"moves":3}', /^Line 2: "moves" is not a string/],
  [{ ...good, board: "5x5" }, /sides go from 1 to 4/],
  [{ ...good, start: "2 3/0 0" }, /Tile '3'/],
  [{ ...good, spawns: [] }, /1 moves and 0 spawns/],
  [{ ...good, spawns: [[4, 2]] }, /outside the board/],
  [{ ...good, spawns: [[3, 8]] }, /only 2 and 4 spawn/],
  [{ ...good, spawns: [[0, 2]] }, /not empty/],
  [{ ...good, moves: "X" }, /letters/],
  [{ ...good, moves: "U" }, /illegal/],
  [{ ...good, score: 8 }, /score 4, but the record says 8/],
  [{ ...good, score: -1 }, /whole number/],
];
for (const [record, message] of broken)
  test(`an invalid record is rejected: ${message}`, () => {
    const file = typeof record === "string" ? record : JSON.stringify(record);
    assert.throws(() => parseRecords(file).map(replay), { message });
  });
