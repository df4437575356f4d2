// Exact values of a duel, from the server's database: what every placement and every slide loses.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../api/analysis.ts";
import { choicesAt, type Choices, lossOf } from "../api/duel.ts";
import { wasAborted } from "../api/request.ts";
import { type DuelMoment, type DuelRule, isDuelOver, type Ply, type Role } from "../game/duel.ts";
import { momentsTo } from "../game/moment.ts";

/** A moment belongs to one game and so to one rule. */
const known = new WeakMap<DuelMoment, Choices>();

export async function exactChoices(moment: DuelMoment, rule: DuelRule, signal: AbortSignal): Promise<Choices> {
  const choices = known.get(moment) ?? (await choicesAt(moment, rule, null, {}, signal));
  known.set(moment, choices);
  return choices;
}

/** A ply of the game with its loss; null while that is unknown. */
export interface JudgedPly {
  readonly role: Role;
  readonly ply: Ply;
  readonly loss: number | null;
}

/** All plies that led to a moment. */
export function judgedPlies(now: DuelMoment): JudgedPly[] {
  return momentsTo(now).flatMap(({ last }) => {
    if (last === null) return [];
    const { turn: ply, before } = last;
    const choices = known.get(before);
    return [{ role: before.role, ply, loss: choices === undefined ? null : lossOf(choices, ply) }];
  });
}

/** The known losses of one side, added up. */
export function totalLoss(plies: readonly JudgedPly[], side: Role): number {
  return plies.reduce((sum, { role, loss }) => sum + (role === side ? (loss ?? 0) : 0), 0);
}

/** The plies of a game with their losses; null without a database. */
export function useJudgedPlies(
  now: DuelMoment,
  rule: DuelRule,
  database: Engine | null,
): { readonly plies: readonly JudgedPly[]; readonly error: string | null } | null {
  const [, setVersion] = useState(0);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (database === null) return;
    const controller = new AbortController();
    const judge = async () => {
      for (const moment of momentsTo(now)) {
        if (known.has(moment) || isDuelOver(moment)) continue;
        await exactChoices(moment, rule, controller.signal);
        setVersion((version) => version + 1);
      }
      setError(null);
    };
    judge().catch((reason: Error) => {
      if (!wasAborted(reason)) setError(reason.message);
    });
    return () => controller.abort();
  }, [now, rule, database]);
  return database === null ? null : { plies: judgedPlies(now), error };
}
