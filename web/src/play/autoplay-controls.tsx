// How fast the search plays.
import { speeds } from "./autoplay.ts";

interface AutoplayControlsProps {
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
}

function nameOfSpeed(speed: number): string {
  if (speed === Infinity) return "as fast as it can";
  return speed === 1 ? "1 move a second" : `${speed} moves a second`;
}

export function AutoplayControls({ speed, onSpeed }: AutoplayControlsProps) {
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
        onInput={(event) => onSpeed(speeds[Number(event.currentTarget.value)] ?? 1)}
      />
    </label>
  );
}
