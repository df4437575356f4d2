// The game on the Play tab: every change goes through here, is shown, and is kept for the next visit.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { type Game, newGame, redo, takenOverGame, undo, withMove } from "../game/game.ts";
import { nameOfSize, type Size, sizeOfName, usualSize } from "../game/size.ts";
import { randomSeed } from "../game/spawn.ts";
import { keep, recall } from "../storage.ts";
import { bestScore, keepBestScore } from "./best-scores.ts";
import { keepGame, recallGame } from "./saved-game.ts";

/** Milliseconds from a change to its saving, which takes longer the longer the game is. */
const savingDelay = 200;

function gameOfSize(size: Size): Game {
  return recallGame(size) ?? newGame(size, randomSeed());
}

function firstGame(): Game {
  return gameOfSize(recall("size", (kept) => sizeOfName(String(kept))) ?? usualSize);
}

export interface GameState {
  readonly game: Game;
  readonly best: number;
  /** The game as it is now, also between two renderings. */
  readonly latest: () => Game;
  readonly move: (direction: Direction, by?: "person" | "search") => void;
  /** At the start of a new game, undo brings back the game before it. */
  readonly undo: () => void;
  readonly canUndo: boolean;
  readonly redo: () => void;
  readonly start: (seed?: number) => void;
  /** Goes on with the game of that size that was left, or starts one. */
  readonly resize: (size: Size) => void;
  /** Goes on with a game of the search from where it stands. */
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
    // A phone may end a page that is out of sight without a word; a reload may come before it is out of sight.
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
