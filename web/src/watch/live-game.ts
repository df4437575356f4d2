// The watched game, picture by picture: a slide if a picture follows the previous one by one move, otherwise a cut.
import type { Analysis } from "../api/analysis.ts";
import type { Picture } from "../api/watching.ts";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { firstMoment, type Moment, nextMoment } from "../game/moment.ts";
import { parseBoard } from "../game/notation.ts";
import { slide } from "../game/slide.ts";
import type { Spawn } from "../game/spawn.ts";

export interface LiveGame {
  /** Keeps at most one previous moment, so that a stream watched for hours does not fill the memory. */
  readonly moment: Moment;
  /** The analysis of the board of the moment; null if it is not available yet. */
  readonly analysis: Analysis | null;
  /** The number of the game, from 0. */
  readonly number: number;
  /** Moves of this game so far. */
  readonly turn: number;
}

/** The spawn that turns one board into the other; null if they differ by more or less than one spawn. */
function spawnBetween(afterstate: Board, board: Board): Spawn | null {
  const changed = board.tiles.flatMap((tile, cell) => (tile === afterstate.tiles[cell] ? [] : [cell]));
  const [cell] = changed;
  if (changed.length !== 1 || cell === undefined || afterstate.tiles[cell] !== 0) return null;
  return { cell, tile: board.tiles[cell] ?? 0 };
}

/** The moment of a board, linked to the previous one if the move leads from there to here. */
function momentAfter(before: Moment | null, board: Board, score: number, move: Direction | null): Moment {
  const slid = before !== null && move !== null && before.board.size === board.size ? slide(before.board, move) : null;
  const spawn = slid === null ? null : spawnBetween(slid.afterstate, board);
  if (before === null || move === null || spawn === null) return firstMoment(board, score);
  return nextMoment({ ...before, last: null }, move, () => spawn) ?? firstMoment(board, score);
}

/** The game that a stream continues: its number and moves so far, added to the numbers in the stream. */
export interface Base {
  readonly number: number;
  readonly turn: number;
}

export function withPicture(live: LiveGame | null, base: Base, size: Board["size"], picture: Picture): LiveGame {
  const board = parseBoard(picture.board, size);
  const turn = picture.turn + (picture.game === 0 ? base.turn : 0);
  const number = picture.game + base.number;
  // The first picture of a continued stream is the board that is already shown.
  if (live !== null && live.turn === turn && live.number === number && picture.last === null)
    return { ...live, analysis: picture };
  const follows = live !== null && live.number === number && live.turn + 1 === turn;
  const moment = momentAfter(follows ? live.moment : null, board, picture.score, picture.last);
  return { moment, analysis: picture, number, turn };
}

/** The game after a move made by the page itself. */
export function withStep(live: LiveGame, move: Direction, draw: (afterstate: Board) => Spawn): LiveGame | null {
  const moment = nextMoment({ ...live.moment, last: null }, move, draw);
  return moment === null ? null : { ...live, moment, analysis: null, turn: live.turn + 1 };
}
