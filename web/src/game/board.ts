// A board is a value: its size and its tiles, cell by cell and row by row, 0 for an empty cell.
import { cellsOf, largestTile, type Size } from "./size.ts";

export interface Board {
  readonly size: Size;
  readonly tiles: readonly number[];
}

export function emptyBoard(size: Size): Board {
  return { size, tiles: new Array<number>(cellsOf(size)).fill(0) };
}

export function tileAt(board: Board, cell: number): number {
  return board.tiles[cell] ?? 0;
}

export function withTile(board: Board, cell: number, tile: number): Board {
  return { size: board.size, tiles: board.tiles.map((old, index) => (index === cell ? tile : old)) };
}

export function emptyCells(board: Board): number[] {
  return board.tiles.flatMap((tile, cell) => (tile === 0 ? [cell] : []));
}

export function largestOn(board: Board): number {
  return Math.max(...board.tiles);
}

/** The board cropped or padded to another size, from the top left corner; tiles too large for that size are dropped. */
export function resized(board: Board, size: Size): Board {
  const tiles = emptyBoard(size).tiles.map((_, cell) => {
    const row = Math.floor(cell / size.columns);
    const column = cell % size.columns;
    if (row >= board.size.rows || column >= board.size.columns) return 0;
    const tile = tileAt(board, row * board.size.columns + column);
    return tile <= largestTile(size) ? tile : 0;
  });
  return { size, tiles };
}
