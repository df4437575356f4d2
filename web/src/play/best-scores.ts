// The best score per board size, of games that the user played without the engine.
import type { Game } from "../game/game.ts";
import { nameOfSize, type Size } from "../game/size.ts";
import { fieldsOf, keep, recall } from "../storage.ts";

const key = "best";

export function bestScore(size: Size): number {
  const best = recall(key, fieldsOf)?.[nameOfSize(size)];
  return typeof best === "number" ? best : 0;
}

/** Stores the score of a game if it is the best of its size. */
export function keepBestScore({ size, now, helped }: Game): void {
  if (helped || now.score <= bestScore(size)) return;
  keep(key, { ...recall(key, fieldsOf), [nameOfSize(size)]: now.score });
}
