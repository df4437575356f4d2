// Slides: what a move does, cell by cell, and which way every tile goes.
import { type Board, tileAt } from "./board.ts";
import { allDirections, type Direction } from "./direction.ts";

/** Where a tile goes in a slide. Two paths that end on one cell merge there. */
export interface Path {
  readonly from: number;
  readonly to: number;
  readonly merges: boolean;
}

export interface Slide {
  readonly afterstate: Board;
  readonly reward: number;
  readonly paths: readonly Path[];
}

/** The largest tile of all: the program does not merge two of it, and no game comes to two. */
const lastTile = 131072;

/** The cells of each line, from the wall that tiles slide to. */
function linesOf({ size }: Board, direction: Direction): number[][] {
  const { rows, columns } = size;
  const vertical = direction === "up" || direction === "down";
  const lines = vertical ? columns : rows;
  const length = vertical ? rows : columns;
  const cellAt = (line: number, step: number) => (vertical ? step * columns + line : line * columns + step);
  return Array.from({ length: lines }, (_, line) => {
    const cells = Array.from({ length }, (_, step) => cellAt(line, step));
    return direction === "right" || direction === "down" ? cells.reverse() : cells;
  });
}

/** The slide, or null where it changes nothing and so is illegal. */
export function slide(board: Board, direction: Direction): Slide | null {
  const tiles = new Array<number>(board.tiles.length).fill(0);
  const paths: Path[] = [];
  let reward = 0;
  for (const line of linesOf(board, direction)) {
    let filled = 0;
    let waiting: number | null = null; // where the tile on the last filled cell came from, while it may still merge
    for (const from of line) {
      const tile = tileAt(board, from);
      if (tile === 0) continue;
      const last = line[filled - 1];
      if (waiting !== null && last !== undefined && tiles[last] === tile && tile !== lastTile) {
        tiles[last] = 2 * tile;
        reward += 2 * tile;
        paths.pop();
        paths.push({ from: waiting, to: last, merges: true }, { from, to: last, merges: true });
        waiting = null;
      } else {
        const to = line[filled++] as number;
        tiles[to] = tile;
        paths.push({ from, to, merges: false });
        waiting = from;
      }
    }
  }
  if (paths.every((path) => path.from === path.to)) return null;
  return { afterstate: { size: board.size, tiles }, reward, paths };
}

export function legalMoves(board: Board): Direction[] {
  return allDirections.filter((direction) => slide(board, direction) !== null);
}

export function isOver(board: Board): boolean {
  return legalMoves(board).length === 0;
}
