// How fast the search plays: from one move a second to as fast as it can.
import { useKeptState } from "./kept-state.ts";

/** Moves a second; the last is as many as the server can. */
const speeds: readonly number[] = [1, 2, 5, 10, 20, 50, Infinity];

const usualSpeed = 5;

/** From this many moves a second on, slides are not drawn: they would not end. */
export const fastestAnimated = 5;

const isSpeed = (kept: unknown): kept is number | null => kept === null || speeds.includes(kept as number);

/** The speed that the browser keeps. JSON has no infinity: it is kept as null. */
export function useKeptSpeed(key: string): [number, (speed: number) => void] {
  const [kept, keep] = useKeptState<number | null>(key, usualSpeed, isSpeed);
  return [kept ?? Infinity, (speed) => keep(speed === Infinity ? null : speed)];
}

function nameOfSpeed(speed: number): string {
  if (speed === Infinity) return "as fast as it can";
  return speed === 1 ? "1 move a second" : `${speed} moves a second`;
}

export function SpeedSlider({ speed, onSpeed }: { readonly speed: number; readonly onSpeed: (speed: number) => void }) {
  return (
    <label class="field speed">
      <span class="field-label">
        Speed <span class="field-value">{nameOfSpeed(speed)}</span>
      </span>
      <input
        type="range"
        min={0}
        max={speeds.length - 1}
        value={speeds.indexOf(speed)}
        aria-valuetext={nameOfSpeed(speed)}
        onInput={(event) => onSpeed(speeds[Number(event.currentTarget.value)] ?? usualSpeed)}
      />
    </label>
  );
}
