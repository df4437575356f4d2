// Statistics of the finished games.
import type { ComponentChildren } from "preact";
import { formatWhole } from "../format.ts";
import { HistogramView } from "./histogram-view.tsx";
import { meanScore, type Statistics } from "./statistics.ts";
import { TileShares } from "./tile-shares.tsx";

interface StatisticsCardProps {
  readonly statistics: Statistics;
  readonly reset: boolean;
}

function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function StatisticsCard({ statistics, reset }: StatisticsCardProps) {
  const { games, best, last, mean, histogram } = statistics;
  const estimate = meanScore(statistics);
  return (
    <section class="card statistics" aria-label="Finished games">
      <h2 class="card-title">
        {games === 1 ? "1 finished game" : `${formatWhole(games)} finished games`}
        {reset && <span class="quiet">reset: the engine, board or search changed</span>}
      </h2>
      {last === null ? (
        <p class="quiet">
          The scores of finished games, their mean and the tiles they reached are shown here. A higher speed finishes
          more games.
        </p>
      ) : (
        <>
          <dl class="summary">
            <Figure name="Mean score">
              {formatWhole(mean)}{" "}
              {estimate !== null && <span class="quiet">± {formatWhole(estimate.high - estimate.value)}</span>}
            </Figure>
            <Figure name="Best">{formatWhole(best)}</Figure>
            <Figure name="Last game">
              {formatWhole(last.score)} <span class="quiet">in {formatWhole(last.moves)} moves</span>
            </Figure>
          </dl>
          <h3 class="small-title">Scores</h3>
          <HistogramView histogram={histogram} mean={mean} />
          <h3 class="small-title">Games that reached each tile</h3>
          <TileShares statistics={statistics} />
        </>
      )}
    </section>
  );
}
