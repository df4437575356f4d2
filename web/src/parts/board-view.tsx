// Draws a board: cells, sliding tiles, and overlays.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Direction } from "../game/direction.ts";
import type { Board } from "../game/board.ts";
import type { Size } from "../game/size.ts";
import "./board-view.css";
import { useSwipe } from "./swipe.ts";
import { type Drawable, firstScene, nextScene, type Scene } from "./tiles.ts";

interface BoardViewProps {
  readonly moment: Drawable;
  /** Whether moves are animated; false if they come too fast to follow. */
  readonly animated?: boolean;
  readonly onSwipe?: (direction: Direction) => void;
  readonly children?: ComponentChildren;
}

/** The board in words, row by row. */
function inWords({ size, tiles }: Board): string {
  const rows = Array.from({ length: size.rows }, (_, row) =>
    tiles
      .slice(row * size.columns, (row + 1) * size.columns)
      .map((tile) => (tile === 0 ? "empty" : tile))
      .join(", "),
  );
  return `Board of ${size.rows} rows and ${size.columns} columns: ${rows.join("; ")}`;
}

export function cellInWords(cell: number, { columns }: Size): string {
  return `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
}

export function placeOf(cell: number, columns: number): Record<string, number> {
  return { "--row": Math.floor(cell / columns), "--column": cell % columns };
}

export function BoardView({ moment, animated = true, onSwipe, children }: BoardViewProps) {
  const scene = useRef<Scene | null>(null);
  scene.current = scene.current === null ? firstScene(moment) : nextScene(scene.current, moment);
  const swipe = useSwipe(onSwipe);
  const { size } = moment.board;
  return (
    <div
      class="board"
      data-animated={animated}
      data-swipes={onSwipe !== undefined}
      style={{ "--rows": size.rows, "--columns": size.columns }}
      {...swipe}
    >
      <div class="board-picture" role="img" aria-label={inWords(moment.board)}>
        {moment.board.tiles.map((_, cell) => (
          <div key={`cell ${cell}`} class="cell" style={placeOf(cell, size.columns)} />
        ))}
        {scene.current.tiles.map((tile) => (
          <div key={tile.id} class="tile" data-look={tile.look} style={placeOf(tile.cell, size.columns)}>
            <div class="face" data-tile={tile.value} data-digits={String(tile.value).length}>
              {tile.value}
            </div>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
