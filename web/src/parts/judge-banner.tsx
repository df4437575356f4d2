// Says on every tab that the model of a training run judges, or why it does not any more.
import { useContext } from "preact/hooks";
import { nameOfSize } from "../game/size.ts";
import { Icon } from "./icon.tsx";
import { JudgeContext, useJudgedSizes } from "./judges.tsx";

export function JudgeBanner() {
  const { run, choose, lost, forgetLost } = useContext(JudgeContext);
  const judged = useJudgedSizes().map(nameOfSize).join(", ");
  if (lost !== null)
    return (
      <div class="banner" data-tone="wrong" role="alert">
        <p>The chosen run does not judge any more: {lost} The server’s own judges are back.</p>
        <button type="button" class="icon-button" aria-label="Close this message" onClick={forgetLost}>
          <Icon name="close" />
        </button>
      </div>
    );
  if (run === null) return null;
  return (
    <aside class="banner" aria-label="Who judges">
      <p>
        Judged by the run <strong>{run}</strong>
        {judged !== "" && ` on ${judged}`}
      </p>
      <button type="button" class="button" onClick={() => choose(null)}>
        Back to the server’s own
      </button>
    </aside>
  );
}
