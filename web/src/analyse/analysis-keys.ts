// The keys of the Analyse tab: the arrow keys step through a loaded game; without one they make moves, as WASD does.
import type { Direction } from "../game/direction.ts";
import { moveOfKey, moveOfLetter, useKeys } from "../parts/keys.ts";
import type { Line } from "./line.ts";

/** Number of moves that the up and down keys skip. */
const stride = 10;

export const keysOfAnalysis = [
  { keys: ["← →"], meaning: "step through a game" },
  { keys: ["↑ ↓"], meaning: `${stride} moves at once` },
  { keys: ["W A S D"], meaning: "make a move (arrow keys too if no game is loaded)" },
  { keys: ["U", "Z"], meaning: "undo" },
  { keys: ["E"], meaning: "edit the board" },
  { keys: ["1 – 9", "A – H", "0"], meaning: "in the editor: 2 to 512, 1024 to 131072, empty" },
  { keys: ["+", "−"], meaning: "in the editor: double, halve" },
];

interface AnalysisKeysProps {
  readonly active: boolean;
  readonly line: Line;
  /** Whether an exercise waits for a move, so that the arrow keys make one. */
  readonly guessing: boolean;
  readonly move: (direction: Direction) => void;
  readonly jump: (index: number) => void;
  readonly toggleEditing: () => void;
  /** Leaves the editor or the exercise; returns whether one was open. */
  readonly leave: () => boolean;
}

export function useAnalysisKeys({ active, line, guessing, move, jump, toggleEditing, leave }: AnalysisKeysProps): void {
  const step = (key: string): boolean => {
    if (key === "ArrowLeft") line.back();
    else if (key === "ArrowRight") line.onGame && jump(line.index + 1);
    else if (key === "ArrowUp") jump(line.index - stride);
    else if (key === "ArrowDown") jump(line.index + stride);
    else if (key === "Home") jump(0);
    else if (key === "End") jump(Infinity);
    else return false;
    return true;
  };
  useKeys(active, (key) => {
    if (key === "Escape") return leave();
    if (key === "e") toggleEditing();
    else if (key === "u" || key === "z") line.back();
    else if (line.game !== null && !guessing && moveOfLetter(key) === null) return step(key);
    else {
      const direction = moveOfKey(key);
      if (direction === null) return false;
      move(direction);
    }
    return true;
  });
}
