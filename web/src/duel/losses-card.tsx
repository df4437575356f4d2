// The exact loss of every placement and slide of the current game, and the total per side.
import { formatDecimals, formatLoss } from "../format.ts";
import { otherRole, type Role } from "../game/duel.ts";
import type { Size } from "../game/size.ts";
import { type JudgedPly, totalLoss } from "./exact.ts";
import { plyInWords } from "./in-words.ts";

interface LossesCardProps {
  readonly plies: readonly JudgedPly[];
  readonly error: string | null;
  readonly person: Role;
  readonly size: Size;
  readonly decimals: number;
}

/** "0" for a perfect ply, "?" while its loss is unknown. */
const shown = (loss: number | null, decimals: number) => (loss === null ? "?" : formatLoss(loss, decimals));

export function LossesCard({ plies, error, person, size, decimals }: LossesCardProps) {
  const sides = [
    ["You", person],
    ["Engine", otherRole(person)],
  ] as const;
  return (
    <section class="card" aria-label="Losses">
      <h2 class="card-title">
        Losses <span class="badge">exact</span>
      </h2>
      <dl class="duel-result">
        {sides.map(([name, role]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {formatDecimals(totalLoss(plies, role), decimals)} <span class="quiet">lost in total</span>
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {plies.length === 0 ? (
        <p class="quiet">The points that every placement and slide gives away against perfect play.</p>
      ) : (
        <div class="duel-plies" role="region" aria-label="Loss of each ply, the latest first" tabIndex={0}>
          <ol reversed>
            {plies
              .map(({ role, ply, loss }, index) => (
                <li key={index} data-loss={loss !== null && loss > 0}>
                  <span>{role === person ? "You" : "Engine"}</span>
                  <span>{plyInWords(ply, size)}</span>
                  <span class="duel-loss">{shown(loss, decimals)}</span>
                </li>
              ))
              .reverse()}
          </ol>
        </div>
      )}
    </section>
  );
}
