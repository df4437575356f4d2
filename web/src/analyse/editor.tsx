// Board editor: one button per cell, with keys as in a spreadsheet.
import { useRef } from "preact/hooks";
import { type Board, tileAt, withTile } from "../game/board.ts";
import { largestTile, type Size } from "../game/size.ts";
import { placeOf } from "../parts/board-view.tsx";
import { moveOfArrow } from "../parts/keys.ts";
import { tileOfKey } from "./palette.tsx";
import "./editor.css";

interface EditorProps {
  readonly board: Board;
  readonly cell: number;
  readonly onCell: (cell: number) => void;
  readonly onChange: (board: Board) => void;
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

function inWords(cell: number, { columns }: Size): string {
  return `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
}

function doubled(tile: number, largest: number): number {
  return tile === 0 ? 2 : Math.min(2 * tile, largest);
}

function halved(tile: number): number {
  return tile <= 2 ? 0 : tile / 2;
}

export function Editor({ board, cell: selected, onCell, onChange }: EditorProps) {
  const cells = useRef<HTMLDivElement>(null);
  const go = (cell: number) => {
    onCell(cell);
    cells.current?.querySelectorAll("button")[cell]?.focus();
  };
  const last = board.tiles.length - 1;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const largest = largestTile(board.size);
    const put = (tile: number) => onChange(withTile(board, selected, tile));
    const next = neighbour(board, selected, key);
    const typed = tileOfKey(key);
    if (next !== null) go(next);
    else if (typed !== null && typed <= largest) {
      put(typed);
      go(Math.min(selected + 1, last));
    } else if (key === "+" || key === "=") put(doubled(tileAt(board, selected), largest));
    else if (key === "-") put(halved(tileAt(board, selected)));
    else if (key === "Delete") put(0);
    else if (key === "Backspace") {
      put(0);
      go(Math.max(selected - 1, 0));
    } else return;
    event.preventDefault();
  };

  return (
    <div class="editor" role="group" aria-label="Cells" data-own-keys ref={cells} onKeyDown={onKeyDown}>
      {board.tiles.map((tile, cell) => (
        <button
          key={cell}
          type="button"
          class="editor-cell"
          style={placeOf(cell, board.size.columns)}
          tabIndex={cell === selected ? 0 : -1}
          aria-pressed={cell === selected}
          aria-label={`${inWords(cell, board.size)}: ${tile === 0 ? "empty" : tile}`}
          onClick={() => go(cell)}
        />
      ))}
    </div>
  );
}
