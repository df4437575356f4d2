// Records of duels, which the program's `afterstate replay` checks: one line of JSON per game (src/arena/record.cpp).
import type { Board } from "./board.ts";
import { letterOf } from "./direction.ts";
import type { DuelMoment, DuelRule, DuelStart } from "./duel.ts";
import { momentsTo } from "./moment.ts";
import { notationOf } from "./notation.ts";
import { nameOfSize } from "./size.ts";
import { gameNumber, type Spawn } from "./spawn.ts";

interface DuelRecord {
  readonly rule: DuelRule;
  readonly from: DuelStart;
  readonly attacker: string;
  readonly defender: string;
  readonly seed: number;
  /** The board of the first slide. */
  readonly start: Board;
  /** Letters of the slides, and the tile placed after each. */
  readonly moves: string;
  readonly spawns: readonly Spawn[];
  readonly score: number;
}

export function lineOfDuel(record: DuelRecord): string {
  const { rule, from, attacker, defender, seed, start, moves, spawns, score } = record;
  return (
    JSON.stringify({
      board: nameOfSize(start.size),
      player: defender,
      seed,
      game: gameNumber,
      rule,
      from,
      opening: 0,
      attacker,
      start: notationOf(start),
      moves,
      spawns: spawns.map(({ cell, tile }) => [cell, tile]),
      score,
    }) + "\n"
  );
}

/**
 * The duel as one line of JSON; null before the first tile. A slide is recorded with the tile that follows it: one that
 * still waits for its tile is left out.
 */
export function duelRecordLine(
  now: DuelMoment,
  terms: Pick<DuelRecord, "rule" | "from" | "attacker" | "defender" | "seed">,
): string | null {
  const last = now.role === "defend" ? now : now.last?.before;
  if (last === undefined) return null;
  const moments = momentsTo(last);
  const first = moments.find(({ role }) => role === "defend") ?? last;
  const turns = moments.slice(moments.indexOf(first) + 1).map((moment) => moment.last?.turn);
  return lineOfDuel({
    ...terms,
    start: first.board,
    moves: turns.flatMap((turn) => (turn?.move == null ? [] : [letterOf(turn.move)])).join(""),
    spawns: turns.flatMap((turn) => (turn?.spawn == null ? [] : [turn.spawn])),
    score: last.score,
  });
}
