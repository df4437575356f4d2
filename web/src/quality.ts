// The quality of a move, from its loss relative to the expected further score.
import type { Analysis, Engine } from "./api/analysis.ts";
import { allDirections, type Direction } from "./game/direction.ts";

/** From 0 to 1; the accuracy of a review is the mean of this over its moves (docs/judging.md). */
export function qualityOf(loss: number, best: number): number {
  return Math.exp((-100 * Math.max(loss, 0)) / Math.max(best, 1));
}

/** The names that players know from chess; "good" is a move without a fault worth mentioning. */
export type Grade = "good" | "inaccuracy" | "mistake" | "blunder";

export const faults = ["blunder", "mistake", "inaccuracy"] as const;

const plurals = { blunder: "blunders", mistake: "mistakes", inaccuracy: "inaccuracies" } as const;

/** Such as "1 blunder" or "3 mistakes". */
export function countInWords(count: number, fault: (typeof faults)[number]): string {
  return `${count} ${count === 1 ? fault : plurals[fault]}`;
}

/** From these shares of the expected final score on a loss is a fault, as in src/arena/review.h (docs/judging.md). */
const thresholds: readonly (readonly [share: number, fault: Exclude<Grade, "good">])[] = [
  [0.2, "blunder"],
  [0.1, "mistake"],
  [0.05, "inaccuracy"],
];

/** The grade of a move that loses this share of the expected final score. */
export function gradeOf(share: number): Grade {
  return thresholds.find(([threshold]) => share >= threshold)?.[1] ?? "good";
}

/** The share of the expected final score that a loss is; of a database for a tile, the lost probability itself. */
export function shareOf(loss: number, best: number, score: number, engine: Engine): number {
  const isScore = (engine.objective ?? "score") === "score";
  return isScore ? loss / Math.max(best + score, 1) : loss;
}

/** Whether a loss is invisible at the shown precision: the move is as good as the best one. */
export function isTie(loss: number, decimals: number): boolean {
  return Number(Math.max(loss, 0).toFixed(decimals)) === 0;
}

/** All moves that are as good as the best one at the shown precision. */
export function bestMoves({ best, moves }: Analysis, decimals: number): Direction[] {
  const top = best === null ? null : moves[best];
  if (top === null) return [];
  return allDirections.filter((direction) => {
    const value = moves[direction];
    return value !== null && isTie(top - value, decimals);
  });
}
