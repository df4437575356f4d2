// The tiles that a cell can hold, to choose by mouse or touch.
import type { Size } from "../game/size.ts";
import { tilesOf } from "./typed-tile.ts";

interface PaletteProps {
  readonly size: Size;
  /** The tile of the selected cell. */
  readonly tile: number;
  readonly onChoose: (tile: number) => void;
}

export function Palette({ size, tile: chosen, onChoose }: PaletteProps) {
  return (
    <div class="palette" role="group" aria-label="Tile of the selected cell">
      {[0, ...tilesOf(size)].map((tile) => (
        <button
          key={tile}
          type="button"
          class="palette-tile"
          data-tile={tile}
          aria-pressed={tile === chosen}
          onClick={() => onChoose(tile)}
        >
          {tile === 0 ? "empty" : tile}
        </button>
      ))}
    </div>
  );
}
