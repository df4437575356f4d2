// The learning curve of a run: its measurements.
import type { Measurement } from "../api/training.ts";

export interface Curve {
  /** Number of lines of the run's log that it includes. */
  readonly lines: number;
  /** In the order of their actions. */
  readonly points: readonly Measurement[];
}

/** The quantity on the x axis. */
export type Axis = "actions" | "seconds";

export const emptyCurve: Curve = { lines: 0, points: [] };

function isWhole({ actions, seconds, mean, ci95 }: Measurement): boolean {
  return [actions, seconds, mean, ci95].every((value) => typeof value === "number" && Number.isFinite(value));
}

/** The curve with the next lines of the log. A killed run resumes at its last checkpoint: later points are dropped. */
export function withMeasurements(curve: Curve, log: readonly Measurement[]): Curve {
  const points = [...curve.points];
  for (const line of log.filter(isWhole)) {
    while ((points.at(-1)?.actions ?? -Infinity) >= line.actions) points.pop();
    points.push(line);
  }
  return { lines: curve.lines + log.length, points };
}

/** The index of the point nearest to `x`; the column is sorted and not empty. */
export function nearest(column: readonly number[], x: number): number {
  let low = 0;
  let high = column.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const before = column[low - 1];
  return before !== undefined && x - before < (column[low] ?? 0) - x ? low - 1 : low;
}
