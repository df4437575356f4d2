// Form to resume a run, with its new budget.
import { useState } from "preact/hooks";
import { progressOf, type Run } from "../api/training.ts";
import { formatCompact } from "../format.ts";
import { budgetOf, textOfBudget, wrongBudget } from "./budget.ts";

interface ResumeFormProps {
  readonly run: Run;
  readonly onResume: (actions: number) => void;
  readonly onCancel: () => void;
}

/** The old budget, or twice as much if it is used up. */
function defaultBudget(run: Run): number {
  const done = progressOf(run).actions;
  const old = run.budget ?? Math.max(done, 1e6);
  return run.state === "finished" || old <= done ? 2 * old : old;
}

export function ResumeForm({ run, onResume, onCancel }: ResumeFormProps) {
  const [text, setText] = useState(() => textOfBudget(defaultBudget(run)));
  const done = progressOf(run).actions;
  const wanted = budgetOf(text);
  const error =
    wanted == null
      ? wrongBudget
      : wanted <= done
        ? `The run has already made ${formatCompact(done)} actions; enter a larger number.`
        : null;
  const resume = (event: Event) => {
    event.preventDefault();
    if (error === null && wanted != null) onResume(wanted);
  };
  const note = `resume-note-${run.id}`;
  return (
    <form class="resume-form" onSubmit={resume}>
      <label class="field">
        <span class="field-label">Total actions</span>
        <input
          autoComplete="off"
          value={text}
          aria-invalid={error !== null}
          aria-describedby={note}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={error !== null}>
        Resume
      </button>
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
      <p id={note} class="error" role="alert">
        {error}
      </p>
    </form>
  );
}
