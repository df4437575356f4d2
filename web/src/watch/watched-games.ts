// Games that the server plays for this page: one stream after the other, each going on where the last one ended.
import { useEffect, useRef, useState } from "preact/hooks";
import { analyze, type Effort, type Judge } from "../api/judging.ts";
import { pause, ServerError, Unreachable, wasAborted } from "../api/request.ts";
import { type FinishedGame, type Picture, watch } from "../api/watching.ts";
import { sizeOfName, usualSize } from "../game/size.ts";
import { drawSpawn, randomSeed, startSpawns } from "../game/spawn.ts";
import { type LiveGame, withPicture, withStep } from "./live-game.ts";
import { noGames, type Statistics, withGames } from "./statistics.ts";

export type Connection =
  | { readonly state: "closed" | "connecting" | "open" }
  /** Lost, and tried again after so many seconds. */
  | { readonly state: "waiting"; readonly why: string; readonly seconds: number }
  | { readonly state: "refused"; readonly why: string };

export interface Watched {
  readonly live: LiveGame | null;
  readonly statistics: Statistics;
  /** Whether the statistics began anew because the games are played in another way. */
  readonly renewed: boolean;
  readonly movesASecond: number;
  readonly connection: Connection;
}

export interface WatchedGames extends Watched {
  /** Makes one move; for when no stream plays. */
  readonly step: () => void;
  /** Leaves this game and begins another. */
  readonly start: (seed: number | null) => void;
  readonly connectAgain: () => void;
}

/** How the games are played; the statistics are of one way. */
interface Way {
  readonly judge: Judge;
  readonly effort: Effort;
}

const longestWait = 30;

/** The weight of what was, in the moves a second that are shown. */
const inertia = 0.8;

/** Of the spawns that the page draws when stepping. */
const seedOfSteps = randomSeed();

const nothing: Watched = {
  live: null,
  statistics: noGames,
  renewed: false,
  movesASecond: 0,
  connection: { state: "closed" },
};

function sameWay(first: Way | null, second: Way): boolean {
  if (first === null) return false;
  const { run, name, size } = first.judge;
  const { judge } = second;
  return run === judge.run && name === judge.name && size === judge.size && first.effort === second.effort;
}

/** A stream is open while `playing`; `judge`, `effort` and `speed` may change, and the game goes on in the new way. */
export function useWatchedGames(playing: boolean, judge: Judge | null, effort: Effort, speed: number): WatchedGames {
  const [watched, setWatched] = useState(nothing);
  const latest = useRef(watched);
  const way = useRef<Way | null>(null);
  /** Whether the game began in another way, and so counts for none. */
  const mixed = useRef(false);
  const fresh = useRef<{ readonly seed: number | null } | null>(null);
  const stepping = useRef(false);
  const [attempt, setAttempt] = useState(0);

  const update = (changes: Partial<Watched>) => {
    latest.current = { ...latest.current, ...changes };
    setWatched(latest.current);
  };

  /** Takes up the way; what is counted of another is given up. */
  const takeWay = (next: Way) => {
    const { live, statistics } = latest.current;
    if (sameWay(way.current, next)) return;
    const fits = live !== null && live.moment.board.size === sizeOfName(next.judge.size);
    mixed.current = way.current !== null && fits;
    if (way.current !== null) update({ statistics: noGames, renewed: statistics.games > 0 });
    if (live !== null && !fits) update({ live: null });
    way.current = next;
  };

  /** Listens to one stream until it ends. */
  const listen = async (judge: Judge, signal: AbortSignal) => {
    const { live } = latest.current;
    const wanted = fresh.current;
    const goesOn = live !== null && wanted === null;
    const base = { number: (live?.number ?? -1) + (goesOn ? 0 : 1), turn: goesOn ? live.turn : 0 };
    const size = sizeOfName(judge.size) ?? usualSize;
    let first = true;
    const onPicture = (picture: Picture) => {
      if (fresh.current === wanted) fresh.current = null;
      const { live, movesASecond } = latest.current;
      const pace = picture.moves_per_second;
      update({
        live: withPicture(live, base, size, picture),
        movesASecond: movesASecond === 0 ? pace : inertia * movesASecond + (1 - inertia) * pace,
        connection: { state: "open" },
      });
    };
    const onGames = (games: readonly FinishedGame[]) => {
      // What the stream says of the game that it went on with lacks the moves before.
      const whole = first
        ? games.map((game, n) => (n === 0 ? { ...game, moves: game.moves + base.turn } : game))
        : games;
      const counted = mixed.current ? whole.slice(1) : whole;
      first = false;
      mixed.current = false;
      update({ statistics: withGames(latest.current.statistics, counted) });
    };
    const from = goesOn ? { board: live.moment.board, score: live.moment.score } : null;
    await watch({ judge, effort, speed, from, seed: wanted?.seed ?? null }, { onPicture, onGames }, signal);
  };

  const follow = async (judge: Judge, signal: AbortSignal) => {
    for (let failures = 0; ;) {
      update({ connection: { state: "connecting" }, movesASecond: 0 });
      try {
        await listen(judge, signal);
        throw new Unreachable();
      } catch (error) {
        if (signal.aborted || wasAborted(error)) return;
        const why = (error as Error).message;
        if (error instanceof ServerError && error.status !== 503)
          return update({ connection: { state: "refused", why } });
        failures = latest.current.connection.state === "open" ? 1 : failures + 1;
        const politely = error instanceof ServerError ? error.retryAfter : null;
        const seconds = politely ?? Math.min(2 ** (failures - 1), longestWait);
        update({ connection: { state: "waiting", why, seconds } });
        await pause(1000 * seconds, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  };

  useEffect(() => {
    if (judge === null) return;
    takeWay({ judge, effort });
    if (!playing) return;
    const controller = new AbortController();
    void follow(judge, controller.signal);
    return () => {
      controller.abort();
      update({ connection: { state: "closed" } });
    };
  }, [playing, judge, effort, speed, attempt]);

  const makeStep = async (judge: Judge) => {
    const { live } = latest.current;
    if (live === null) return;
    const analysis = live.analysis ?? (await analyze(live.moment.board, judge, effort));
    const number = live.turn + startSpawns;
    const next =
      analysis.best && withStep(live, analysis.best, (afterstate) => drawSpawn(afterstate, seedOfSteps, number));
    if (!next || latest.current.live !== live) return;
    update({ live: next, connection: { state: "closed" } });
    const seen = await analyze(next.moment.board, judge, effort);
    if (latest.current.live === next) update({ live: { ...next, analysis: seen } });
  };
  const step = () => {
    if (judge === null || playing || stepping.current) return;
    stepping.current = true;
    makeStep(judge)
      .catch((error: Error) => update({ connection: { state: "refused", why: error.message } }))
      .finally(() => (stepping.current = false));
  };
  const connectAgain = () => setAttempt((count) => count + 1);
  const start = (seed: number | null) => {
    fresh.current = { seed };
    mixed.current = false;
    connectAgain();
  };
  return { ...watched, step, start, connectAgain };
}
