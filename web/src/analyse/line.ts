// The analysis board: a position of a loaded game, a variation from it, or an edited position, with undo and redo.
import type { Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { firstMoment, type Moment, nextMoment } from "../game/moment.ts";
import type { RecordedGame } from "../game/record.ts";
import { drawSpawn, randomSeed, type Spawn, startSpawns } from "../game/spawn.ts";
import { useLatestState } from "../parts/latest-state.ts";

interface LineState {
  readonly moment: Moment;
  /** The moments that undo returns to, the latest last: those before each move, edit and chosen spawn. */
  readonly past: readonly Moment[];
  /** The moments that redo restores, the next one last. */
  readonly future: readonly Moment[];
  readonly game: RecordedGame | null;
  readonly index: number;
}

export interface Line {
  readonly moment: Moment;
  readonly game: RecordedGame | null;
  /** The index of the last shown move of the game, from 0. */
  readonly index: number;
  /** Whether the board is a position of the game, not of a variation. */
  readonly onGame: boolean;
  /** The current board, also between two renderings. */
  readonly latest: () => Board;
  readonly show: (board: Board) => void;
  readonly play: (direction: Direction) => void;
  /** Replaces the tile that appeared after the last move. */
  readonly chooseSpawn: (spawn: Spawn) => void;
  /** Undoes a move, an edit or a chosen spawn; on a game without any of these, goes back by one move. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Number of steps that can be undone. */
  readonly depth: () => number;
  /** Undoes until that many steps can be undone, without a way to redo them. */
  readonly returnTo: (depth: number) => void;
  readonly load: (game: RecordedGame) => void;
  readonly unload: () => void;
  /** Shows the position before that move of the game; the last position is the one after the last move. */
  readonly jump: (index: number) => void;
}

/** The seed for spawns in variations, the same for as long as the page is open. */
const seed = randomSeed();

const isOnGame = ({ game, moment }: LineState) => game !== null && game.moments[moment.moves] === moment;

function jumped(state: LineState, game: RecordedGame, wanted: number): LineState {
  const index = Math.min(Math.max(wanted, 0), game.moments.length - 1);
  return { game, index, moment: game.moments[index] ?? state.moment, past: [], future: [] };
}

function stepped(state: LineState, moment: Moment | null): LineState {
  return moment === null ? state : { ...state, moment, past: [...state.past, state.moment], future: [] };
}

function played(state: LineState, direction: Direction): LineState {
  const { game, moment } = state;
  const recorded = isOnGame(state) ? game?.moments[moment.moves + 1] : undefined;
  if (game !== null && recorded?.last?.turn.move === direction) return jumped(state, game, moment.moves + 1);
  const draw = (afterstate: Board) => drawSpawn(afterstate, seed, moment.moves + startSpawns);
  return stepped(state, nextMoment(moment, direction, draw));
}

function undone(state: LineState): LineState {
  const { game, moment, past, future } = state;
  const before = past.at(-1);
  if (before !== undefined) return { ...state, moment: before, past: past.slice(0, -1), future: [...future, moment] };
  return game !== null && isOnGame(state) ? jumped(state, game, state.index - 1) : state;
}

function redone(state: LineState): LineState {
  const next = state.future.at(-1);
  if (next === undefined) return state;
  return { ...state, moment: next, past: [...state.past, state.moment], future: state.future.slice(0, -1) };
}

export function useLine(first: Board): Line {
  const [state, change, latest] = useLatestState<LineState>(() => ({
    moment: firstMoment(first),
    past: [],
    future: [],
    game: null,
    index: 0,
  }));
  return {
    moment: state.moment,
    game: state.game,
    index: state.index,
    onGame: isOnGame(state),
    latest: () => latest().moment.board,
    show: (board) => change(stepped(latest(), firstMoment(board))),
    play: (direction) => change(played(latest(), direction)),
    chooseSpawn: (spawn) => {
      const { last } = latest().moment;
      if (last !== null)
        change(
          stepped(
            latest(),
            nextMoment(last.before, last.turn.move, () => spawn),
          ),
        );
    },
    undo: () => change(undone(latest())),
    redo: () => change(redone(latest())),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    depth: () => latest().past.length,
    returnTo: (depth) => {
      const { past } = latest();
      const moment = past[depth];
      if (moment !== undefined) change({ ...latest(), moment, past: past.slice(0, depth), future: [] });
    },
    load: (game) => change(jumped(latest(), game, 0)),
    unload: () => change({ ...latest(), game: null }),
    jump: (index) => {
      const { game } = latest();
      if (game !== null) change(jumped(latest(), game, index));
    },
  };
}
