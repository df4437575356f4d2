// Copies a link to the shown position.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";

/** Milliseconds that the button says what happened. */
const stay = 2500;

export function Share() {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), stay);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Copied");
    } catch {
      setSaid("The address has it");
    }
  };
  return (
    <button type="button" class="button" onClick={() => void copy()}>
      <Icon name="link" /> <span aria-live="polite">{said ?? "Copy link"}</span>
    </button>
  );
}
