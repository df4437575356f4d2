// A note when a game first makes 2048 or more; play goes on.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";

/** Milliseconds that the note stays. */
const stay = 6000;

export function Reached({ tile }: { readonly tile: number | null }) {
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (tile !== null) setShown(tile);
  }, [tile]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), stay);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div class="reached" role="status">
      {shown !== null && (
        <p>
          You reached {shown}. Play on!
          <button type="button" class="icon-button" aria-label="Close" onClick={() => setShown(null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
