// Until where a run that ended goes on.
import { useState } from "preact/hooks";
import type { Run } from "../api/training.ts";
import { formatCompact } from "../format.ts";
import { budgetOf, textOfBudget, wrongBudget } from "./budget.ts";

interface ResumeFormProps {
  readonly run: Run;
  readonly onResume: (actions: number) => void;
  readonly onCancel: () => void;
}

/** What is left of the budget, or as much again where nothing is. */
function usualBudget({ state, budget, latest }: Run): number {
  const done = latest?.actions ?? 0;
  const asked = budget ?? Math.max(done, 1e6);
  return state === "finished" || asked <= done ? 2 * asked : asked;
}

export function ResumeForm({ run, onResume, onCancel }: ResumeFormProps) {
  const [text, setText] = useState(() => textOfBudget(usualBudget(run)));
  const done = run.latest?.actions ?? 0;
  const wanted = budgetOf(text);
  const error =
    wanted == null
      ? wrongBudget
      : wanted <= done
        ? `It has made ${formatCompact(done)} actions already: give more than that.`
        : null;
  const resume = (event: Event) => {
    event.preventDefault();
    if (error === null && wanted != null) onResume(wanted);
  };
  const note = `resume-note-${run.id}`;
  return (
    <form class="resume-form" onSubmit={resume}>
      <label class="field">
        <span class="field-label">Until so many actions in all</span>
        <input
          autoComplete="off"
          value={text}
          aria-invalid={error !== null}
          aria-describedby={note}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={error !== null}>
        Go on
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
