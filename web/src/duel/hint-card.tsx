// The engine's values of the best few placements or slides.
import { formatDecimals } from "../format.ts";
import type { Size } from "../game/size.ts";
import type { Role } from "../game/duel.ts";
import { type Hint, isBest } from "./hint.ts";
import { plyInWords } from "./in-words.ts";

/** Number of choices that are listed; the board shows all. */
const maxListed = 6;

interface HintCardProps {
  readonly hint: Hint;
  readonly role: Role;
  readonly size: Size;
  readonly decimals: number;
}

export function HintCard({ hint: { choices, error }, role, size, decimals }: HintCardProps) {
  const better = role === "attack" ? 1 : -1;
  const listed = [...(choices?.all ?? [])].sort((one, other) => better * (one.value - other.value)).slice(0, maxListed);
  return (
    <section class="card" aria-label="Hint">
      <h2 class="card-title">
        What the defender still scores{" "}
        <span class="quiet">{role === "attack" ? "you want it to be low" : "you want it to be high"}</span>
      </h2>
      {error !== null ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : choices === null ? (
        <p class="quiet">The engine is thinking …</p>
      ) : (
        <ol class="duel-hint">
          {listed.map((choice) => (
            <li key={plyInWords(choice.ply, size)} data-best={isBest(choice, choices, decimals)}>
              <span>{plyInWords(choice.ply, size)}</span>
              <span>{formatDecimals(choice.value, decimals)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
