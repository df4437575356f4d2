// The review of a loaded game: how good it was, the graph, and the mistakes.
import type { Judge } from "../api/judging.ts";
import { formatDecimals, formatPercent, formatWhole } from "../format.ts";
import type { RecordedGame } from "../game/record.ts";
import { Icon } from "../parts/icon.tsx";
import { Select } from "../parts/select.tsx";
import { description } from "./description.ts";
import { Graph } from "./graph.tsx";
import { Mistakes } from "./mistakes.tsx";
import type { Mistake, ReviewedGame, ReviewState } from "./review.ts";
import "./review-panel.css";

interface ReviewPanelProps {
  readonly game: RecordedGame;
  readonly judge: Judge | null;
  readonly state: ReviewState;
  readonly index: number;
  readonly depth: number;
  readonly onDepth: (depth: number) => void;
  readonly onJump: (index: number) => void;
  readonly onMistake: (index: number) => void;
  readonly onExercise: () => void;
  readonly onClose: () => void;
}

const severitiesOfMistakes = ["grave", "clear", "slight"] as const;

const depths = [1, 2, 3].map((depth) => ({ value: String(depth), label: `Depth ${depth}` }));

export function isReviewDepth(kept: unknown): kept is number {
  return depths.some(({ value }) => Number(value) === kept);
}

function Summary({ reviewed: { game, review }, judge }: { readonly reviewed: ReviewedGame; readonly judge: Judge }) {
  const exact = judge.kind === "database";
  return (
    <>
      <dl class="summary">
        <div title="The mean over the moves of exp(−100 × loss / value of the best move)">
          <dt>Accuracy</dt>
          <dd>{formatPercent(review.accuracy)}</dd>
        </div>
        <div>
          <dt>Best moves</dt>
          <dd>
            {formatWhole(review.optimal)} <span class="quiet">of {formatWhole(review.moves)}</span>
          </dd>
        </div>
        <div>
          {/* Only exact losses add up: a model judges each board anew. */}
          <dt>{exact ? "Lost in all" : "Lost a move"}</dt>
          <dd>{formatDecimals(exact ? review.loss : review.loss / review.moves, judge.decimals)}</dd>
        </div>
      </dl>
      {review.moves < game.record.moves.length && (
        <p class="message">
          Time ran out after {formatWhole(review.moves)} of {formatWhole(game.record.moves.length)} moves: what follows
          is not judged.
        </p>
      )}
    </>
  );
}

/** How many mistakes there are of each severity, in the colours of the strip. */
function Severities({ mistakes }: { readonly mistakes: readonly Mistake[] }) {
  const counts = severitiesOfMistakes.map((severity) => ({
    severity,
    count: mistakes.filter((mistake) => mistake.severity === severity).length,
  }));
  return (
    <ul class="severities quiet">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ severity, count }) => (
          <li key={severity} data-severity={severity}>
            <span class="mistake-mark" /> {formatWhole(count)} {severity}
          </li>
        ))}
    </ul>
  );
}

export function ReviewPanel({
  game,
  judge,
  state,
  index,
  depth,
  onDepth,
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
        {judge?.kind === "model" && (
          <Select
            label="Judged at"
            value={String(depth)}
            options={depths}
            onChange={(value) => onDepth(Number(value))}
          />
        )}
        {judge?.kind === "database" && <span class="badge">exact</span>}
        <button type="button" class="icon-button" aria-label="Close the game" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {state.state === "asking" && <p class="quiet busy">Judging every move …</p>}
      {state.state === "failed" && (
        <p class="error" role="alert">
          {state.why}
        </p>
      )}
      {reviewed !== null && judge !== null && reviewed.review.moves > 0 && (
        <>
          <Summary reviewed={reviewed} judge={judge} />
          <Graph reviewed={reviewed} index={index} decimals={judge.decimals} onJump={onJump} />
          <div class="mistakes-head">
            <div>
              <h3>
                {reviewed.mistakes.length === 1 ? "1 mistake" : `${formatWhole(reviewed.mistakes.length)} mistakes`}
              </h3>
              <Severities mistakes={reviewed.mistakes} />
            </div>
            {reviewed.mistakes.length > 0 && (
              <button type="button" class="button primary" onClick={onExercise}>
                Learn from them
              </button>
            )}
          </div>
          <Mistakes mistakes={reviewed.mistakes} index={index} decimals={judge.decimals} onJump={onMistake} />
        </>
      )}
    </div>
  );
}
