// Why a move is worse than the best one, in words: only what the rules of the game let us compute exactly for the two boards.
import { type Board, emptyCells, largestOn } from "../game/board.ts";
import { allDirections, type Direction } from "../game/direction.ts";
import { legalMoves, slide } from "../game/slide.ts";
import { chanceOfFour, withSpawn } from "../game/spawn.ts";
import { formatPercent } from "../format.ts";

/** Number of reasons that are given: the most important ones. */
const maxReasons = 3;

/** How many moves ahead the chance of the end of the game is computed, and the number of boards that this may take. */
const maxHorizon = 3;
const maxBoards = 2500;

/** Differences below this share are not worth a word. */
const minDanger = 0.005;

/** Differences of order and smoothness below this are not worth a word. */
const minSteps = 3;

function cornersOf({ size: { rows, columns } }: Board): number[] {
  return [0, columns - 1, (rows - 1) * columns, rows * columns - 1];
}

function holdsCorner(board: Board): boolean {
  return cornersOf(board).some((cell) => board.tiles[cell] === largestOn(board));
}

/** The tiles that a move merges, each once per pair. */
function mergedBy(board: Board, direction: Direction): number[] {
  const paths = slide(board, direction)?.paths ?? [];
  return paths.filter(({ merges }) => merges).map(({ from }) => board.tiles[from] ?? 0);
}

/** The tiles of which two can merge with the next move. */
function mergeable(board: Board): ReadonlySet<number> {
  return new Set(allDirections.flatMap((direction) => mergedBy(board, direction)));
}

const countOf = (board: Board, tile: number) => board.tiles.filter((other) => other === tile).length;
const exponentOf = (tile: number) => (tile === 0 ? 0 : Math.log2(tile));

function linesOf({ size: { rows, columns }, tiles }: Board): number[][] {
  const row = (at: number) => tiles.slice(at * columns, (at + 1) * columns);
  const column = (at: number) => Array.from({ length: rows }, (_, line) => tiles[line * columns + at] ?? 0);
  return [
    ...Array.from({ length: rows }, (_, at) => row(at)),
    ...Array.from({ length: columns }, (_, at) => column(at)),
  ];
}

/** Steps of the exponent between neighbours, over all rows and columns. */
function stepsOf(board: Board): number[][] {
  return linesOf(board).map((line) => line.slice(1).map((tile, at) => exponentOf(tile) - exponentOf(line[at] ?? 0)));
}

/** Steps against the main direction of each row and column: 0 if all of them only rise or only fall. */
export function disorderOf(board: Board): number {
  return stepsOf(board).reduce((sum, steps) => {
    const rise = steps.reduce((total, step) => total + Math.max(step, 0), 0);
    const fall = steps.reduce((total, step) => total + Math.max(-step, 0), 0);
    return sum + Math.min(rise, fall);
  }, 0);
}

/** The sum of the steps between neighbours. */
export function roughnessOf(board: Board): number {
  return stepsOf(board).reduce((sum, steps) => sum + steps.reduce((total, step) => total + Math.abs(step), 0), 0);
}

/** Thrown if the search for the end of the game takes too long. */
class TooLarge extends Error {}

/**
 * The exact probability that the game ends within `moves` moves after this afterstate, for a player who only tries to
 * survive them. A board with an empty cell is never the end, and a move never takes empty cells: with many of them the
 * answer is 0 without a search.
 */
export function chanceOfEnd(afterstate: Board, moves: number, boards: { left: number }): number {
  const cells = emptyCells(afterstate);
  if (cells.length > moves + 1) return 0;
  let chance = 0;
  for (const cell of cells)
    for (const tile of [2, 4]) {
      if (--boards.left < 0) throw new TooLarge();
      const share = (tile === 4 ? chanceOfFour : 1 - chanceOfFour) / cells.length;
      const board = withSpawn(afterstate, { cell, tile });
      const legal = legalMoves(board);
      if (legal.length === 0) chance += share;
      else if (moves > 0) {
        let least = 1;
        for (const move of legal) {
          const next = slide(board, move);
          if (next !== null) least = Math.min(least, chanceOfEnd(next.afterstate, moves - 1, boards));
          if (least === 0) break;
        }
        chance += share * least;
      }
    }
  return chance;
}

export interface Danger {
  readonly moves: number;
  readonly played: number;
  readonly best: number;
}

/** The chances of the end after both moves, as many moves ahead as can be computed; null if not even one. */
export function dangerOf(played: Board, best: Board): Danger | null {
  for (let moves = maxHorizon; moves >= 1; --moves)
    try {
      const boards = { left: maxBoards };
      return { moves, played: chanceOfEnd(played, moves, boards), best: chanceOfEnd(best, moves, boards) };
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  return null;
}

/** The largest tile that could merge before, can no longer merge after `played`, but can (or did) merge with `best`. */
function blockedMerge(board: Board, played: Board, best: Board): number | null {
  const [before, after, better] = [mergeable(board), mergeable(played), mergeable(best)];
  const blocked = [...before].filter(
    (tile) =>
      !after.has(tile) &&
      countOf(played, tile) >= 2 &&
      (better.has(tile) || countOf(best, tile) < countOf(board, tile)),
  );
  return blocked.length === 0 ? null : Math.max(...blocked);
}

const cellsInWords = (count: number) => (count === 1 ? "1 empty cell" : `${count} empty cells`);

/** The reasons why `played` is worse than `best`, the most important first; empty if none of the known ones applies. */
export function reasonsAgainst(board: Board, played: Direction, best: Direction): string[] {
  const after = slide(board, played)?.afterstate;
  const better = slide(board, best)?.afterstate;
  if (after === undefined || better === undefined) return [];
  const reasons: string[] = [];
  const danger = dangerOf(after, better);
  if (danger !== null && danger.played - danger.best >= minDanger)
    reasons.push(
      `After ${played} the game ends within ${danger.moves} ${danger.moves === 1 ? "move" : "moves"} with a chance of ${formatPercent(danger.played)}, even if you only try to survive; after ${best}: ${formatPercent(danger.best)}.`,
    );
  if (holdsCorner(board) && !holdsCorner(after) && holdsCorner(better))
    reasons.push(`The largest tile, ${largestOn(board)}, leaves its corner; with ${best} it stays in one.`);
  const blocked = blockedMerge(board, after, better);
  if (blocked !== null)
    reasons.push(`Two tiles of ${blocked} could merge; after ${played} they cannot merge with the next move.`);
  const [missed, made] = [mergedBy(board, best), mergedBy(board, played)].map((tiles) => Math.max(0, ...tiles));
  if (missed !== undefined && made !== undefined && missed > made && missed !== blocked)
    reasons.push(`${best} merges two tiles of ${missed}; ${played} does not.`);
  const [left, kept] = [emptyCells(after).length, emptyCells(better).length];
  if (left < kept) reasons.push(`${played} leaves ${cellsInWords(left)}, ${best} ${kept}.`);
  const [disorder, order] = [disorderOf(after), disorderOf(better)];
  if (disorder - order >= minSteps)
    reasons.push(
      `Rows and columns are less in order: ${disorder} doublings against their direction instead of ${order}.`,
    );
  const [rough, smooth] = [roughnessOf(after), roughnessOf(better)];
  if (rough - smooth >= minSteps)
    reasons.push(`Neighbouring tiles differ more: by ${rough} doublings in total instead of ${smooth}.`);
  return reasons.slice(0, maxReasons).map((reason) => reason[0]?.toUpperCase() + reason.slice(1));
}
