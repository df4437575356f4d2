// The four moves and what each is worth: the best with its value, the others with what they lose against it.
import type { Analysis, Judge } from "../api/judging.ts";
import { formatDecimals, formatLoss } from "../format.ts";
import { allDirections, type Direction } from "../game/direction.ts";
import { qualityOf } from "../quality.ts";
import { Icon } from "./icon.tsx";
import "./values.css";

interface ValuesProps {
  readonly analysis: Analysis;
  readonly judge: Judge;
  /** Whether the values are of the board that is shown, not of the one before. */
  readonly fresh?: boolean;
  /** The move that was made in the game, to mark it. */
  readonly played?: Direction | null;
  readonly onChoose?: (direction: Direction) => void;
}

/** What the values of a judge mean. */
function meaningOf(judge: Judge): string {
  const tile = /^tile:(\d+)$/.exec(judge.objective ?? "")?.[1];
  return tile === undefined ? "Expected further score" : `Chance to make ${tile}`;
}

/** The heading above values: what they mean, and whether they are exact. */
export function ValuesTitle({ judge }: { readonly judge: Judge }) {
  return (
    <h2 class="card-title">
      {meaningOf(judge)} {judge.kind === "database" && <span class="badge">exact</span>}
    </h2>
  );
}

/** The four moves with their values kept back. */
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

export function Values({ analysis, judge, fresh = true, played = null, onChoose }: ValuesProps) {
  const best = analysis.best === null ? null : analysis.moves[analysis.best];
  return (
    <ul class="values" data-fresh={fresh} aria-label={`${meaningOf(judge)} of each move`}>
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
                  ? formatDecimals(value, judge.decimals)
                  : formatLoss(loss, judge.decimals)}
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
