// The saved game of each size: its seed and moves, and the position where it was taken over; the rest is recomputed.
import { directionOfLetter, letterOf } from "../game/direction.ts";
import { type Game, isHostile, newGame, takenOverGame, undo, withMove } from "../game/game.ts";
import { startOf, turnsTo } from "../game/moment.ts";
import { notationOf, parseBoard } from "../game/notation.ts";
import { nameOfSize, type Size } from "../game/size.ts";
import { largestSeed, type Spawn } from "../game/spawn.ts";
import { fieldsOf, keep, recall } from "../storage.ts";

/** `moves` includes undone moves: the last `undone` of them. */
interface SavedGame {
  readonly seed: number;
  readonly moves: string;
  readonly undone: number;
  readonly helped: boolean;
  /** The position where the user took it over, for a game that did not start with two spawns. */
  readonly from?: { readonly board: string; readonly score: number };
  /** The spawns that an attacker was asked for, in a game with any. */
  readonly placed?: Game["placed"];
}

export function savedGame(game: Game): SavedGame {
  const last = game.undone[0] ?? game.now;
  const moves = turnsTo(last)
    .map((turn) => letterOf(turn.move))
    .join("");
  const { seed, helped, placed } = game;
  const saved = { seed, moves, undone: game.undone.length, helped, ...(isHostile(game) ? { placed } : {}) };
  if (!game.takenOver) return saved;
  const { board, score } = startOf(last);
  return { ...saved, from: { board: notationOf(board), score } };
}

/** The game before its first move; throws if the board is invalid. */
function startedGame(size: Size, seed: number, from: unknown): Game | null {
  if (from === undefined) return newGame(size, seed);
  const { board, score } = fieldsOf(from);
  if (typeof board !== "string" || typeof score !== "number" || !Number.isSafeInteger(score) || score < 0) return null;
  return takenOverGame(parseBoard(board, size), score, seed);
}

/** The spawns of a saved game that an attacker was asked for; null if they are invalid. */
function placedSpawns(placed: unknown): Game["placed"] | null {
  const spawns: Record<string, Spawn> = {};
  for (const [key, spawn] of Object.entries(fieldsOf(placed))) {
    const { cell, tile } = fieldsOf(spawn);
    const board = key.split(" ")[1] ?? ""; // one digit per cell
    if (typeof cell !== "number" || board[cell] !== "0" || (tile !== 2 && tile !== 4)) return null;
    spawns[key] = { cell, tile };
  }
  return spawns;
}

/** Restores a saved game; null if it is invalid. */
export function restoredGame(size: Size, kept: unknown): Game | null {
  const { seed, moves, undone, helped, from, placed } = fieldsOf(kept);
  if (typeof seed !== "number" || !Number.isInteger(seed) || seed < 0 || seed > largestSeed) return null;
  if (typeof moves !== "string" || typeof undone !== "number" || undone > moves.length) return null;
  const start = startedGame(size, seed, from);
  if (start === null) return null;
  const spawns = placedSpawns(placed);
  if (spawns === null) return null;
  let game: Game = { ...start, helped: helped === true || start.helped, placed: spawns };
  for (const letter of moves) {
    const move = directionOfLetter(letter);
    const next = move === null ? game : withMove(game, move);
    if (next === game) return null;
    game = next;
  }
  for (let left = undone; left > 0; --left) game = undo(game);
  return game;
}

const keyOf = (size: Size) => `game.${nameOfSize(size)}`;

export function keepGame(game: Game): void {
  keep(keyOf(game.size), savedGame(game));
}

export function recallGame(size: Size): Game | null {
  return recall(keyOf(size), (kept) => restoredGame(size, kept));
}
