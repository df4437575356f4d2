// The buttons below the analysis board: undo and redo, and in the editor also done and cancel.
import { Icon } from "../parts/icon.tsx";
import type { Editing } from "./editing.ts";
import type { Line } from "./line.ts";

interface BoardButtonsProps {
  readonly line: Line;
  readonly editing: Editing;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

export function BoardButtons({ line, editing, onUndo, onRedo }: BoardButtonsProps) {
  return (
    <div class="actions" data-editing={editing.on}>
      <button type="button" class="button" disabled={editing.on ? !editing.canUndo : !line.canUndo} onClick={onUndo}>
        <Icon name="undo" /> Undo
      </button>
      <button type="button" class="button" disabled={!line.canRedo} onClick={onRedo}>
        <Icon name="redo" /> Redo
      </button>
      {editing.on && (
        <>
          <button type="button" class="button" onClick={editing.cancel}>
            <Icon name="close" /> Cancel
          </button>
          <button type="button" class="button primary" onClick={editing.finish}>
            <Icon name="done" /> Done
          </button>
        </>
      )}
    </div>
  );
}
