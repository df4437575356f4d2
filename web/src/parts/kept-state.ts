// State of a component that the browser keeps for the next visit.
import { useState } from "preact/hooks";
import { keep, recall } from "../storage.ts";

export function useKeptState<Value>(
  key: string,
  usual: Value,
  isValue: (kept: unknown) => kept is Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => recall(key, (kept) => (isValue(kept) ? kept : null)) ?? usual);
  const change = (next: Value) => {
    setValue(next);
    keep(key, next);
  };
  return [value, change];
}
