// Plies, roles and results in words.
import { formatWhole } from "../format.ts";
import { type DuelRule, isDuelOver, type Ply, type Role } from "../game/duel.ts";
import type { Size } from "../game/size.ts";
import { cellInWords } from "../parts/board-view.tsx";
import { currentGame, type DuelGame, type Match, type Result, resultOf } from "./match.ts";

/** Such as "left" or "4 on row 1, column 2". */
export function plyInWords({ move, spawn }: Ply, size: Size): string {
  return move ?? `${spawn.tile} on ${cellInWords(spawn.cell, size).replace("Row", "row")}`;
}

const tasks: Readonly<Record<Role, string>> = { attack: "place a tile", defend: "slide the tiles" };

/** What the engine did last, and what is to be done now. */
export function statusInWords({ person, now }: DuelGame, thinking: boolean): string {
  if (isDuelOver(now)) return `Game over: the defender scored ${formatWhole(now.score)}.`;
  const { last } = now;
  const reply =
    last !== null && last.before.role !== person ? `Engine: ${plyInWords(last.turn, now.board.size)}. ` : "";
  if (now.role === person) return `${reply}Your turn: ${tasks[person]}.`;
  return thinking ? "The engine is thinking …" : "Waiting for the engine …";
}

/** How the attacker places tiles. */
export function placingHelp(rule: DuelRule): string {
  return rule === "2"
    ? "Click or tap an empty cell to place a 2."
    : "Click or tap an empty cell to place a 2; right-click, hold or Shift-click to place a 4.";
}

const points = (score: number) => (score === 1 ? "1 point" : `${formatWhole(score)} points`);

function verdictInWords({ person, engine, verdict }: Result): string | null {
  if (person === null || engine === null || verdict === null) return null;
  const scores = `${formatWhole(person.score)} to ${formatWhole(engine.score)}`;
  const name = { won: "You win the match", lost: "The engine wins the match", drawn: "The match is drawn" }[verdict];
  return person.final && engine.final ? `${name}, ${scores}.` : `${name}; it is ${scores} so far.`;
}

/** The running result of the match. */
export function matchInWords(match: Match): string {
  const result = resultOf(match);
  const verdict = verdictInWords(result);
  if (verdict !== null) return verdict;
  const { first, second } = match;
  if (second === null)
    return isDuelOver(first.now)
      ? `Swap roles: ${first.person === "attack" ? "you defend" : "you attack"} in the second game.`
      : `First of two games: you ${first.person}. Then the roles are swapped.`;
  const goal = first.now.score;
  const { now, person } = currentGame(match);
  const missing = points(Math.max(goal - now.score, 0) + 1);
  return person === "defend"
    ? `You need ${missing} more to win.`
    : `The engine needs ${missing} more to win.`;
}
