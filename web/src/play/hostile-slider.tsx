// Slider for the share of the new tiles that an attacker chooses, to hurt the player.
import { returnKeys } from "../parts/keys.ts";

export const isPercentage = (kept: unknown): kept is number =>
  typeof kept === "number" && Number.isInteger(kept) && kept >= 0 && kept <= 100;

const isHostileNote =
  "This game has hostile spawns: it does not count as best score, and its record is that of a duel, not of a fair game.";

function meaningOf(percentage: number): string {
  if (percentage === 0) return "All new tiles are random.";
  const tiles = percentage === 100 ? "every new tile" : `each new tile with a probability of ${percentage} %`;
  return `The engine chooses ${tiles}, a 2 or a 4 where it hurts most. Such games do not count as best score.`;
}

interface HostileSliderProps {
  /** From 0 to 100. */
  readonly percentage: number;
  readonly onChange: (percentage: number) => void;
  /** Whether the current game has hostile spawns. */
  readonly hostile: boolean;
}

export function HostileSlider({ percentage, onChange, hostile }: HostileSliderProps) {
  return (
    <>
      <label class="field">
        <span class="field-label">
          Hostile spawns <span class="field-value">{percentage} %</span>
        </span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={percentage}
          aria-valuetext={`${percentage} %`}
          onInput={(event) => onChange(Number(event.currentTarget.value))}
          onChange={(event) => returnKeys(event.currentTarget)}
        />
      </label>
      <p class="quiet">{hostile ? isHostileNote : meaningOf(percentage)}</p>
    </>
  );
}

/** Says that the engine did not choose a tile. */
export function HostileNote({ why }: { readonly why: string }) {
  return (
    <div class="note" role="status">
      <p>The last new tile is random: the engine could not choose it. {why}</p>
    </div>
  );
}
