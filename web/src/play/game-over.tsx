// The overlay at the end of a game.
import { formatWhole } from "../format.ts";
import { type Game, isHostile } from "../game/game.ts";

interface GameOverProps {
  readonly game: Game;
  readonly onUndo: () => void;
  readonly onNew: () => void;
  readonly onAnalyse: () => void;
}

export function GameOver({ game, onUndo, onNew, onAnalyse }: GameOverProps) {
  return (
    <div class="game-over" role="group" aria-label="Game over">
      <p class="game-over-title">Game over</p>
      <p>
        {formatWhole(game.now.score)} points in {formatWhole(game.now.moves)} moves
        {game.takenOver && " since you took over"}
        {isHostile(game) && ", with hostile spawns"}
      </p>
      <div class="button-row">
        <button type="button" class="button" onClick={onUndo}>
          Undo
        </button>
        <button type="button" class="button primary" onClick={onNew}>
          New game
        </button>
        {!game.takenOver && (
          <button type="button" class="button" onClick={onAnalyse}>
            Analyse
          </button>
        )}
      </div>
    </div>
  );
}
