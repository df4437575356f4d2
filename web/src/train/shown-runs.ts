// Which runs are in the plot, each with a colour of its own.
import { useEffect, useState } from "preact/hooks";

/** Colours that can be told apart: --curve-0 to --curve-7 of theme.css. */
export const colours = 8;

/** By the name of each shown run: its colour. */
export type ShownRuns = ReadonlyMap<string, number>;

function freeColour(shown: ShownRuns): number {
  const taken = new Set(shown.values());
  const free = Array.from({ length: colours }, (_, colour) => colour).find((colour) => !taken.has(colour));
  return free ?? shown.size % colours;
}

/** Runs are shown when they first appear, as long as there are colours. */
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
