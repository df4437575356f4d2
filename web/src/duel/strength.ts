// How well the opponent plays: how far it looks ahead, for how long, or how often it chooses at random.
import type { DuelEffort } from "../api/duel.ts";
import { type DuelMoment, type DuelRule, type Ply, roundsOfPlies, tilesOfRule } from "../game/duel.ts";
import { emptyCells } from "../game/board.ts";
import { randomBlock, uniformBelow, uniformUnit } from "../game/random.ts";
import { legalMoves } from "../game/slide.ts";
import { gameNumber } from "../game/spawn.ts";
import type { Option } from "../parts/select.tsx";

export interface Strength {
  readonly effort: DuelEffort;
  /** The probability that it chooses at random. */
  readonly random: number;
}

/** The opponent is a database with exact values, a model that searches, or there is neither. */
export type OpponentKind = "exact" | "search" | "none";

/** Both counts: plies are the measure of the program, rounds are what a player sees. */
export function lookahead(plies: number): string {
  const rounds = roundsOfPlies(plies);
  const beyond = rounds === 0 ? "0 rounds ahead" : rounds === 1 ? "1 round ahead" : `${rounds} rounds ahead`;
  return `${plies === 1 ? "1 ply" : `${plies} plies`}, ${beyond}`;
}

interface NamedStrength extends Strength {
  readonly label: string;
  readonly group: string;
  readonly kinds: readonly OpponentKind[];
}

const byPlies = (name: string, plies: number): NamedStrength => ({
  label: `${name}: ${lookahead(plies)}`,
  group: "Fixed lookahead",
  kinds: ["search"],
  effort: { plies },
  random: 0,
});

const byTime = (label: string, time_ms: number): NamedStrength => ({
  label,
  group: "Time per move",
  kinds: ["search"],
  effort: { time_ms },
  random: 0,
});

const byChance = (label: string, random: number, kinds: readonly OpponentKind[]): NamedStrength => ({
  label,
  group: "With random choices",
  kinds,
  effort: {},
  random,
});

/** By the names under which they are stored. */
const strengths: Readonly<Record<string, NamedStrength>> = {
  "1 ply": byPlies("Easy", 1),
  "3 plies": byPlies("Medium", 3),
  "5 plies": byPlies("Strong", 5),
  "7 plies": byPlies("Very strong", 7),
  "200 ms": byTime("As far as 0.2 s allow", 200),
  "1 s": byTime("As far as 1 s allows", 1000),
  "2 s": byTime("As far as 2 s allow", 2000),
  perfect: { label: "Perfect: exact values", group: "Without mistakes", kinds: ["exact"], effort: {}, random: 0 },
  careless: byChance("Careless: 1 of 5 choices is random", 0.2, ["exact"]),
  erratic: byChance("Erratic: every other choice is random", 0.5, ["exact"]),
  random: byChance("Random: does not think", 1, ["exact", "search", "none"]),
};

export const defaultStrengths: Readonly<Record<OpponentKind, string>> = {
  exact: "perfect",
  search: "3 plies",
  none: "random",
};

const isFor = (name: string, kind: OpponentKind) => strengths[name]?.kinds.includes(kind) === true;

export const isStrengthName = (kept: unknown): kept is string => typeof kept === "string" && kept in strengths;

/** The chosen strength if that kind of opponent has it, otherwise its default. */
export function strengthName(chosen: string, kind: OpponentKind): string {
  return isFor(chosen, kind) ? chosen : defaultStrengths[kind];
}

export function strengthOf(name: string): Strength {
  return strengths[name] ?? { effort: {}, random: 1 };
}

export function optionsOf(kind: OpponentKind): Option[] {
  return Object.entries(strengths)
    .filter(([name]) => isFor(name, kind))
    .map(([value, { label, group }]) => ({ value, label, group }));
}

/** Distinct from the purposes of the program's random numbers (src/game/game_random.h). */
const purposeOfOpponent = 1000;

/** Whether the opponent chooses at random at this moment, and if so what: the same again after an undo. */
export function randomChoice(moment: DuelMoment, rule: DuelRule, share: number, seed: number): Ply | null {
  const chance = randomBlock(seed, gameNumber, moment.plies, purposeOfOpponent);
  if (uniformUnit(chance.first) >= share) return null;
  const draw = randomBlock(seed, gameNumber, moment.plies, purposeOfOpponent + 1);
  const oneOf = <Value>(all: readonly Value[], word: bigint) => all[uniformBelow(word, all.length)] as Value;
  if (moment.role === "defend") return { move: oneOf(legalMoves(moment.board), draw.first), spawn: null };
  const spawn = { cell: oneOf(emptyCells(moment.board), draw.first), tile: oneOf(tilesOfRule(rule), draw.second) };
  return { move: null, spawn };
}
