// A notification when a game first reaches 2048 or a larger tile; the game continues.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";

/** Milliseconds for which the notification is shown. */
const duration = 6000;

export function Reached({ tile }: { readonly tile: number | null }) {
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (tile !== null) setShown(tile);
  }, [tile]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), duration);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div class="reached" role="status">
      {shown !== null && (
        <p>
          You reached {shown}. Keep going!
          <button type="button" class="icon-button" aria-label="Close" onClick={() => setShown(null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
