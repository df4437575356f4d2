// Curves as data for uPlot: columns over a common x axis, with gaps where a run has no point.
import uPlot from "uplot";
import { smoothed } from "./smoothing.ts";

/** A curve that is drawn. */
export interface Line {
  /** The run. */
  readonly id: string;
  /** Distinguishes the lines of a run; empty if it has only one. */
  readonly name: string;
  readonly colour: number;
  readonly dashed: boolean;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Half the width of the interval at each point; null if there is none. */
  readonly half: readonly number[] | null;
}

/** The columns of each line, in this order. */
export const columnsOfLine = ["high", "low", "measured", "smooth"] as const;

/** The columns of one line; a logarithmic axis leaves out points at 0. */
function tableOf({ x, y, half }: Line, logarithmic: boolean, smoothing: number): uPlot.AlignedData {
  const first = logarithmic ? x.findIndex((value) => value > 0) : 0;
  const from = first < 0 ? x.length : first;
  const columns = [
    x,
    y.map((value, at) => value + (half?.[at] ?? 0)),
    y.map((value, at) => value - (half?.[at] ?? 0)),
    y,
    smoothed(y, smoothing),
  ];
  return columns.map((column) => column.slice(from)) as unknown as uPlot.AlignedData;
}

export function dataOf(lines: readonly Line[], logarithmic: boolean, smoothing: number): uPlot.AlignedData {
  const tables = lines.map((line) => tableOf(line, logarithmic, smoothing));
  return tables.length === 0 ? [[]] : uPlot.join(tables);
}
