// Board sizes: rows x columns, sides of 1 to 4, at least two cells.

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** All sizes: the common ones first, then the others from large to small. */
export const allSizes: readonly Size[] = (() => {
  const common = ["4x4", "3x3", "2x2", "2x3", "2x4", "3x4"];
  const sides = [4, 3, 2, 1];
  const names = sides.flatMap((rows) => sides.map((columns) => `${rows}x${columns}`));
  const others = names.filter((name) => name !== "1x1" && !common.includes(name));
  return [...common, ...others].map((name) => ({ rows: Number(name[0]), columns: Number(name[2]) }));
})();

/** Number of common sizes at the start of `allSizes`. */
export const commonSizes = 6;

export const defaultSize = allSizes[0] as Size;

export function nameOfSize(size: Size): string {
  return `${size.rows}x${size.columns}`;
}

export function sizeOfName(name: string): Size | null {
  return allSizes.find((size) => nameOfSize(size) === name) ?? null;
}

/** Whether the program can solve a size exactly: larger ones need terabytes (docs/solving.md). */
export function isSolvable(size: Size): boolean {
  return cellsOf(size) <= 9;
}

export function cellsOf(size: Size): number {
  return size.rows * size.columns;
}

/** The largest tile that can exist: a spawned 4 and one tile of each smaller value, merged in a chain. */
export function largestTile(size: Size): number {
  return 2 ** (cellsOf(size) + 1);
}
