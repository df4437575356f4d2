// What boards and games are worth, and who says so.
import { type Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { notationOf } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { nameOfSize } from "../game/size.ts";
import { ask } from "./request.ts";

/** What each move is worth: the expected further score, its reward included; null where it is illegal. */
export type MoveValues = Readonly<Record<Direction, number | null>>;

export interface Analysis {
  readonly best: Direction | null;
  readonly moves: MoveValues;
  readonly depth: number;
  readonly nodes: number;
  readonly ms: number;
}

export interface Review {
  /** How many moves were judged: fewer than the record has where the server's time ran out. */
  readonly moves: number;
  /** From 0 to 1. */
  readonly accuracy: number;
  readonly optimal: number;
  readonly loss: number;
  readonly depth: number;
  readonly losses: readonly number[];
  /** The final score expected before each move, if the best one is made. */
  readonly values: readonly number[];
  /** The best move of each turn, a letter each. */
  readonly best: string;
}

/** Who judges boards of a size. */
export interface Judge {
  readonly size: string;
  readonly kind: "model" | "database";
  readonly name: string;
  /** The training run whose model it is; null for the server's own. */
  readonly run: string | null;
  /** Of a database: "score", or "tile:512" for the chance to make that tile. */
  readonly objective?: string;
  /** Digits after the point that values are worth. */
  readonly decimals: number;
}

/** How far to look ahead. */
export type Effort = { readonly depth: number } | { readonly time_ms: number };

/** The fields of a question that say who judges and how; a database needs no effort. */
export function wayOf(judge: Judge, effort: Effort): Readonly<Record<string, string | number>> {
  return { ...(judge.run === null ? {} : { run: judge.run }), ...(judge.kind === "database" ? {} : effort) };
}

export function analyze(board: Board, judge: Judge, effort: Effort, signal?: AbortSignal): Promise<Analysis> {
  const body = { board: notationOf(board), size: nameOfSize(board.size), ...wayOf(judge, effort) };
  return ask("analyze", { body, signal });
}

export function review(record: GameRecord, judge: Judge, effort: Effort, signal?: AbortSignal): Promise<Review> {
  return ask("review", { body: { record, ...wayOf(judge, effort) }, signal });
}

/** The server's own judges, or those of a training run's model. */
export async function judges(run: string | null, signal?: AbortSignal): Promise<readonly Judge[]> {
  const path = run === null ? "model" : `model?run=${encodeURIComponent(run)}`;
  const model = await ask<{ judges?: readonly Omit<Judge, "run">[] }>(path, { signal });
  return (model.judges ?? []).map((judge) => ({ ...judge, name: run ?? judge.name, run }));
}
