// A run in the list: its progress, its results, and its actions.
import { useEffect, useState } from "preact/hooks";
import { isManaged, type Run } from "../api/training.ts";
import { Icon } from "../parts/icon.tsx";
import type { Tab } from "../route.ts";
import { ResumeForm } from "./resume-form.tsx";
import { type DocumentKind, RunDocuments } from "./run-documents.tsx";
import { DeleteForm, RenameForm } from "./run-edits.tsx";
import { RunFiles } from "./run-files.tsx";
import { RunProgress } from "./run-progress.tsx";

interface RunItemProps {
  readonly run: Run;
  /** Whether its model is the current engine of the page. */
  readonly inUse: boolean;
  /** Throws an error with a message for the user, as onResume does. */
  readonly onStop: () => Promise<void>;
  readonly onResume: (actions: number) => Promise<void>;
  readonly onRename: (name: string) => Promise<void>;
  readonly onDelete: () => Promise<void>;
  readonly onTakeModel: (tab: Tab) => void;
}

const documentNames: Readonly<Record<DocumentKind | "files", string>> = {
  card: "Model card",
  recipe: "Recipe",
  files: "Files",
};

/** The open form of a run. */
type Form = "resume" | "rename" | "delete";

const uses: readonly { readonly tab: Tab; readonly name: string }[] = [
  { tab: "play", name: "Play" },
  { tab: "analyse", name: "Analyse" },
  { tab: "watch", name: "Watch" },
];

export function RunItem({ run, inUse, onStop, onResume, onRename, onDelete, onTakeModel }: RunItemProps) {
  /** A run takes a moment to stop; the button is disabled meanwhile. */
  const [stopping, setStopping] = useState(false);
  const [form, setForm] = useState<Form | null>(null);
  const [shown, setShown] = useState<DocumentKind | "files" | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => setStopping(false), [run.state]);
  const attempt = async (action: () => Promise<void>) => {
    setError(null);
    try {
      await action();
      setForm(null);
    } catch (reason) {
      setError((reason as Error).message);
      setStopping(false);
    }
  };
  const managed = isManaged(run);
  const shownNames = managed ? (["card", "recipe", "files"] as const) : (["card", "recipe"] as const);
  const close = () => {
    setForm(null);
    setError(null);
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
      <RunProgress run={run} />
      <div class="run-buttons">
        {run.state === "running" && (
          <button type="button" class="button" disabled={stopping} onClick={stop}>
            <Icon name="stop" /> {stopping ? "Stopping …" : "Stop"}
          </button>
        )}
        {run.can_resume && form !== "resume" && (
          <button type="button" class="button" onClick={() => setForm("resume")}>
            <Icon name="play" /> Resume
          </button>
        )}
        {shownNames.map((name) => (
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
        {managed && run.state !== "running" && (
          <>
            <button type="button" class="button" onClick={() => setForm("rename")}>
              Rename
            </button>
            <button type="button" class="button" onClick={() => setForm("delete")}>
              Delete
            </button>
          </>
        )}
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
      {form === "resume" && run.can_resume && (
        <ResumeForm run={run} onResume={(actions) => void attempt(() => onResume(actions))} onCancel={close} />
      )}
      {form === "rename" && (
        <RenameForm run={run} onRename={(name) => void attempt(() => onRename(name))} onCancel={close} />
      )}
      {form === "delete" && <DeleteForm run={run} onDelete={() => void attempt(onDelete)} onCancel={close} />}
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {shown === "files" ? <RunFiles run={run} /> : shown !== null && <RunDocuments run={run} kind={shown} />}
    </li>
  );
}
