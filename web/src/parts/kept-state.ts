// Component state that is stored in the browser for the next visit.
import { useState } from "preact/hooks";
import { keep, recall } from "../storage.ts";

export function useKeptState<Value>(
  key: string,
  defaultValue: Value,
  isValue: (kept: unknown) => kept is Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => recall(key, (kept) => (isValue(kept) ? kept : null)) ?? defaultValue);
  const change = (next: Value) => {
    setValue(next);
    keep(key, next);
  };
  return [value, change];
}
