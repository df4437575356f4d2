// The quality of a move, from its loss relative to the expected further score.

/** From 0 to 1; the accuracy of a review is the mean of this over its moves (docs/judging.md). */
export function qualityOf(loss: number, best: number): number {
  return Math.exp((-100 * Math.max(loss, 0)) / Math.max(best, 1));
}

/** A move whose loss is at most this counts as optimal, as in src/arena/compare.h. */
export const optimalWithin = 1e-6;

/** From the best move to one that loses about a hundredth or more of the expected further score. */
export type Severity = "best" | "minor" | "moderate" | "severe";

export function severityOf(loss: number, best: number): Severity {
  if (loss <= optimalWithin) return "best";
  const quality = qualityOf(loss, best);
  return quality > 0.8 ? "minor" : quality > 0.4 ? "moderate" : "severe";
}
