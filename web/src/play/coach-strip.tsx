// The mark of the coach below the board: what it thinks of the last move, why, and a way to take it back.
import { formatDecimals, formatPercent, formatWhole } from "../format.ts";
import { Icon } from "../parts/icon.tsx";
import type { Coach, Mark } from "./coach.ts";
import "./coach-strip.css";

interface CoachStripProps {
  readonly coach: Coach;
  readonly decimals: number;
  readonly onTakeBack: () => void;
}

const titles: Readonly<Record<Mark["grade"], string>> = {
  best: "Best move",
  good: "Good move",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

function inWords({ move, bests, grade, loss }: Mark, decimals: number): string {
  const others = bests.filter((best) => best !== move).join(" and ");
  if (grade === "best") return others === "" ? move : `${move}, as good as ${others}`;
  return `${move} loses ${formatDecimals(loss, decimals)} against ${others}`;
}

export function CoachStrip({ coach: { mark, summary, error }, decimals, onTakeBack }: CoachStripProps) {
  const isFault = mark !== null && mark.grade !== "best" && mark.grade !== "good";
  return (
    <section class="coach" aria-label="Coach" data-grade={mark?.grade ?? "none"}>
      <div aria-live="polite">
        {error !== null ? (
          <p class="error">{error}</p>
        ) : mark === null ? (
          <p class="quiet">The coach marks your next move.</p>
        ) : (
          <p>
            <span class="coach-mark" /> <strong>{titles[mark.grade]}</strong>: {inWords(mark, decimals)}.
          </p>
        )}
        {isFault && (
          <ul class="coach-reasons">
            {mark.reasons.length === 0 ? (
              <li>No simple reason applies: the search of the engine sees further.</li>
            ) : (
              mark.reasons.map((reason) => <li key={reason}>{reason}</li>)
            )}
          </ul>
        )}
      </div>
      <div class="coach-foot">
        {summary !== null && (
          <p class="quiet">
            Accuracy <strong>{formatPercent(summary.accuracy)}</strong> over {formatWhole(summary.moves)}{" "}
            {summary.moves === 1 ? "move" : "moves"}
          </p>
        )}
        {isFault && (
          <button type="button" class="button" onClick={onTakeBack}>
            <Icon name="undo" /> Take back
          </button>
        )}
      </div>
    </section>
  );
}
