// Asks the server about the shown board, a little after it stops changing; what is no longer wanted is called back.
import { useEffect, useState } from "preact/hooks";
import { analyze, type Analysis, type Effort, type Judge } from "../api/judging.ts";
import { wasAborted } from "../api/request.ts";
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
  readonly judge: Judge;
  readonly effort: Effort;
  readonly result: Analysis | string;
}

/** No question is asked where the board or the judge is null. */
export function useAnalysis(board: Board | null, judge: Judge | null, effort: Effort, delay: number): AnalysisState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [last, setLast] = useState<Analysis | null>(null);
  useEffect(() => {
    if (board === null || judge === null) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const result = await analyze(board, judge, effort, controller.signal);
        setAnswer({ board, judge, effort, result });
        setLast(result);
      } catch (error) {
        if (!wasAborted(error)) setAnswer({ board, judge, effort, result: (error as Error).message });
      }
    };
    const timer = setTimeout(() => void ask(), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [board, judge, effort, delay]);
  const asked = answer !== null && answer.board === board && answer.judge === judge && answer.effort === effort;
  const current = asked ? answer.result : null;
  if (typeof current === "string") return { analysis: null, fresh: true, error: current };
  return { analysis: current ?? last, fresh: current !== null, error: null };
}
