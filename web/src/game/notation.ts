// Boards as text: tile values row by row, separated by spaces, commas or slashes, 0 or . for an empty cell.
import type { Board } from "./board.ts";
import { allSizes, cellsOf, largestTile, nameOfSize, type Size } from "./size.ts";

/** Invalid notation; the message is a sentence for the user. */
export class NotationError extends Error {}

export function notationOf(board: Board): string {
  return board.tiles
    .map((tile, cell) => (cell === 0 ? "" : cell % board.size.columns === 0 ? "/" : " ") + tile)
    .join("");
}

function tileOf(token: string, size: Size): number {
  if (token === ".") return 0;
  const tile = /^\d+$/.test(token) ? Number(token) : NaN;
  if (Number.isNaN(tile) || tile === 1 || (tile !== 0 && !Number.isInteger(Math.log2(tile))))
    throw new NotationError(
      `Tile '${token}': a tile is a power of two such as 2 or 1024; write 0 or . for an empty cell.`,
    );
  if (tile > largestTile(size))
    throw new NotationError(
      `Tile '${token}': the largest tile that can exist on ${nameOfSize(size)} is ${largestTile(size)}.`,
    );
  return tile;
}

/** Parses a board of a known size. */
export function parseBoard(text: string, size: Size): Board {
  const tokens = text.split(/[\s,/]+/).filter((token) => token !== "");
  if (tokens.length !== cellsOf(size))
    throw new NotationError(
      `${nameOfSize(size)} has ${cellsOf(size)} cells, but ${tokens.length} were given: write the tiles row by row, 0 for empty cells.`,
    );
  return { size, tiles: tokens.map((token) => tileOf(token, size)) };
}

/** Parses a board of unknown size: by its rows if they are separated, otherwise the size `preferred` or a square. */
export function parseAnyBoard(text: string, preferred: Size): Board {
  const rows = text
    .trim()
    .split(/\s*[/\n]\s*/)
    .map((row) => row.split(/[\s,]+/).filter((token) => token !== ""));
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const [first = []] = rows;
  const marked = rows.length > 1 && rows.every((row) => row.length === first.length);
  const fits = ({ rows: height, columns }: Size) =>
    marked ? height === rows.length && columns === first.length : height === columns && cells === height * columns;
  const found = !marked && cells === cellsOf(preferred) ? preferred : allSizes.find(fits);
  return parseBoard(text, found ?? preferred);
}
