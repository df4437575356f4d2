// How good a move is, by what it gives away of the score still to come.

/** From 0 to 1: the measure that the program's accuracy is the mean of (docs/judging.md). */
export function qualityOf(loss: number, best: number): number {
  return Math.exp((-100 * Math.max(loss, 0)) / Math.max(best, 1));
}

/** Moves within this of the best are as good as the best, as in the program's src/arena/microscope.h. */
export const optimalWithin = 1e-6;

/** From the best move to one that gives away a hundredth or more of the score still to come. */
export type Severity = "best" | "slight" | "clear" | "grave";

export function severityOf(loss: number, best: number): Severity {
  if (loss <= optimalWithin) return "best";
  const quality = qualityOf(loss, best);
  return quality > 0.8 ? "slight" : quality > 0.4 ? "clear" : "grave";
}
