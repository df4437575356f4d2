// The game of each size as the browser keeps it: seed and moves, from which everything follows.
import { directionOfLetter, letterOf } from "../game/direction.ts";
import { type Game, newGame, undo, withMove } from "../game/game.ts";
import { turnsTo } from "../game/moment.ts";
import { nameOfSize, type Size } from "../game/size.ts";
import { largestSeed } from "../game/spawn.ts";
import { fieldsOf, keep, recall } from "../storage.ts";

/** What is undone is kept too: `moves` has all of it, of which the last `undone` are taken back. */
interface SavedGame {
  readonly seed: number;
  readonly moves: string;
  readonly undone: number;
  readonly helped: boolean;
}

export function savedGame(game: Game): SavedGame {
  const last = game.undone[0] ?? game.now;
  const moves = turnsTo(last)
    .map((turn) => letterOf(turn.move))
    .join("");
  return { seed: game.seed, moves, undone: game.undone.length, helped: game.helped };
}

/** Plays a kept game again; null where it is not one. */
export function restoredGame(size: Size, kept: unknown): Game | null {
  const { seed, moves, undone, helped } = fieldsOf(kept);
  if (typeof seed !== "number" || !Number.isInteger(seed) || seed < 0 || seed > largestSeed) return null;
  if (typeof moves !== "string" || typeof undone !== "number" || undone > moves.length) return null;
  let game: Game = { ...newGame(size, seed), helped: helped === true };
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
