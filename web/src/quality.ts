// The quality of a move, from its loss relative to the expected further score.
import type { Analysis } from "./api/analysis.ts";
import { allDirections, type Direction } from "./game/direction.ts";

/** From 0 to 1; the accuracy of a review is the mean of this over its moves (docs/judging.md). */
export function qualityOf(loss: number, best: number): number {
  return Math.exp((-100 * Math.max(loss, 0)) / Math.max(best, 1));
}

/** A move whose loss is at most this counts as optimal, as in src/arena/compare.h. */
export const optimalWithin = 1e-6;

/** The names that players know from chess; "good" is a move without a fault worth mentioning. */
export type Grade = "good" | "inaccuracy" | "mistake" | "blunder";

export const faults = ["blunder", "mistake", "inaccuracy"] as const;

const plurals = { blunder: "blunders", mistake: "mistakes", inaccuracy: "inaccuracies" } as const;

/** Such as "1 blunder" or "3 mistakes". */
export function countInWords(count: number, fault: (typeof faults)[number]): string {
  return `${count} ${count === 1 ? fault : plurals[fault]}`;
}

/** The grade of a move by its loss: a blunder loses about a hundredth or more of the expected further score. */
export function gradeOf(loss: number, best: number): Grade {
  if (loss <= optimalWithin) return "good";
  const quality = qualityOf(loss, best);
  return quality > 0.8 ? "inaccuracy" : quality > 0.4 ? "mistake" : "blunder";
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
