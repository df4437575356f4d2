// A match as text, for links and for the next visit: its terms, and the plies of its games. Plies are written as in
// "52L": a 2 on cell 5 (hexadecimal), then a slide to the left.
import { directionOfLetter, letterOf } from "../game/direction.ts";
import {
  afterPly,
  duelRules,
  duelStarts,
  type DuelTerms,
  type DuelRule,
  firstDuelMoment,
  isDuelOver,
  otherRole,
  type Ply,
  pliesTo,
  roles,
  type DuelMoment,
  tilesOfRule,
} from "../game/duel.ts";
import { notationOf, parseBoard } from "../game/notation.ts";
import { nameOfSize, sizeOfName } from "../game/size.ts";
import { largestSeed, startSpawns } from "../game/spawn.ts";
import type { Board } from "../game/board.ts";
import type { Match } from "./match.ts";

/** The text is not a match; the message is a sentence for the user. */
export class MatchTextError extends Error {}

function textOfPlies(now: DuelMoment): string {
  const textOf = ({ move, spawn }: Ply) => (move === null ? spawn.cell.toString(16) + spawn.tile : letterOf(move));
  return pliesTo(now).map(textOf).join("");
}

export function textOfMatch({ terms, seed, start, first, second }: Match): string {
  const fields = {
    size: nameOfSize(terms.size),
    rule: terms.rule,
    from: terms.from,
    ...(terms.from === "two" ? { start: notationOf(start).replaceAll(" ", ",") } : {}),
    seed: String(seed),
    role: first.person,
    game: textOfPlies(first.now),
    ...(second === null ? {} : { second: textOfPlies(second.now) }),
  };
  // A link is easier to read if what needs no escape in a fragment is not escaped.
  return new URLSearchParams(fields).toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

function pliesOf(text: string): Ply[] {
  const parts = text.match(/[0-9a-f][24]|[URDL]/g) ?? [];
  if (parts.join("") !== text) throw new MatchTextError(`The moves '${text}' cannot be read.`);
  return parts.map((part): Ply => {
    const move = directionOfLetter(part);
    if (move !== null) return { move, spawn: null };
    return { move: null, spawn: { cell: parseInt(part.slice(0, 1), 16), tile: Number(part[1]) } };
  });
}

function playedOn(start: Board, text: string, rule: DuelRule): DuelMoment {
  return pliesOf(text).reduce<DuelMoment>((now, ply, index) => {
    const next = afterPly(now, ply, rule);
    if (next === null) throw new MatchTextError(`Ply ${index + 1} of '${text}' is illegal.`);
    return next;
  }, firstDuelMoment(start));
}

function oneOf<Value extends string>(all: readonly Value[], query: URLSearchParams, key: string): Value {
  const text = query.get(key) ?? all[0];
  const found = all.find((value) => value === text);
  if (found === undefined) throw new MatchTextError(`'${key}' must be ${all.join(" or ")}, not '${text}'.`);
  return found;
}

/** The board that both games start on: empty, or with two tiles that may be placed. */
function startOfText(query: URLSearchParams, { size, rule, from }: DuelTerms): Board {
  const board = parseBoard(from === "two" ? (query.get("start") ?? "") : ". ".repeat(size.rows * size.columns), size);
  const tiles = board.tiles.filter((tile) => tile !== 0);
  if (tiles.length !== (from === "two" ? startSpawns : 0) || !tiles.every((tile) => tilesOfRule(rule).includes(tile)))
    throw new MatchTextError("'start' must have two tiles that the rule allows.");
  return board;
}

/** Reads what textOfMatch() wrote. Throws MatchTextError, or NotationError for a wrong board. */
export function matchOfText(text: string): Match {
  const query = new URLSearchParams(text);
  const size = sizeOfName(query.get("size") ?? "4x4");
  if (size === null) throw new MatchTextError("'size' must be rows x columns with sides of 1 to 4, such as 3x3.");
  const terms = { size, rule: oneOf(duelRules, query, "rule"), from: oneOf(duelStarts, query, "from") };
  const person = oneOf(roles, query, "role");
  const seed = Number(query.get("seed") ?? 0);
  if (!Number.isInteger(seed) || seed < 0 || seed > largestSeed)
    throw new MatchTextError(`'seed' must be a whole number from 0 to ${largestSeed}.`);
  const start = startOfText(query, terms);
  const first = { person, now: playedOn(start, query.get("game") ?? "", terms.rule) };
  const moves = query.get("second");
  if (moves !== null && !isDuelOver(first.now))
    throw new MatchTextError("The second game begins only after the first is over.");
  const second = moves === null ? null : { person: otherRole(person), now: playedOn(start, moves, terms.rule) };
  return { terms, seed, start, first, second };
}
