// The learning curve of a run: its measurements, column by column.
import type { Measurement } from "../api/training.ts";

export interface Curve {
  /** Number of lines of the run's log that it includes. */
  readonly lines: number;
  readonly actions: readonly number[];
  readonly seconds: readonly number[];
  readonly mean: readonly number[];
  /** Half the width of the 95 % interval of each mean. */
  readonly half: readonly number[];
}

/** The quantity on the x axis. */
export type Axis = "actions" | "seconds";

export const emptyCurve: Curve = { lines: 0, actions: [], seconds: [], mean: [], half: [] };

function isWhole({ actions, seconds, mean, ci95 }: Measurement): boolean {
  return [actions, seconds, mean, ci95].every((value) => typeof value === "number" && Number.isFinite(value));
}

/** The curve with the next lines of the log. A killed run resumes at its last checkpoint: later points are dropped. */
export function withMeasurements(curve: Curve, log: readonly Measurement[]): Curve {
  const lasting: Measurement[] = [];
  let end = curve.actions.length;
  for (const line of log.filter(isWhole)) {
    while ((lasting.at(-1)?.actions ?? -Infinity) >= line.actions) lasting.pop();
    while (lasting.length === 0 && end > 0 && (curve.actions[end - 1] ?? 0) >= line.actions) --end;
    lasting.push(line);
  }
  const column = (old: readonly number[], field: "actions" | "seconds" | "mean" | "ci95") => [
    ...old.slice(0, end),
    ...lasting.map((line) => line[field]),
  ];
  return {
    lines: curve.lines + log.length,
    actions: column(curve.actions, "actions"),
    seconds: column(curve.seconds, "seconds"),
    mean: column(curve.mean, "mean"),
    half: column(curve.half, "ci95"),
  };
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
