// What each tuple of a network contributes to the value of a move, and what it would learn from it.
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { notationOf } from "../game/notation.ts";
import { nameOfSize } from "../game/size.ts";
import type { Spawn } from "../game/spawn.ts";
import type { Engine } from "./analysis.ts";
import { request } from "./request.ts";

/** A tuple on one symmetric image of the board. */
export interface TupleImage {
  readonly cells: readonly number[];
  readonly weight: number;
}

export interface ExplainedTuple {
  /** One hexadecimal digit per cell. */
  readonly cells: string;
  /** The sum over the images. */
  readonly share: number;
  readonly images: readonly TupleImage[];
  /** What one update adds to the share; only for a question with a spawn. */
  readonly change?: number;
}

export interface Explanation {
  /** The value of the afterstate: the sum of the shares. */
  readonly value: number;
  readonly reward: number;
  readonly tuples: readonly ExplainedTuple[];
  /** The temporal difference error of the transition; only for a question with a spawn. */
  readonly error?: number;
}

export interface Question {
  readonly board: Board;
  readonly move: Direction;
  /** The tile that appeared after the move, to ask what would be learned from it. */
  readonly spawn: Spawn | null;
}

export function explain({ board, move, spawn }: Question, engine: Engine, signal?: AbortSignal): Promise<Explanation> {
  const body = {
    board: notationOf(board),
    size: nameOfSize(board.size),
    move,
    ...(spawn === null ? {} : { spawn: { cell: spawn.cell, tile: spawn.tile } }),
    ...(engine.run === null ? {} : { run: engine.run }),
  };
  return request("explain", { body, signal });
}
