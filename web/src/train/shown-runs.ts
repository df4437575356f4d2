// The runs in the plot, each with its own colour.
import { useEffect, useState } from "preact/hooks";

/** Number of distinguishable colours: --curve-0 to --curve-7 of theme.css. */
export const colours = 8;

/** The colour of each shown run, by its id. */
export type ShownRuns = ReadonlyMap<string, number>;

function freeColour(shown: ShownRuns): number {
  const taken = new Set(shown.values());
  const free = Array.from({ length: colours }, (_, colour) => colour).find((colour) => !taken.has(colour));
  return free ?? shown.size % colours;
}

/** New runs are shown as long as there are unused colours. */
export function useShownRuns(ids: readonly string[]): [ShownRuns, (id: string) => void] {
  const [shown, setShown] = useState<ShownRuns>(new Map());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const arrived = ids.filter((id) => !seen.has(id));
    if (arrived.length === 0 && seen.size === ids.length) return;
    const next = new Map([...shown].filter(([id]) => ids.includes(id)));
    for (const id of arrived) if (next.size < colours) next.set(id, freeColour(next));
    setSeen(new Set(ids));
    setShown(next);
  }, [ids.join("\n")]);
  const toggle = (id: string) => {
    const next = new Map(shown);
    if (!next.delete(id)) next.set(id, freeColour(next));
    setShown(next);
  };
  return [shown, toggle];
}
