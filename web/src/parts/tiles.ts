// Tiles with ids, so that a sliding tile is the same element before and after the move.
import { type Board } from "../game/board.ts";
import type { Moment } from "../game/moment.ts";
import { slide } from "../game/slide.ts";

export interface Tile {
  readonly id: number;
  readonly value: number;
  readonly cell: number;
  /** How it is drawn: "gone" tiles slide to where they merge and are covered there by the merged tile. */
  readonly look: "still" | "spawned" | "merged" | "gone";
}

/** A moment as it is drawn. */
export interface Scene {
  readonly moment: Moment;
  readonly tiles: readonly Tile[];
  readonly nextId: number;
}

/** Maximum number of moves per rendering that are animated, such as two key presses between two frames. */
const maxSlides = 4;

/** Shows a board without animation; tiles that stay where they were keep their ids. */
function cut(tiles: readonly Tile[], nextId: number, moment: Moment): Scene {
  const kept = new Map(tiles.filter((tile) => tile.look !== "gone").map((tile) => [tile.cell, tile]));
  const shown = moment.board.tiles.flatMap((value, cell): Tile[] => {
    if (value === 0) return [];
    const old = kept.get(cell);
    return [{ id: old?.value === value ? old.id : nextId++, value, cell, look: "still" }];
  });
  return { moment, tiles: shown, nextId };
}

/** Slides the tiles from the moment before to this one. */
function follow(scene: Scene, moment: Moment, before: Board): Scene {
  const { last } = moment;
  const slid = last && slide(before, last.turn.move);
  if (!slid) return cut(scene.tiles, scene.nextId, moment);
  let { nextId } = scene;
  const old = new Map(scene.tiles.filter((tile) => tile.look !== "gone").map((tile) => [tile.cell, tile]));
  const tiles: Tile[] = [];
  const merged = new Set<number>();
  for (const { from, to, merges } of slid.paths) {
    const tile = old.get(from);
    if (tile === undefined) return cut(scene.tiles, scene.nextId, moment);
    tiles.push({ ...tile, cell: to, look: merges ? "gone" : "still" });
    if (merges && !merged.has(to)) {
      merged.add(to);
      tiles.push({ id: nextId++, value: 2 * tile.value, cell: to, look: "merged" });
    }
  }
  const { cell, tile: value } = last.turn.spawn;
  tiles.push({ id: nextId++, value, cell, look: "spawned" });
  return { moment, tiles, nextId };
}

export function firstScene(moment: Moment): Scene {
  return cut([], 0, moment);
}

/** The scene of another moment: slides if it follows the shown one within a few moves, otherwise a cut. */
export function nextScene(scene: Scene, moment: Moment): Scene {
  const steps: Moment[] = [];
  for (let at: Moment | undefined = moment; at !== undefined && steps.length <= maxSlides; at = at.last?.before) {
    if (at.board === scene.moment.board)
      return steps.reduceRight((shown, step) => follow(shown, step, shown.moment.board), scene);
    steps.push(at);
  }
  return cut(scene.tiles, scene.nextId, moment);
}
