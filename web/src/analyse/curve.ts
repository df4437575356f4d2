// Curves as SVG paths, downsampled to the visible resolution.

/** Maximum number of columns of a graph: more would not be distinguishable. */
const maxColumns = 600;

/** The range of values in each column, in order; if there are few values, each has its own column. */
export function columnsOf(
  values: readonly number[],
): { readonly index: number; readonly low: number; readonly high: number }[] {
  const columns = Math.min(values.length, maxColumns);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns);
    const to = Math.floor(((column + 1) * values.length) / columns);
    const part = values.slice(from, to);
    return { index: from, low: Math.min(...part), high: Math.max(...part) };
  });
}

/** The path through the values in a box of `width` by `height`; `top` is the value at its upper edge. */
export function pathOf(values: readonly number[], width: number, height: number, top: number): string {
  const x = (index: number) => ((index / Math.max(values.length - 1, 1)) * width).toFixed(1);
  const y = (value: number) => (height - (value / top) * height).toFixed(1);
  return columnsOf(values)
    .map(({ index, low, high }, column) => {
      const points = low === high ? [low] : [high, low];
      return points.map((value, point) => `${column + point === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("");
    })
    .join("");
}

/** Round numbers from 0 up to at least `max`, about four of them. */
export function ticksUpTo(max: number): number[] {
  const rough = Math.max(max, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}
