// Short descriptions of recorded games.
import { formatWhole } from "../format.ts";
import { largestOn } from "../game/board.ts";
import type { RecordedGame } from "../game/record.ts";

/** For a list of games to choose from. */
export function shortDescription({ record }: RecordedGame): string {
  return `${record.board}, ${formatWhole(record.score)} points, ${formatWhole(record.moves.length)} moves`;
}

export function description(game: RecordedGame): string {
  const last = game.moments.at(-1);
  const by = game.record.player === "" ? "" : ` by ${game.record.player}`;
  return `${shortDescription(game)}${by}, largest tile ${last === undefined ? 0 : largestOn(last.board)}`;
}
