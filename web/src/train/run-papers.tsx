// The papers of a run, its model card and its recipe, asked for when they are wanted.
import { useEffect, useState } from "preact/hooks";
import { wasAborted } from "../api/request.ts";
import { type Run, type RunDetails, runDetails } from "../api/training.ts";
import { Markdown } from "./markdown.tsx";

export type Paper = "card" | "recipe";

type Papers = { readonly details: RunDetails } | { readonly error: string } | null;

export function RunPapers({ run, paper }: { readonly run: Run; readonly paper: Paper }) {
  const [papers, setPapers] = useState<Papers>(null);
  useEffect(() => {
    const controller = new AbortController();
    runDetails(run.id, run.measurements, controller.signal).then(
      (details) => setPapers({ details }),
      (error: Error) => {
        if (!wasAborted(error)) setPapers({ error: error.message });
      },
    );
    return () => controller.abort();
  }, [run.id, run.state]);
  if (papers === null) return <p class="quiet">Asking the server …</p>;
  if ("error" in papers)
    return (
      <p class="error" role="alert">
        {papers.error}
      </p>
    );
  const { card, recipe_text } = papers.details;
  if (paper === "card")
    return card === "" ? <p class="quiet">The card is written when the run ends.</p> : <Markdown text={card} />;
  return recipe_text === "" ? (
    <p class="quiet">Its recipe is not there (yet).</p>
  ) : (
    <pre class="text" tabIndex={0}>
      <code>{recipe_text}</code>
    </pre>
  );
}
