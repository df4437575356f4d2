// A small picture of a board, for lists; the text beside it says what it shows.
import type { Board } from "../game/board.ts";
import "./mini-board.css";

export function MiniBoard({ board: { size, tiles } }: { readonly board: Board }) {
  return (
    <span class="mini-board" style={{ "--rows": size.rows, "--columns": size.columns }} aria-hidden="true">
      {tiles.map((tile, cell) => (
        <span key={cell} data-tile={tile} data-digits={String(tile).length}>
          {tile === 0 ? "" : tile}
        </span>
      ))}
    </span>
  );
}
