// The server's training runs, looked at again and again while the tab is shown.
import { useEffect, useState } from "preact/hooks";
import { ServerError, wasAborted } from "../api/request.ts";
import { type Run, runs as askForRuns } from "../api/training.ts";

export type RunList =
  | { readonly state: "loading" }
  /** The server keeps no runs. */
  | { readonly state: "none"; readonly why: string }
  | {
      readonly state: "known";
      readonly runs: readonly Run[];
      /** Why the list may be out of date. */
      readonly problem: string | null;
      /** Runs whose folders went away since the tab was opened. */
      readonly gone: readonly string[];
    };

/** Milliseconds from one look to the next. */
const whileRunning = 1000;
const whileResting = 2000;
const whileHidden = 15_000;

function withRuns(list: RunList, runs: readonly Run[]): RunList {
  const before = list.state === "known" ? list : null;
  const ids = new Set(runs.map(({ id }) => id));
  const lost = (before?.runs ?? []).filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const gone = [...(before?.gone ?? []), ...lost].filter((id) => !ids.has(id));
  return { state: "known", runs, problem: null, gone };
}

function withProblem(list: RunList, problem: string): RunList {
  return list.state === "known" ? { ...list, problem } : { state: "known", runs: [], problem, gone: [] };
}

/** The list, the way to look at once, and the way to forget which runs are gone. */
export function useRunList(active: boolean): [RunList, () => void, () => void] {
  const [list, setList] = useState<RunList>({ state: "loading" });
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      clearTimeout(timer);
      let next = whileResting;
      try {
        const runs = await askForRuns(controller.signal);
        setList((list) => withRuns(list, runs));
        if (runs.some(({ state }) => state === "running")) next = whileRunning;
      } catch (error) {
        if (wasAborted(error)) return;
        const why = (error as Error).message;
        if (error instanceof ServerError && error.status === 404) return setList({ state: "none", why });
        setList((list) => withProblem(list, why));
      }
      timer = setTimeout(() => void look(), document.hidden ? whileHidden : next);
    };
    const lookWhenSeen = () => {
      if (!document.hidden) void look();
    };
    void look();
    document.addEventListener("visibilitychange", lookWhenSeen);
    return () => {
      clearTimeout(timer);
      controller.abort();
      document.removeEventListener("visibilitychange", lookWhenSeen);
    };
  }, [active, looks]);
  const lookNow = () => setLooks((count) => count + 1);
  const forgetGone = () => setList((list) => (list.state === "known" ? { ...list, gone: [] } : list));
  return [list, lookNow, forgetGone];
}
