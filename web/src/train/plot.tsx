// Learning curves drawn by uPlot: means with 95 % bands. With smoothing, measured means are faint, smoothed ones bold.
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatCompact, formatDuration } from "../format.ts";
import type { Theme } from "../theme.ts";
import type { Axis } from "./curve.ts";
import { columnsOfLine, dataOf, type Line } from "./plot-data.ts";

interface PlotProps {
  readonly lines: readonly Line[];
  /** The quantity on the x axis of the lines. */
  readonly axis: Axis;
  readonly format: (value: number) => string;
  readonly logarithmic: boolean;
  /** From 0 to less than 1. */
  readonly smoothing: number;
  readonly theme: Theme;
  /** Called with the x value at the pointer, or null. */
  readonly onPoint: (x: number | null) => void;
  readonly label: string;
}

const height = 320;
const font = "12px system-ui, sans-serif";

/** A canvas cannot resolve CSS variables; the computed style of an element can. */
export function colourOf(element: HTMLElement, variable: string, opacity = 1): string {
  element.style.color = `var(${variable})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return opacity === 1 ? color : color.replace("rgb(", "rgba(").replace(")", `, ${opacity})`);
}

function seriesOf(place: HTMLElement, lines: readonly Line[], smoothing: number): uPlot.Series[] {
  return lines.flatMap(({ id, name, colour, dashed }) => {
    const variable = `--curve-${colour}`;
    const strokes = {
      high: { stroke: "transparent", width: 0 },
      low: { stroke: "transparent", width: 0 },
      measured: { stroke: colourOf(place, variable, smoothing > 0 ? 0.35 : 1), width: smoothing > 0 ? 1 : 2 },
      smooth: { stroke: colourOf(place, variable), width: 2.5 },
    };
    return columnsOfLine.map((column) => ({
      label: `${id} ${name} ${column}`,
      spanGaps: true,
      ...(dashed ? { dash: [6, 4] } : {}),
      ...strokes[column],
      show: column !== "smooth" || smoothing > 0,
      points: column === "measured" && !dashed ? { size: 6, fill: colourOf(place, "--surface") } : { show: false },
    }));
  });
}

function bandsOf(place: HTMLElement, lines: readonly Line[]): uPlot.Band[] {
  return lines.map(({ colour }, at) => {
    const high = 1 + columnsOfLine.length * at;
    return { series: [high, high + 1], fill: colourOf(place, `--curve-${colour}`, 0.16) };
  });
}

function optionsOf(place: HTMLElement, props: PlotProps): uPlot.Options {
  const { lines, axis, format, logarithmic, smoothing, onPoint } = props;
  const quiet = { stroke: colourOf(place, "--ink-quiet"), font };
  const grid = { stroke: colourOf(place, "--line"), width: 1 };
  const ticks = { show: false };
  const formatX = axis === "actions" ? formatCompact : formatDuration;
  // On a logarithmic axis most splits have no label.
  const inWords = (format: (value: number) => string) => (_: uPlot, splits: readonly (number | null)[]) =>
    splits.map((split) => (split === null ? "" : format(split)));
  return {
    width: place.clientWidth,
    height,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, distr: logarithmic ? 3 : 1 },
      y: { range: { min: { pad: 0.05, soft: 0, mode: 2 }, max: { pad: 0.05, soft: 0, mode: 2 } } },
    },
    axes: [
      { ...quiet, grid, ticks, space: 70, size: 28, values: inWords(formatX) },
      { ...quiet, grid, ticks, size: 60, values: inWords(format) },
    ],
    series: [{}, ...seriesOf(place, lines, smoothing)],
    bands: bandsOf(place, lines),
    hooks: {
      setCursor: [({ cursor, posToVal }) => onPoint((cursor.left ?? -1) < 0 ? null : posToVal(cursor.left ?? 0, "x"))],
    },
  };
}

export function Plot(props: PlotProps) {
  const { lines, axis, format, logarithmic, smoothing, theme, label } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<{ readonly drawing: uPlot; data: uPlot.AlignedData } | null>(null);
  const data = useMemo(() => dataOf(lines, logarithmic, smoothing), [lines, logarithmic, smoothing]);
  // Changes of these need a new plot; new points only update its data.
  const structure = [
    ...lines.map(({ id, name, colour }) => `${id} ${name} ${colour}`),
    axis,
    format(1),
    logarithmic,
    smoothing > 0,
    theme,
  ];

  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const drawing = new uPlot(optionsOf(current, props), data, current);
    plot.current = { drawing, data };
    const observer = new ResizeObserver(() => drawing.setSize({ width: current.clientWidth, height }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      drawing.destroy();
      plot.current = null;
    };
  }, [structure.join("\n")]);
  useEffect(() => {
    if (plot.current === null || plot.current.data === data) return;
    plot.current.data = data;
    plot.current.drawing.setData(data);
  }, [data]);
  return <div class="plot" ref={place} role="img" aria-label={label} />;
}
