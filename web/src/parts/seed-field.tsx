// Input field for an optional seed.
import { largestSeed } from "../game/spawn.ts";

export const wrongSeed = `The seed must be a whole number from 0 to ${largestSeed}.`;

/** The seed in a text; undefined if the text is empty, null if it is invalid. */
export function seedOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const seed = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
  return seed <= largestSeed ? seed : null;
}

interface SeedFieldProps {
  readonly text: string;
  /** The id of the element that describes the seed and shows errors. */
  readonly note: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}

export function SeedField({ text, note, placeholder = "random", onText }: SeedFieldProps) {
  return (
    <label class="field">
      <span class="field-label">Seed</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        aria-invalid={seedOf(text) === null}
        aria-describedby={note}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}
