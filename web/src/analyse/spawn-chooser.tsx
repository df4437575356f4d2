// Chooses where the tile after the last move appears: click or tap a cell for a 2; for a 4, right-click, hold or
// Shift-click.
import { useRef } from "preact/hooks";
import type { Moment } from "../game/moment.ts";
import type { Spawn } from "../game/spawn.ts";
import { cellInWords, placeOf } from "../parts/board-view.tsx";
import "./spawn-chooser.css";

/** Milliseconds after which a touch counts as holding. */
const holdTime = 450;

interface SpawnChooserProps {
  readonly moment: Moment;
  /** Whether the new tile is marked: not while a recorded game is only looked at. */
  readonly marked: boolean;
  readonly onChoose: (spawn: Spawn) => void;
}

export function SpawnChooser({ moment, marked, onChoose }: SpawnChooserProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Whether the current touch has already chosen a 4, so that its end chooses nothing. */
  const held = useRef(false);
  const { board, last } = moment;
  if (last === null) return null;
  const { spawn } = last.turn;
  const choose = (cell: number, tile: number) => {
    if (cell !== spawn.cell || tile !== spawn.tile) onChoose({ cell, tile });
  };
  const stopHolding = () => clearTimeout(timer.current);
  const hold = (cell: number) => {
    if (held.current) return;
    stopHolding();
    held.current = true;
    choose(cell, 4);
  };
  const labelOf = (cell: number) => (cell === spawn.cell ? `new ${spawn.tile}` : "put the new tile here");
  const cells = board.tiles.flatMap((tile, cell) => (tile === 0 || cell === spawn.cell ? [cell] : []));
  return (
    <div role="group" aria-label="Choose where the new tile appears">
      {cells.map((cell) => (
        <button
          key={cell}
          type="button"
          class="cell-button spawn-cell"
          style={placeOf(cell, board.size.columns)}
          data-chosen={marked && cell === spawn.cell}
          aria-label={`${cellInWords(cell, board.size)}: ${labelOf(cell)}`}
          onPointerDown={({ pointerType }) => {
            stopHolding();
            held.current = false;
            if (pointerType !== "mouse") timer.current = setTimeout(() => hold(cell), holdTime);
          }}
          onPointerMove={({ movementX, movementY }) => {
            if (Math.abs(movementX) + Math.abs(movementY) > 6) stopHolding();
          }}
          onPointerUp={stopHolding}
          onPointerCancel={stopHolding}
          onContextMenu={(event) => {
            event.preventDefault();
            hold(cell);
          }}
          onClick={({ shiftKey }) => {
            stopHolding();
            if (!held.current) choose(cell, shiftKey ? 4 : 2);
            held.current = false;
          }}
        />
      ))}
    </div>
  );
}
