// The review of the loaded game, computed by the server.
import { useEffect, useState } from "preact/hooks";
import { type Engine, review as fetchReview, type Review } from "../api/analysis.ts";
import { wasAborted } from "../api/request.ts";
import { type Direction, directionOfLetter } from "../game/direction.ts";
import type { RecordedGame } from "../game/record.ts";
import { optimalWithin, type Severity, severityOf } from "../quality.ts";

/** A move that was not optimal. */
export interface Mistake {
  /** Index of the move, from 0. */
  readonly index: number;
  readonly played: Direction;
  readonly best: Direction;
  readonly loss: number;
  readonly severity: Severity;
}

export interface ReviewedGame {
  readonly game: RecordedGame;
  readonly review: Review;
  readonly severities: readonly Severity[];
  /** Sorted by loss, the largest first. */
  readonly mistakes: readonly Mistake[];
}

export type ReviewState =
  | { readonly state: "none" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string }
  | { readonly state: "ready"; readonly reviewed: ReviewedGame };

export function reviewedGame(game: RecordedGame, review: Review): ReviewedGame {
  const severities = review.losses.map((loss, index) =>
    severityOf(loss, (review.values[index] ?? 0) - (game.moments[index]?.score ?? 0)),
  );
  const mistakes = review.losses
    .flatMap((loss, index): Mistake[] => {
      const played = directionOfLetter(game.record.moves[index] ?? "");
      const best = directionOfLetter(review.best[index] ?? "");
      if (loss <= optimalWithin || played === null || best === null) return [];
      return [{ index, played, best, loss, severity: severities[index] ?? "minor" }];
    })
    .sort((first, second) => second.loss - first.loss);
  return { game, review, severities, mistakes };
}

/** `depth` is ignored by a database. */
export function useReview(game: RecordedGame | null, engine: Engine | null, depth: number): ReviewState {
  const [state, setState] = useState<ReviewState>({ state: "none" });
  useEffect(() => {
    setState({ state: "none" });
    if (game === null || engine === null || game.record.moves === "") return;
    const controller = new AbortController();
    setState({ state: "loading" });
    fetchReview(game.record, engine, { depth }, controller.signal).then(
      (review) => setState({ state: "ready", reviewed: reviewedGame(game, review) }),
      (error: Error) => {
        if (!wasAborted(error)) setState({ state: "failed", why: error.message });
      },
    );
    return () => controller.abort();
  }, [game, engine, depth]);
  return state;
}
