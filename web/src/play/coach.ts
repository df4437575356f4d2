// The coach: has every move of the user analysed after it was made, and keeps the marks of the game.
import { useMemo, useRef, useState } from "preact/hooks";
import { analyse, type Analysis, type Effort, type Engine } from "../api/analysis.ts";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import type { Moment } from "../game/moment.ts";
import { bestMoves, type Grade, gradeOf, isTie, qualityOf, shareOf } from "../quality.ts";
import { reasonsAgainst } from "./reasons.ts";

/** The verdict on one move of the user. */
export interface Mark {
  readonly move: Direction;
  /** The best moves; several if they are equally good. */
  readonly bests: readonly Direction[];
  readonly grade: "best" | Grade;
  readonly loss: number;
  readonly quality: number;
  readonly reasons: readonly string[];
}

export interface CoachSummary {
  /** Number of moves of this game that were marked. */
  readonly moves: number;
  /** The mean quality of these moves, from 0 to 1. */
  readonly accuracy: number;
}

export interface Coach {
  /** The mark of the last move; null if it is not marked (yet). */
  readonly mark: Mark | null;
  readonly summary: CoachSummary | null;
  readonly error: string | null;
  /** Marks the move that led to a moment; to be called after each move of the user. */
  readonly judge: (moment: Moment) => void;
}

export function markOf(moment: Moment, analysis: Analysis, engine: Engine): Mark | null {
  const { decimals } = engine;
  const { last } = moment;
  if (last === null || analysis.best === null) return null;
  const { move } = last.turn;
  const best = analysis.moves[analysis.best];
  const value = analysis.moves[move];
  if (best === null || value === null) return null;
  const loss = best - value;
  const grade = isTie(loss, decimals) ? "best" : gradeOf(shareOf(loss, best, last.before.score, engine));
  const reasons = grade === "best" || grade === "good" ? [] : reasonsAgainst(last.before.board, move, analysis.best);
  return { move, bests: bestMoves(analysis, decimals), grade, loss, quality: qualityOf(loss, best), reasons };
}

const isFault = (mark: Mark | null): mark is Mark => mark !== null && mark.grade !== "best" && mark.grade !== "good";

/** As in a review, a fault is searched again, one move deeper, and the smaller loss counts. */
async function judged(moment: Moment, board: Board, engine: Engine, effort: Effort): Promise<Mark | null> {
  const mark = markOf(moment, await analyse(board, engine, effort), engine);
  if (!isFault(mark) || engine.kind === "database" || !("depth" in effort)) return mark;
  const deeper = markOf(moment, await analyse(board, engine, { depth: effort.depth + 1 }), engine);
  return deeper !== null && deeper.loss < mark.loss ? deeper : mark;
}

/** The marks of the moves that led to a moment: undone moves do not count. */
function summaryOf(moment: Moment, marks: WeakMap<Moment, Mark>): CoachSummary | null {
  let moves = 0;
  let sum = 0;
  for (let at: Moment | null = moment; at !== null; at = at.last?.before ?? null) {
    const mark = marks.get(at);
    if (mark === undefined) continue;
    ++moves;
    sum += mark.quality;
  }
  return moves === 0 ? null : { moves, accuracy: sum / moves };
}

export function useCoach(now: Moment, engine: Engine | null, effort: Effort): Coach {
  const marks = useRef(new WeakMap<Moment, Mark>());
  /** Moves are analysed one after the other, however fast they are made. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const judge = (moment: Moment) => {
    if (engine === null || moment.last === null || marks.current.has(moment)) return;
    const { board } = moment.last.before;
    queue.current = queue.current.then(async () => {
      try {
        const mark = await judged(moment, board, engine, effort);
        if (mark !== null) marks.current.set(moment, mark);
        setError(null);
      } catch (reason) {
        setError((reason as Error).message);
      }
      setVersion((version) => version + 1);
    });
  };
  const summary = useMemo(() => summaryOf(now, marks.current), [now, version]);
  return { mark: marks.current.get(now) ?? null, summary, error, judge };
}
