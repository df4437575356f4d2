// Games while the server plays them. By fetch and not by EventSource, which keeps what the server says of an error to itself.
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { notationOf } from "../game/notation.ts";
import { type Analysis, type Effort, type Judge, wayOf } from "./judging.ts";
import { EventParser } from "./event-parser.ts";
import { errorOf, networkError, send } from "./request.ts";

export interface WatchQuestion {
  readonly judge: Judge;
  readonly effort: Effort;
  /** Moves a second; infinite for as many as the server can. */
  readonly speed: number;
  /** Where the first game goes on from; null for a new one. */
  readonly from: { readonly board: Board; readonly score: number } | null;
  readonly seed: number | null;
}

/** The board as it is, with what each move is worth; game and turn are counted from 0 in each stream. */
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
  /** The largest on its last board. */
  readonly tile: number;
  readonly moves: number;
}

export interface WatchListener {
  readonly onPicture: (picture: Picture) => void;
  readonly onGames: (games: readonly FinishedGame[]) => void;
}

function queryOf({ judge, effort, speed, from, seed }: WatchQuestion): string {
  const fields: Record<string, string | number> = {
    size: judge.size,
    speed: speed === Infinity ? 0 : speed,
    ...wayOf(judge, effort),
  };
  if (from !== null) Object.assign(fields, { board: notationOf(from.board), score: from.score });
  if (seed !== null) fields.seed = seed;
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
}

/** Listens until the server ends the stream; throws where it refuses or is gone. */
export async function watch(question: WatchQuestion, listener: WatchListener, signal: AbortSignal): Promise<void> {
  const response = await send(`watch?${queryOf(question)}`, { signal });
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
