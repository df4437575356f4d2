// Who can judge boards here: asked from the server once, and again when the person wants it.
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import { judges as askForJudges, type Judge } from "../api.ts";
import { nameOfSize, type Size } from "../game/size.ts";

export type Judges =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string; readonly askAgain: () => void }
  | { readonly state: "known"; readonly list: readonly Judge[] };

export const JudgesContext = createContext<Judges>({ state: "loading" });

/** Asks the server; for the root of the page. */
export function useJudgesOfServer(): Judges {
  const [judges, setJudges] = useState<Judges>({ state: "loading" });
  const ask = useCallback(() => {
    setJudges({ state: "loading" });
    askForJudges().then(
      (list) => setJudges({ state: "known", list }),
      (error: Error) => setJudges({ state: "failed", why: error.message, askAgain: ask }),
    );
  }, []);
  useEffect(ask, [ask]);
  return judges;
}

/** The judge of a size, or null where there is none (yet). */
export function useJudge(size: Size): Judge | null {
  const judges = useContext(JudgesContext);
  return judges.state === "known" ? (judges.list.find((judge) => judge.size === nameOfSize(size)) ?? null) : null;
}

/** Says why nobody judges boards of a size, and what to do about it. */
export function NoJudge({ size }: { readonly size: Size }) {
  const judges = useContext(JudgesContext);
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
  return (
    <div class="message">
      <p>Nobody judges {name} here yet. Solve it once, and every value is exact:</p>
      <pre>
        <code>{`afterstate solve ${name} --out ${name}.db\nafterstate serve --db ${name}.db`}</code>
      </pre>
    </div>
  );
}
