// The running result of a match: what each side scored as the defender, and who is ahead.
import { formatWhole } from "../format.ts";
import { matchInWords } from "./in-words.ts";
import { type Match, resultOf, type Standing } from "./match.ts";

const scoreOf = (standing: Standing | null) => (standing === null ? "–" : formatWhole(standing.score));

function stateOf(standing: Standing | null): string {
  if (standing === null) return "not played yet";
  return standing.final ? "final" : "in play";
}

export function ResultCard({ match }: { readonly match: Match }) {
  const { person, engine } = resultOf(match);
  const rows: readonly (readonly [string, Standing | null])[] = [
    ["You defend", person],
    ["Engine defends", engine],
  ];
  return (
    <section class="card" aria-label="Match">
      <h2 class="card-title">
        Match <span class="quiet">the higher score as the defender wins</span>
      </h2>
      <dl class="duel-result">
        {rows.map(([name, standing]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {scoreOf(standing)} <span class="quiet">{stateOf(standing)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p data-testid="match-result">{matchInWords(match)}</p>
    </section>
  );
}
