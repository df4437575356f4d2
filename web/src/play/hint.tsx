// What the search thinks of the game: the hint that was asked for, or its thoughts while it plays.
import type { Judge } from "../api/judging.ts";
import type { AnalysisState } from "../parts/analysis.ts";
import { HiddenValues, Values, ValuesTitle } from "../parts/values.tsx";
import { Work } from "../parts/work.tsx";
import type { Autoplay } from "./autoplay.ts";

interface HintProps {
  readonly judge: Judge;
  readonly hinted: boolean;
  readonly hint: AnalysisState;
  readonly autoplay: Autoplay;
  readonly over: boolean;
}

export function Hint({ judge, hinted, hint, autoplay, over }: HintProps) {
  const analysis = autoplay.running ? (autoplay.thought?.analysis ?? null) : hinted ? hint.analysis : null;
  const error = autoplay.error ?? (hinted ? hint.error : null);
  return (
    <div class="hint">
      <ValuesTitle judge={judge} />
      {error !== null ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : analysis !== null && !over ? (
        <>
          <Values analysis={analysis} judge={judge} fresh={autoplay.running || hint.fresh} />
          <Work judge={judge} analysis={analysis} />
        </>
      ) : (
        <>
          <HiddenValues />
          <p class="quiet">
            {over ? "The game is over: analyse it to see what it cost." : "A hint shows what each move is worth."}
          </p>
        </>
      )}
    </div>
  );
}
