// A slow, obvious solver of the two-player game, for tests: exact values by exhaustive search with memory.
import { load } from "./source.mjs";

const { slide } = await load("game/slide.ts");
const { emptyCells, withTile } = await load("game/board.ts");
const { allDirections } = await load("game/direction.ts");

/** The exact values of small boards: what the defender still scores if both sides play perfectly. */
export function solverOf(rule) {
  const known = new Map();
  const remembered = (kind, board, compute) => {
    const key = `${kind} ${board.size.rows}x${board.size.columns} ${board.tiles}`;
    if (!known.has(key)) known.set(key, compute());
    return known.get(key);
  };
  /** The value of every slide; null if it is illegal. */
  const slides = (board) =>
    Object.fromEntries(
      allDirections.map((direction) => {
        const slid = slide(board, direction);
        return [direction, slid === null ? null : slid.reward + attack(slid.afterstate)];
      }),
    );
  /** Every placement with its value. */
  const placements = (board) =>
    emptyCells(board).flatMap((cell) =>
      (rule === "2" ? [2] : [2, 4]).map((tile) => ({ cell, tile, value: defend(withTile(board, cell, tile)) })),
    );
  const defend = (board) =>
    remembered("defend", board, () => {
      const values = Object.values(slides(board)).filter((value) => value !== null);
      return Math.max(0, ...values);
    });
  const attack = (board) =>
    remembered("attack", board, () => Math.min(...placements(board).map(({ value }) => value)));
  return { slides, placements, defend, attack };
}
