// The list of the server's training runs, polled while the tab is shown.
import { useEffect, useRef, useState } from "preact/hooks";
import { ServerError, wasAborted } from "../api/request.ts";
import { type Run, runs as fetchRuns } from "../api/training.ts";

export type RunList =
  | { readonly state: "loading" }
  /** The server was started without --runs. */
  | { readonly state: "none"; readonly why: string }
  | {
      readonly state: "known";
      readonly runs: readonly Run[];
      /** Why the list may be out of date. */
      readonly problem: string | null;
      /** Runs whose folders disappeared since the tab was opened. */
      readonly gone: readonly string[];
    };

/** Polling intervals in milliseconds. */
const whileRunning = 1000;
const whileResting = 2000;
const whileHidden = 15_000;

function withRuns(list: RunList, runs: readonly Run[], expected: ReadonlySet<string>): RunList {
  const before = list.state === "known" ? list : null;
  const ids = new Set(runs.map(({ id }) => id));
  const lost = (before?.runs ?? []).filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const gone = [...(before?.gone ?? []), ...lost].filter((id) => !ids.has(id) && !expected.has(id));
  return { state: "known", runs, problem: null, gone };
}

function withProblem(list: RunList, problem: string): RunList {
  return list.state === "known" ? { ...list, problem } : { state: "known", runs: [], problem, gone: [] };
}

export interface RunListState {
  readonly list: RunList;
  /** Loads it again at once. */
  readonly reload: () => void;
  readonly forgetGone: () => void;
  /** The run is renamed or deleted by the user: that it disappears is no news. */
  readonly expectGone: (id: string) => void;
}

export function useRunList(active: boolean): RunListState {
  const [list, setList] = useState<RunList>({ state: "loading" });
  const expected = useRef(new Set<string>());
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      clearTimeout(timer);
      let next = whileResting;
      try {
        const runs = await fetchRuns(controller.signal);
        setList((list) => withRuns(list, runs, expected.current));
        if (runs.some(({ state }) => state === "running")) next = whileRunning;
      } catch (error) {
        if (wasAborted(error)) return;
        const why = (error as Error).message;
        if (error instanceof ServerError && error.status === 404) return setList({ state: "none", why });
        setList((list) => withProblem(list, why));
      }
      timer = setTimeout(() => void load(), document.hidden ? whileHidden : next);
    };
    const loadWhenVisible = () => {
      if (!document.hidden) void load();
    };
    void load();
    document.addEventListener("visibilitychange", loadWhenVisible);
    return () => {
      clearTimeout(timer);
      controller.abort();
      document.removeEventListener("visibilitychange", loadWhenVisible);
    };
  }, [active, reloads]);
  const reload = () => setReloads((count) => count + 1);
  const forgetGone = () => setList((list) => (list.state === "known" ? { ...list, gone: [] } : list));
  const expectGone = (id: string) => expected.current.add(id);
  return { list, reload, forgetGone, expectGone };
}
