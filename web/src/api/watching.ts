// Games while the server plays them. Uses fetch, since EventSource hides the error messages of the server.
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { notationOf } from "../game/notation.ts";
import { type Analysis, type Effort, type Engine, engineFields } from "./analysis.ts";
import { EventParser } from "./event-parser.ts";
import { errorOf, networkError, send } from "./request.ts";

export interface WatchRequest {
  readonly engine: Engine;
  readonly effort: Effort;
  /** Moves per second; Infinity for the maximum speed. */
  readonly speed: number;
  /** The position that the first game continues from; null for a new game. */
  readonly from: { readonly board: Board; readonly score: number } | null;
  readonly seed: number | null;
}

/** The current board with the value of each move; game and turn are counted from 0 in each stream. */
export interface Picture extends Analysis {
  readonly board: string;
  readonly score: number;
  readonly game: number;
  readonly turn: number;
  readonly last: Direction | null;
  readonly moves_per_second: number;
}

export interface FinishedGame {
  readonly score: number;
  /** The largest tile on the last board. */
  readonly tile: number;
  readonly moves: number;
}

export interface WatchListener {
  readonly onPicture: (picture: Picture) => void;
  readonly onGames: (games: readonly FinishedGame[]) => void;
}

function queryOf({ engine, effort, speed, from, seed }: WatchRequest): string {
  const fields: Record<string, string | number> = {
    size: engine.size,
    speed: speed === Infinity ? 0 : speed,
    ...engineFields(engine, effort),
  };
  if (from !== null) Object.assign(fields, { board: notationOf(from.board), score: from.score });
  if (seed !== null) fields.seed = seed;
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
}

/** Listens until the server ends the stream; throws if the server refuses the request or is unreachable. */
export async function watch(request: WatchRequest, listener: WatchListener, signal: AbortSignal): Promise<void> {
  const response = await send(`watch?${queryOf(request)}`, { signal });
  if (!response.ok || response.body === null) throw await errorOf(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const { name, data } of parser.push(decoder.decode(value, { stream: true }))) {
        if (name === "board") listener.onPicture(JSON.parse(data) as Picture);
        else if (name === "games") listener.onGames(JSON.parse(data) as FinishedGame[]);
      }
    }
  } catch (error) {
    throw networkError(error);
  }
}
