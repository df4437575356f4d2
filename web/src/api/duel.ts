// Analysis of the two-player game: the value of every placement, or of every slide, for a side that looks ahead.
import { allDirections, type Direction } from "../game/direction.ts";
import { afterPly, type DuelMoment, type DuelRule, firstDuelMoment, type Ply } from "../game/duel.ts";
import type { Board } from "../game/board.ts";
import { notationOf } from "../game/notation.ts";
import { nameOfSize } from "../game/size.ts";
import type { Spawn } from "../game/spawn.ts";
import type { MoveValues } from "./analysis.ts";
import { request } from "./request.ts";

/** How far to look ahead: plies of both sides, an odd number, or a time. A database needs neither. */
export type DuelEffort = { readonly plies: number } | { readonly time_ms: number } | Readonly<Record<never, never>>;

/** A ply and what the defender still scores after it, with best play as far as the engine can tell. */
export interface Choice {
  readonly ply: Ply;
  readonly value: number;
}

interface Work {
  readonly plies: number;
  readonly rounds: number;
  readonly nodes: number;
  readonly ms: number;
}

/** All that a side can do, and what the engine would do. */
export interface Choices extends Work {
  readonly best: Choice;
  readonly all: readonly Choice[];
}

interface AttackAnswer extends Work {
  readonly cell: number | null;
  readonly tile: number | null;
  readonly placements: readonly (Spawn & { readonly value: number })[];
}

interface DefendAnswer extends Work {
  readonly best: Direction | null;
  readonly moves: MoveValues;
}

const isPly = (one: Ply, other: Ply) =>
  one.move === other.move && one.spawn?.cell === other.spawn?.cell && one.spawn?.tile === other.spawn?.tile;

function choicesOfAttack({ cell, tile, placements }: AttackAnswer): [Ply | null, Choice[]] {
  const best: Ply | null = cell === null || tile === null ? null : { move: null, spawn: { cell, tile } };
  const all = placements.map(
    ({ cell, tile, value }): Choice => ({ ply: { move: null, spawn: { cell, tile } }, value }),
  );
  return [best, all];
}

function choicesOfDefence({ best, moves }: DefendAnswer): [Ply | null, Choice[]] {
  const all = allDirections.flatMap((move): Choice[] => {
    const value = moves[move];
    return value === null ? [] : [{ ply: { move, spawn: null }, value }];
  });
  return [best === null ? null : { move: best, spawn: null }, all];
}

/** Asks the engine of the server, or the model of a run, for the side whose turn it is. */
export async function choicesAt(
  moment: DuelMoment,
  rule: DuelRule,
  run: string | null,
  effort: DuelEffort,
  signal?: AbortSignal,
): Promise<Choices> {
  const { board, role } = moment;
  const body = {
    board: notationOf(board),
    size: nameOfSize(board.size),
    role,
    rule,
    ...(run === null ? {} : { run }),
    ...effort,
  };
  const answer = await request<AttackAnswer | DefendAnswer>("analyse", { body, signal });
  const [wanted, all] = "placements" in answer ? choicesOfAttack(answer) : choicesOfDefence(answer);
  const best = wanted === null ? undefined : all.find(({ ply }) => isPly(ply, wanted));
  if (best === undefined || afterPly(moment, best.ply, rule) === null)
    throw new Error("The answer of the server breaks the rules of the duel.");
  const { plies, rounds, nodes, ms } = answer;
  return { best, all, plies, rounds, nodes, ms };
}

/** The tile that the engine would put on an afterstate to hurt the player most, at one ply. */
export async function hostileSpawn(afterstate: Board, run: string | null, signal?: AbortSignal): Promise<Spawn> {
  const moment: DuelMoment = { ...firstDuelMoment(afterstate), role: "attack" };
  const { best } = await choicesAt(moment, "2or4", run, { plies: 1 }, signal);
  return best.ply.spawn as Spawn;
}

/** What a ply loses against the best one for the side that makes it; null if its value is unknown. */
export function lossOf({ best, all }: Choices, ply: Ply): number | null {
  const made = all.find((choice) => isPly(choice.ply, ply));
  return made === undefined ? null : Math.abs(made.value - best.value);
}
