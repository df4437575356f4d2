// A game that the user plays: the current position, the undone moves, the seed of all random spawns, and the spawns
// that an attacker chose.
import { type Board, largestOn } from "./board.ts";
import type { Direction } from "./direction.ts";
import { firstMoment, type Moment, nextMoment } from "./moment.ts";
import { randomBlock, uniformUnit } from "./random.ts";
import type { Size } from "./size.ts";
import { slide } from "./slide.ts";
import { drawSpawn, gameNumber, type Spawn, startBoard, startSpawns } from "./spawn.ts";

export interface Game {
  readonly size: Size;
  readonly seed: number;
  readonly now: Moment;
  /** The moments that redo restores, the next one last. */
  readonly undone: readonly Moment[];
  /** Whether the engine made a move in it. */
  readonly helped: boolean;
  /** Whether the user took it over from the engine: the moves before its first moment are unknown then. */
  readonly takenOver: boolean;
  /** The spawns that an attacker was asked for, by spawnKey(): the same move after an undo gets the same spawn. */
  readonly placed: Readonly<Record<string, Spawn>>;
}

export function newGame(size: Size, seed: number): Game {
  const now = firstMoment(startBoard(size, seed));
  return { size, seed, now, undone: [], helped: false, takenOver: false, placed: {} };
}

/** A game of the engine that the user continues. */
export function takenOverGame(board: Board, score: number, seed: number): Game {
  const now = firstMoment(board, score);
  return { size: board.size, seed, now, undone: [], helped: true, takenOver: true, placed: {} };
}

/** Whether an attacker was asked for spawns: then it is no game of 2048 as usual. */
export function isHostile({ placed }: Game): boolean {
  return Object.keys(placed).length > 0;
}

/** Identifies a spawn by its turn and the board that it comes on, the exponents of its tiles to base 36. */
function spawnKey({ now }: Game, afterstate: Board): string {
  const exponents = afterstate.tiles.map((tile) => (tile === 0 ? "0" : Math.log2(tile).toString(36)));
  return `${now.moves} ${exponents.join("")}`;
}

/** Distinct from the purposes of the program's random numbers (src/game/game_random.h). */
const purposeOfHostility = 1002;

/** A spawn that an attacker is to choose. */
export interface HostileSpawn {
  readonly afterstate: Board;
  readonly key: string;
}

/** The spawn after a move if an attacker chooses it, with probability `share`, and has not done so before; or null. */
export function hostileSpawnAfter(game: Game, move: Direction, share: number): HostileSpawn | null {
  const { first } = randomBlock(game.seed, gameNumber, game.now.moves, purposeOfHostility);
  const afterstate = uniformUnit(first) < share ? slide(game.now.board, move)?.afterstate : undefined;
  if (afterstate === undefined) return null;
  const key = spawnKey(game, afterstate);
  return key in game.placed ? null : { afterstate, key };
}

/** The game with the answer of the attacker; null if it did not answer, and the spawn is random after all. */
export function withPlaced(game: Game, { afterstate, key }: HostileSpawn, answer: Spawn | null): Game {
  return { ...game, placed: { ...game.placed, [key]: answer ?? randomSpawn(game, afterstate) } };
}

function randomSpawn({ seed, now }: Game, afterstate: Board): Spawn {
  return drawSpawn(afterstate, seed, now.moves + startSpawns);
}

/** The game after a move; the same game if the move is illegal. */
export function withMove(game: Game, move: Direction, by: "user" | "engine" = "user"): Game {
  const now = nextMoment(
    game.now,
    move,
    (afterstate) => game.placed[spawnKey(game, afterstate)] ?? randomSpawn(game, afterstate),
  );
  if (now === null) return game;
  return { ...game, now, undone: [], helped: game.helped || by === "engine" };
}

export function undo(game: Game): Game {
  if (game.now.last === null) return game;
  return { ...game, now: game.now.last.before, undone: [...game.undone, game.now] };
}

export function redo(game: Game): Game {
  const now = game.undone.at(-1);
  return now === undefined ? game : { ...game, now, undone: game.undone.slice(0, -1) };
}

/** The tile of at least 2048 that the last move made for the first time in the game, or null. */
export function tileReached({ now }: Game): number | null {
  const tile = largestOn(now.board);
  return now.last !== null && tile >= 2048 && tile > largestOn(now.last.before.board) ? tile : null;
}
