// How values came about: exactly, or by a search so deep.
import type { Analysis, Judge } from "../api/judging.ts";
import { formatMilliseconds, formatWhole } from "../format.ts";

export function Work({ judge, analysis }: { readonly judge: Judge; readonly analysis: Analysis | null }) {
  if (judge.kind === "database") return <p class="quiet">Exact values from {judge.name}</p>;
  if (analysis === null) return <p class="quiet">Judged by {judge.name}</p>;
  return (
    <p class="quiet">
      depth {analysis.depth} · {formatWhole(analysis.nodes)} nodes · {formatMilliseconds(analysis.ms)}
    </p>
  );
}
