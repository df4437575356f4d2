// Score and best score, with the animated reward of the last move.
import { formatWhole } from "../format.ts";
import type { Moment } from "../game/moment.ts";

export function Scores({ moment, best }: { readonly moment: Moment; readonly best: number }) {
  const reward = moment.last?.reward ?? 0;
  return (
    <dl class="scores">
      <div>
        <dt>Score</dt>
        <dd data-testid="score">{formatWhole(moment.score)}</dd>
        {reward > 0 && (
          <span key={moment.moves} class="reward" aria-hidden="true">
            +{formatWhole(reward)}
          </span>
        )}
      </div>
      <div title="Games in which the engine made a move or chose a new tile do not count">
        <dt>Best</dt>
        <dd data-testid="best">{formatWhole(best)}</dd>
      </div>
    </dl>
  );
}
