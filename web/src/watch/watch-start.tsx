// Settings of the watched games: the board size, the engine, and the seed of a new game.
import { useState } from "preact/hooks";
import type { Size } from "../game/size.ts";
import { Icon } from "../parts/icon.tsx";
import { EngineSelect } from "../parts/engine-select.tsx";
import { useEngineSizes } from "../parts/engines.tsx";
import { SeedField, seedOf, wrongSeed } from "../parts/seed-field.tsx";
import { SizeSelect } from "../parts/size-select.tsx";

interface WatchStartProps {
  readonly active: boolean;
  readonly size: Size;
  readonly onResize: (size: Size) => void;
  readonly onStart: (seed: number | null) => void;
}

export function WatchStart({ active, size, onResize, onStart }: WatchStartProps) {
  const [text, setText] = useState("");
  const sizes = useEngineSizes();
  const wanted = seedOf(text);
  const start = (event: Event) => {
    event.preventDefault();
    if (wanted !== null) onStart(wanted ?? null);
  };
  return (
    <form class="watch-start" onSubmit={start}>
      <SizeSelect size={size} among={sizes.includes(size) ? sizes : [size, ...sizes]} onChange={onResize} />
      <EngineSelect active={active} />
      <SeedField text={text} note="watch-seed-note" onText={setText} />
      <button type="submit" class="button">
        <Icon name="again" /> Start
      </button>
      <p id="watch-seed-note" class={wanted === null ? "error" : "quiet"} role={wanted === null ? "alert" : undefined}>
        {wanted === null ? wrongSeed : "The same seed gives the same games, until you pause or change a setting."}
      </p>
    </form>
  );
}
