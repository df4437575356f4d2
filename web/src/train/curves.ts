// The curves of the shown runs, kept up with their logs: of each, only what is new is asked for.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Run, runDetails } from "../api/training.ts";
import { type Curve, emptyCurve, withMeasurements } from "./curve.ts";

export type Curves = ReadonlyMap<string, Curve>;

/** `runs` is the list as the server has it now; of those in `shown`, the curves are followed. */
export function useCurves(runs: readonly Run[], shown: ReadonlySet<string>): Curves {
  const [curves, setCurves] = useState<Curves>(new Map());
  const latest = useRef(curves);
  const asking = useRef(new Set<string>());

  const change = (next: Map<string, Curve>) => {
    latest.current = next;
    setCurves(next);
  };
  const follow = async (id: string, curve: Curve) => {
    asking.current.add(id);
    try {
      const { log } = await runDetails(id, curve.lines);
      change(new Map(latest.current).set(id, withMeasurements(curve, log)));
    } catch {
      // The list of runs says what became of it, and asks for the curve again where it is still there.
    } finally {
      asking.current.delete(id);
    }
  };
  useEffect(() => {
    const ids = new Set(runs.map(({ id }) => id));
    if ([...latest.current.keys()].some((id) => !ids.has(id)))
      change(new Map([...latest.current].filter(([id]) => ids.has(id))));
    for (const { id, measurements } of runs) {
      const known = latest.current.get(id) ?? emptyCurve;
      if (!shown.has(id) || asking.current.has(id) || known.lines === measurements) continue;
      // A log that became shorter is another one.
      void follow(id, known.lines < measurements ? known : emptyCurve);
    }
  }, [runs, shown]);
  return curves;
}
