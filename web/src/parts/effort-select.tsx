// The choice of how far the search looks ahead: to a depth or for a time.
import type { Effort } from "../api/judging.ts";
import { Select } from "./select.tsx";

const usual: Effort = { depth: 1 };

/** The choices by the names under which they are kept. */
const efforts: Readonly<Record<string, Effort>> = {
  "depth 1": usual,
  "depth 2": { depth: 2 },
  "depth 3": { depth: 3 },
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
    ? { value: name, label: name.replace("depth", "Depth"), group: "Moves ahead" }
    : { value: name, label: name, group: "Time a move" },
);

export function isEffortName(kept: unknown): kept is string {
  return typeof kept === "string" && kept in efforts;
}

export function effortOf(name: string): Effort {
  return efforts[name] ?? usual;
}

export function EffortSelect({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  return <Select label="Search" value={name} options={options} onChange={onChange} />;
}
