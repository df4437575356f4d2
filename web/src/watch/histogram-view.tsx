// Histogram of scores, with their mean.
import { formatCompact, formatWhole } from "../format.ts";
import { binsOf, type Histogram } from "./histogram.ts";

/** In units of the drawing, which is stretched to the available space. */
const height = 100;

/** Maximum number of labels under the bars, so that they fit on a phone. */
const maxLabels = 5;

interface HistogramViewProps {
  readonly histogram: Histogram;
  readonly mean: number;
}

export function HistogramView({ histogram, mean }: HistogramViewProps) {
  const bins = binsOf(histogram);
  const top = bins.at(-1)?.to ?? 1;
  const max = bins.reduce((max, { count }) => Math.max(max, count), 1);
  const stride = Math.ceil(bins.length / maxLabels);
  const labels = [...bins.map(({ from }) => from), top].filter((_, index) => index % stride === 0);
  const fullest = bins.find(({ count }) => count === max);
  const inWords =
    fullest === undefined
      ? "No scores yet"
      : `Scores up to ${formatWhole(top)}, most often from ${formatWhole(fullest.from)} to ${formatWhole(fullest.to)}`;
  return (
    <figure class="histogram">
      <div class="histogram-plot">
        <svg viewBox={`0 0 ${bins.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={inWords}>
          {bins.map(({ from, to, count }, bin) => (
            <rect key={from} x={bin + 0.06} width={0.88} y={height * (1 - count / max)} height={(height * count) / max}>
              <title>{`${formatWhole(from)} to ${formatWhole(to)}: ${formatWhole(count)} games`}</title>
            </rect>
          ))}
        </svg>
        <span class="histogram-mean" style={{ left: `${(100 * mean) / top}%` }} />
      </div>
      <div class="histogram-labels" aria-hidden="true">
        {labels.map((label) => (
          <span key={label} data-end={label === top || undefined} style={{ left: `${(100 * label) / top}%` }}>
            {formatCompact(label)}
          </span>
        ))}
      </div>
    </figure>
  );
}
