// The overlay at the end of a duel: swap roles after the first game, the result after the second.
import { formatWhole } from "../format.ts";
import { matchInWords } from "./in-words.ts";
import { currentGame, type Match } from "./match.ts";

interface DuelOverProps {
  readonly match: Match;
  readonly onUndo: () => void;
  readonly onSwap: () => void;
  readonly onNew: () => void;
}

export function DuelOver({ match, onUndo, onSwap, onNew }: DuelOverProps) {
  const { person, now } = currentGame(match);
  const first = match.second === null;
  return (
    <div class="game-over" role="group" aria-label="Game over">
      <p class="game-over-title">{first ? "Game over" : "Match over"}</p>
      <p>
        {person === "defend" ? "You" : "The engine"} scored {formatWhole(now.score)}. {!first && matchInWords(match)}
      </p>
      <div class="button-row">
        <button type="button" class="button" onClick={onUndo}>
          Undo
        </button>
        {first && (
          <button type="button" class="button primary" onClick={onSwap}>
            Swap roles
          </button>
        )}
        <button type="button" class={first ? "button" : "button primary"} onClick={onNew}>
          New match
        </button>
      </div>
    </div>
  );
}
