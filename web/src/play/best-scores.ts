// The best score of each size, of games that the person played without the search.
import type { Game } from "../game/game.ts";
import { nameOfSize, type Size } from "../game/size.ts";
import { fieldsOf, keep, recall } from "../storage.ts";

const key = "best";

export function bestScore(size: Size): number {
  const best = recall(key, fieldsOf)?.[nameOfSize(size)];
  return typeof best === "number" ? best : 0;
}

/** Keeps the score of a game where it is the best of its size. */
export function keepBestScore({ size, now, helped }: Game): void {
  if (helped || now.score <= bestScore(size)) return;
  keep(key, { ...recall(key, fieldsOf), [nameOfSize(size)]: now.score });
}
