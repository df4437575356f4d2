// Tiles that are typed as numbers, digit by digit.
import { largestTile, type Size } from "../game/size.ts";

export type TypedTile =
  /** The digits are a tile. */
  | { readonly state: "tile"; readonly tile: number }
  /** They can become a tile: 12 is the start of 128. */
  | { readonly state: "start" }
  | { readonly state: "wrong" };

/** All tiles that can exist on a size, from 2 to at most 131072. */
export function tilesOf(size: Size): number[] {
  return Array.from({ length: Math.log2(largestTile(size)) }, (_, at) => 2 ** (at + 1));
}

export function typedTile(digits: string, size: Size): TypedTile {
  const tiles = tilesOf(size);
  const tile = tiles.find((tile) => String(tile) === digits);
  if (tile !== undefined) return { state: "tile", tile };
  return { state: tiles.some((tile) => String(tile).startsWith(digits)) ? "start" : "wrong" };
}

export function wrongTile(digits: string, size: Size): string {
  return `${digits} is not a tile: tiles are powers of two from 2 to ${largestTile(size)}. The cell is unchanged.`;
}
