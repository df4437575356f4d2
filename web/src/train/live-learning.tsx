// Watch it learn: the board of a game by the network of a training run as it is now, and what its tuples contribute.
import type { Run } from "../api/training.ts";
import { formatCompact, formatWhole } from "../format.ts";
import { defaultSize, type Size, sizeOfName } from "../game/size.ts";
import { BoardView } from "../parts/board-view.tsx";
import { Figures } from "../parts/figures.tsx";
import { cellsOfTuple, formatSigned, TintKey, TupleShares } from "../parts/tuple-shares.tsx";
import { useLive } from "./live.ts";
import "./live-learning.css";

interface LiveLearningProps {
  readonly run: Run;
  /** Opens a board in the Analyse tab, with the model of the run. */
  readonly onExplain: (board: string, size: Size) => void;
}

export function LiveLearning({ run, onExplain }: LiveLearningProps) {
  const size = sizeOfName(run.board ?? "") ?? defaultSize;
  const live = useLive(run.id, size);
  if (live === null) return null;
  const { answer, game } = live;
  const figures = [
    ["Learned", formatCompact(answer.actions)],
    ["Score", formatWhole(answer.score)],
    ["TD error", answer.error === null ? "–" : formatSigned(answer.error)],
  ] as const;
  return (
    <section class="card live-learning" aria-label={`${run.id} learns`}>
      <h2 class="card-title">
        {run.id} <span class="quiet">plays as it learns</span>
      </h2>
      <BoardView moment={game.moment} />
      <Figures class="run-figures live-figures" list={figures} />
      {answer.tuples.length > 0 && (
        <>
          <h3 class="small-title">Shares of the value after its last move</h3>
          <TupleShares
            size={size}
            tuples={answer.tuples.map(({ cells, share, change }) => ({
              cells: cellsOfTuple(cells),
              amount: share,
              change,
            }))}
          />
          <TintKey />
        </>
      )}
      {run.has_model && (
        <button type="button" class="button" onClick={() => onExplain(answer.board, size)}>
          Explain this board
        </button>
      )}
    </section>
  );
}
