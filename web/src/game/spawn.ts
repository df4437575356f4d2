// Random spawns. A spawn is a function of the seed, its number and the board, so that the same move after an undo gets
// the same spawn.
import { type Board, emptyBoard, emptyCells, withTile } from "./board.ts";
import { randomBlock, uniformBelow, uniformUnit } from "./random.ts";
import type { Size } from "./size.ts";

export interface Spawn {
  readonly cell: number;
  readonly tile: number;
}

/** The probability that a spawned tile is a 4. */
export const chanceOfFour = 0.1;

/** Number of spawns before the first move. */
export const startSpawns = 2;

/** The program numbers the games of a seed; the page plays the first. */
export const gameNumber = 0;
const purposeOfSpawns = 0;

/** Seeds are whole numbers from 0 to this. */
export const largestSeed = Number.MAX_SAFE_INTEGER;

export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

/** The `number`-th spawn of the game of `seed`, from 0; the board must have an empty cell. */
export function drawSpawn(board: Board, seed: number, number: number): Spawn {
  const random = randomBlock(seed, gameNumber, number, purposeOfSpawns);
  const empty = emptyCells(board);
  const cell = empty[uniformBelow(random.first, empty.length)] as number;
  return { cell, tile: uniformUnit(random.second) < chanceOfFour ? 4 : 2 };
}

export function withSpawn(board: Board, spawn: Spawn): Board {
  return withTile(board, spawn.cell, spawn.tile);
}

/** The board that the game of `seed` starts with. */
export function startBoard(size: Size, seed: number): Board {
  let board = emptyBoard(size);
  for (let number = 0; number < startSpawns; ++number) board = withSpawn(board, drawSpawn(board, seed, number));
  return board;
}
