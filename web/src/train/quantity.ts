// What a plot of learning curves shows: the mean score, the share of games that reach a tile, the speed of learning, or the
// score that the network predicts beside the one that its games really reach.
import type { Measurement } from "../api/training.ts";
import { formatCompact, formatPercent, formatWhole } from "../format.ts";
import type { Axis, Curve } from "./curve.ts";
import type { Curves } from "./curves.ts";
import type { Line } from "./plot-data.ts";
import type { ShownRuns } from "./shown-runs.ts";

export interface Quantity {
  readonly name: string;
  readonly title: string;
  readonly format: (value: number) => string;
  /** One or more columns per run; null where a measurement does not have the value. */
  readonly columns: readonly {
    /** Empty if it is the only one. */
    readonly name: string;
    readonly dashed: boolean;
    readonly valueOf: (point: Measurement) => number | null | undefined;
    /** Half the width of the 95 % interval, if it is measured. */
    readonly halfOf?: (point: Measurement) => number;
  }[];
}

const mean: Quantity = {
  name: "mean",
  title: "Mean score",
  format: formatWhole,
  columns: [{ name: "", dashed: false, valueOf: (point) => point.mean, halfOf: (point) => point.ci95 }],
};

const rate: Quantity = {
  name: "rate",
  title: "Actions per second",
  format: formatCompact,
  columns: [{ name: "", dashed: false, valueOf: (point) => point.actions_per_second }],
};

const prediction: Quantity = {
  name: "prediction",
  title: "Predicted and realised score",
  format: formatWhole,
  columns: [
    { name: "realised", dashed: false, valueOf: (point) => point.realised },
    { name: "predicted", dashed: true, valueOf: (point) => point.predicted },
  ],
};

function tileRate(tile: number): Quantity {
  return {
    name: `tile ${tile}`,
    title: `Games that reach ${tile}`,
    format: formatPercent,
    columns: [
      {
        name: "",
        dashed: false,
        valueOf: (point) => point.tiles?.[tile],
        // The normal interval of a share; the bar of a plot needs no better one.
        halfOf: (point) => {
          const share = point.tiles?.[tile] ?? 0;
          return 1.96 * Math.sqrt((share * (1 - share)) / Math.max(point.games, 1));
        },
      },
    ],
  };
}

function tilesIn(curves: readonly Curve[]): number[] {
  const tiles = new Set<number>();
  for (const { points } of curves)
    for (const point of points)
      for (const [tile, share] of Object.entries(point.tiles ?? {})) if ((share ?? 0) > 0) tiles.add(Number(tile));
  return [...tiles].sort((first, second) => second - first);
}

/** The quantities that at least one of the curves has; the mean score always. */
export function quantitiesOf(curves: readonly Curve[]): Quantity[] {
  const has = ({ columns }: Quantity) =>
    curves.some(({ points }) => points.some((point) => columns.some(({ valueOf }) => valueOf(point) != null)));
  return [mean, ...[prediction, rate].filter(has), ...tilesIn(curves).map(tileRate)];
}

/** The lines of the shown runs, without measurements that lack the value. */
export function linesOf(quantity: Quantity, shown: ShownRuns, curves: Curves, axis: Axis): Line[] {
  return [...shown].flatMap(([id, colour]) =>
    quantity.columns.flatMap(({ name, dashed, valueOf, halfOf }): Line[] => {
      const points = (curves.get(id)?.points ?? []).filter((point) => valueOf(point) != null);
      if (points.length === 0) return [];
      const x = points.map((point) => point[axis]);
      const y = points.map((point) => valueOf(point) ?? 0);
      return [{ id, name, colour, dashed, x, y, half: halfOf === undefined ? null : points.map(halfOf) }];
    }),
  );
}
