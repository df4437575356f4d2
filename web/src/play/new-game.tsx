// Form for a new game: its size and an optional seed.
import { useState } from "preact/hooks";
import { formatWhole } from "../format.ts";
import { type Game, isHostile } from "../game/game.ts";
import { startOf } from "../game/moment.ts";
import type { Size } from "../game/size.ts";
import { Icon } from "../parts/icon.tsx";
import { SeedField, seedOf, wrongSeed } from "../parts/seed-field.tsx";
import { SizeSelect } from "../parts/size-select.tsx";

interface NewGameProps {
  readonly game: Game;
  readonly onResize: (size: Size) => void;
  readonly onStart: (seed?: number) => void;
}

function originOf(game: Game): string {
  const { now, seed, takenOver } = game;
  if (takenOver)
    return `Taken over at ${formatWhole(startOf(now).score)} points. Earlier moves are unknown, so the game has no record.`;
  return isHostile(game)
    ? `Seed ${seed} gives the random tiles of this game; the engine chose the others.`
    : `Seed ${seed}: the same seed and the same moves reproduce this game.`;
}

export function NewGame({ game, onResize, onStart }: NewGameProps) {
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
      <SizeSelect size={game.size} onChange={onResize} />
      <SeedField text={text} note="seed-note" onText={setText} />
      <button type="submit" class="button">
        <Icon name="again" /> Start
      </button>
      <p id="seed-note" class={wanted === null ? "error" : "quiet"} role={wanted === null ? "alert" : undefined}>
        {wanted === null ? wrongSeed : originOf(game)}
      </p>
    </form>
  );
}
