// Tiles with ids, so that a sliding tile is the same element before and after the move.
import { type Board } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { type Path, slide } from "../game/slide.ts";
import type { Spawn } from "../game/spawn.ts";

export interface Tile {
  readonly id: number;
  readonly value: number;
  readonly cell: number;
  /** How it is drawn: "gone" tiles slide to where they merge and are covered there by the merged tile. */
  readonly look: "still" | "spawned" | "merged" | "gone";
}

/** What can be drawn: a moment of a game, or one of a duel, which is reached by a slide alone or a new tile alone. */
export interface Drawable {
  readonly board: Board;
  readonly last: {
    readonly turn: { readonly move: Direction | null; readonly spawn: Spawn | null };
    readonly before: Drawable;
  } | null;
}

/** A moment as it is drawn. */
export interface Scene {
  readonly moment: Drawable;
  readonly tiles: readonly Tile[];
  readonly nextId: number;
}

/** Maximum number of moves per rendering that are animated, such as two key presses between two frames. */
const maxSlides = 4;

/** Shows a board without animation; tiles that stay where they were keep their ids. */
function cut(tiles: readonly Tile[], nextId: number, moment: Drawable): Scene {
  const kept = new Map(tiles.filter((tile) => tile.look !== "gone").map((tile) => [tile.cell, tile]));
  const shown = moment.board.tiles.flatMap((value, cell): Tile[] => {
    if (value === 0) return [];
    const old = kept.get(cell);
    return [{ id: old?.value === value ? old.id : nextId++, value, cell, look: "still" }];
  });
  return { moment, tiles: shown, nextId };
}

/** The paths if nothing slides. */
function staying({ tiles }: Board): Path[] {
  return tiles.flatMap((tile, cell) => (tile === 0 ? [] : [{ from: cell, to: cell, merges: false }]));
}

/** Slides the tiles from the moment before to this one. */
function follow(scene: Scene, moment: Drawable, before: Board): Scene {
  const { last } = moment;
  if (last === null) return cut(scene.tiles, scene.nextId, moment);
  const { move, spawn } = last.turn;
  const paths = move === null ? staying(before) : slide(before, move)?.paths;
  if (paths === undefined) return cut(scene.tiles, scene.nextId, moment);
  let { nextId } = scene;
  const old = new Map(scene.tiles.filter((tile) => tile.look !== "gone").map((tile) => [tile.cell, tile]));
  const tiles: Tile[] = [];
  const merged = new Set<number>();
  for (const { from, to, merges } of paths) {
    const tile = old.get(from);
    if (tile === undefined) return cut(scene.tiles, scene.nextId, moment);
    tiles.push({ ...tile, cell: to, look: merges ? "gone" : "still" });
    if (merges && !merged.has(to)) {
      merged.add(to);
      tiles.push({ id: nextId++, value: 2 * tile.value, cell: to, look: "merged" });
    }
  }
  if (spawn !== null) tiles.push({ id: nextId++, value: spawn.tile, cell: spawn.cell, look: "spawned" });
  return { moment, tiles, nextId };
}

export function firstScene(moment: Drawable): Scene {
  return cut([], 0, moment);
}

/** The scene of another moment: slides if it follows the shown one within a few moves, otherwise a cut. */
export function nextScene(scene: Scene, moment: Drawable): Scene {
  const steps: Drawable[] = [];
  for (let at: Drawable | undefined = moment; at !== undefined && steps.length <= maxSlides; at = at.last?.before) {
    if (at.board === scene.moment.board)
      return steps.reduceRight((shown, step) => follow(shown, step, shown.moment.board), scene);
    steps.push(at);
  }
  return cut(scene.tiles, scene.nextId, moment);
}
