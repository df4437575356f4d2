// The analysis of the current position: the requested hint, or that of autoplay.
import type { Engine } from "../api/analysis.ts";
import type { AnalysisState } from "../parts/analysis.ts";
import { HiddenValues, Values, ValuesTitle } from "../parts/values.tsx";
import { Work } from "../parts/work.tsx";
import type { Autoplay } from "./autoplay.ts";

interface HintProps {
  readonly engine: Engine;
  readonly hinted: boolean;
  readonly hint: AnalysisState;
  readonly autoplay: Autoplay;
  readonly over: boolean;
}

export function Hint({ engine, hinted, hint, autoplay, over }: HintProps) {
  const analysis = autoplay.running ? (autoplay.latest?.analysis ?? null) : hinted ? hint.analysis : null;
  const error = autoplay.error ?? (hinted ? hint.error : null);
  return (
    <div class="hint">
      <ValuesTitle engine={engine} />
      {error !== null ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : analysis !== null && !over ? (
        <>
          <Values analysis={analysis} engine={engine} fresh={autoplay.running || hint.fresh} />
          <Work engine={engine} analysis={analysis} />
        </>
      ) : (
        <>
          <HiddenValues />
          <p class="quiet">
            {over ? "The game is over. Analyse it to find the mistakes." : "A hint shows what each move is worth."}
          </p>
        </>
      )}
    </div>
  );
}
