// Asks the server about the shown board, a little after it stops changing; what is no longer wanted is called back.
import { useEffect, useState } from "preact/hooks";
import { analyze, type Analysis, type Effort, type Judge, wasAborted } from "../api.ts";
import type { Board } from "../game/board.ts";

export interface AnalysisState {
  /** The last answer, which may be of a board shown before. */
  readonly analysis: Analysis | null;
  /** Whether it is of this board. */
  readonly fresh: boolean;
  readonly error: string | null;
}

interface Answer {
  readonly board: Board;
  readonly effort: Effort;
  readonly result: Analysis | string;
}

/** No question is asked where the board or the judge is null; a database needs no effort. */
export function useAnalysis(board: Board | null, judge: Judge | null, effort: Effort, delay: number): AnalysisState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [last, setLast] = useState<Analysis | null>(null);
  const exact = judge?.kind === "database";
  useEffect(() => {
    if (board === null || judge === null) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const result = await analyze(board, exact ? {} : effort, controller.signal);
        setAnswer({ board, effort, result });
        setLast(result);
      } catch (error) {
        if (!wasAborted(error)) setAnswer({ board, effort, result: (error as Error).message });
      }
    };
    const timer = setTimeout(() => void ask(), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [board, judge, exact, effort, delay]);
  const current = answer !== null && answer.board === board && answer.effort === effort ? answer.result : null;
  if (typeof current === "string") return { analysis: null, fresh: true, error: current };
  return { analysis: current ?? last, fresh: current !== null, error: null };
}
