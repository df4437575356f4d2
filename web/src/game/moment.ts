// Moments of a game: a board, the score so far, and a link to the previous moment, back to the start.
import type { Board } from "./board.ts";
import type { Direction } from "./direction.ts";
import { slide } from "./slide.ts";
import { type Spawn, withSpawn } from "./spawn.ts";

export interface Turn {
  readonly move: Direction;
  readonly spawn: Spawn;
}

export interface Moment {
  readonly board: Board;
  readonly score: number;
  /** Moves made so far. */
  readonly moves: number;
  /** The turn that led here; null at the start. */
  readonly last: { readonly turn: Turn; readonly reward: number; readonly before: Moment } | null;
}

export function firstMoment(board: Board, score = 0): Moment {
  return { board, score, moves: 0, last: null };
}

/** The moment after a move and the spawn that `spawn` returns for its afterstate; null if the move is illegal. */
export function nextMoment(before: Moment, move: Direction, spawn: (afterstate: Board) => Spawn): Moment | null {
  const slid = slide(before.board, move);
  if (slid === null) return null;
  const turn = { move, spawn: spawn(slid.afterstate) };
  return {
    board: withSpawn(slid.afterstate, turn.spawn),
    score: before.score + slid.reward,
    moves: before.moves + 1,
    last: { turn, reward: slid.reward, before },
  };
}

/** Whatever links to the one before it, back to the start: the moments of all kinds of games. */
interface Linked<Link> {
  readonly last: { readonly before: Link } | null;
}

/** All moments from the start to this one. */
export function momentsTo<Link extends Linked<Link>>(moment: Link): Link[] {
  const moments: Link[] = [];
  for (let at: Link | null = moment; at !== null; at = at.last?.before ?? null) moments.push(at);
  return moments.reverse();
}

/** The first moment of the game. */
export function startOf<Link extends Linked<Link>>(moment: Link): Link {
  let at = moment;
  while (at.last !== null) at = at.last.before;
  return at;
}

/** The turns that led from the start to this moment. */
export function turnsTo(moment: Moment): Turn[] {
  return momentsTo(moment).flatMap(({ last }) => (last === null ? [] : [last.turn]));
}
