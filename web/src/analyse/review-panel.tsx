// The review of a loaded game: summary, graph and mistakes.
import type { Engine } from "../api/analysis.ts";
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
  readonly engine: Engine | null;
  readonly state: ReviewState;
  readonly index: number;
  readonly depth: number;
  readonly onDepth: (depth: number) => void;
  readonly onJump: (index: number) => void;
  readonly onMistake: (index: number) => void;
  readonly onExercise: () => void;
  readonly onClose: () => void;
}

const severitiesOfMistakes = ["severe", "moderate", "minor"] as const;

const depths = [1, 2, 3].map((depth) => ({ value: String(depth), label: `Depth ${depth}` }));

export function isReviewDepth(kept: unknown): kept is number {
  return depths.some(({ value }) => Number(value) === kept);
}

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
        <div>
          {/* Only exact losses add up: a model estimates each board separately. */}
          <dt>{exact ? "Total loss" : "Loss per move"}</dt>
          <dd>{formatDecimals(exact ? review.loss : review.loss / review.moves, engine.decimals)}</dd>
        </div>
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

/** The number of mistakes of each severity, in the colours of the strip. */
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
  engine,
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
        {engine?.kind === "model" && (
          <Select
            label="Analysed at"
            value={String(depth)}
            options={depths}
            onChange={(value) => onDepth(Number(value))}
          />
        )}
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
            <div>
              <h3>
                {reviewed.mistakes.length === 1 ? "1 mistake" : `${formatWhole(reviewed.mistakes.length)} mistakes`}
              </h3>
              <Severities mistakes={reviewed.mistakes} />
            </div>
            {reviewed.mistakes.length > 0 && (
              <button type="button" class="button primary" onClick={onExercise}>
                Learn from mistakes
              </button>
            )}
          </div>
          <Mistakes mistakes={reviewed.mistakes} index={index} decimals={engine.decimals} onJump={onMistake} />
        </>
      )}
    </div>
  );
}
