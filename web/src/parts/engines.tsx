// The engines of the page: those of the server, or the model of a training run that the user selected.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { type Engine, engines as fetchEngines } from "../api/analysis.ts";
import { ServerError, wasAborted } from "../api/request.ts";
import type { DuelRule } from "../game/duel.ts";
import { allSizes, isSolvable, nameOfSize, type Size, sizeOfName, defaultSize } from "../game/size.ts";
import { useKeptState } from "./kept-state.ts";

export type Engines =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string; readonly retry: () => void }
  | {
      readonly state: "known";
      readonly list: readonly Engine[];
      /** The server's databases of the two-player game, whatever engine is selected. */
      readonly duels: readonly Engine[];
    };

export interface EngineChoice {
  readonly engines: Engines;
  /** The run whose model is the engine; null for the engines of the server. */
  readonly run: string | null;
  readonly choose: (run: string | null) => void;
  /** Why the selected run is no longer available. */
  readonly lost: string | null;
  readonly forgetLost: () => void;
}

const loading: Engines = { state: "loading" };

export const EngineContext = createContext<EngineChoice>({
  engines: loading,
  run: null,
  choose: () => undefined,
  lost: null,
  forgetLost: () => undefined,
});

const isRun = (kept: unknown): kept is string | null => kept === null || (typeof kept === "string" && kept !== "");

async function fetchAll(run: string | null, signal: AbortSignal): Promise<Engines> {
  const served = fetchEngines(null, signal);
  const [all, selected] = await Promise.all([served, run === null ? served : fetchEngines(run, signal)]);
  const list = selected.filter((engine) => engine.duel === undefined);
  return { state: "known", list, duels: all.filter((engine) => engine.duel !== undefined) };
}

/** Loads the engines from the server; for the root of the page. */
export function useEngineChoice(): EngineChoice {
  const [answer, setAnswer] = useState<{ readonly run: string | null; readonly engines: Engines } | null>(null);
  const [run, setRun] = useKeptState<string | null>("run", null, isRun);
  const [lost, setLost] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    setAnswer(null);
    fetchAll(run, controller.signal).then(
      (engines) => setAnswer({ run, engines }),
      (error: Error) => {
        if (wasAborted(error)) return;
        if (run !== null && error instanceof ServerError && error.status !== 503) {
          setLost(error.message);
          setRun(null);
        } else setAnswer({ run, engines: { state: "failed", why: error.message, retry } });
      },
    );
    return () => controller.abort();
  }, [run, attempt]);

  const choose = (wanted: string | null) => {
    setLost(null);
    setRun(wanted);
  };
  const engines = answer !== null && answer.run === run ? answer.engines : loading;
  return { engines, run, choose, lost, forgetLost: () => setLost(null) };
}

/** The engine for a size; null if there is none or the list is not loaded yet. */
export function useEngine(size: Size): Engine | null {
  const { engines } = useContext(EngineContext);
  return engines.state === "known" ? (engines.list.find((engine) => engine.size === nameOfSize(size)) ?? null) : null;
}

/** The sizes that an engine is loaded for. */
export function useEngineSizes(): readonly Size[] {
  const { engines } = useContext(EngineContext);
  if (engines.state !== "known") return [];
  return engines.list.flatMap((engine) => sizeOfName(engine.size) ?? []);
}

/** The sizes for a duel: the two that people play, and all that the server has an engine for. */
export function useDuelSizes(): readonly Size[] {
  const { engines } = useContext(EngineContext);
  const all = engines.state === "known" ? [...engines.list, ...engines.duels] : [];
  const names = new Set(["4x4", "3x3", ...all.map((engine) => engine.size)]);
  return allSizes.filter((size) => names.has(nameOfSize(size)));
}

/** The server's exact values of the two-player game; null if it has none for that size and rule. */
export function useDuelDatabase(size: Size, rule: DuelRule): Engine | null {
  const { engines } = useContext(EngineContext);
  if (engines.state !== "known") return null;
  return engines.duels.find((engine) => engine.size === nameOfSize(size) && engine.duel === rule) ?? null;
}

/**
 * Switches a tab to a size that has an engine when the user selects other engines. The initial size stays as it is
 * unless `fromStart` is set.
 */
export function useSizeOfEngine(size: Size, resize: (size: Size) => void, fromStart = false): void {
  const { engines, run } = useContext(EngineContext);
  const followed = useRef<string | null | undefined>(fromStart ? undefined : run);
  const sizes = useEngineSizes();
  const engine = useEngine(size);
  useEffect(() => {
    if (engines.state !== "known" || followed.current === run) return;
    followed.current = run;
    const wanted = sizes.includes(defaultSize) ? defaultSize : sizes[0];
    if (engine === null && wanted !== undefined) resize(wanted);
  }, [engines, run]);
}

/** The commands that give an engine for a size; with a rule, one for the two-player game. */
function commandsFor(size: Size, duel: DuelRule | undefined): string {
  const name = nameOfSize(size);
  if (isSolvable(size) && duel !== undefined)
    return `afterstate duel solve ${name} --rule ${duel} --out duel.db\nafterstate serve --db duel.db`;
  if (isSolvable(size)) return `afterstate solve ${name} --out ${name}.db\nafterstate serve --db ${name}.db`;
  const recipe =
    size === defaultSize
      ? "recipes/quickstart.toml"
      : `recipes/mini.toml --set board=${name} --set 'network.tuples="012345 456789"'`;
  return `afterstate train ${recipe} --out runs/${name}\nafterstate serve --model runs/${name}/model.ast`;
}

interface NoEngineProps {
  readonly size: Size;
  /** The rule, for the two-player game. */
  readonly duel?: DuelRule;
}

/** Explains why there is no engine for a size, and what to do about it. */
export function NoEngine({ size, duel }: NoEngineProps) {
  const { engines, run } = useContext(EngineContext);
  const sizes = useEngineSizes().map(nameOfSize).join(", ");
  const name = nameOfSize(size);
  if (engines.state === "loading") return <p class="quiet">Waiting for the server …</p>;
  if (engines.state === "failed")
    return (
      <div class="message" role="alert">
        <p>{engines.why} You can still play without it.</p>
        <button type="button" class="button" onClick={engines.retry}>
          Try again
        </button>
      </div>
    );
  if (run !== null)
    return (
      <p class="message">
        The model of {run} is for {sizes}, not {name}: choose that size, or use the server’s engines.
      </p>
    );
  return (
    <div class="message">
      <p>
        No engine for {name} is loaded.{" "}
        {isSolvable(size) ? "Solve it once to get exact values:" : "It is too large to be solved; train a model:"}
      </p>
      <pre>
        <code>{commandsFor(size, duel)}</code>
      </pre>
    </div>
  );
}
