// The two-player game: an attacker places the tiles, a defender slides them and scores. The rules of src/game/duel.h.
import { type Board, emptyBoard } from "./board.ts";
import type { Direction } from "./direction.ts";
import { momentsTo } from "./moment.ts";
import type { Size } from "./size.ts";
import { isOver, slide } from "./slide.ts";
import { drawSpawn, type Spawn, startSpawns, withSpawn } from "./spawn.ts";

export const roles = ["attack", "defend"] as const;
export type Role = (typeof roles)[number];

/** What the attacker may place: a 2 or a 4, as it likes (the rule of 2016), or only 2s (that of 2015). */
export const duelRules = ["2or4", "2"] as const;
export type DuelRule = (typeof duelRules)[number];

/** The attacker places the first tile on an empty board, or the defender slides first, on two random tiles. */
export const duelStarts = ["empty", "two"] as const;
export type DuelStart = (typeof duelStarts)[number];

export interface DuelTerms {
  readonly size: Size;
  readonly rule: DuelRule;
  readonly from: DuelStart;
}

/** What one side does when it is its turn: the attacker places a tile, the defender slides. */
export type Ply =
  { readonly move: null; readonly spawn: Spawn } | { readonly move: Direction; readonly spawn: null };

export interface DuelMoment {
  readonly board: Board;
  /** The score of the defender. */
  readonly score: number;
  /** Plies so far. */
  readonly plies: number;
  /** Whose turn it is. */
  readonly role: Role;
  /** The ply that led here; null at the start. */
  readonly last: { readonly turn: Ply; readonly reward: number; readonly before: DuelMoment } | null;
}

export const otherRole = (role: Role): Role => (role === "attack" ? "defend" : "attack");

export const tilesOfRule = (rule: DuelRule): readonly number[] => (rule === "2" ? [2] : [2, 4]);

/** The rounds, each a move of the opponent and an own one, that a search looks beyond the move. */
export const roundsOfPlies = (plies: number): number => Math.floor((plies - 1) / 2);

/** The board that a duel starts on; `seed` draws the two tiles, if there are any. */
export function duelStartBoard({ size, rule, from }: DuelTerms, seed: number): Board {
  let board = emptyBoard(size);
  for (let number = 0; from === "two" && number < startSpawns; ++number) {
    const { cell, tile } = drawSpawn(board, seed, number);
    board = withSpawn(board, { cell, tile: rule === "2" ? 2 : tile });
  }
  return board;
}

/** The start of a duel on a board: the attacker begins if it is empty. */
export function firstDuelMoment(board: Board): DuelMoment {
  const empty = board.tiles.every((tile) => tile === 0);
  return { board, score: 0, plies: 0, role: empty ? "attack" : "defend", last: null };
}

/** The moment after a ply; null if it breaks a rule. */
export function afterPly(before: DuelMoment, turn: Ply, rule: DuelRule): DuelMoment | null {
  if ((turn.move === null) !== (before.role === "attack")) return null;
  const next = { plies: before.plies + 1, role: otherRole(before.role) };
  if (turn.move === null) {
    const { cell, tile } = turn.spawn;
    if (before.board.tiles[cell] !== 0 || !tilesOfRule(rule).includes(tile)) return null;
    const board = withSpawn(before.board, turn.spawn);
    return { ...next, board, score: before.score, last: { turn, reward: 0, before } };
  }
  const slid = slide(before.board, turn.move);
  if (slid === null) return null;
  const { afterstate, reward } = slid;
  return { ...next, board: afterstate, score: before.score + reward, last: { turn, reward, before } };
}

/** A duel ends when the defender cannot slide; after a slide there is always an empty cell for the attacker. */
export function isDuelOver({ board, role }: DuelMoment): boolean {
  return role === "defend" && isOver(board);
}

/** The plies that led from the start to this moment. */
export function pliesTo(moment: DuelMoment): Ply[] {
  return momentsTo(moment).flatMap(({ last }) => (last === null ? [] : [last.turn]));
}

/** The last earlier moment at which it was this role's turn; null if there is none. */
export function decisionBefore(moment: DuelMoment, role: Role): DuelMoment | null {
  let at = moment.last?.before ?? null;
  while (at !== null && at.role !== role) at = at.last?.before ?? null;
  return at;
}
