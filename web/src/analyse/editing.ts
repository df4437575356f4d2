// Editing the board: a selected cell, the digits typed for it, and keys as in a spreadsheet. Every change is a step of
// the line, so that undo and redo work as everywhere.
import { useMemo } from "preact/hooks";
import { type Board, tileAt, withTile } from "../game/board.ts";
import { firstMoment, type Moment } from "../game/moment.ts";
import { largestTile } from "../game/size.ts";
import { moveOfArrow } from "../parts/keys.ts";
import { useLatestState } from "../parts/latest-state.ts";
import type { Line } from "./line.ts";
import { typedTile, wrongTile } from "./typed-tile.ts";

interface EditingState {
  readonly cell: number;
  /** The digits typed for the cell so far. */
  readonly typed: string;
  /** What is wrong with what was typed. */
  readonly error: string | null;
  /** The depth of the line when editing began, or null while nothing is edited. */
  readonly from: number | null;
}

export interface Editing {
  readonly on: boolean;
  readonly cell: number;
  readonly typed: string;
  readonly error: string | null;
  /** What to show: the moment of the line, with the typed tile if it is one already. */
  readonly moment: Moment;
  readonly canUndo: boolean;
  readonly begin: () => void;
  /** Ends editing and keeps the changes; stays if a typed number is not a tile. */
  readonly finish: () => void;
  /** Ends editing and restores the board from before it. */
  readonly cancel: () => void;
  /** Ends editing and keeps the changes, without what is being typed. */
  readonly end: () => void;
  /** Drops what is being typed. */
  readonly drop: () => void;
  readonly select: (cell: number) => void;
  /** Puts a tile into the selected cell; 0 empties it. */
  readonly put: (tile: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Returns whether the key was used. */
  readonly key: (key: string) => boolean;
}

/** The neighbour of a cell in the direction of an arrow key; the cell itself at the edge of the board. */
function neighbour({ size }: Board, cell: number, key: string): number | null {
  const direction = moveOfArrow(key);
  if (direction === null) return null;
  const row = Math.floor(cell / size.columns);
  const column = cell % size.columns;
  if (direction === "up") return row > 0 ? cell - size.columns : cell;
  if (direction === "down") return row < size.rows - 1 ? cell + size.columns : cell;
  if (direction === "left") return column > 0 ? cell - 1 : cell;
  return column < size.columns - 1 ? cell + 1 : cell;
}

const doubled = (tile: number, largest: number) => (tile === 0 ? 2 : Math.min(2 * tile, largest));
const halved = (tile: number) => (tile <= 2 ? 0 : tile / 2);

export function useEditing(line: Line): Editing {
  const [state, change, latest] = useLatestState<EditingState>(() => ({ cell: 0, typed: "", error: null, from: null }));
  const update = (changes: Partial<EditingState>) => change({ ...latest(), error: null, ...changes });
  const cellOn = (board: Board) => Math.min(latest().cell, board.tiles.length - 1);

  const put = (tile: number) => {
    const board = line.latest();
    update({ typed: "" });
    if (tileAt(board, cellOn(board)) !== tile) line.show(withTile(board, cellOn(board), tile));
  };
  /** Puts the typed number into the cell; returns whether it was a tile. */
  const settle = (): boolean => {
    const { typed } = latest();
    if (typed === "") return true;
    const { size } = line.latest();
    const read = typedTile(typed, size);
    if (read.state === "tile") put(read.tile);
    else update({ typed: "", error: wrongTile(typed, size) });
    return read.state === "tile";
  };
  const select = (cell: number) => {
    if (settle()) update({ cell });
  };
  const type = (digit: string) => {
    const typed = latest().typed + digit;
    const { size } = line.latest();
    if (typed === "0") put(0);
    else if (typedTile(typed, size).state !== "wrong") update({ typed });
    else update({ typed: "", error: wrongTile(typed, size) });
  };
  const finish = () => {
    if (settle()) update({ from: null });
  };
  const cancel = () => {
    const { from } = latest();
    if (from !== null) line.returnTo(from);
    update({ typed: "", from: null });
  };
  const undo = () => {
    const { typed, from } = latest();
    update({ typed: "" });
    if (typed === "" && from !== null && line.depth() > from) line.undo();
  };
  const redo = () => {
    if (settle()) line.redo();
  };

  const key = (pressed: string): boolean => {
    const board = line.latest();
    const cell = cellOn(board);
    const next = neighbour(board, cell, pressed);
    if (next !== null) select(next);
    else if (/^\d$/.test(pressed)) type(pressed);
    else if (pressed === "Backspace" || pressed === "Delete") put(0);
    else if (pressed === " ") select(Math.min(cell + 1, board.tiles.length - 1));
    else if (pressed === "+" || pressed === "=") put(doubled(tileAt(board, cell), largestTile(board.size)));
    else if (pressed === "-") put(halved(tileAt(board, cell)));
    else if (pressed === "Enter" || pressed === "e") finish();
    else if (pressed === "Escape") cancel();
    else if (pressed === "Ctrl+z") undo();
    else if (pressed === "Ctrl+y" || pressed === "Ctrl+Shift+z") redo();
    else return false;
    return true;
  };

  const cell = Math.min(state.cell, line.moment.board.tiles.length - 1);
  const moment = useMemo(() => {
    const read = state.typed === "" ? null : typedTile(state.typed, line.moment.board.size);
    return read?.state === "tile" ? firstMoment(withTile(line.moment.board, cell, read.tile)) : line.moment;
  }, [line.moment, cell, state.typed]);
  return {
    on: state.from !== null,
    cell,
    typed: state.typed,
    error: state.error,
    moment,
    canUndo: state.typed !== "" || (state.from !== null && line.depth() > state.from),
    begin: () => update({ typed: "", from: line.depth() }),
    finish,
    cancel,
    end: () => update({ typed: "", from: null }),
    drop: () => update({ typed: "" }),
    select,
    put,
    undo,
    redo,
    key,
  };
}
