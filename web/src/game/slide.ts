// Slides: the effect of a move, and the path of every tile.
import { type Board, tileAt } from "./board.ts";
import { allDirections, type Direction } from "./direction.ts";

/** The path of a tile in a slide. Two tiles whose paths end on the same cell merge there. */
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

/** The largest tile: the program does not merge two of them, and no game can reach two. */
const lastTile = 131072;

/** The cells of each line, starting at the edge that the tiles slide to. */
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

/** The slide; null if it changes nothing and so is illegal. */
export function slide(board: Board, direction: Direction): Slide | null {
  const tiles = new Array<number>(board.tiles.length).fill(0);
  const paths: Path[] = [];
  let reward = 0;
  for (const line of linesOf(board, direction)) {
    let filled = 0;
    let waiting: number | null = null; // origin of the tile on the last filled cell, while it may still merge
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
