// The cells of the board editor: one button per cell, and the digits that are typed for the selected one.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../game/board.ts";
import { cellInWords, placeOf } from "../parts/board-view.tsx";
import type { Editing } from "./editing.ts";
import { typedTile } from "./typed-tile.ts";
import "./editor.css";

/** Keys are handled by the tab (`Editing.key`), also those that a button would take. */
export function Editor({ board, editing }: { readonly board: Board; readonly editing: Editing }) {
  const cells = useRef<HTMLDivElement>(null);
  const { cell: selected, typed } = editing;
  useLayoutEffect(() => cells.current?.querySelectorAll("button")[selected]?.focus(), [selected]);
  return (
    <div class="editor" role="group" aria-label="Cells" data-page-keys ref={cells}>
      {board.tiles.map((tile, cell) => (
        <button
          key={cell}
          type="button"
          class="cell-button editor-cell"
          style={placeOf(cell, board.size.columns)}
          tabIndex={cell === selected ? 0 : -1}
          aria-pressed={cell === selected}
          aria-label={`${cellInWords(cell, board.size)}: ${tile === 0 ? "empty" : tile}`}
          onClick={() => editing.select(cell)}
        >
          {cell === selected && typed !== "" && typedTile(typed, board.size).state === "start" && (
            <span class="editor-typed">{typed}</span>
          )}
        </button>
      ))}
    </div>
  );
}
