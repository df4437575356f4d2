// The game that a training run plays with its network as it is now, polled while it is visible.
import { useEffect, useState } from "preact/hooks";
import { pause, ServerError, wasAborted } from "../api/request.ts";
import { type LiveGame as LiveAnswer, liveGame } from "../api/training.ts";
import type { Size } from "../game/size.ts";
import { type LiveGame, withPicture } from "../watch/live-game.ts";

export interface Live {
  readonly answer: LiveAnswer;
  /** The game as it is drawn. */
  readonly game: LiveGame;
}

/** Milliseconds between two requests, and after a refusal: a run that has just started plays no game yet. */
const interval = 330;
const afterRefusal = 2000;

/** Null if the run is not training, or the server does not know this route; no requests are sent without an id. */
export function useLive(id: string | null, size: Size): Live | null {
  const [live, setLive] = useState<{ readonly id: string; readonly live: Live } | null>(null);
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    let game: LiveGame | null = null;
    const look = async () => {
      const answer = await liveGame(id, signal);
      const picture = { ...answer, ...answer.values, depth: 1, nodes: 0, ms: 0, moves_per_second: 0 };
      game = withPicture(game, { number: 0, turn: 0 }, size, picture);
      setLive({ id, live: { answer, game } });
    };
    const follow = async () => {
      for (;;) {
        let next = interval;
        try {
          if (!document.hidden) await look();
        } catch (error) {
          if (wasAborted(error)) throw error;
          next = afterRefusal;
          if (error instanceof ServerError) setLive(null);
        }
        await pause(next, signal);
      }
    };
    follow().catch(() => undefined); // ends only when it is aborted
    return () => controller.abort();
  }, [id, size]);
  return live !== null && live.id === id ? live.live : null;
}
