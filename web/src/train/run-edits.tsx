// Forms to rename and to delete a run.
import { useState } from "preact/hooks";
import type { Run } from "../api/training.ts";

interface RenameFormProps {
  readonly run: Run;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

export function RenameForm({ run, onRename, onCancel }: RenameFormProps) {
  const [text, setText] = useState(run.id);
  const name = text.trim();
  const rename = (event: Event) => {
    event.preventDefault();
    if (name !== "" && name !== run.id) onRename(name);
  };
  return (
    <form class="resume-form" onSubmit={rename}>
      <label class="field">
        <span class="field-label">New name</span>
        <input
          autoComplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary" disabled={name === "" || name === run.id}>
        Rename
      </button>
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}

interface DeleteFormProps {
  readonly run: Run;
  readonly onDelete: () => void;
  readonly onCancel: () => void;
}

export function DeleteForm({ run, onDelete, onCancel }: DeleteFormProps) {
  return (
    <div class="note" role="group" aria-label={`Delete ${run.id}`}>
      <p>Delete {run.id} with its model, checkpoint and log? This cannot be undone.</p>
      <div class="button-row">
        <button type="button" class="button" onClick={onDelete}>
          Delete {run.id}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Keep it
        </button>
      </div>
    </div>
  );
}
