// The best score per board size, of games that the user played without the engine, and with random spawns only.
import { type Game, isHostile } from "../game/game.ts";
import { nameOfSize, type Size } from "../game/size.ts";
import { fieldsOf, keep, recall } from "../storage.ts";

const key = "best";

export function bestScore(size: Size): number {
  const best = recall(key, fieldsOf)?.[nameOfSize(size)];
  return typeof best === "number" ? best : 0;
}

/** Whether the score of a game may be the best. */
export const counts = (game: Game): boolean => !game.helped && !isHostile(game);

/** Stores the score of a game if it is the best of its size. */
export function keepBestScore(game: Game): void {
  const { size, now } = game;
  if (!counts(game) || now.score <= bestScore(size)) return;
  keep(key, { ...recall(key, fieldsOf), [nameOfSize(size)]: now.score });
}
