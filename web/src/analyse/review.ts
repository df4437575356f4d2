// The review of the loaded game, computed by the server.
import { useEffect, useState } from "preact/hooks";
import { type Engine, review as fetchReview, type Review } from "../api/analysis.ts";
import { wasAborted } from "../api/request.ts";
import { type Direction, directionOfLetter } from "../game/direction.ts";
import type { RecordedGame } from "../game/record.ts";
import { faults, type Grade, gradeOf, shareOf } from "../quality.ts";

/** A move that was not good. */
export interface Mistake {
  /** Index of the move, from 0. */
  readonly index: number;
  readonly played: Direction;
  readonly best: Direction;
  readonly loss: number;
  readonly grade: Grade;
}

export interface ReviewedGame {
  readonly game: RecordedGame;
  readonly review: Review;
  readonly grades: readonly Grade[];
  /** Sorted by loss, the largest first. */
  readonly mistakes: readonly Mistake[];
  /** The moves that changed the game most; empty if the server does not say. */
  readonly turningPoints: readonly TurningPoint[];
  /** The number of games that each of their chances is from. */
  readonly chancesFrom: number;
}

export interface TurningPoint extends Mistake {
  /** The chance of reaching each tile before and after the move, from 0 to 1. */
  readonly chances: readonly { readonly tile: number; readonly before: number; readonly after: number }[];
}

export type ReviewState =
  | { readonly state: "none" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string }
  | { readonly state: "ready"; readonly reviewed: ReviewedGame };

/** The marks of the server, which searches a suspect again, one move deeper; without them, those of the losses. */
function gradesOf({ losses, values, marks }: Review, engine: Engine): Grade[] {
  return losses.map((loss, index) =>
    marks === undefined
      ? gradeOf(shareOf(loss, values[index] ?? 0, 0, engine))
      : (faults.find((fault) => fault[0] === marks[index]) ?? "good"),
  );
}

export function reviewedGame(game: RecordedGame, review: Review, engine: Engine): ReviewedGame {
  const grades = gradesOf(review, engine);
  const mistakeAt = (index: number): Mistake[] => {
    const played = directionOfLetter(game.record.moves[index] ?? "");
    const best = directionOfLetter(review.best[index] ?? "");
    if (played === null || best === null) return [];
    return [{ index, played, best, loss: review.losses[index] ?? 0, grade: grades[index] ?? "good" }];
  };
  const mistakes = grades
    .flatMap((grade, index) => (grade === "good" ? [] : mistakeAt(index)))
    .sort((first, second) => second.loss - first.loss);
  const turningPoints = (review.turning_points ?? []).flatMap(({ move, ...chances }) =>
    mistakeAt(move - 1).map((mistake) => ({
      ...mistake,
      chances: ([2048, 4096] as const).flatMap((tile) => {
        const chance = chances[`chance_${tile}`];
        return chance == null ? [] : [{ tile, before: chance.before.share, after: chance.after.share }];
      }),
    })),
  );
  const chancesFrom = Math.max(0, ...(review.turning_points ?? []).map((point) => point.chance_2048?.games ?? 0));
  return { game, review, grades, mistakes, turningPoints, chancesFrom };
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
      (review) => setState({ state: "ready", reviewed: reviewedGame(game, review, engine) }),
      (error: Error) => {
        if (!wasAborted(error)) setState({ state: "failed", why: error.message });
      },
    );
    return () => controller.abort();
  }, [game, engine, depth]);
  return state;
}
