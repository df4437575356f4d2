// The Train tab: recipes to start, runs with their learning curves, and their models to use in the other tabs.
import { useContext, useMemo } from "preact/hooks";
import {
  deleteRun,
  isManaged,
  renameRun,
  resumeRun,
  type Run,
  type RunStart,
  startRun,
  stopRun,
} from "../api/training.ts";
import { Icon } from "../parts/icon.tsx";
import { EngineContext } from "../parts/engines.tsx";
import type { Size } from "../game/size.ts";
import type { Tab } from "../route.ts";
import type { Theme } from "../theme.ts";
import { useCurves } from "./curves.ts";
import { LearningCurves } from "./learning-curves.tsx";
import { LiveLearning } from "./live-learning.tsx";
import { RunItem } from "./run-item.tsx";
import { useRunList } from "./run-list.ts";
import { renameColour, useShownRuns } from "./shown-runs.ts";
import { StartRun } from "./start-run.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import { useToken } from "./token.ts";
import "./train.css";

interface TrainProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  readonly theme: Theme;
  readonly onTakeModel: (run: string, tab: Tab) => void;
  /** Shows a board in the Analyse tab, with the model of a run. */
  readonly onExplain: (run: string, board: string, size: Size) => void;
}

const noRuns: readonly Run[] = [];
const byName = new Intl.Collator("en", { numeric: true });

/** Active runs first, then the others by name. */
function inOrder(runs: readonly Run[]): readonly Run[] {
  const rank = ({ state }: Run) => (state === "running" ? 0 : 1);
  return [...runs].sort((first, second) => rank(first) - rank(second) || byName.compare(first.id, second.id));
}

function NoRuns({ why }: { readonly why: string }) {
  return (
    <section class="card no-runs" aria-label="Training">
      <div class="message">
        <h2 class="card-title">Training is disabled</h2>
        <p>{why} Runs, models and learning curves are stored in that folder:</p>
        <pre>
          <code>afterstate serve --runs runs</code>
        </pre>
      </div>
    </section>
  );
}

export function Train({ active, theme, onTakeModel, onExplain }: TrainProps) {
  const { list, reload, forgetGone, expectGone } = useRunList(active);
  const { run: engineRun, choose } = useContext(EngineContext);
  const { pending, withToken } = useToken();
  const runs = list.state === "known" ? list.runs : noRuns;
  const ordered = useMemo(() => inOrder(runs), [runs]);
  const [shown, toggle] = useShownRuns(ordered.map(({ id }) => id));
  const shownIds = useMemo(() => new Set(shown.keys()), [shown]);
  const curves = useCurves(runs, shownIds);

  /** Reloads the list after each action, whether it succeeded or not. */
  const change = async <Result,>(action: (token: string | null) => Promise<Result>): Promise<Result> => {
    try {
      return await withToken(action);
    } finally {
      reload();
    }
  };
  const training = ordered.find((run) => run.state === "running" && isManaged(run));
  const rename = async (id: string, name: string) => {
    await change(async (token) => {
      await renameRun(id, name, token);
      expectGone(id);
      renameColour(id, name);
    });
    if (engineRun === id) choose(name);
  };
  const remove = async (id: string) => {
    await change(async (token) => {
      await deleteRun(id, token);
      expectGone(id);
    });
    if (engineRun === id) choose(null);
  };
  return (
    <main class="tab train" hidden={!active}>
      <h1 class="visually-hidden">Train</h1>
      {pending !== null && <TokenDialog pending={pending} />}
      {list.state === "none" ? (
        <NoRuns why={list.why} />
      ) : (
        <>
          <div class="train-main">
            {list.state === "known" && list.problem !== null && (
              <div class="note" role="alert">
                <p>{list.problem} The list may be out of date.</p>
                <button type="button" class="button" onClick={reload}>
                  Try again
                </button>
              </div>
            )}
            {list.state === "known" && list.gone.length > 0 && (
              <div class="note" role="alert">
                <p>
                  {list.gone.length === 1
                    ? `Run ${list.gone[0]} is gone: its folder no longer exists.`
                    : `Runs ${list.gone.join(", ")} are gone: their folders no longer exist.`}
                </p>
                <button type="button" class="icon-button" aria-label="Close this message" onClick={forgetGone}>
                  <Icon name="close" />
                </button>
              </div>
            )}
            <div class="curve-and-live">
              <LearningCurves runs={ordered} curves={curves} shown={shown} onToggle={toggle} theme={theme} />
              {active && training !== undefined && (
                <LiveLearning run={training} onExplain={(board, size) => onExplain(training.id, board, size)} />
              )}
            </div>
            <section class="card" aria-label="Runs">
              <h2 class="card-title">Runs</h2>
              {list.state === "loading" ? (
                <p class="quiet">Waiting for the server …</p>
              ) : ordered.length === 0 ? (
                <p class="quiet">A run continues when you close this page, and is listed here when you return.</p>
              ) : (
                <ul class="runs">
                  {ordered.map((run) => (
                    <RunItem
                      key={run.id}
                      run={run}
                      inUse={run.id === engineRun}
                      onStop={() => change((token) => stopRun(run.id, token))}
                      onResume={(actions) => change((token) => resumeRun(run.id, actions, token))}
                      onRename={(name) => rename(run.id, name)}
                      onDelete={() => remove(run.id)}
                      onTakeModel={(tab) => onTakeModel(run.id, tab)}
                    />
                  ))}
                </ul>
              )}
            </section>
          </div>
          <StartRun
            active={active}
            runs={runs}
            onStart={(start: RunStart) => change((token) => startRun(start, token))}
          />
        </>
      )}
    </main>
  );
}
