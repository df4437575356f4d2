// The turning points of a game, and its mistakes ranked by loss: each with its board, the move played and a better one.
import { useEffect, useState } from "preact/hooks";
import { formatLoss, formatRoughPercent } from "../format.ts";
import type { RecordedGame } from "../game/record.ts";
import { Icon } from "../parts/icon.tsx";
import { MiniBoard } from "../parts/mini-board.tsx";
import type { Mistake, ReviewedGame, TurningPoint } from "./review.ts";

/** Number of mistakes shown at first; "Show more" adds five times as many. */
const page = 10;

interface MistakesProps {
  readonly reviewed: ReviewedGame;
  readonly index: number;
  readonly decimals: number;
  readonly onJump: (index: number) => void;
}

interface RowProps {
  readonly game: RecordedGame;
  readonly mistake: Mistake;
  readonly chances?: TurningPoint["chances"];
  readonly current: boolean;
  readonly decimals: number;
  readonly onJump: (index: number) => void;
}

function Row({ game, mistake, chances = [], current, decimals, onJump }: RowProps) {
  const { index, played, best, loss, grade } = mistake;
  const board = game.moments[index]?.board;
  return (
    <li>
      <button
        type="button"
        class="list-row mistake"
        data-grade={grade}
        aria-current={current}
        onClick={() => onJump(index)}
      >
        {board !== undefined && <MiniBoard board={board} />}
        <span class="mistake-words">
          <span>
            <span class="mistake-mark" /> Move {index + 1}
            {grade !== "good" && <span class="quiet"> {grade}</span>}
          </span>
          <span class="mistake-moves">
            <Icon name={played} /> {played}, better <Icon name={best} /> {best}
          </span>
          {chances.map(({ tile, before, after }) => (
            <span key={tile} class="quiet">
              chance of {tile}: {formatRoughPercent(before)} → {formatRoughPercent(after)}
            </span>
          ))}
        </span>
        <span class="mistake-loss">{formatLoss(loss, decimals)}</span>
      </button>
    </li>
  );
}

export function Mistakes({ reviewed, index, decimals, onJump }: MistakesProps) {
  const { game, mistakes, turningPoints, chancesFrom } = reviewed;
  const [shown, setShown] = useState(page);
  useEffect(() => setShown(page), [mistakes]);
  const rowOf = (mistake: Mistake, chances?: TurningPoint["chances"]) => (
    <Row
      key={mistake.index}
      game={game}
      mistake={mistake}
      {...(chances === undefined ? {} : { chances })}
      current={mistake.index === index}
      decimals={decimals}
      onJump={onJump}
    />
  );
  return (
    <>
      {turningPoints.length > 0 && (
        <div>
          <h3 class="mistakes-title">
            Turning points
            {chancesFrom > 0 && `: chances with the best and the played move, from ${chancesFrom} games each`}
          </h3>
          <ol class="mistakes turning-points">{turningPoints.map((point) => rowOf(point, point.chances))}</ol>
        </div>
      )}
      {mistakes.length === 0 ? (
        <p class="quiet">No blunder, no mistake, no inaccuracy.</p>
      ) : (
        <div>
          {turningPoints.length > 0 && <h3 class="mistakes-title">Largest losses</h3>}
          <ol class="mistakes">{mistakes.slice(0, shown).map((mistake) => rowOf(mistake))}</ol>
        </div>
      )}
      {shown < mistakes.length && (
        <button type="button" class="button plain" onClick={() => setShown(shown + 5 * page)}>
          Show more ({mistakes.length} in total)
        </button>
      )}
    </>
  );
}
