// The four moves: the best one with its value, the others with their loss against it.
import type { Analysis, Engine } from "../api/analysis.ts";
import { formatDecimals, formatLoss } from "../format.ts";
import { allDirections, type Direction } from "../game/direction.ts";
import { qualityOf } from "../quality.ts";
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

/** The four moves with hidden values. */
export function HiddenValues() {
  return (
    <ul class="values" data-hidden="true" aria-hidden="true">
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
  );
}

export function Values({ analysis, engine, fresh = true, played = null, onChoose }: ValuesProps) {
  const best = analysis.best === null ? null : analysis.moves[analysis.best];
  return (
    <ul class="values" data-fresh={fresh} aria-label={`${meaningOf(engine)} of each move`}>
      {allDirections.map((direction) => {
        const value = analysis.moves[direction];
        const loss = value === null || best === null ? null : best - value;
        const isBest = direction === analysis.best;
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
              {value === null || loss === null
                ? "illegal"
                : isBest
                  ? formatDecimals(value, engine.decimals)
                  : formatLoss(loss, engine.decimals)}
            </span>
            <span class="values-mark">{isBest ? "best" : direction === played ? "played" : ""}</span>
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
  );
}
