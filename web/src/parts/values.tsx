// The four moves: the best with their value, the others with their loss against it.
import type { Analysis, Engine } from "../api/analysis.ts";
import { formatDecimals, formatLoss, formatPercent } from "../format.ts";
import { allDirections, type Direction } from "../game/direction.ts";
import { bestMoves, qualityOf } from "../quality.ts";
import { Icon } from "./icon.tsx";
import "./values.css";

interface ValuesProps {
  readonly analysis: Analysis;
  readonly engine: Engine;
  /** Whether the values are of the shown board, not of the previous one. */
  readonly fresh?: boolean;
  /** The move that was made in the game, to mark it. */
  readonly played?: Direction | null;
  readonly onChoose?: (direction: Direction) => void;
}

/** What the values of an engine mean. */
function meaningOf(engine: Engine): string {
  const tile = /^tile:(\d+)$/.exec(engine.objective ?? "")?.[1];
  return tile === undefined ? "Expected further score" : `Probability of reaching ${tile}`;
}

/** The heading above the values: what they mean, and whether they are exact. */
export function ValuesTitle({ engine }: { readonly engine: Engine }) {
  return (
    <h2 class="card-title">
      {meaningOf(engine)} {engine.kind === "database" && <span class="badge">exact</span>}
    </h2>
  );
}

/** Explains the columns; always shown, so that the card keeps its height. */
function ValuesKey() {
  return (
    <p class="values-key quiet" aria-hidden="true">
      <span>move</span>
      <span title="exp(−100 × loss / value of the best move): 1 % lost leaves 37 % of the bar">accuracy</span>
      <span>value or loss</span>
    </p>
  );
}

/** The four moves with hidden values. */
export function HiddenValues() {
  return (
    <div class="values-table" data-hidden="true" aria-hidden="true">
      <ValuesKey />
      <ul class="values">
        {allDirections.map((direction) => (
          <li key={direction} data-illegal="true">
            <div class="list-row values-row">
              <span class="values-name">
                <Icon name={direction} />
                {direction}
              </span>
              <span class="values-bar" />
              <span class="values-number">?</span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an endgame table knows exactly. */
function ExactChances({ analysis }: { readonly analysis: Analysis }) {
  const known = allDirections.flatMap((direction) => {
    const found = analysis.chances?.[direction];
    return found === undefined ? [] : [`${direction} ${formatPercent(found.chance)} to make the ${found.tile}`];
  });
  if (known.length === 0) return null;
  return (
    <p class="values-exact">
      <span class="badge">exact</span> {known.join(", ")}
    </p>
  );
}

export function Values({ analysis, engine, fresh = true, played = null, onChoose }: ValuesProps) {
  const best = analysis.best === null ? null : analysis.moves[analysis.best];
  const bests = bestMoves(analysis, engine.decimals);
  return (
    <div class="values-table">
      <ValuesKey />
      <ul class="values" data-fresh={fresh} aria-label={`${meaningOf(engine)} of each move`}>
        {allDirections.map((direction) => {
          const value = analysis.moves[direction];
          const loss = value === null || best === null ? null : best - value;
          const isBest = bests.includes(direction);
          const mark = !isBest ? "" : bests.length === 1 ? "best" : "equal";
          const content = (
            <>
              <span class="values-name">
                <Icon name={direction} />
                {direction}
              </span>
              <span class="values-bar">
                {loss !== null && best !== null && <span style={{ width: `${100 * qualityOf(loss, best)}%` }} />}
              </span>
              <span class="values-number">
                {best === null || loss === null
                  ? "illegal"
                  : isBest
                    ? formatDecimals(best, engine.decimals)
                    : formatLoss(loss, engine.decimals)}
              </span>
              <span class="values-mark">{mark === "" && direction === played ? "played" : mark}</span>
            </>
          );
          return (
            <li key={direction} data-best={isBest} data-illegal={value === null}>
              {onChoose === undefined || value === null ? (
                <div class="list-row values-row">{content}</div>
              ) : (
                <button type="button" class="list-row values-row" onClick={() => onChoose(direction)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <ExactChances analysis={analysis} />
    </div>
  );
}
