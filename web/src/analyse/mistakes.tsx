// The mistakes of a game, ranked by loss.
import { useEffect, useState } from "preact/hooks";
import { formatLoss } from "../format.ts";
import { Icon } from "../parts/icon.tsx";
import type { Mistake } from "./review.ts";

/** Number of mistakes shown at first; "Show more" adds five times as many. */
const page = 10;

interface MistakesProps {
  readonly mistakes: readonly Mistake[];
  readonly index: number;
  readonly decimals: number;
  readonly onJump: (index: number) => void;
}

export function Mistakes({ mistakes, index, decimals, onJump }: MistakesProps) {
  const [shown, setShown] = useState(page);
  useEffect(() => setShown(page), [mistakes]);
  if (mistakes.length === 0) return <p class="quiet">Every move was the best move.</p>;
  return (
    <div>
      <ol class="mistakes">
        {mistakes.slice(0, shown).map((mistake) => (
          <li key={mistake.index}>
            <button
              type="button"
              class="list-row mistake"
              data-severity={mistake.severity}
              aria-current={mistake.index === index}
              onClick={() => onJump(mistake.index)}
            >
              <span class="mistake-mark" />
              <span>Move {mistake.index + 1}</span>
              <span class="mistake-played">
                <Icon name={mistake.played} /> {mistake.played}
              </span>
              <span class="mistake-loss">{formatLoss(mistake.loss, decimals)}</span>
            </button>
          </li>
        ))}
      </ol>
      {shown < mistakes.length && (
        <button type="button" class="button plain" onClick={() => setShown(shown + 5 * page)}>
          Show more ({mistakes.length} in total)
        </button>
      )}
    </div>
  );
}
