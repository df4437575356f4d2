// Exercises: the board before a mistake, without the answer until the user finds it or gives up.
import { useState } from "preact/hooks";
import type { Analysis } from "../api/analysis.ts";
import type { Direction } from "../game/direction.ts";
import { isTie } from "../quality.ts";
import type { Mistake, ReviewedGame } from "./review.ts";

export interface Exercise {
  readonly mistake: Mistake;
  /** Rank of the mistake by its loss, from 0. */
  readonly rank: number;
  readonly count: number;
  readonly guess: Direction | null;
  readonly revealed: boolean;
}

export type Verdict = "none" | "illegal" | "best" | "better" | "same" | "worse";

/** Compares a guess with the best move and the move that was played. */
export function verdictOn({ guess, mistake }: Exercise, analysis: Analysis | null, decimals: number): Verdict {
  if (guess === null || analysis === null || analysis.best === null) return "none";
  const value = analysis.moves[guess];
  if (value === null) return "illegal";
  const loss = (analysis.moves[analysis.best] ?? value) - value;
  if (isTie(loss, decimals)) return "best";
  if (guess === mistake.played) return "same";
  return loss < mistake.loss ? "better" : "worse";
}

export function isSolved(exercise: Exercise, analysis: Analysis | null, decimals: number): boolean {
  return exercise.revealed || verdictOn(exercise, analysis, decimals) === "best";
}

export interface Exercises {
  readonly exercise: Exercise | null;
  /** Starts with the mistake of that rank; returns the index of its move, or null if there is none. */
  readonly begin: (rank: number) => number | null;
  readonly guess: (direction: Direction) => void;
  readonly reveal: () => void;
  readonly end: () => void;
}

/** Exercises on the mistakes of a reviewed game. */
export function useExercises(reviewed: ReviewedGame | null): Exercises {
  const [state, setState] = useState<{ reviewed: ReviewedGame; exercise: Exercise } | null>(null);
  const exercise = state !== null && state.reviewed === reviewed ? state.exercise : null;
  const change = (changes: Partial<Exercise>) => {
    if (reviewed !== null && exercise !== null) setState({ reviewed, exercise: { ...exercise, ...changes } });
  };
  return {
    exercise,
    begin: (rank) => {
      const mistake = reviewed?.mistakes[rank];
      if (reviewed === null || mistake === undefined) return null;
      const count = reviewed.mistakes.length;
      setState({ reviewed, exercise: { mistake, rank, count, guess: null, revealed: false } });
      return mistake.index;
    },
    guess: (guess) => change({ guess }),
    reveal: () => change({ revealed: true }),
    end: () => setState(null),
  };
}
