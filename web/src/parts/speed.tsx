// Slider for the speed of the engine: from one move per second to the maximum.
import { useKeptState } from "./kept-state.ts";
import { returnKeys } from "./keys.ts";

/** Moves per second; the last is the maximum speed of the server. */
const speeds: readonly number[] = [1, 2, 5, 10, 20, 50, Infinity];

const defaultSpeed = 5;

/** Above this many moves per second slides are not animated: they would not finish in time. */
export const maxAnimatedSpeed = 5;

const isSpeed = (kept: unknown): kept is number | null => kept === null || speeds.includes(kept as number);

/** The speed, stored in the browser. JSON has no infinity, so it is stored as null. */
export function useKeptSpeed(key: string): [number, (speed: number) => void] {
  const [kept, keep] = useKeptState<number | null>(key, defaultSpeed, isSpeed);
  return [kept ?? Infinity, (speed) => keep(speed === Infinity ? null : speed)];
}

function nameOfSpeed(speed: number): string {
  if (speed === Infinity) return "maximum";
  return speed === 1 ? "1 move per second" : `${speed} moves per second`;
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
        onInput={(event) => onSpeed(speeds[Number(event.currentTarget.value)] ?? defaultSpeed)}
        onChange={(event) => returnKeys(event.currentTarget)}
      />
    </label>
  );
}
