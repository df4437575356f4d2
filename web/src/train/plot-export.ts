// Learning curves as files: the measurements as CSV, the plot as PNG.
import { download } from "../parts/download.ts";
import type { Curve } from "./curve.ts";

const columns = ["actions", "seconds", "mean", "ci95", "games", "actions_per_second", "predicted", "realised"] as const;

/** A cell of a CSV file (RFC 4180). */
function cellOf(value: unknown): string {
  const text = value == null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line per measurement; `share_N` is the share of games that reached the tile N. */
export function csvOf(curves: readonly { readonly id: string; readonly curve: Curve }[]): string {
  const names = new Set(curves.flatMap(({ curve }) => curve.points.flatMap(({ tiles }) => Object.keys(tiles ?? {}))));
  const tiles = [...names].sort((first, second) => Number(first) - Number(second));
  const rows = curves.flatMap(({ id, curve }) =>
    curve.points.map((point) => [
      id,
      ...columns.map((column) => point[column]),
      ...tiles.map((tile) => point.tiles?.[tile]),
    ]),
  );
  const head = ["run", ...columns, ...tiles.map((tile) => `share_${tile}`)];
  return [head, ...rows].map((row) => row.map(cellOf).join(",") + "\r\n").join("");
}

export interface LegendEntry {
  readonly colour: string;
  readonly text: string;
}

/** Downloads the plot with its title and legend; the canvas of the plot itself is transparent. */
export function downloadPicture(
  name: string,
  plot: HTMLCanvasElement,
  { title, legend, ink, paper }: { title: string; legend: readonly LegendEntry[]; ink: string; paper: string },
): void {
  const scale = devicePixelRatio;
  const lineHeight = 20 * scale;
  const margin = 12 * scale;
  const canvas = document.createElement("canvas");
  canvas.width = plot.width + 2 * margin;
  canvas.height = plot.height + (legend.length + 1) * lineHeight + 2 * margin;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const write = (text: string, x: number, y: number, weight: number) => {
    context.fillStyle = ink;
    context.font = `${weight} ${14 * scale}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    context.fillText(text, x, y, canvas.width - x - margin);
  };
  write(title, margin, margin + lineHeight / 2, 650);
  context.drawImage(plot, margin, margin + lineHeight);
  legend.forEach(({ colour, text }, at) => {
    const y = margin + plot.height + (at + 1.5) * lineHeight;
    context.fillStyle = colour;
    context.fillRect(margin, y - 5 * scale, 10 * scale, 10 * scale);
    write(text, margin + 18 * scale, y, 400);
  });
  canvas.toBlob((picture) => {
    if (picture !== null) download(name, picture);
  }, "image/png");
}
