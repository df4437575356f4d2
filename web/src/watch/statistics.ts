// Statistics of many games in constant memory.
import type { FinishedGame } from "../api/watching.ts";
import { emptyHistogram, type Histogram, withScores } from "./histogram.ts";

export interface Statistics {
  readonly games: number;
  readonly mean: number;
  /** The sum of squared distances from the mean (Welford 1962). */
  readonly squares: number;
  readonly best: number;
  readonly histogram: Histogram;
  /** The number of games by the exponent of their largest tile. */
  readonly largest: readonly number[];
  readonly last: FinishedGame | null;
}

/** An estimate with the ends of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Half the width of the 95 % interval of the normal distribution, in standard deviations. */
const deviations = 1.959964;

/** Number of tile exponents: 131072 is 2 to the power of 17. */
const exponents = 18;

export const noGames: Statistics = {
  games: 0,
  mean: 0,
  squares: 0,
  best: 0,
  histogram: emptyHistogram,
  largest: new Array<number>(exponents).fill(0),
  last: null,
};

export function withGames(statistics: Statistics, games: readonly FinishedGame[]): Statistics {
  const largest = [...statistics.largest];
  let { mean, squares, best, games: count } = statistics;
  for (const { score, tile } of games) {
    const distance = score - mean;
    mean += distance / ++count;
    squares += distance * (score - mean);
    best = Math.max(best, score);
    const exponent = Math.log2(tile);
    largest[exponent] = (largest[exponent] ?? 0) + 1;
  }
  const histogram = withScores(statistics.histogram, games);
  return { games: count, mean, squares, best, histogram, largest, last: games.at(-1) ?? statistics.last };
}

/** The mean score with its interval by the normal distribution; null for fewer than two games. */
export function meanScore({ games, mean, squares }: Statistics): Estimate | null {
  if (games < 2) return null;
  const half = deviations * Math.sqrt(squares / (games - 1) / games);
  return { value: mean, low: mean - half, high: mean + half };
}

/** The share `count` / `total` with its interval, which does not collapse at 0 and 1 (Wilson 1927). */
export function share(count: number, total: number): Estimate {
  const value = count / total;
  const weight = deviations ** 2 / total;
  const centre = (value + weight / 2) / (1 + weight);
  const half = (deviations / (1 + weight)) * Math.sqrt((value * (1 - value) + weight / 4) / total);
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The share of games that reached each tile: from the largest down to one that all games reached, at most `max`. */
export function tileShares(
  { games, largest }: Statistics,
  max: number,
): readonly (Estimate & { readonly tile: number })[] {
  const shares: (Estimate & { tile: number })[] = [];
  let reached = 0;
  for (let exponent = largest.length - 1; exponent > 0 && shares.length < max; --exponent) {
    reached += largest[exponent] ?? 0;
    if (reached === 0) continue;
    shares.push({ tile: 2 ** exponent, ...share(reached, games) });
    if (reached === games) break;
  }
  return shares;
}
