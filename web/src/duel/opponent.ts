// The opponent: the engine for a size and rule, and its plies when it is its turn.
import { useContext, useEffect, useState } from "preact/hooks";
import type { Engine } from "../api/analysis.ts";
import { choicesAt, type Choices } from "../api/duel.ts";
import { pause, wasAborted } from "../api/request.ts";
import { type DuelMoment, type DuelTerms, isDuelOver } from "../game/duel.ts";
import { startSpawns } from "../game/spawn.ts";
import { EngineContext, useDuelDatabase, useEngine } from "../parts/engines.tsx";
import { exactChoices } from "./exact.ts";
import { currentGame } from "./match.ts";
import type { MatchState } from "./match-state.ts";
import { type OpponentKind, randomChoice, type Strength, strengthOf } from "./strength.ts";

export interface Opponent {
  /** Null if no engine is loaded for the size: then it can only choose at random. */
  readonly engine: Engine | null;
  readonly kind: OpponentKind;
  /** The server's exact values, whoever plays. */
  readonly database: Engine | null;
  /** Whether it is known what engines there are. */
  readonly ready: boolean;
}

/** The model of the selected run, or the server's exact values, or its engine for that size. */
export function useOpponent({ size, rule }: DuelTerms): Opponent {
  const { engines, run } = useContext(EngineContext);
  const database = useDuelDatabase(size, rule);
  const model = useEngine(size);
  const engine = run === null ? (database ?? model) : model;
  const kind = engine === null ? "none" : engine === database ? "exact" : "search";
  return { engine, kind, database, ready: engines.state !== "loading" };
}

/** For records, where players of the program are named alike. */
export function nameOfOpponent({ engine, kind }: Opponent, strengthName: string): string {
  const { effort, random } = strengthOf(strengthName);
  if (engine === null || random === 1) return "random";
  if ("plies" in effort) return `minimax:${engine.name}@${effort.plies}`;
  return kind === "exact" && random === 0
    ? `perfect:${engine.name}`
    : `${kind === "exact" ? "perfect" : "minimax"}:${engine.name} (${strengthName})`;
}

/** Whether the engine cannot know a board: games of one player have at least two tiles, and so has their database. */
function isUnknown({ board, role }: DuelMoment, { engine, kind }: Opponent): boolean {
  const tiles = board.tiles.filter((tile) => tile !== 0).length + (role === "attack" ? 1 : 0);
  return kind === "search" && engine?.kind === "database" && tiles < startSpawns;
}

/** What the opponent's engine thinks of a moment. */
export function askOpponent(
  moment: DuelMoment,
  { rule }: DuelTerms,
  { engine, kind }: Opponent,
  { effort }: Strength,
  signal: AbortSignal,
): Promise<Choices> {
  if (kind === "exact") return exactChoices(moment, rule, signal);
  return choicesAt(moment, rule, engine?.run ?? null, effort, signal);
}

export interface Thinking {
  readonly on: boolean;
  /** Its last search. */
  readonly work: Choices | null;
  readonly error: string | null;
  readonly retry: () => void;
}

const motionIsReduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for which a ply of the person is seen before the opponent replies. */
const pace = 250;

/** Plays the opponent's side while the tab is shown. */
export function useThinking(active: boolean, state: MatchState, opponent: Opponent, strength: Strength): Thinking {
  const [work, setWork] = useState<Choices | null>(null);
  const [error, setError] = useState<{ readonly moment: DuelMoment; readonly why: string } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { now, person } = currentGame(state.match);
  const on = opponent.ready && now.role !== person && !isDuelOver(now);
  useEffect(() => {
    if (!on || !active) return;
    const controller = new AbortController();
    const { signal } = controller;
    const { terms, seed } = state.match;
    const think = async () => {
      const seen = performance.now() + (motionIsReduced.matches ? 0 : pace);
      const share = isUnknown(now, opponent) ? 1 : strength.random;
      let ply = randomChoice(now, terms.rule, share, seed);
      if (ply === null) {
        const choices = await askOpponent(now, terms, opponent, strength, signal);
        setWork(choices);
        ply = choices.best.ply;
      }
      await pause(Math.max(seen - performance.now(), 0), signal);
      if (currentGame(state.latest()).now === now) state.play(ply);
    };
    think().then(
      () => setError(null),
      (reason: Error) => {
        if (!wasAborted(reason)) setError({ moment: now, why: reason.message });
      },
    );
    return () => controller.abort();
  }, [on, active, now, opponent.engine, strength, attempt]);
  return {
    on,
    work,
    error: on && error?.moment === now ? error.why : null,
    retry: () => {
      setError(null);
      setAttempt(attempt + 1);
    },
  };
}
