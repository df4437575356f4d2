// Select for the search effort: a depth or a time per move.
import type { Effort } from "../api/analysis.ts";
import { Select } from "./select.tsx";

/** As in afterstate hint and review. */
export const defaultEffortName = "depth 3";
const defaultEffort: Effort = { depth: 3 };

/** The options by the names under which they are stored. */
const efforts: Readonly<Record<string, Effort>> = {
  "depth 1": { depth: 1 },
  "depth 2": { depth: 2 },
  [defaultEffortName]: defaultEffort,
  "depth 4": { depth: 4 },
  "depth 5": { depth: 5 },
  "depth 6": { depth: 6 },
  "50 ms": { time_ms: 50 },
  "200 ms": { time_ms: 200 },
  "1 s": { time_ms: 1000 },
  "2 s": { time_ms: 2000 },
};

const options = Object.keys(efforts).map((name) =>
  name.startsWith("depth")
    ? { value: name, label: name.replace("depth", "Depth"), group: "Fixed depth" }
    : { value: name, label: name, group: "Time per move" },
);

export function isEffortName(kept: unknown): kept is string {
  return typeof kept === "string" && kept in efforts;
}

export function effortOf(name: string): Effort {
  return efforts[name] ?? defaultEffort;
}

export function EffortSelect({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  return <Select label="Search" value={name} options={options} onChange={onChange} />;
}
