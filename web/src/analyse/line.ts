// What is on the analysis board: a position of a loaded game, one played on from it, or one put together by hand.
import { useState } from "preact/hooks";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { firstMoment, type Moment, nextMoment } from "../game/moment.ts";
import type { RecordedGame } from "../game/record.ts";
import { drawSpawn, randomSeed, startSpawns } from "../game/spawn.ts";

export interface Line {
  readonly moment: Moment;
  readonly game: RecordedGame | null;
  /** The move of the game last looked at, from 0. */
  readonly index: number;
  /** Whether the board is the game's own, not one tried out. */
  readonly onGame: boolean;
  readonly show: (board: Board) => void;
  readonly play: (direction: Direction) => void;
  readonly back: () => void;
  readonly load: (game: RecordedGame) => void;
  readonly unload: () => void;
  /** Goes to the position before that move of the game; the last position follows the last move. */
  readonly jump: (index: number) => void;
}

/** Moves tried out meet luck of their own, the same for as long as the page is open. */
const seed = randomSeed();

export function useLine(first: Board): Line {
  const [moment, setMoment] = useState<Moment>(() => firstMoment(first));
  const [game, setGame] = useState<RecordedGame | null>(null);
  const [index, setIndex] = useState(0);
  const onGame = game !== null && game.moments[moment.moves] === moment;

  const jumpIn = (moments: readonly Moment[], wanted: number) => {
    const at = Math.min(Math.max(wanted, 0), moments.length - 1);
    setIndex(at);
    setMoment(moments[at] ?? moment);
  };
  const jump = (wanted: number) => {
    if (game !== null) jumpIn(game.moments, wanted);
  };
  return {
    moment,
    game,
    index,
    onGame,
    show: (board) => setMoment(firstMoment(board)),
    play: (direction) => {
      const recorded = onGame ? game.moments[moment.moves + 1] : undefined;
      if (recorded?.last?.turn.move === direction) return jump(moment.moves + 1);
      const next = nextMoment(moment, direction, (afterstate) =>
        drawSpawn(afterstate, seed, moment.moves + startSpawns),
      );
      if (next !== null) setMoment(next);
    },
    back: () => {
      if (onGame) jump(index - 1);
      else if (moment.last !== null) setMoment(moment.last.before);
    },
    load: (loaded) => {
      setGame(loaded);
      jumpIn(loaded.moments, 0);
    },
    unload: () => setGame(null),
    jump,
  };
}
