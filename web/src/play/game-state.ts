// The game on the Play tab: every change goes through here, is shown, and is saved for the next visit.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { type Game, newGame, redo, takenOverGame, undo, withMove } from "../game/game.ts";
import { nameOfSize, type Size, sizeOfName, defaultSize } from "../game/size.ts";
import { randomSeed } from "../game/spawn.ts";
import { keep, recall } from "../storage.ts";
import { bestScore, keepBestScore } from "./best-scores.ts";
import { keepGame, recallGame } from "./saved-game.ts";

/** Milliseconds from a change until it is saved; saving takes longer for longer games. */
const savingDelay = 200;

function gameOfSize(size: Size): Game {
  return recallGame(size) ?? newGame(size, randomSeed());
}

function firstGame(): Game {
  return gameOfSize(recall("size", (kept) => sizeOfName(String(kept))) ?? defaultSize);
}

export interface GameState {
  readonly game: Game;
  readonly best: number;
  /** The current game, also between two renderings. */
  readonly latest: () => Game;
  readonly move: (direction: Direction, by?: "user" | "engine") => void;
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

export function useGameState(): GameState {
  const [game, setGame] = useState(firstGame);
  const [replaced, setReplaced] = useState<Game | null>(null);
  const latest = useRef(game);

  const change = useCallback((next: Game) => {
    latest.current = next;
    setGame(next);
  }, []);

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
    best: Math.max(bestScore(game.size), game.helped ? 0 : game.now.score),
    latest: () => latest.current,
    move: (direction, by) => change(withMove(latest.current, direction, by)),
    undo: () => change(canReturn ? replaced : undo(latest.current)),
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
