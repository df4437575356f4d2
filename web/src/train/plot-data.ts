// Curves as data for uPlot: columns over a common x axis, with gaps where a run has no point.
import uPlot from "uplot";
import type { Axis, Curve } from "./curve.ts";
import { smoothed } from "./smoothing.ts";

/** A curve that is drawn. */
export interface Line {
  readonly id: string;
  readonly colour: number;
  readonly curve: Curve;
}

/** The columns of each line, in this order. */
export const columnsOfLine = ["high", "low", "measured", "smooth"] as const;

/** The columns of one line; a logarithmic axis leaves out points at 0. */
function tableOf({ curve }: Line, axis: Axis, logarithmic: boolean, smoothing: number): uPlot.AlignedData {
  const { mean, half } = curve;
  const first = logarithmic ? curve[axis].findIndex((x) => x > 0) : 0;
  const from = first < 0 ? curve[axis].length : first;
  const smooth = smoothed(mean, smoothing);
  const columns = [
    curve[axis],
    mean.map((value, at) => value + (half[at] ?? 0)),
    mean.map((value, at) => value - (half[at] ?? 0)),
    mean,
    smooth,
  ];
  return columns.map((column) => column.slice(from)) as unknown as uPlot.AlignedData;
}

export function dataOf(lines: readonly Line[], axis: Axis, logarithmic: boolean, smoothing: number): uPlot.AlignedData {
  const tables = lines.map((line) => tableOf(line, axis, logarithmic, smoothing));
  return tables.length === 0 ? [[]] : uPlot.join(tables);
}
