// Component state that event handlers can also read between two renderings, so that fast input is not lost.
import { useRef, useState } from "preact/hooks";

/** The state, a function that changes it, and a function that returns its current value. */
export function useLatestState<Value>(first: () => Value): [Value, (next: Value) => void, () => Value] {
  const [value, setValue] = useState<Value>(first);
  const latest = useRef(value);
  const change = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  return [value, change, () => latest.current];
}
