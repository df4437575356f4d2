// The task of an exercise, and the verdict on the move that the user made.
import type { Analysis } from "../api/analysis.ts";
import { formatDecimals } from "../format.ts";
import { allDirections, type Direction } from "../game/direction.ts";
import { Icon } from "../parts/icon.tsx";
import { type Exercise, type Exercises, isSolved, verdictOn } from "./exercise.ts";
import "./exercise-card.css";

interface ExerciseCardProps {
  readonly exercise: Exercise;
  readonly exercises: Exercises;
  readonly analysis: Analysis | null;
  readonly decimals: number;
  readonly onNext: () => void;
}

function sentence(exercise: Exercise, analysis: Analysis | null, decimals: number): string {
  const { guess, mistake, revealed } = exercise;
  const best = analysis?.best ?? mistake.best;
  const lossOf = (direction: Direction | null) => {
    const top = analysis?.moves[best] ?? null;
    const value = direction === null ? null : (analysis?.moves[direction] ?? null);
    return formatDecimals(top === null || value === null ? mistake.loss : top - value, decimals);
  };
  if (revealed) return `The best move is ${best}; ${mistake.played} loses ${lossOf(mistake.played)}.`;
  switch (verdictOn(exercise, analysis, decimals)) {
    case "none":
      return `In the game, ${mistake.played} was not the best move. Find a better one.`;
    case "illegal":
      return `Illegal: no tile can move ${guess}. Try another move.`;
    case "best":
      return `Correct: ${guess} is the best move. In the game, ${mistake.played} lost ${lossOf(mistake.played)}.`;
    case "same":
      return `This move was played in the game: ${guess} loses ${lossOf(mistake.played)}. Try again.`;
    case "better":
      return `Better than ${mistake.played}, but ${guess} still loses ${lossOf(guess)}. Try again.`;
    case "worse":
      return `Not better than ${mistake.played}: ${guess} loses ${lossOf(guess)}. Try again.`;
  }
}

export function ExerciseCard({ exercise, exercises, analysis, decimals, onNext }: ExerciseCardProps) {
  const solved = isSolved(exercise, analysis, decimals);
  return (
    <section class="card exercise" data-verdict={verdictOn(exercise, analysis, decimals)} aria-label="Try again">
      <h2 class="card-title">
        Try again{" "}
        <span class="quiet">
          mistake {exercise.rank + 1} of {exercise.count}, move {exercise.mistake.index + 1}
        </span>
      </h2>
      <p class="exercise-verdict" aria-live="polite">
        {sentence(exercise, analysis, decimals)}
      </p>
      {!solved && (
        <div class="pad">
          {allDirections.map((direction) => (
            <button
              key={direction}
              type="button"
              class="button"
              aria-pressed={exercise.guess === direction}
              onClick={() => exercises.guess(direction)}
            >
              <Icon name={direction} /> {direction}
            </button>
          ))}
        </div>
      )}
      <div class="button-row">
        {!solved && (
          <button type="button" class="button" onClick={exercises.reveal}>
            Show the answer
          </button>
        )}
        {exercise.rank + 1 < exercise.count && (
          <button type="button" class={solved ? "button primary" : "button"} onClick={onNext}>
            Next mistake
          </button>
        )}
        <button type="button" class="button" onClick={exercises.end}>
          End
        </button>
      </div>
    </section>
  );
}
