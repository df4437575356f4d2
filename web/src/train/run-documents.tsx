// The documents of a run, its model card and its recipe, loaded when they are opened.
import { useEffect, useState } from "preact/hooks";
import { wasAborted } from "../api/request.ts";
import { type Run, type RunDetails, runDetails } from "../api/training.ts";
import { Markdown } from "./markdown.tsx";

export type DocumentKind = "card" | "recipe";

type Loaded = { readonly details: RunDetails } | { readonly error: string } | null;

export function RunDocuments({ run, kind }: { readonly run: Run; readonly kind: DocumentKind }) {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    const controller = new AbortController();
    runDetails(run.id, run.measurements, controller.signal).then(
      (details) => setLoaded({ details }),
      (error: Error) => {
        if (!wasAborted(error)) setLoaded({ error: error.message });
      },
    );
    return () => controller.abort();
  }, [run.id, run.state]);
  if (loaded === null) return <p class="quiet">Waiting for the server …</p>;
  if ("error" in loaded)
    return (
      <p class="error" role="alert">
        {loaded.error}
      </p>
    );
  const { card, recipe_text } = loaded.details;
  if (kind === "card")
    return card === "" ? <p class="quiet">The model card is written when the run ends.</p> : <Markdown text={card} />;
  return recipe_text === "" ? (
    <p class="quiet">The recipe is not available (yet).</p>
  ) : (
    <pre class="text" tabIndex={0}>
      <code>{recipe_text}</code>
    </pre>
  );
}
