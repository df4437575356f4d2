// Buttons to step through the loaded game.
import { formatWhole } from "../format.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import type { Line } from "./line.ts";

export function Stepper({ line, onJump }: { readonly line: Line; readonly onJump: (index: number) => void }) {
  if (line.game === null) return null;
  const last = line.game.moments.length - 1;
  const step = (icon: IconName, label: string, target: number) => (
    <button
      type="button"
      class="button square"
      aria-label={label}
      disabled={target < 0 || target > last || (line.onGame && target === line.index)}
      onClick={() => onJump(target)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepper">
      {step("first", "Go to start", 0)}
      {step("back", "Previous move", line.index - 1)}
      <p>
        {line.onGame ? (
          <>
            <strong>{line.index === last ? "End" : `Move ${formatWhole(line.index + 1)}`}</strong> of{" "}
            {formatWhole(last)}
            <span class="quiet stepper-score">score {formatWhole(line.moment.score)}</span>
          </>
        ) : (
          <button type="button" class="button" onClick={() => onJump(line.index)}>
            Back to the game
          </button>
        )}
      </p>
      {step("forward", "Next move", line.index + 1)}
      {step("last", "Go to end", last)}
    </div>
  );
}
