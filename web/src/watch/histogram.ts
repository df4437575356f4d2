// A histogram of scores whose bins widen as scores grow. Scores are multiples of 4, and so are the bin widths:
// otherwise bins would contain different numbers of possible scores.

export interface Histogram {
  /** Width of the fine bins, which are merged into the displayed bins. */
  readonly width: number;
  readonly counts: readonly number[];
}

export interface Bin {
  readonly from: number;
  /** Exclusive: the next bin starts here. */
  readonly to: number;
  readonly count: number;
}

/** Widths of fine bins: each divides the next one, and every displayed width that is used with it. */
const fineWidths: readonly number[] = [4, 20, 100, 1e3, 1e4, 1e5];
const maxFineBins = 500;

/** Round widths of displayed bins. */
const roundWidths: readonly number[] = [4, 8, 20, 40, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
const maxBins = 32;

export const emptyHistogram: Histogram = { width: 4, counts: [] };

function widened({ width, counts }: Histogram, wider: number): number[] {
  const factor = wider / width;
  const merged = new Array<number>(Math.ceil(counts.length / factor)).fill(0);
  counts.forEach((count, bin) => (merged[Math.floor(bin / factor)] = (merged[Math.floor(bin / factor)] ?? 0) + count));
  return merged;
}

export function withScores(histogram: Histogram, games: readonly { readonly score: number }[]): Histogram {
  const max = games.reduce((max, { score }) => Math.max(max, score), 0);
  const fits = (width: number) => width >= histogram.width && max < width * maxFineBins;
  const width = fineWidths.find(fits) ?? histogram.width;
  const counts = widened(histogram, width);
  for (const { score } of games) {
    const bin = Math.min(Math.floor(score / width), maxFineBins - 1);
    while (counts.length <= bin) counts.push(0);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { width, counts };
}

/** The displayed bins: of round width, from 0 to the largest score, at most `maxBins`. */
export function binsOf({ width: fine, counts }: Histogram): readonly Bin[] {
  const top = counts.length * fine;
  const width = roundWidths.find((width) => width % fine === 0 && width * maxBins >= top) ?? fine;
  return widened({ width: fine, counts }, width).map((count, bin) => ({
    from: bin * width,
    to: (bin + 1) * width,
    count,
  }));
}
