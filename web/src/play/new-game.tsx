// What a new game is: its size and, where wanted, its seed.
import { useState } from "preact/hooks";
import type { Size } from "../game/size.ts";
import { largestSeed } from "../game/spawn.ts";
import { Icon } from "../parts/icon.tsx";
import { SizeSelect } from "../parts/size-select.tsx";

interface NewGameProps {
  readonly size: Size;
  readonly seed: number;
  readonly onResize: (size: Size) => void;
  readonly onStart: (seed?: number) => void;
}

/** The seed that a text stands for, undefined for none, null where it is not one. */
function seedOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const seed = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
  return seed <= largestSeed ? seed : null;
}

export function NewGame({ size, seed, onResize, onStart }: NewGameProps) {
  const [text, setText] = useState("");
  const wanted = seedOf(text);
  const start = (event: Event) => {
    event.preventDefault();
    if (wanted === null) return;
    onStart(wanted);
    setText("");
  };
  return (
    <form class="new-game" onSubmit={start}>
      <SizeSelect size={size} onChange={onResize} />
      <label class="field">
        <span class="field-label">Seed</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          placeholder="by chance"
          value={text}
          aria-invalid={wanted === null}
          aria-describedby="seed-note"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        <Icon name="again" /> Start
      </button>
      <p id="seed-note" class={wanted === null ? "error" : "quiet"} role={wanted === null ? "alert" : undefined}>
        {wanted === null
          ? `A seed is a whole number from 0 to ${largestSeed}.`
          : `Seed ${seed}: with it, the same moves repeat this game.`}
      </p>
    </form>
  );
}
