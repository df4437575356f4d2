// Learning curves: the mean score of the shown runs by actions or time.
import { useMemo, useState } from "preact/hooks";
import type { Run } from "../api/training.ts";
import { formatCompact, formatDecimals, formatDuration, formatWhole } from "../format.ts";
import { useKeptState } from "../parts/kept-state.ts";
import { Select } from "../parts/select.tsx";
import type { Theme } from "../theme.ts";
import { type Axis, type Curve, nearest } from "./curve.ts";
import type { Curves } from "./curves.ts";
import { Plot } from "./plot.tsx";
import type { Line } from "./plot-data.ts";
import type { ShownRuns } from "./shown-runs.ts";
import { smoothed } from "./smoothing.ts";

interface LearningCurvesProps {
  readonly runs: readonly Run[];
  readonly curves: Curves;
  readonly shown: ShownRuns;
  readonly onToggle: (id: string) => void;
  readonly theme: Theme;
}

const axes = [
  { value: "actions", label: "Actions" },
  { value: "seconds", label: "Time" },
];
const scales = [
  { value: "linear", label: "Linear" },
  { value: "logarithmic", label: "Logarithmic" },
];
const isAxis = (kept: unknown): kept is Axis => kept === "actions" || kept === "seconds";
const isScale = (kept: unknown): kept is string => scales.some(({ value }) => value === kept);

/** In hundredths: from no smoothing to almost flat. */
const maxSmoothing = 98;
const isSmoothing = (kept: unknown): kept is number => typeof kept === "number" && kept >= 0 && kept <= maxSmoothing;

function whereOn(axis: Axis, x: number): string {
  return axis === "actions" ? `${formatCompact(x)} actions` : formatDuration(x);
}

/** The values of a curve at the pointer, or at its end if `x` is null. */
function readout(curve: Curve, axis: Axis, x: number | null, smoothing: number): string {
  const at = x === null ? curve.mean.length - 1 : nearest(curve[axis], x);
  const mean = `${formatWhole(curve.mean[at] ?? 0)} ± ${formatWhole(curve.half[at] ?? 0)}`;
  const smooth = smoothing === 0 ? "" : `, smoothed ${formatWhole(smoothed(curve.mean, smoothing)[at] ?? 0)}`;
  return `${mean}${smooth} at ${whereOn(axis, curve[axis][at] ?? 0)}`;
}

export function LearningCurves({ runs, curves, shown, onToggle, theme }: LearningCurvesProps) {
  const [axis, setAxis] = useKeptState<Axis>("train.axis", "actions", isAxis);
  const [scale, setScale] = useKeptState("train.scale", "linear", isScale);
  const [percent, setPercent] = useKeptState("train.smoothing", 0, isSmoothing);
  const [pointed, setPointed] = useState<number | null>(null);
  const smoothing = percent / 100;
  const lines = useMemo(
    () =>
      [...shown].flatMap(([id, colour]): Line[] => {
        const curve = curves.get(id);
        return curve === undefined || curve.mean.length === 0 ? [] : [{ id, colour, curve }];
      }),
    [shown, curves],
  );
  const inWords = lines.map(({ id, curve }) => `${id}: ${readout(curve, axis, null, smoothing)}`).join("; ");
  return (
    <section class="card learning-curves" aria-label="Learning curves">
      <div class="curves-head">
        <h2 class="card-title">
          Mean score <span class="quiet">with 95 % interval</span>
        </h2>
        <Select
          label="X axis"
          value={axis}
          options={axes}
          onChange={(value) => setAxis(value === "seconds" ? "seconds" : "actions")}
        />
        <Select label="Scale" value={scale} options={scales} onChange={setScale} />
        <label class="field smoothing">
          <span class="field-label">
            Smoothing <span class="field-value">{percent === 0 ? "none" : formatDecimals(smoothing, 2)}</span>
          </span>
          <input
            type="range"
            min={0}
            max={maxSmoothing}
            step={2}
            value={percent}
            onInput={(event) => setPercent(Number(event.currentTarget.value))}
          />
        </label>
      </div>
      {lines.length === 0 ? (
        <p class="quiet plot-empty">
          {runs.length === 0
            ? "No runs yet. Choose a recipe and start a run to see its learning curve here."
            : shown.size === 0
              ? "No run is selected."
              : "No measurements yet."}
        </p>
      ) : (
        <Plot
          lines={lines}
          axis={axis}
          logarithmic={scale === "logarithmic"}
          smoothing={smoothing}
          theme={theme}
          onPoint={setPointed}
          label={`Learning curves. ${inWords}`}
        />
      )}
      <ul class="curve-legend" aria-label="Runs in the plot">
        {runs.map(({ id }) => {
          const curve = curves.get(id);
          const colour = shown.get(id);
          return (
            <li key={id}>
              <label style={colour === undefined ? {} : { "--colour": `var(--curve-${colour})` }}>
                <input type="checkbox" checked={colour !== undefined} onChange={() => onToggle(id)} />
                <span class="curve-name">{id}</span>
                {colour !== undefined && curve !== undefined && curve.mean.length > 0 && (
                  <span class="quiet">{readout(curve, axis, pointed, smoothing)}</span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
