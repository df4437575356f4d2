// Analysis of boards and games, and the engines that do it.
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import type { DuelRule } from "../game/duel.ts";
import { notationOf } from "../game/notation.ts";
import type { GameRecord } from "../game/record.ts";
import { cellsOf, nameOfSize, sizeOfName } from "../game/size.ts";
import { request } from "./request.ts";

/** The value of each move: the expected further score, its reward included; null if the move is illegal. */
export type MoveValues = Readonly<Record<Direction, number | null>>;

export interface Analysis {
  readonly best: Direction | null;
  readonly moves: MoveValues;
  readonly depth: number;
  readonly nodes: number;
  readonly ms: number;
  /** Only of moves to boards of an endgame table: the exact chance to make the tile. */
  readonly chances?: Readonly<Partial<Record<Direction, { readonly chance: number; readonly tile: number }>>>;
}

/** The chance of reaching a tile with the best move and with the one that was played, from some games of each. */
export interface ChangedChance {
  readonly before: { readonly share: number };
  readonly after: { readonly share: number };
  readonly games: number;
}

export interface Review {
  /** Number of moves analysed: fewer than the record has if the server's time limit was reached. */
  readonly moves: number;
  /** From 0 to 1. */
  readonly accuracy: number;
  readonly optimal: number;
  /** Only if the values are exact: others do not add up. */
  readonly loss?: number;
  readonly depth: number;
  readonly losses: readonly number[];
  /** The final score expected before each move if the best move is made. */
  readonly values: readonly number[];
  /** The best move of each turn, one letter per turn. */
  readonly best: string;
  /** The mark of each move: the first letter of blunder, mistake or inaccuracy, or a dot. */
  readonly marks?: string;
  /** The moves that cost most of the expected final score, counted from 1. */
  readonly turning_points?: readonly {
    readonly move: number;
    readonly chance_2048?: ChangedChance | null;
    readonly chance_4096?: ChangedChance | null;
  }[];
}

/** Whatever analyses boards of one size: a model or a database. */
export interface Engine {
  readonly size: string;
  readonly kind: "model" | "database";
  readonly name: string;
  /** The training run that the model belongs to; null for an engine of the server. */
  readonly run: string | null;
  /** For a database: "score", or "tile:512" for the probability of reaching that tile. */
  readonly objective?: string;
  /** Of a database with the exact values of the two-player game: its rule. It does not analyse the one-player game. */
  readonly duel?: DuelRule;
  /** Digits after the decimal point of its values that are shown. */
  readonly decimals: number;
}

/** How far to search. */
export type Effort = { readonly depth: number } | { readonly time_ms: number };

/** The fields of a request that select the engine and its search; a database needs no effort. */
export function engineFields(engine: Engine, effort: Effort): Readonly<Record<string, string | number>> {
  return { ...(engine.run === null ? {} : { run: engine.run }), ...(engine.kind === "database" ? {} : effort) };
}

export function analyse(board: Board, engine: Engine, effort: Effort, signal?: AbortSignal): Promise<Analysis> {
  const body = { board: notationOf(board), size: nameOfSize(board.size), ...engineFields(engine, effort) };
  return request("analyse", { body, signal });
}

export function review(record: GameRecord, engine: Engine, effort: Effort, signal?: AbortSignal): Promise<Review> {
  return request("review", { body: { record, ...engineFields(engine, effort) }, signal });
}

/** From this many cells on, the values of a model are in the thousands: decimals would only look precise. */
const cellsWithoutDecimals = 9;

function shownDecimals({ kind, size, decimals }: Pick<Engine, "kind" | "size" | "decimals">): number {
  const board = sizeOfName(size);
  return kind === "model" && board !== null && cellsOf(board) >= cellsWithoutDecimals ? 0 : decimals;
}

/** The engines of the server, or that of a training run's model. */
export async function engines(run: string | null, signal?: AbortSignal): Promise<readonly Engine[]> {
  const path = run === null ? "model" : `model?run=${encodeURIComponent(run)}`;
  const model = await request<{ engines?: readonly Omit<Engine, "run">[] }>(path, { signal });
  return (model.engines ?? []).map((engine) => ({
    ...engine,
    name: run ?? engine.name,
    run,
    decimals: shownDecimals(engine),
  }));
}
