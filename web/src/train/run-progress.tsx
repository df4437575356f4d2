// The progress of a run: actions, speed, time and the latest measurement.
import { progressOf, type Run } from "../api/training.ts";
import { formatCompact, formatDuration, formatWhole } from "../format.ts";

export function RunProgress({ run }: { readonly run: Run }) {
  const { id, state, latest } = run;
  const { actions, goal, actions_per_second: rate, seconds_left: left } = progressOf(run);
  const share = state === "finished" ? 1 : goal === null || goal <= 0 ? 0 : Math.min(actions / goal, 1);
  const running = state === "running";
  return (
    <>
      <div
        class="progress"
        role="progressbar"
        aria-label={`Progress of ${id}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
      >
        <span style={{ width: `${100 * share}%` }} />
      </div>
      <dl class="run-figures">
        <div>
          <dt>Actions</dt>
          <dd>
            {formatCompact(actions)}
            {goal !== null && <span class="quiet"> of {formatCompact(goal)}</span>}
          </dd>
        </div>
        {running && rate !== null && (
          <div>
            <dt>Per second</dt>
            <dd>{formatCompact(rate)}</dd>
          </div>
        )}
        {running && left !== null ? (
          <div>
            <dt>Time left</dt>
            <dd>{formatDuration(Math.round(left))}</dd>
          </div>
        ) : (
          <div>
            <dt>Time</dt>
            <dd>{latest === null ? "–" : formatDuration(latest.seconds)}</dd>
          </div>
        )}
        <div>
          <dt>Mean score</dt>
          <dd>
            {latest === null ? "–" : formatWhole(latest.mean)}
            {latest !== null && <span class="quiet"> ± {formatWhole(latest.ci95)}</span>}
          </dd>
        </div>
      </dl>
    </>
  );
}
