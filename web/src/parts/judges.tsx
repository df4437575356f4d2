// Who judges boards on this page: the server's own judges, or the model of a training run that the person chose.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { judges as askForJudges, type Judge } from "../api/judging.ts";
import { ServerError, wasAborted } from "../api/request.ts";
import { nameOfSize, type Size, sizeOfName, usualSize } from "../game/size.ts";
import { useKeptState } from "./kept-state.ts";

export type Judges =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string; readonly askAgain: () => void }
  | { readonly state: "known"; readonly list: readonly Judge[] };

export interface JudgeChoice {
  readonly judges: Judges;
  /** The run whose model judges; null for the server's own judges. */
  readonly run: string | null;
  readonly choose: (run: string | null) => void;
  /** Why the chosen run does not judge any more. */
  readonly lost: string | null;
  readonly forgetLost: () => void;
}

const loading: Judges = { state: "loading" };

export const JudgeContext = createContext<JudgeChoice>({
  judges: loading,
  run: null,
  choose: () => undefined,
  lost: null,
  forgetLost: () => undefined,
});

const isRun = (kept: unknown): kept is string | null => kept === null || (typeof kept === "string" && kept !== "");

/** Asks the server; for the root of the page. */
export function useJudgeChoice(): JudgeChoice {
  const [answer, setAnswer] = useState<{ readonly run: string | null; readonly judges: Judges } | null>(null);
  const [run, setRun] = useKeptState<string | null>("run", null, isRun);
  const [lost, setLost] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const askAgain = useCallback(() => setAsked((count) => count + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    setAnswer(null);
    askForJudges(run, controller.signal).then(
      (list) => setAnswer({ run, judges: { state: "known", list } }),
      (error: Error) => {
        if (wasAborted(error)) return;
        if (run !== null && error instanceof ServerError && error.status !== 503) {
          setLost(error.message);
          setRun(null);
        } else setAnswer({ run, judges: { state: "failed", why: error.message, askAgain } });
      },
    );
    return () => controller.abort();
  }, [run, asked]);

  const choose = (wanted: string | null) => {
    setLost(null);
    setRun(wanted);
  };
  const judges = answer !== null && answer.run === run ? answer.judges : loading;
  return { judges, run, choose, lost, forgetLost: () => setLost(null) };
}

/** The judge of a size, or null where there is none (yet). */
export function useJudge(size: Size): Judge | null {
  const { judges } = useContext(JudgeContext);
  return judges.state === "known" ? (judges.list.find((judge) => judge.size === nameOfSize(size)) ?? null) : null;
}

/** The sizes that somebody judges. */
export function useJudgedSizes(): readonly Size[] {
  const { judges } = useContext(JudgeContext);
  if (judges.state !== "known") return [];
  return judges.list.flatMap((judge) => sizeOfName(judge.size) ?? []);
}

/**
 * Brings a tab to a size that is judged when the person chooses other judges; what a visit begins with stays, unless
 * `fromStart` says that it is of no account.
 */
export function useSizeOfJudge(size: Size, resize: (size: Size) => void, fromStart = false): void {
  const { judges, run } = useContext(JudgeContext);
  const followed = useRef<string | null | undefined>(fromStart ? undefined : run);
  const judged = useJudgedSizes();
  const judge = useJudge(size);
  useEffect(() => {
    if (judges.state !== "known" || followed.current === run) return;
    followed.current = run;
    const wanted = judged.includes(usualSize) ? usualSize : judged[0];
    if (judge === null && wanted !== undefined) resize(wanted);
  }, [judges, run]);
}

/** Says why nobody judges boards of a size, and what to do about it. */
export function NoJudge({ size }: { readonly size: Size }) {
  const { judges, run } = useContext(JudgeContext);
  const judged = useJudgedSizes().map(nameOfSize).join(", ");
  const name = nameOfSize(size);
  if (judges.state === "loading") return <p class="quiet">Asking the server …</p>;
  if (judges.state === "failed")
    return (
      <div class="message" role="alert">
        <p>{judges.why} You can play on without it.</p>
        <button type="button" class="button" onClick={judges.askAgain}>
          Try again
        </button>
      </div>
    );
  if (run !== null)
    return (
      <p class="message">
        The model of {run} judges {judged}, not {name}: choose that size, or go back to the server’s own judges.
      </p>
    );
  return (
    <div class="message">
      <p>Nobody judges {name} here yet. Solve it once, and every value is exact:</p>
      <pre>
        <code>{`afterstate solve ${name} --out ${name}.db\nafterstate serve --db ${name}.db`}</code>
      </pre>
    </div>
  );
}
