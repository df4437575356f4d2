// The curves of the shown runs, updated from their logs; only new measurements are requested.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Run, runDetails } from "../api/training.ts";
import { type Curve, emptyCurve, withMeasurements } from "./curve.ts";

export type Curves = ReadonlyMap<string, Curve>;

/** `runs` is the current list of the server; the curves of those in `shown` are updated. */
export function useCurves(runs: readonly Run[], shown: ReadonlySet<string>): Curves {
  const [curves, setCurves] = useState<Curves>(new Map());
  const latest = useRef(curves);
  const loading = useRef(new Set<string>());

  const change = (next: Map<string, Curve>) => {
    latest.current = next;
    setCurves(next);
  };
  const follow = async (id: string, curve: Curve) => {
    loading.current.add(id);
    try {
      const { log } = await runDetails(id, curve.lines);
      change(new Map(latest.current).set(id, withMeasurements(curve, log)));
    } catch {
      // The list of runs reports the error; the next update requests the curve again if the run still exists.
    } finally {
      loading.current.delete(id);
    }
  };
  useEffect(() => {
    const ids = new Set(runs.map(({ id }) => id));
    if ([...latest.current.keys()].some((id) => !ids.has(id)))
      change(new Map([...latest.current].filter(([id]) => ids.has(id))));
    for (const { id, measurements } of runs) {
      const known = latest.current.get(id) ?? emptyCurve;
      if (!shown.has(id) || loading.current.has(id) || known.lines === measurements) continue;
      // A log that became shorter is a different log.
      void follow(id, known.lines < measurements ? known : emptyCurve);
    }
  }, [runs, shown]);
  return curves;
}
