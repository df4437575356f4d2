// What the network sees: the share of each tuple in the value of a move, and what it would learn from the last move.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../api/analysis.ts";
import { explain, type ExplainedTuple, type Explanation, type Question } from "../api/explaining.ts";
import { ServerError, wasAborted } from "../api/request.ts";
import { formatDecimals, formatWhole } from "../format.ts";
import type { Direction } from "../game/direction.ts";
import type { Moment } from "../game/moment.ts";
import type { Size } from "../game/size.ts";
import { legalMoves, slide } from "../game/slide.ts";
import { Icon } from "../parts/icon.tsx";
import {
  cellsOfTuple,
  cellSums,
  formatSigned,
  largest,
  TintBoard,
  TintedBoard,
  TintKey,
  TupleShares,
} from "../parts/tuple-shares.tsx";
import "./explain-panel.css";

/** Milliseconds from a change of the board to the request. */
const delay = 120;

/** An explanation with its question, or an error message; null while there is none. */
type Answer = { readonly question: Question; readonly explanation: Explanation } | string | null;

/** Also says whether the server lacks the route. */
function useExplanation(question: Question | null, engine: Engine): [Answer, boolean] {
  const [answer, setAnswer] = useState<Answer>(null);
  const [isMissing, setMissing] = useState(false);
  const key = question === null ? "" : JSON.stringify([question, engine]);
  useEffect(() => {
    if (question === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      explain(question, engine, controller.signal).then(
        (explanation) => setAnswer({ question, explanation }),
        (error: Error) => {
          if (wasAborted(error)) return;
          if (error instanceof ServerError && error.status === 404) setMissing(true);
          setAnswer(error.message);
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return [answer, isMissing];
}

function Images({ tuple, size }: { readonly tuple: ExplainedTuple; readonly size: Size }) {
  const full = largest(tuple.images.map(({ weight }) => weight));
  return (
    <ul class="explain-images" aria-label="Weights of the tuple on each image of the board">
      {tuple.images.map(({ cells, weight }, at) => (
        <li key={at}>
          <TintBoard size={size} tint={{ cells, amount: weight }} full={full} />
          {formatSigned(weight)}
        </li>
      ))}
    </ul>
  );
}

interface ExplanationViewProps {
  readonly explanation: Explanation;
  readonly question: Question;
  readonly decimals: number;
}

function ExplanationView({ explanation, question, decimals }: ExplanationViewProps) {
  const [open, setOpen] = useState<number | null>(null);
  const { size } = question.board;
  const { tuples, value, reward, error } = explanation;
  const afterstate = slide(question.board, question.move)?.afterstate;
  const images = tuples.flatMap((tuple) => tuple.images.map(({ cells, weight }) => ({ cells, amount: weight })));
  const sums = cellSums(images, size);
  const opened = open === null ? undefined : tuples[open];
  return (
    <>
      <div class="explain-sum">
        <TintedBoard
          size={size}
          amounts={sums}
          full={largest(sums)}
          {...(afterstate === undefined ? {} : { tiles: afterstate.tiles })}
        />
        <p>
          The board after <strong>{question.move}</strong> is worth <strong>{formatDecimals(value, decimals)}</strong>:
          the sum of the shares below{reward > 0 && `, besides the ${formatWhole(reward)} points of the move`}. In the
          picture each weight is spread evenly over the cells that it looks at.
        </p>
      </div>
      {error !== undefined && (
        <p>
          After the new tile the value was off by <strong>{formatSigned(error)}</strong> (the TD error); one update of
          the weights would change the shares as shown.
        </p>
      )}
      <TupleShares
        size={size}
        tuples={tuples.map(({ cells, share, change }) => ({
          cells: cellsOfTuple(cells),
          amount: share,
          change: change ?? null,
        }))}
        open={open}
        onOpen={(index) => setOpen(open === index ? null : index)}
      />
      {opened !== undefined && <Images tuple={opened} size={size} />}
      <TintKey />
      <p class="quiet">
        A tuple is looked up on each image of the board (rotated and reflected); its share is the sum. Choose one to see
        its weights.
      </p>
    </>
  );
}

interface ExplainPanelProps {
  readonly active: boolean;
  readonly moment: Moment;
  readonly engine: Engine;
  /** The best move of the board, if it is known. */
  readonly best: Direction | null;
}

export function ExplainPanel({ active, moment, engine, best }: ExplainPanelProps) {
  const [shown, setShown] = useState(false);
  /** A move of the board, or the one that led to it. */
  const [wanted, setWanted] = useState<Direction | "last" | null>(null);
  const { board, last } = moment;
  const moves = legalMoves(board);
  const choice =
    wanted === "last" ? (last === null ? null : "last") : wanted !== null && moves.includes(wanted) ? wanted : null;
  const move = choice ?? best ?? moves[0] ?? (last === null ? null : "last");
  const question: Question | null =
    !active || !shown || move === null
      ? null
      : move !== "last"
        ? { board, move, spawn: null }
        : last === null
          ? null
          : { board: last.before.board, move: last.turn.move, spawn: last.turn.spawn };
  const [answer, isMissing] = useExplanation(question, engine);
  if (isMissing) return null;
  return (
    <section class="card" aria-label="What the network sees">
      <details class="fold" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>What the network sees</summary>
        {shown && (
          <div class="explain">
            <div class="pad" role="group" aria-label="Move to explain">
              {moves.map((direction) => (
                <button
                  key={direction}
                  type="button"
                  class="button"
                  aria-pressed={move === direction}
                  onClick={() => setWanted(direction)}
                >
                  <Icon name={direction} /> {direction}
                </button>
              ))}
              {last !== null && (
                <button type="button" class="button" aria-pressed={move === "last"} onClick={() => setWanted("last")}>
                  Last move
                </button>
              )}
            </div>
            {typeof answer === "string" ? (
              <p class="error" role="alert">
                {answer}
              </p>
            ) : answer === null || question === null ? (
              <p class="quiet">{move === null ? "No move is possible." : "Waiting for the server …"}</p>
            ) : (
              <ExplanationView {...answer} decimals={engine.decimals} />
            )}
          </div>
        )}
      </details>
    </section>
  );
}
