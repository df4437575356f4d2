// The cells of the board for the attacker: one button per cell, so that the focus stays where it is when tiles slide.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Choices } from "../api/duel.ts";
import { formatDecimals } from "../format.ts";
import { type Board, tileAt } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import type { Size } from "../game/size.ts";
import type { Spawn } from "../game/spawn.ts";
import { cellInWords, placeOf } from "../parts/board-view.tsx";
import { usePlacing } from "../parts/placing.ts";
import { isBest } from "./hint.ts";
import "../parts/placing.css";

/** The neighbour of a cell in a direction, or the cell itself at the edge. */
export function neighbourOf(cell: number, direction: Direction, { rows, columns }: Size): number {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  if (direction === "up") return row === 0 ? cell : cell - columns;
  if (direction === "down") return row === rows - 1 ? cell : cell + columns;
  if (direction === "left") return column === 0 ? cell : cell - 1;
  return column === columns - 1 ? cell : cell + 1;
}

interface PlacementCellsProps {
  readonly board: Board;
  /** The focused cell, which the keys apply to. */
  readonly cursor: number | null;
  readonly onCursor: (cell: number | null) => void;
  readonly onPlace: (spawn: Spawn) => void;
  /** The values that a hint shows on the cells. */
  readonly hint: Choices | null;
  readonly decimals: number;
}

export function PlacementCells({ board, cursor, onCursor, onPlace, hint, decimals }: PlacementCellsProps) {
  const cells = useRef<HTMLDivElement>(null);
  const placing = usePlacing(onPlace);
  useLayoutEffect(() => {
    if (cursor !== null) cells.current?.querySelectorAll("button")[cursor]?.focus();
  }, [cursor]);
  const valuesOn = (cell: number) =>
    (hint?.all ?? []).flatMap((choice) => {
      const { spawn } = choice.ply;
      if (hint === null || spawn?.cell !== cell) return [];
      const text = `${spawn.tile}: ${formatDecimals(choice.value, decimals)}`;
      return [{ text, best: isBest(choice, hint, decimals) }];
    });
  return (
    <div role="group" aria-label="Cells" data-page-keys ref={cells}>
      {board.tiles.map((_, cell) => {
        const tile = tileAt(board, cell);
        const told = valuesOn(cell).map(({ text }) => `, ${text}`).join("");
        return (
          <button
            key={cell}
            type="button"
            class="cell-button spawn-cell duel-cell"
            style={placeOf(cell, board.size.columns)}
            tabIndex={cell === (cursor ?? 0) ? 0 : -1}
            aria-disabled={tile !== 0}
            aria-label={`${cellInWords(cell, board.size)}: ${tile === 0 ? "empty" : tile}${told}`}
            onFocus={() => onCursor(cell)}
            onBlur={() => onCursor(null)}
            {...placing(cell)}
          />
        );
      })}
      {board.tiles.map((_, cell) => (
        <div key={cell} class="cell-button cell-values" style={placeOf(cell, board.size.columns)} aria-hidden="true">
          {valuesOn(cell).map(({ text, best }) => (
            <span key={text} data-best={best}>
              {text}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
