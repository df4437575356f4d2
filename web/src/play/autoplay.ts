// Autoplay: the engine continues the game at a selectable speed.
import { useEffect, useRef, useState } from "preact/hooks";
import { analyse, type Analysis, type Effort, type Engine } from "../api/analysis.ts";
import { wasAborted } from "../api/request.ts";
import type { Moment } from "../game/moment.ts";
import { isOver } from "../game/slide.ts";
import type { GameState } from "./game-state.ts";

export interface Autoplay {
  readonly running: boolean;
  /** The latest analysed position. */
  readonly latest: { readonly moment: Moment; readonly analysis: Analysis } | null;
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

/** `engine`, `effort` and `speed` may change while it runs. */
export function useAutoplay(state: GameState, engine: Engine | null, effort: Effort, speed: number): Autoplay {
  const [running, setRunning] = useState(false);
  const [latest, setLatest] = useState<Autoplay["latest"]>(null);
  const [error, setError] = useState<string | null>(null);
  const current = useRef({ state, engine, effort, speed });
  current.current = { state, engine, effort, speed };

  useEffect(() => {
    if (!running) return;
    const controller = new AbortController();
    const { signal } = controller;
    const play = async () => {
      while (!signal.aborted) {
        const started = performance.now();
        const moment = current.current.state.latest().now;
        const { engine, effort } = current.current;
        if (engine === null || isOver(moment.board)) break;
        const analysis = await analyse(moment.board, engine, effort, signal);
        setLatest({ moment, analysis });
        await until(started + 1000 / current.current.speed, signal);
        const { state } = current.current;
        if (!signal.aborted && analysis.best !== null && state.latest().now === moment)
          await state.move(analysis.best, "engine");
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
  return { running, latest, error, toggle, stop: () => setRunning(false) };
}
