// The review of the loaded game, asked from the server.
import { useEffect, useState } from "preact/hooks";
import { type Judge, review as askForReview, type Review } from "../api/judging.ts";
import { wasAborted } from "../api/request.ts";
import { type Direction, directionOfLetter } from "../game/direction.ts";
import type { RecordedGame } from "../game/record.ts";
import { optimalWithin, type Severity, severityOf } from "../quality.ts";

/** A move that was not the best. */
export interface Mistake {
  /** Of the move, from 0. */
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
  /** From the costliest to the least. */
  readonly mistakes: readonly Mistake[];
}

export type ReviewState =
  | { readonly state: "none" }
  | { readonly state: "asking" }
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
      return [{ index, played, best, loss, severity: severities[index] ?? "slight" }];
    })
    .sort((first, second) => second.loss - first.loss);
  return { game, review, severities, mistakes };
}

/** `depth` is of a model; a database needs none. */
export function useReview(game: RecordedGame | null, judge: Judge | null, depth: number): ReviewState {
  const [state, setState] = useState<ReviewState>({ state: "none" });
  useEffect(() => {
    setState({ state: "none" });
    if (game === null || judge === null || game.record.moves === "") return;
    const controller = new AbortController();
    setState({ state: "asking" });
    askForReview(game.record, judge, { depth }, controller.signal).then(
      (review) => setState({ state: "ready", reviewed: reviewedGame(game, review) }),
      (error: Error) => {
        if (!wasAborted(error)) setState({ state: "failed", why: error.message });
      },
    );
    return () => controller.abort();
  }, [game, judge, depth]);
  return state;
}
