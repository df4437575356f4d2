// Learning curves: a quantity of the shown runs by actions or time, to compare and to export.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Run } from "../api/training.ts";
import { formatCompact, formatDecimals, formatDuration } from "../format.ts";
import { download } from "../parts/download.ts";
import { Icon } from "../parts/icon.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { Select } from "../parts/select.tsx";
import type { Theme } from "../theme.ts";
import { type Axis, nearest } from "./curve.ts";
import type { Curves } from "./curves.ts";
import { colourOf, Plot } from "./plot.tsx";
import type { Line } from "./plot-data.ts";
import { csvOf, downloadPicture } from "./plot-export.ts";
import { linesOf, type Quantity, quantitiesOf } from "./quantity.ts";
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
const isName = (kept: unknown): kept is string => typeof kept === "string";

/** In hundredths: from no smoothing to almost flat. */
const maxSmoothing = 98;
const isSmoothing = (kept: unknown): kept is number => typeof kept === "number" && kept >= 0 && kept <= maxSmoothing;

function whereOn(axis: Axis, x: number): string {
  return axis === "actions" ? `${formatCompact(x)} actions` : formatDuration(x);
}

/** The value of a line at the pointer, or at its end if `x` is null. */
function readout(line: Line, { format }: Quantity, axis: Axis, x: number | null, smoothing: number): string {
  const at = x === null ? line.y.length - 1 : nearest(line.x, x);
  const half = line.half === null ? "" : ` ± ${format(line.half[at] ?? 0)}`;
  const smooth = smoothing === 0 ? "" : `, smoothed ${format(smoothed(line.y, smoothing)[at] ?? 0)}`;
  const name = line.name === "" ? "" : `${line.name} `;
  return `${name}${format(line.y[at] ?? 0)}${half}${smooth} at ${whereOn(axis, line.x[at] ?? 0)}`;
}

export function LearningCurves({ runs, curves, shown, onToggle, theme }: LearningCurvesProps) {
  const [axis, setAxis] = useKeptState<Axis>("train.axis", "actions", isAxis);
  const [scale, setScale] = useKeptState("train.scale", "linear", isScale);
  const [percent, setPercent] = useKeptState("train.smoothing", 0, isSmoothing);
  const [wanted, setWanted] = useKeptState("train.quantity", "mean", isName);
  const [pointed, setPointed] = useState<number | null>(null);
  const card = useRef<HTMLElement>(null);
  const smoothing = percent / 100;
  const shownCurves = useMemo(() => [...shown.keys()].flatMap((id) => curves.get(id) ?? []), [shown, curves]);
  const quantities = useMemo(() => quantitiesOf(shownCurves), [shownCurves]);
  const quantity = quantities.find(({ name }) => name === wanted) ?? (quantities[0] as Quantity);
  const lines = useMemo(() => linesOf(quantity, shown, curves, axis), [quantity, shown, curves, axis]);
  const readoutsOf = (id: string, x: number | null) =>
    lines.filter((line) => line.id === id).map((line) => readout(line, quantity, axis, x, smoothing));
  const inWords = [...shown.keys()].map((id) => `${id}: ${readoutsOf(id, null).join(", ")}`).join("; ");

  const saveTable = () =>
    download(
      "learning-curves.csv",
      csvOf(
        [...shown.keys()].flatMap((id) => {
          const curve = curves.get(id);
          return curve === undefined ? [] : [{ id, curve }];
        }),
      ),
    );
  const savePicture = () => {
    const { current } = card;
    const canvas = current?.querySelector("canvas");
    if (current === null || canvas == null) return;
    downloadPicture("learning-curves.png", canvas, {
      title: quantity.title,
      legend: lines.map((line) => ({
        colour: colourOf(current, `--curve-${line.colour}`),
        text: `${line.id}: ${readout(line, quantity, axis, null, smoothing)}`,
      })),
      ink: colourOf(current, "--ink"),
      paper: colourOf(current, "--surface"),
    });
  };
  return (
    <section class="card learning-curves" aria-label="Learning curves" ref={card}>
      <div class="curves-head">
        <h2 class="card-title">
          {quantity.title} {quantity.columns[0]?.halfOf !== undefined && <span class="quiet">with 95 % interval</span>}
        </h2>
        {quantities.length > 1 && (
          <Select
            label="Quantity"
            value={quantity.name}
            options={quantities.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={setWanted}
          />
        )}
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
          format={quantity.name === "mean" || quantity.name === "prediction" ? formatCompact : quantity.format}
          logarithmic={scale === "logarithmic"}
          smoothing={smoothing}
          theme={theme}
          onPoint={setPointed}
          label={`Learning curves: ${quantity.title}. ${inWords}`}
        />
      )}
      <ul class="curve-legend" aria-label="Runs in the plot">
        {runs.map(({ id }) => {
          const colour = shown.get(id);
          return (
            <li key={id}>
              <label style={colour === undefined ? {} : { "--colour": `var(--curve-${colour})` }}>
                <input type="checkbox" checked={colour !== undefined} onChange={() => onToggle(id)} />
                <span class="curve-name">{id}</span>
                {readoutsOf(id, pointed).map((text) => (
                  <span key={text} class="quiet">
                    {text}
                  </span>
                ))}
              </label>
            </li>
          );
        })}
      </ul>
      {lines.length > 0 && (
        <div class="button-row">
          <button type="button" class="button" onClick={saveTable}>
            <Icon name="download" /> CSV
          </button>
          <button type="button" class="button" onClick={savePicture}>
            <Icon name="download" /> PNG
          </button>
        </div>
      )}
    </section>
  );
}
