// Has the server analyse the shown board shortly after it stops changing; requests no longer needed are aborted.
import { useEffect, useState } from "preact/hooks";
import { analyse, type Analysis, type Effort, type Engine } from "../api/analysis.ts";
import { wasAborted } from "../api/request.ts";
import type { Board } from "../game/board.ts";

export interface AnalysisState {
  /** The latest analysis, which may be of a previous board. */
  readonly analysis: Analysis | null;
  /** Whether it is of the current board. */
  readonly fresh: boolean;
  readonly error: string | null;
}

interface Answer {
  readonly board: Board;
  readonly engine: Engine;
  readonly effort: Effort;
  readonly result: Analysis | string;
}

/** Sends no request if the board or the engine is null. */
export function useAnalysis(board: Board | null, engine: Engine | null, effort: Effort, delay: number): AnalysisState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [last, setLast] = useState<Analysis | null>(null);
  useEffect(() => {
    if (board === null || engine === null) return;
    const controller = new AbortController();
    const update = async () => {
      try {
        const result = await analyse(board, engine, effort, controller.signal);
        setAnswer({ board, engine, effort, result });
        setLast(result);
      } catch (error) {
        if (!wasAborted(error)) setAnswer({ board, engine, effort, result: (error as Error).message });
      }
    };
    const timer = setTimeout(() => void update(), delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [board, engine, effort, delay]);
  const current = answer !== null && answer.board === board && answer.engine === engine && answer.effort === effort;
  const result = current ? answer.result : null;
  if (typeof result === "string") return { analysis: null, fresh: true, error: result };
  return { analysis: result ?? last, fresh: result !== null, error: null };
}
