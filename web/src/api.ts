// The server's JSON interface, /api/v1: the only place of the page that asks the network.
import { type Board } from "./game/board.ts";
import type { Direction } from "./game/direction.ts";
import { notationOf } from "./game/notation.ts";
import type { GameRecord } from "./game/record.ts";
import { nameOfSize } from "./game/size.ts";

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
  /** Of a database: "score", or "tile:512" for the chance to make that tile. */
  readonly objective?: string;
  /** Digits after the point that values are worth. */
  readonly decimals: number;
}

/** How far to look ahead; a database needs neither. */
export type Effort = { readonly depth: number } | { readonly time_ms: number } | Record<string, never>;

/** The server answered that something is wrong, in a sentence for the person. */
export class ServerError extends Error {}

/** No server answered. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Is afterstate serve still running?");
  }
}

const mostRetries = 2;
const longestWaitSeconds = 2;

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function send(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const options: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await fetch(`api/v1/${path}`, signal === undefined ? options : { ...options, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
}

/** Asks, and asks again a little later where the server is too busy. */
async function ask<Answer>(path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  for (let retries = 0; ; ++retries) {
    const response = await send(path, body, signal);
    if (response.status === 503 && retries < mostRetries) {
      const seconds = Number(response.headers.get("Retry-After") ?? 1);
      await pause(1000 * Math.min(seconds, longestWaitSeconds), signal);
      continue;
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as Answer;
    const sentence = (answer as { error?: unknown } | null)?.error;
    throw new ServerError(
      typeof sentence === "string" ? sentence : `The server answered with status ${response.status}.`,
    );
  }
}

export function analyze(board: Board, effort: Effort, signal?: AbortSignal): Promise<Analysis> {
  return ask("analyze", { board: notationOf(board), size: nameOfSize(board.size), ...effort }, signal);
}

export function review(record: GameRecord, effort: Effort, signal?: AbortSignal): Promise<Review> {
  return ask("review", { record, ...effort }, signal);
}

export async function judges(signal?: AbortSignal): Promise<readonly Judge[]> {
  const model = await ask<{ judges?: readonly Judge[] }>("model", undefined, signal);
  return model.judges ?? [];
}

export function wasAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
