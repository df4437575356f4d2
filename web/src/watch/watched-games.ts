// Games that the server plays for this page: a sequence of streams, each continuing where the previous one ended.
import { useEffect, useRef, useState } from "preact/hooks";
import { analyse, type Effort, type Engine } from "../api/analysis.ts";
import { pause, ServerError, Unreachable, wasAborted } from "../api/request.ts";
import { type FinishedGame, type Picture, watch } from "../api/watching.ts";
import { sizeOfName, defaultSize } from "../game/size.ts";
import { drawSpawn, randomSeed, startSpawns } from "../game/spawn.ts";
import { type LiveGame, withPicture, withStep } from "./live-game.ts";
import { noGames, type Statistics, withGames } from "./statistics.ts";

export type Connection =
  | { readonly state: "closed" | "connecting" | "open" }
  /** The connection was lost; the page retries after `seconds`. */
  | { readonly state: "waiting"; readonly why: string; readonly seconds: number }
  | { readonly state: "refused"; readonly why: string };

export interface Watched {
  readonly live: LiveGame | null;
  readonly statistics: Statistics;
  /** Whether the statistics were reset because the player changed. */
  readonly reset: boolean;
  readonly movesPerSecond: number;
  readonly connection: Connection;
}

export interface WatchedGames extends Watched {
  /** Makes one move; only while no stream is open. */
  readonly step: () => void;
  /** Abandons this game and starts a new one. */
  readonly start: (seed: number | null) => void;
  readonly connectAgain: () => void;
}

/** An engine and its search effort; statistics are of one player. */
interface Player {
  readonly engine: Engine;
  readonly effort: Effort;
}

const maxWait = 30;

/** The weight of previous values in the displayed moves per second. */
const inertia = 0.8;

/** The seed for spawns when stepping. */
const stepSeed = randomSeed();

const nothing: Watched = {
  live: null,
  statistics: noGames,
  reset: false,
  movesPerSecond: 0,
  connection: { state: "closed" },
};

function samePlayer(first: Player | null, second: Player): boolean {
  if (first === null) return false;
  const { run, name, size } = first.engine;
  const { engine } = second;
  return run === engine.run && name === engine.name && size === engine.size && first.effort === second.effort;
}

/** A stream is open while `playing`; the game continues if `engine`, `effort` or `speed` change. */
export function useWatchedGames(playing: boolean, engine: Engine | null, effort: Effort, speed: number): WatchedGames {
  const [watched, setWatched] = useState(nothing);
  const latest = useRef(watched);
  const player = useRef<Player | null>(null);
  /** Whether the game was started by another player and so is not counted. */
  const mixed = useRef(false);
  const fresh = useRef<{ readonly seed: number | null } | null>(null);
  const stepping = useRef(false);
  const [attempt, setAttempt] = useState(0);

  const update = (changes: Partial<Watched>) => {
    latest.current = { ...latest.current, ...changes };
    setWatched(latest.current);
  };

  /** Sets the player; a change of player resets the statistics. */
  const setPlayer = (next: Player) => {
    const { live, statistics } = latest.current;
    if (samePlayer(player.current, next)) return;
    const fits = live !== null && live.moment.board.size === sizeOfName(next.engine.size);
    mixed.current = player.current !== null && fits;
    if (player.current !== null) update({ statistics: noGames, reset: statistics.games > 0 });
    if (live !== null && !fits) update({ live: null });
    player.current = next;
  };

  /** Listens to one stream until it ends. */
  const listen = async (engine: Engine, signal: AbortSignal) => {
    const { live } = latest.current;
    const wanted = fresh.current;
    const continues = live !== null && wanted === null;
    const base = { number: (live?.number ?? -1) + (continues ? 0 : 1), turn: continues ? live.turn : 0 };
    const size = sizeOfName(engine.size) ?? defaultSize;
    let first = true;
    const onPicture = (picture: Picture) => {
      if (fresh.current === wanted) fresh.current = null;
      const { live, movesPerSecond } = latest.current;
      const pace = picture.moves_per_second;
      update({
        live: withPicture(live, base, size, picture),
        movesPerSecond: movesPerSecond === 0 ? pace : inertia * movesPerSecond + (1 - inertia) * pace,
        connection: { state: "open" },
      });
    };
    const onGames = (games: readonly FinishedGame[]) => {
      // The move count of a continued game lacks the moves before this stream.
      const whole = first
        ? games.map((game, n) => (n === 0 ? { ...game, moves: game.moves + base.turn } : game))
        : games;
      const counted = mixed.current ? whole.slice(1) : whole;
      first = false;
      mixed.current = false;
      update({ statistics: withGames(latest.current.statistics, counted) });
    };
    const from = continues ? { board: live.moment.board, score: live.moment.score } : null;
    await watch({ engine, effort, speed, from, seed: wanted?.seed ?? null }, { onPicture, onGames }, signal);
  };

  const follow = async (engine: Engine, signal: AbortSignal) => {
    for (let failures = 0; ;) {
      update({ connection: { state: "connecting" }, movesPerSecond: 0 });
      try {
        await listen(engine, signal);
        throw new Unreachable();
      } catch (error) {
        if (signal.aborted || wasAborted(error)) return;
        const why = (error as Error).message;
        if (error instanceof ServerError && error.status !== 503)
          return update({ connection: { state: "refused", why } });
        failures = latest.current.connection.state === "open" ? 1 : failures + 1;
        const requested = error instanceof ServerError ? error.retryAfter : null;
        const seconds = requested ?? Math.min(2 ** (failures - 1), maxWait);
        update({ connection: { state: "waiting", why, seconds } });
        await pause(1000 * seconds, signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  };

  useEffect(() => {
    if (engine === null) return;
    setPlayer({ engine, effort });
    if (!playing) return;
    const controller = new AbortController();
    void follow(engine, controller.signal);
    return () => {
      controller.abort();
      update({ connection: { state: "closed" } });
    };
  }, [playing, engine, effort, speed, attempt]);

  const makeStep = async (engine: Engine) => {
    const { live } = latest.current;
    if (live === null) return;
    const analysis = live.analysis ?? (await analyse(live.moment.board, engine, effort));
    const number = live.turn + startSpawns;
    const next =
      analysis.best && withStep(live, analysis.best, (afterstate) => drawSpawn(afterstate, stepSeed, number));
    if (!next || latest.current.live !== live) return;
    update({ live: next, connection: { state: "closed" } });
    const seen = await analyse(next.moment.board, engine, effort);
    if (latest.current.live === next) update({ live: { ...next, analysis: seen } });
  };
  const step = () => {
    if (engine === null || playing || stepping.current) return;
    stepping.current = true;
    makeStep(engine)
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
