// The runs in the plot, each with its own colour, which is stored: a run has the same colour on the next visit.
import { useEffect, useState } from "preact/hooks";
import { fieldsOf, keep, recall } from "../storage.ts";

/** Number of distinguishable colours: --curve-0 to --curve-7 of theme.css. */
export const colours = 8;

/** Number of runs whose colours are stored; those of the oldest are forgotten. */
const maxStored = 200;

/** The colour of each shown run, by its id. */
export type ShownRuns = ReadonlyMap<string, number>;

const key = "train.colours";

const isColour = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < colours;

function storedColours(): Map<string, number> {
  const entries = Object.entries(recall(key, fieldsOf) ?? {});
  return new Map(entries.filter((entry): entry is [string, number] => isColour(entry[1])));
}

/** Gives each run that has none the colour that the fewest of `ids` have. */
export function withColours(stored: ReadonlyMap<string, number>, ids: readonly string[]): Map<string, number> {
  const next = new Map(stored);
  const uses = Array.from({ length: colours }, (_, colour) => ids.filter((id) => stored.get(id) === colour).length);
  for (const id of ids) {
    if (next.has(id)) continue;
    const colour = uses.indexOf(Math.min(...uses));
    uses[colour] = (uses[colour] ?? 0) + 1;
    next.set(id, colour);
  }
  return next;
}

function store(all: ReadonlyMap<string, number>): void {
  keep(key, Object.fromEntries([...all].slice(-maxStored)));
}

/** A renamed run keeps its colour. */
export function renameColour(id: string, name: string): void {
  const stored = storedColours();
  const colour = stored.get(id);
  if (colour !== undefined) store(stored.set(name, colour));
}

/** New runs are shown as long as there are unused colours. */
export function useShownRuns(ids: readonly string[]): [ShownRuns, (id: string) => void] {
  const [shown, setShown] = useState<ShownRuns>(new Map());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const arrived = ids.filter((id) => !seen.has(id));
    if (arrived.length === 0 && seen.size === ids.length) return;
    const all = withColours(storedColours(), ids);
    if (ids.length > 0) store(all);
    const next = new Map([...shown].filter(([id]) => ids.includes(id)));
    for (const id of arrived) if (next.size < colours) next.set(id, all.get(id) ?? 0);
    setSeen(new Set(ids));
    setShown(next);
  }, [ids.join("\n")]);
  const toggle = (id: string) => {
    const next = new Map(shown);
    if (!next.delete(id)) next.set(id, withColours(storedColours(), ids).get(id) ?? 0);
    setShown(next);
  };
  return [shown, toggle];
}
