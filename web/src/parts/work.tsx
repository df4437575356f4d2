// How the values were computed: from a database, or by a search with its depth, nodes and time.
import type { Analysis, Engine } from "../api/analysis.ts";
import { formatMilliseconds, formatWhole } from "../format.ts";

export function Work({ engine, analysis }: { readonly engine: Engine; readonly analysis: Analysis | null }) {
  if (engine.kind === "database") return <p class="quiet">Exact values from {engine.name}</p>;
  if (analysis === null) return <p class="quiet">Engine: {engine.name}</p>;
  return (
    <p class="quiet">
      depth {analysis.depth} · {formatWhole(analysis.nodes)} nodes · {formatMilliseconds(analysis.ms)}
    </p>
  );
}
