// The keys of the Analyse tab: the arrow keys step through a loaded game; without one they make moves, as WASD does.
// While the board is edited, all keys belong to the editor.
import type { Direction } from "../game/direction.ts";
import { isRedo, isUndo, moveOfKey, moveOfLetter, useKeys } from "../parts/keys.ts";
import type { Editing } from "./editing.ts";
import type { Line } from "./line.ts";

/** Number of moves that the up and down keys skip. */
const stride = 10;

export const keysOfAnalysis = [
  { keys: ["← →"], meaning: "step through a game" },
  { keys: ["↑ ↓"], meaning: `${stride} moves at once` },
  { keys: ["W A S D"], meaning: "make a move (arrow keys too if no game is loaded)" },
  { keys: ["U", "Ctrl+Z"], meaning: "undo" },
  { keys: ["R", "Ctrl+Y"], meaning: "redo" },
  { keys: ["E"], meaning: "edit the board" },
  { keys: ["0 – 9"], meaning: "in the editor: type the tile, such as 128; 0 empties the cell" },
  { keys: ["← ↑ → ↓", "Space"], meaning: "in the editor: select a cell, the next cell" },
  { keys: ["+", "−", "⌫"], meaning: "in the editor: double, halve, empty" },
  { keys: ["Enter", "Esc"], meaning: "in the editor: done, cancel" },
];

interface AnalysisKeysProps {
  readonly active: boolean;
  readonly line: Line;
  readonly editing: Editing;
  /** Whether an exercise waits for a move, so that the arrow keys make one. */
  readonly guessing: boolean;
  readonly move: (direction: Direction) => void;
  readonly jump: (index: number) => void;
  readonly edit: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Leaves the exercise; returns whether one was open. */
  readonly leave: () => boolean;
}

export function useAnalysisKeys(props: AnalysisKeysProps): void {
  const { active, line, editing, guessing, move, jump } = props;
  const step = (key: string): boolean => {
    if (key === "ArrowLeft") line.onGame ? jump(line.index - 1) : props.undo();
    else if (key === "ArrowRight") line.onGame && jump(line.index + 1);
    else if (key === "ArrowUp") jump(line.index - stride);
    else if (key === "ArrowDown") jump(line.index + stride);
    else if (key === "Home") jump(0);
    else if (key === "End") jump(Infinity);
    else return false;
    return true;
  };
  useKeys(active, (key) => {
    if (editing.on) return editing.key(key);
    if (key === "Escape") return props.leave();
    if (key === "e") props.edit();
    else if (isUndo(key)) props.undo();
    else if (isRedo(key)) props.redo();
    else if (line.game !== null && !guessing && moveOfLetter(key) === null) return step(key);
    else {
      const direction = moveOfKey(key);
      if (direction === null) return false;
      move(direction);
    }
    return true;
  });
}
