// The analysis board: a position of a loaded game, a variation from it, or an edited position.
import { useState } from "preact/hooks";
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { firstMoment, type Moment, nextMoment } from "../game/moment.ts";
import type { RecordedGame } from "../game/record.ts";
import { drawSpawn, randomSeed, startSpawns } from "../game/spawn.ts";

export interface Line {
  readonly moment: Moment;
  readonly game: RecordedGame | null;
  /** The index of the last shown move of the game, from 0. */
  readonly index: number;
  /** Whether the board is a position of the game, not of a variation. */
  readonly onGame: boolean;
  readonly show: (board: Board) => void;
  readonly play: (direction: Direction) => void;
  readonly back: () => void;
  readonly load: (game: RecordedGame) => void;
  readonly unload: () => void;
  /** Shows the position before that move of the game; the last position is the one after the last move. */
  readonly jump: (index: number) => void;
}

/** The seed for spawns in variations, the same for as long as the page is open. */
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
