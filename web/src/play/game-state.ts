// The game on the Play tab: every change goes through here, is shown, and is saved for the next visit.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { wasAborted } from "../api/request.ts";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import {
  type Game,
  hostileSpawnAfter,
  newGame,
  redo,
  takenOverGame,
  undo,
  withMove,
  withPlaced,
} from "../game/game.ts";
import { nameOfSize, type Size, sizeOfName, defaultSize } from "../game/size.ts";
import { randomSeed, type Spawn } from "../game/spawn.ts";
import { keep, recall } from "../storage.ts";
import { bestScore, counts, keepBestScore } from "./best-scores.ts";
import { keepGame, recallGame } from "./saved-game.ts";

/** Milliseconds from a change until it is saved; saving takes longer for longer games. */
const savingDelay = 200;

function gameOfSize(size: Size): Game {
  return recallGame(size) ?? newGame(size, randomSeed());
}

function firstGame(): Game {
  return gameOfSize(recall("size", (kept) => sizeOfName(String(kept))) ?? defaultSize);
}

/** The attacker that chooses hostile spawns. */
export interface Attacker {
  /** The probability that a spawn is hostile. */
  readonly share: number;
  readonly place: (afterstate: Board, signal: AbortSignal) => Promise<Spawn>;
}

export interface GameState {
  readonly game: Game;
  readonly best: number;
  /** The current game, also between two renderings. */
  readonly latest: () => Game;
  /**
   * Moves at once, unless an attacker has to choose the spawn: then moves wait for each other. Resolves after the move;
   * anything else that changes the game drops moves that wait.
   */
  readonly move: (direction: Direction, by?: "user" | "engine") => Promise<void>;
  /** Why the last hostile spawn was random after all; null if it was not. */
  readonly unanswered: string | null;
  /** At the start of a new game, undo restores the previous game. */
  readonly undo: () => void;
  readonly canUndo: boolean;
  readonly redo: () => void;
  readonly start: (seed?: number) => void;
  /** Continues the saved game of that size, or starts a new one. */
  readonly resize: (size: Size) => void;
  /** Continues a game of the engine from its current position. */
  readonly takeOver: (board: Board, score: number) => void;
}

export function useGameState(attacker: Attacker): GameState {
  const [game, setGame] = useState(firstGame);
  const [replaced, setReplaced] = useState<Game | null>(null);
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const latest = useRef(game);
  const waiting = useRef({ count: 0, last: Promise.resolve(), controller: new AbortController() });

  const show = useCallback((next: Game) => {
    latest.current = next;
    setGame(next);
  }, []);
  /** Drops moves that wait for an attacker; returns whether there were any. */
  const dropWaiting = () => {
    const { count, controller } = waiting.current;
    controller.abort();
    waiting.current = { count: 0, last: Promise.resolve(), controller: new AbortController() };
    return count > 0;
  };
  const change = (next: Game) => {
    dropWaiting();
    setUnanswered(null);
    show(next);
  };

  const moveWithAttacker = async (direction: Direction, by: "user" | "engine", signal: AbortSignal) => {
    const asked = signal.aborted ? null : hostileSpawnAfter(latest.current, direction, attacker.share);
    let answer: Spawn | null = null;
    let error: string | null = null;
    if (asked !== null)
      try {
        answer = await attacker.place(asked.afterstate, signal);
      } catch (reason) {
        if (!wasAborted(reason)) error = (reason as Error).message;
      }
    if (signal.aborted) return;
    if (asked !== null) setUnanswered(error);
    const game = asked === null ? latest.current : withPlaced(latest.current, asked, answer);
    show(withMove(game, direction, by));
  };
  const move = (direction: Direction, by: "user" | "engine" = "user"): Promise<void> => {
    const queue = waiting.current;
    if (queue.count === 0 && hostileSpawnAfter(latest.current, direction, attacker.share) === null) {
      show(withMove(latest.current, direction, by));
      return Promise.resolve();
    }
    ++queue.count;
    queue.last = queue.last
      .then(() => moveWithAttacker(direction, by, queue.controller.signal))
      .finally(() => --queue.count);
    return queue.last;
  };

  const save = useCallback(() => {
    keepGame(latest.current);
    keepBestScore(latest.current);
  }, []);
  useEffect(() => {
    const timer = setTimeout(save, savingDelay);
    return () => clearTimeout(timer);
  }, [game, save]);
  useEffect(() => {
    // A phone may close a hidden page without any event; a reload may come before the page is hidden.
    window.addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      window.removeEventListener("pagehide", save);
      document.removeEventListener("visibilitychange", save);
    };
  }, [save]);

  const canReturn = replaced !== null && replaced.size === game.size && game.now.moves === 0;
  return {
    game,
    best: Math.max(bestScore(game.size), counts(game) ? game.now.score : 0),
    latest: () => latest.current,
    move,
    unanswered,
    undo: () => {
      // A move that waits for its spawn is not shown yet: undoing it is enough.
      if (!dropWaiting()) change(canReturn ? replaced : undo(latest.current));
    },
    canUndo: game.now.last !== null || canReturn,
    redo: () => change(redo(latest.current)),
    start: (seed = randomSeed()) => {
      save();
      if (latest.current.now.moves > 0) setReplaced(latest.current);
      change(newGame(latest.current.size, seed));
    },
    resize: (size) => {
      save();
      keep("size", nameOfSize(size));
      change(gameOfSize(size));
    },
    takeOver: (board, score) => {
      save();
      keep("size", nameOfSize(board.size));
      const left = latest.current.size === board.size ? latest.current : recallGame(board.size);
      if (left !== null && left.now.moves > 0) setReplaced(left);
      change(takenOverGame(board, score, randomSeed()));
    },
  };
}
