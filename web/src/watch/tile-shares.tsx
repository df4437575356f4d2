// The share of games that reached each tile, as bars with intervals.
import { formatPercent } from "../format.ts";
import { type Statistics, tileShares } from "./statistics.ts";

/** Maximum number of tiles shown; the largest are kept. */
const maxTiles = 7;

export function TileShares({ statistics }: { readonly statistics: Statistics }) {
  return (
    <ul class="tile-shares">
      {tileShares(statistics, maxTiles).map(({ tile, value, low, high }) => (
        <li key={tile}>
          <span class="tile-name" data-tile={tile}>
            {tile}
          </span>
          <span class="share-bar" aria-hidden="true">
            <span class="share-value" style={{ width: `${100 * value}%` }} />
            <span class="share-interval" style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
          </span>
          <span class="share-number" title={`95 % interval: ${formatPercent(low)} to ${formatPercent(high)}`}>
            {formatPercent(value)}
          </span>
        </li>
      ))}
    </ul>
  );
}
