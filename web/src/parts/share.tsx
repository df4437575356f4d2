// Copies the address of the page, which holds the shown position or duel.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** Milliseconds for which the button shows the result. */
const duration = 2500;

export function Share() {
  const [result, setResult] = useState<string | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), duration);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setResult("Copied");
    } catch {
      setResult("Copy the address instead");
    }
  };
  return (
    <button type="button" class="button" onClick={() => void copy()}>
      <Icon name="link" /> <span aria-live="polite">{result ?? "Copy link"}</span>
    </button>
  );
}
