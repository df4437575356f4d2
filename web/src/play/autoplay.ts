// Autoplay: the search plays the game on, at the speed that the person chooses.
import { useEffect, useRef, useState } from "preact/hooks";
import { analyze, type Analysis, type Effort, type Judge } from "../api/judging.ts";
import { wasAborted } from "../api/request.ts";
import type { Moment } from "../game/moment.ts";
import { isOver } from "../game/slide.ts";
import type { GameState } from "./game-state.ts";

export interface Autoplay {
  readonly running: boolean;
  /** What the search thinks of a moment that it came to. */
  readonly thought: { readonly moment: Moment; readonly analysis: Analysis } | null;
  readonly error: string | null;
  readonly toggle: () => void;
  readonly stop: () => void;
}

function until(time: number, signal: AbortSignal): Promise<void> {
  const left = time - performance.now();
  if (left <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, left);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** `judge`, `effort` and `speed` may change while it runs. */
export function useAutoplay(state: GameState, judge: Judge | null, effort: Effort, speed: number): Autoplay {
  const [running, setRunning] = useState(false);
  const [thought, setThought] = useState<Autoplay["thought"]>(null);
  const [error, setError] = useState<string | null>(null);
  const current = useRef({ state, judge, effort, speed });
  current.current = { state, judge, effort, speed };

  useEffect(() => {
    if (!running) return;
    const controller = new AbortController();
    const { signal } = controller;
    const play = async () => {
      while (!signal.aborted) {
        const started = performance.now();
        const moment = current.current.state.latest().now;
        const { judge, effort } = current.current;
        if (judge === null || isOver(moment.board)) break;
        const analysis = await analyze(moment.board, judge, effort, signal);
        setThought({ moment, analysis });
        await until(started + 1000 / current.current.speed, signal);
        const { state } = current.current;
        if (!signal.aborted && analysis.best !== null && state.latest().now === moment)
          state.move(analysis.best, "search");
      }
    };
    play().then(
      () => setRunning(false),
      (reason: Error) => {
        if (wasAborted(reason)) return;
        setError(reason.message);
        setRunning(false);
      },
    );
    return () => controller.abort();
  }, [running]);

  const toggle = () => {
    setError(null);
    setRunning(!running);
  };
  return { running, thought, error, toggle, stop: () => setRunning(false) };
}
