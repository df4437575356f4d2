// A game that the user plays: the current position, the undone moves, and the seed of all spawns.
import { type Board, largestOn } from "./board.ts";
import type { Direction } from "./direction.ts";
import { firstMoment, type Moment, nextMoment } from "./moment.ts";
import type { Size } from "./size.ts";
import { drawSpawn, startBoard, startSpawns } from "./spawn.ts";

export interface Game {
  readonly size: Size;
  readonly seed: number;
  readonly now: Moment;
  /** The moments that redo restores, the next one last. */
  readonly undone: readonly Moment[];
  /** Whether the engine made a move in it. */
  readonly helped: boolean;
  /** Whether the user took it over from the engine: the moves before its first moment are unknown then. */
  readonly takenOver: boolean;
}

export function newGame(size: Size, seed: number): Game {
  return { size, seed, now: firstMoment(startBoard(size, seed)), undone: [], helped: false, takenOver: false };
}

/** A game of the engine that the user continues. */
export function takenOverGame(board: Board, score: number, seed: number): Game {
  return { size: board.size, seed, now: firstMoment(board, score), undone: [], helped: true, takenOver: true };
}

/** The game after a move; the same game if the move is illegal. */
export function withMove(game: Game, move: Direction, by: "user" | "engine" = "user"): Game {
  const now = nextMoment(game.now, move, (afterstate) =>
    drawSpawn(afterstate, game.seed, game.now.moves + startSpawns),
  );
  if (now === null) return game;
  return { ...game, now, undone: [], helped: game.helped || by === "engine" };
}

export function undo(game: Game): Game {
  if (game.now.last === null) return game;
  return { ...game, now: game.now.last.before, undone: [...game.undone, game.now] };
}

export function redo(game: Game): Game {
  const now = game.undone.at(-1);
  return now === undefined ? game : { ...game, now, undone: game.undone.slice(0, -1) };
}

/** The tile of at least 2048 that the last move made for the first time in the game, or null. */
export function tileReached({ now }: Game): number | null {
  const tile = largestOn(now.board);
  return now.last !== null && tile >= 2048 && tile > largestOn(now.last.before.board) ? tile : null;
}
