// A match of two duels with swapped roles: whoever scores more as the defender wins.
import type { Board } from "../game/board.ts";
import {
  afterPly,
  decisionBefore,
  type DuelMoment,
  duelStartBoard,
  type DuelTerms,
  firstDuelMoment,
  isDuelOver,
  otherRole,
  type Ply,
  type Role,
} from "../game/duel.ts";

export interface DuelGame {
  /** The side that the person plays. */
  readonly person: Role;
  readonly now: DuelMoment;
}

export interface Match {
  readonly terms: DuelTerms;
  /** Draws the two tiles that both games start with, and the choices of a random opponent. */
  readonly seed: number;
  /** The board that both games start on. */
  readonly start: Board;
  readonly first: DuelGame;
  /** With swapped roles; null until the first game is over. */
  readonly second: DuelGame | null;
}

export function newMatch(terms: DuelTerms, person: Role, seed: number): Match {
  const start = duelStartBoard(terms, seed);
  return { terms, seed, start, first: { person, now: firstDuelMoment(start) }, second: null };
}

/** The game that is being played. */
export const currentGame = ({ first, second }: Match): DuelGame => second ?? first;

export function withMoment(match: Match, now: DuelMoment): Match {
  return match.second === null
    ? { ...match, first: { ...match.first, now } }
    : { ...match, second: { ...match.second, now } };
}

/** The match after a ply of the current game; the same match if the ply breaks a rule. */
export function withPly(match: Match, ply: Ply): Match {
  const now = afterPly(currentGame(match).now, ply, match.terms.rule);
  return now === null ? match : withMoment(match, now);
}

/** Back to the previous decision of the person in the current game; the same match if there is none. */
export function undone(match: Match): Match {
  const { now, person } = currentGame(match);
  const before = decisionBefore(now, person);
  return before === null ? match : withMoment(match, before);
}

/** Whether the person has done anything in it. */
export const isTouched = (match: Match): boolean => match.second !== null || undone(match) !== match;

/** The second game; the same match if the first is not over. */
export function withSwappedRoles(match: Match): Match {
  if (match.second !== null || !isDuelOver(match.first.now)) return match;
  return { ...match, second: { person: otherRole(match.first.person), now: firstDuelMoment(match.start) } };
}

/** The score of a defender, and whether it is final. */
export interface Standing {
  readonly score: number;
  readonly final: boolean;
}

export interface Result {
  /** Null if the game in which that side defends has not begun. */
  readonly person: Standing | null;
  readonly engine: Standing | null;
  /** For the person, as soon as it is certain: scores only grow. */
  readonly verdict: "won" | "lost" | "drawn" | null;
}

function verdictOf(person: Standing, engine: Standing): Result["verdict"] {
  if (engine.final && person.score > engine.score) return "won";
  if (person.final && engine.score > person.score) return "lost";
  return person.final && engine.final ? "drawn" : null;
}

export function resultOf({ first, second }: Match): Result {
  const games = second === null ? [first] : [first, second];
  const standing = (role: Role): Standing | null => {
    const game = games.find(({ person }) => person === role);
    return game === undefined ? null : { score: game.now.score, final: isDuelOver(game.now) };
  };
  const [person, engine] = [standing("defend"), standing("attack")];
  return { person, engine, verdict: person === null || engine === null ? null : verdictOf(person, engine) };
}
