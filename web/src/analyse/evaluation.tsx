// The values of the moves on the shown board.
import type { Engine } from "../api/analysis.ts";
import type { Direction } from "../game/direction.ts";
import type { Size } from "../game/size.ts";
import type { AnalysisState } from "../parts/analysis.ts";
import { EffortSelect } from "../parts/effort-select.tsx";
import { NoEngine } from "../parts/engines.tsx";
import { HiddenValues, Values, ValuesTitle } from "../parts/values.tsx";
import { Work } from "../parts/work.tsx";

interface EvaluationProps {
  readonly size: Size;
  readonly engine: Engine | null;
  readonly state: AnalysisState;
  /** Whether the answer is hidden, for an exercise. */
  readonly hidden: boolean;
  /** Whether the user can choose the search effort; an exercise uses that of the review. */
  readonly adjustable: boolean;
  readonly effortName: string;
  readonly onEffort: (name: string) => void;
  readonly played: Direction | null;
  readonly onChoose: (direction: Direction) => void;
}

export function Evaluation({
  size,
  engine,
  state,
  hidden,
  adjustable,
  effortName,
  onEffort,
  played,
  onChoose,
}: EvaluationProps) {
  if (engine === null)
    return (
      <section class="card" aria-label="Evaluation">
        <NoEngine size={size} />
      </section>
    );
  const { analysis, error, fresh } = state;
  return (
    <section class="card evaluation" aria-label="Evaluation">
      <ValuesTitle engine={engine} />
      {error !== null ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : analysis === null || hidden ? (
        <HiddenValues />
      ) : analysis.best === null && fresh ? (
        <p class="quiet evaluation-empty">No move is possible: the game is over.</p>
      ) : (
        <Values analysis={analysis} engine={engine} fresh={fresh} played={played} onChoose={onChoose} />
      )}
      <div class="work">
        {hidden ? <p class="quiet">Hidden until you find the move.</p> : <Work engine={engine} analysis={analysis} />}
        {engine.kind === "model" && adjustable && <EffortSelect name={effortName} onChange={onEffort} />}
      </div>
    </section>
  );
}
