// A run in the list: its progress, its results, and its actions.
import { useEffect, useState } from "preact/hooks";
import type { Run } from "../api/training.ts";
import { formatCompact, formatDuration, formatWhole } from "../format.ts";
import { Icon } from "../parts/icon.tsx";
import type { Tab } from "../route.ts";
import { ResumeForm } from "./resume-form.tsx";
import { type DocumentKind, RunDocuments } from "./run-documents.tsx";

interface RunItemProps {
  readonly run: Run;
  /** Whether its model is the current engine of the page. */
  readonly inUse: boolean;
  /** Throws an error with a message for the user, as onResume does. */
  readonly onStop: () => Promise<void>;
  readonly onResume: (actions: number) => Promise<void>;
  readonly onTakeModel: (tab: Tab) => void;
}

const documentNames: Readonly<Record<DocumentKind, string>> = { card: "Model card", recipe: "Recipe" };

const uses: readonly { readonly tab: Tab; readonly name: string }[] = [
  { tab: "play", name: "Play" },
  { tab: "analyse", name: "Analyse" },
  { tab: "watch", name: "Watch" },
];

function Progress({ run: { id, state, budget, latest, progress } }: { readonly run: Run }) {
  const done = latest?.actions ?? 0;
  const share = state === "finished" ? 1 : budget == null ? 0 : Math.min(done / budget, 1);
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
            {formatCompact(done)}
            {budget != null && <span class="quiet"> of {formatCompact(budget)}</span>}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{latest === null ? "–" : formatDuration(latest.seconds)}</dd>
        </div>
        <div>
          <dt>Mean score</dt>
          <dd>
            {latest === null ? "–" : formatWhole(latest.mean)}
            {latest !== null && <span class="quiet"> ± {formatWhole(latest.ci95)}</span>}
          </dd>
        </div>
      </dl>
      {progress !== "" && <p class="quiet progress-line">{progress}</p>}
    </>
  );
}

export function RunItem({ run, inUse, onStop, onResume, onTakeModel }: RunItemProps) {
  /** A run takes a moment to stop; the button is disabled meanwhile. */
  const [stopping, setStopping] = useState(false);
  const [resuming, setResuming] = useState(false);
  const [shown, setShown] = useState<DocumentKind | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => setStopping(false), [run.state]);
  const attempt = async (action: () => Promise<void>) => {
    setError(null);
    try {
      await action();
      setResuming(false);
    } catch (reason) {
      setError((reason as Error).message);
      setStopping(false);
    }
  };
  const stop = () => {
    setStopping(true);
    void attempt(onStop);
  };
  return (
    <li class="run" data-state={run.state}>
      <div class="run-head">
        <h3>{run.id}</h3>
        <span class="badge state" data-state={run.state}>
          {run.state}
        </span>
        <p class="quiet">{[run.board, run.description].filter(Boolean).join(" · ")}</p>
      </div>
      {run.error !== undefined && <p class="error">{run.error}</p>}
      <Progress run={run} />
      <div class="run-buttons">
        {run.state === "running" && (
          <button type="button" class="button" disabled={stopping} onClick={stop}>
            <Icon name="stop" /> {stopping ? "Stopping …" : "Stop"}
          </button>
        )}
        {run.can_resume && !resuming && (
          <button type="button" class="button" onClick={() => setResuming(true)}>
            <Icon name="play" /> Resume
          </button>
        )}
        {(["card", "recipe"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-expanded={shown === name}
            onClick={() => setShown(shown === name ? null : name)}
          >
            {documentNames[name]}
          </button>
        ))}
        {run.has_model && (
          <div class="uses" role="group" aria-label={`Use the model of ${run.id} in a tab`}>
            <span class="quiet">{inUse ? "In use in" : "Use in"}</span>
            {uses.map(({ tab, name }) => (
              <button key={tab} type="button" class="button" onClick={() => onTakeModel(tab)}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      {resuming && run.can_resume && (
        <ResumeForm
          run={run}
          onResume={(actions) => void attempt(() => onResume(actions))}
          onCancel={() => setResuming(false)}
        />
      )}
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {shown !== null && <RunDocuments run={run} kind={shown} />}
    </li>
  );
}
