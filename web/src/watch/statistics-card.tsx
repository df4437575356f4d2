// What the games that have ended come to.
import type { ComponentChildren } from "preact";
import { formatWhole } from "../format.ts";
import { HistogramView } from "./histogram-view.tsx";
import { meanScore, type Statistics } from "./statistics.ts";
import { TileShares } from "./tile-shares.tsx";

interface StatisticsCardProps {
  readonly statistics: Statistics;
  readonly renewed: boolean;
}

function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function StatisticsCard({ statistics, renewed }: StatisticsCardProps) {
  const { games, best, last, mean, histogram } = statistics;
  const estimate = meanScore(statistics);
  return (
    <section class="card statistics" aria-label="Finished games">
      <h2 class="card-title">
        {games === 1 ? "1 finished game" : `${formatWhole(games)} finished games`}
        {renewed && <span class="quiet">counted anew: they are played in another way</span>}
      </h2>
      {last === null ? (
        <p class="quiet">
          When games end, their scores, their mean and the tiles they reached gather here. A higher speed brings more of
          them.
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
          <h3 class="small-title">Games that reached a tile</h3>
          <TileShares statistics={statistics} />
        </>
      )}
    </section>
  );
}
