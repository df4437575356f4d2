// A hint: what the opponent's engine thinks of the person's choices, on request and for one moment.
import { useEffect, useState } from "preact/hooks";
import type { Choice, Choices } from "../api/duel.ts";
import { wasAborted } from "../api/request.ts";
import type { DuelMoment, DuelTerms } from "../game/duel.ts";
import { isTie } from "../quality.ts";
import { askOpponent, type Opponent } from "./opponent.ts";
import { defaultStrengths, type Strength, strengthOf } from "./strength.ts";

/** Whether a choice is as good as the best one at the shown precision. */
export function isBest({ value }: Choice, { best }: Choices, decimals: number): boolean {
  return isTie(Math.abs(value - best.value), decimals);
}

export interface Hint {
  /** Whether one is asked for. */
  readonly on: boolean;
  readonly choices: Choices | null;
  readonly error: string | null;
  readonly toggle: () => void;
}

interface Answer {
  readonly moment: DuelMoment;
  readonly choices: Choices | null;
  readonly error: string | null;
}

/** `possible`: whether it is the person's turn. */
export function useHint(
  now: DuelMoment,
  possible: boolean,
  terms: DuelTerms,
  opponent: Opponent,
  strength: Strength,
): Hint {
  const [wanted, setWanted] = useState<DuelMoment | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const on = wanted === now && possible && opponent.engine !== null;
  useEffect(() => {
    if (!on) return;
    const controller = new AbortController();
    // An opponent that does not think has no lookahead of its own.
    const thinking = strength.random < 1 ? strength : strengthOf(defaultStrengths[opponent.kind]);
    askOpponent(now, terms, opponent, thinking, controller.signal).then(
      (choices) => setAnswer({ moment: now, choices, error: null }),
      (reason: Error) => {
        if (!wasAborted(reason)) setAnswer({ moment: now, choices: null, error: reason.message });
      },
    );
    return () => controller.abort();
  }, [on, now, opponent.engine, strength]);
  const current = on && answer?.moment === now ? answer : null;
  return {
    on,
    choices: current?.choices ?? null,
    error: current?.error ?? null,
    toggle: () => setWanted(on ? null : now),
  };
}
