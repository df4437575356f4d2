// The tiles that a cell can hold, each with its key: 1 to 9 for 2 to 512, a to h for 1024 to 131072, 0 for empty.
import { largestTile, type Size } from "../game/size.ts";

const keysOfTiles = "0123456789abcdefgh";

export function tileOfKey(key: string): number | null {
  if (key === "." || key === " ") return 0;
  const exponent = key.length === 1 ? keysOfTiles.indexOf(key.toLowerCase()) : -1;
  return exponent < 0 ? null : exponent === 0 ? 0 : 2 ** exponent;
}

interface PaletteProps {
  readonly size: Size;
  /** The tile of the selected cell. */
  readonly tile: number;
  readonly onChoose: (tile: number) => void;
}

export function Palette({ size, tile: chosen, onChoose }: PaletteProps) {
  const tiles = [...keysOfTiles].map((key) => ({ key, tile: tileOfKey(key) ?? 0 }));
  return (
    <div class="palette" role="group" aria-label="Tile of the selected cell">
      {tiles
        .filter(({ tile }) => tile <= largestTile(size))
        .map(({ key, tile }) => (
          <button
            key={key}
            type="button"
            class="palette-tile"
            data-tile={tile}
            aria-pressed={tile === chosen}
            aria-keyshortcuts={key}
            onClick={() => onChoose(tile)}
          >
            <span>{tile === 0 ? "empty" : tile}</span>
            <kbd aria-hidden="true">{key}</kbd>
          </button>
        ))}
    </div>
  );
}
