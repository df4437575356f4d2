// The review of a loaded game: summary, graph and mistakes.
import type { Engine } from "../api/analysis.ts";
import { formatDecimals, formatPercent, formatWhole } from "../format.ts";
import type { RecordedGame } from "../game/record.ts";
import { Icon } from "../parts/icon.tsx";
import { countInWords, faults } from "../quality.ts";
import { description } from "./description.ts";
import { Graph } from "./graph.tsx";
import { Mistakes } from "./mistakes.tsx";
import type { Mistake, ReviewedGame, ReviewState } from "./review.ts";
import "./review-panel.css";

interface ReviewPanelProps {
  readonly game: RecordedGame;
  readonly engine: Engine | null;
  readonly state: ReviewState;
  readonly index: number;
  /** The depth of the review; ignored for a database. */
  readonly depth: number;
  readonly onJump: (index: number) => void;
  readonly onMistake: (index: number) => void;
  readonly onExercise: () => void;
  readonly onClose: () => void;
}

/** The maximum depth of a review: the server searches every move of the game. */
export const maxReviewDepth = 3;

function Summary({ reviewed: { game, review }, engine }: { readonly reviewed: ReviewedGame; readonly engine: Engine }) {
  const exact = engine.kind === "database";
  return (
    <>
      <dl class="summary">
        <div title="Mean over all moves of exp(−100 × loss / value of the best move)">
          <dt>Accuracy</dt>
          <dd>{formatPercent(review.accuracy)}</dd>
        </div>
        <div>
          <dt>Best moves</dt>
          <dd>
            {formatWhole(review.optimal)} <span class="quiet">of {formatWhole(review.moves)}</span>
          </dd>
        </div>
        {/* Only exact losses add up: a model estimates each board separately. */}
        {exact && review.loss !== undefined && (
          <div>
            <dt>Total loss</dt>
            <dd>{formatDecimals(review.loss, engine.decimals)}</dd>
          </div>
        )}
      </dl>
      {review.moves < game.record.moves.length && (
        <p class="message">
          The time limit was reached after {formatWhole(review.moves)} of {formatWhole(game.record.moves.length)} moves;
          the remaining moves are not analysed.
        </p>
      )}
    </>
  );
}

/** The number of mistakes of each grade, in the colours of the strip. */
function Grades({ mistakes }: { readonly mistakes: readonly Mistake[] }) {
  return (
    <ul class="grades" aria-label="Grades">
      {faults.map((grade) => (
        <li key={grade} data-grade={grade}>
          <span class="mistake-mark" />{" "}
          {countInWords(mistakes.filter((mistake) => mistake.grade === grade).length, grade)}
        </li>
      ))}
    </ul>
  );
}

export function ReviewPanel({
  game,
  engine,
  state,
  index,
  depth,
  onJump,
  onMistake,
  onExercise,
  onClose,
}: ReviewPanelProps) {
  const reviewed = state.state === "ready" ? state.reviewed : null;
  return (
    <div class="review">
      <div class="review-head">
        <p class="quiet">{description(game)}</p>
        {engine?.kind === "model" && <span class="quiet">depth {depth}</span>}
        {engine?.kind === "database" && <span class="badge">exact</span>}
        <button type="button" class="icon-button" aria-label="Close the game" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {state.state === "loading" && <p class="quiet busy">Analysing every move …</p>}
      {state.state === "failed" && (
        <p class="error" role="alert">
          {state.why}
        </p>
      )}
      {reviewed !== null && engine !== null && reviewed.review.moves > 0 && (
        <>
          <Summary reviewed={reviewed} engine={engine} />
          <Graph reviewed={reviewed} index={index} decimals={engine.decimals} onJump={onJump} />
          <div class="mistakes-head">
            <Grades mistakes={reviewed.mistakes} />
            {reviewed.mistakes.length > 0 && (
              <button type="button" class="button primary" onClick={onExercise}>
                Learn from mistakes
              </button>
            )}
          </div>
          <Mistakes reviewed={reviewed} index={index} decimals={engine.decimals} onJump={onMistake} />
        </>
      )}
    </div>
  );
}
