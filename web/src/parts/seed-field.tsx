// The field for a seed, which may be left empty.
import { largestSeed } from "../game/spawn.ts";

export const wrongSeed = `A seed is a whole number from 0 to ${largestSeed}.`;

/** The seed that a text stands for, undefined for none, null where it is not one. */
export function seedOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const seed = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
  return seed <= largestSeed ? seed : null;
}

interface SeedFieldProps {
  readonly text: string;
  /** The id of the element that says what the seed is for, and what is wrong with it. */
  readonly note: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}

export function SeedField({ text, note, placeholder = "by chance", onText }: SeedFieldProps) {
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
