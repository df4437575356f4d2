// Chooses where the tile after the last move appears: click or tap a cell for a 2; for a 4, right-click, hold or
// Shift-click.
import type { Moment } from "../game/moment.ts";
import type { Spawn } from "../game/spawn.ts";
import { cellInWords, placeOf } from "../parts/board-view.tsx";
import { usePlacing } from "../parts/placing.ts";
import "../parts/placing.css";

interface SpawnChooserProps {
  readonly moment: Moment;
  /** Whether the new tile is marked: not while a recorded game is only looked at. */
  readonly marked: boolean;
  readonly onChoose: (spawn: Spawn) => void;
}

export function SpawnChooser({ moment, marked, onChoose }: SpawnChooserProps) {
  const { board, last } = moment;
  const placing = usePlacing((chosen) => {
    if (chosen.cell !== last?.turn.spawn.cell || chosen.tile !== last.turn.spawn.tile) onChoose(chosen);
  });
  if (last === null) return null;
  const { spawn } = last.turn;
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
          {...placing(cell)}
        />
      ))}
    </div>
  );
}
