// What each move on the shown board is worth, as one edits and steps.
import type { Judge } from "../api/judging.ts";
import type { Direction } from "../game/direction.ts";
import type { Size } from "../game/size.ts";
import type { AnalysisState } from "../parts/analysis.ts";
import { EffortSelect } from "../parts/effort-select.tsx";
import { NoJudge } from "../parts/judges.tsx";
import { HiddenValues, Values, ValuesTitle } from "../parts/values.tsx";
import { Work } from "../parts/work.tsx";

interface EvaluationProps {
  readonly size: Size;
  readonly judge: Judge | null;
  readonly state: AnalysisState;
  /** Whether the answer is kept back, for an exercise. */
  readonly hidden: boolean;
  /** Whether the person chooses how far to look; an exercise is judged as the review was. */
  readonly adjustable: boolean;
  readonly effortName: string;
  readonly onEffort: (name: string) => void;
  readonly played: Direction | null;
  readonly onChoose: (direction: Direction) => void;
}

export function Evaluation({
  size,
  judge,
  state,
  hidden,
  adjustable,
  effortName,
  onEffort,
  played,
  onChoose,
}: EvaluationProps) {
  if (judge === null)
    return (
      <section class="card" aria-label="Evaluation">
        <NoJudge size={size} />
      </section>
    );
  const { analysis, error, fresh } = state;
  return (
    <section class="card evaluation" aria-label="Evaluation">
      <ValuesTitle judge={judge} />
      {error !== null ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : analysis === null || hidden ? (
        <HiddenValues />
      ) : analysis.best === null && fresh ? (
        <p class="quiet evaluation-empty">No move is possible: the game is over.</p>
      ) : (
        <Values analysis={analysis} judge={judge} fresh={fresh} played={played} onChoose={onChoose} />
      )}
      <div class="work">
        {hidden ? <p class="quiet">Shown when you have found the move.</p> : <Work judge={judge} analysis={analysis} />}
        {judge.kind === "model" && adjustable && <EffortSelect name={effortName} onChange={onEffort} />}
      </div>
    </section>
  );
}
