// The game that is watched, picture by picture: a slide where one follows the other by a move, else a cut.
import type { Analysis } from "../api/judging.ts";
import type { Picture } from "../api/watching.ts";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { firstMoment, type Moment, nextMoment } from "../game/moment.ts";
import { parseBoard } from "../game/notation.ts";
import { slide } from "../game/slide.ts";
import type { Spawn } from "../game/spawn.ts";

export interface LiveGame {
  /** Never further back than the moment before: a stream that is watched for hours must not fill the memory. */
  readonly moment: Moment;
  /** Of the board of the moment; null where nobody has judged it yet. */
  readonly analysis: Analysis | null;
  /** Games since the first, from 0. */
  readonly number: number;
  /** Moves of this game so far. */
  readonly turn: number;
}

/** The spawn that makes one board of the other, or null where it takes more or less than one. */
function spawnBetween(afterstate: Board, board: Board): Spawn | null {
  const changed = board.tiles.flatMap((tile, cell) => (tile === afterstate.tiles[cell] ? [] : [cell]));
  const [cell] = changed;
  if (changed.length !== 1 || cell === undefined || afterstate.tiles[cell] !== 0) return null;
  return { cell, tile: board.tiles[cell] ?? 0 };
}

/** The moment of a board, joined to the one before where a move leads from there to here. */
function momentAfter(before: Moment | null, board: Board, score: number, move: Direction | null): Moment {
  const slid = before !== null && move !== null && before.board.size === board.size ? slide(before.board, move) : null;
  const spawn = slid === null ? null : spawnBetween(slid.afterstate, board);
  if (before === null || move === null || spawn === null) return firstMoment(board, score);
  return nextMoment({ ...before, last: null }, move, () => spawn) ?? firstMoment(board, score);
}

/** What a stream continues: the game's number and moves so far, counted into what the stream says. */
export interface Base {
  readonly number: number;
  readonly turn: number;
}

export function withPicture(live: LiveGame | null, base: Base, size: Board["size"], picture: Picture): LiveGame {
  const board = parseBoard(picture.board, size);
  const turn = picture.turn + (picture.game === 0 ? base.turn : 0);
  const number = picture.game + base.number;
  // The first picture of a stream that goes on is the board that is shown already.
  if (live !== null && live.turn === turn && live.number === number && picture.last === null)
    return { ...live, analysis: picture };
  const follows = live !== null && live.number === number && live.turn + 1 === turn;
  const moment = momentAfter(follows ? live.moment : null, board, picture.score, picture.last);
  return { moment, analysis: picture, number, turn };
}

/** The game after a move that the page makes itself. */
export function withStep(live: LiveGame, move: Direction, draw: (afterstate: Board) => Spawn): LiveGame | null {
  const moment = nextMoment({ ...live.moment, last: null }, move, draw);
  return moment === null ? null : { ...live, moment, analysis: null, turn: live.turn + 1 };
}
