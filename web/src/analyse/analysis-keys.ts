// The keys of the Analyse tab: with a game loaded the arrows step through it, else they move as WASD does.
import type { Direction } from "../game/direction.ts";
import { moveOfKey, moveOfLetter, useKeys } from "../parts/keys.ts";
import type { Line } from "./line.ts";

/** Moves that up and down go through a game. */
const stride = 10;

export const keysOfAnalysis = [
  { keys: ["← →"], meaning: "step through a game" },
  { keys: ["↑ ↓"], meaning: `${stride} moves at once` },
  { keys: ["W A S D"], meaning: "make a move (arrows too, without a game)" },
  { keys: ["U", "Z"], meaning: "take it back" },
  { keys: ["E"], meaning: "edit the board" },
  { keys: ["1 – 9", "A – H", "0"], meaning: "in the editor: 2 to 512, 1024 to 131072, empty" },
  { keys: ["+", "−"], meaning: "in the editor: double, halve" },
];

interface AnalysisKeysProps {
  readonly active: boolean;
  readonly line: Line;
  /** Whether a move is asked for, so that arrows make one. */
  readonly asked: boolean;
  readonly move: (direction: Direction) => void;
  readonly jump: (index: number) => void;
  readonly toggleEditing: () => void;
  /** Leaves what was begun; says whether there was anything. */
  readonly leave: () => boolean;
}

export function useAnalysisKeys({ active, line, asked, move, jump, toggleEditing, leave }: AnalysisKeysProps): void {
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
    else if (line.game !== null && !asked && moveOfLetter(key) === null) return step(key);
    else {
      const direction = moveOfKey(key);
      if (direction === null) return false;
      move(direction);
    }
    return true;
  });
}
