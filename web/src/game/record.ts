// Game records: one game per line of JSON, as the program's src/arena/record.h writes and reads them.
import { directionOfLetter, letterOf } from "./direction.ts";
import { lineOfDuel } from "./duel-record.ts";
import { type Game, isHostile } from "./game.ts";
import { firstMoment, type Moment, momentsTo, nextMoment, startOf, turnsTo } from "./moment.ts";
import { NotationError, notationOf, parseBoard } from "./notation.ts";
import { cellsOf, nameOfSize, type Size, sizeOfName, defaultSize } from "./size.ts";
import { chanceOfFour, gameNumber } from "./spawn.ts";

/** The fields that the program needs to replay a game. */
export interface GameRecord {
  readonly board: string;
  readonly player: string;
  readonly spawn4: number;
  readonly start: string;
  readonly moves: string;
  readonly spawns: readonly (readonly [cell: number, tile: number])[];
  readonly score: number;
}

/** A record that was replayed and follows the rules. */
export interface RecordedGame {
  readonly record: GameRecord;
  readonly size: Size;
  /** The start and the moment after each move. */
  readonly moments: readonly Moment[];
}

export class RecordError extends Error {}

function recordOf(moment: Moment, player: string): GameRecord {
  const turns = turnsTo(moment);
  return {
    board: nameOfSize(moment.board.size),
    player,
    spawn4: chanceOfFour,
    start: notationOf(startOf(moment).board),
    moves: turns.map((turn) => letterOf(turn.move)).join(""),
    spawns: turns.map(({ spawn }) => [spawn.cell, spawn.tile] as const),
    score: moment.score,
  };
}

/**
 * The game up to the current position, without undone moves. A game that was taken over has no record: a record starts
 * with two spawns and contains every move.
 */
export function recordedGame(game: Game): RecordedGame {
  const person = game.helped ? "a person and the engine" : "a person";
  const player = isHostile(game) ? `${person} against hostile spawns` : person;
  return { record: recordOf(game.now, player), size: game.size, moments: momentsTo(game.now) };
}

/**
 * The game as one line of JSON, with the seed that reproduces it. With hostile spawns it is the record of a duel, since
 * an attacker chose some of the tiles.
 */
export function recordLine(game: Game): string {
  if (isHostile(game)) return hostileRecordLine(game);
  const { board, player, ...rest } = recordedGame(game).record;
  return JSON.stringify({ board, player, seed: game.seed, game: gameNumber, ...rest }) + "\n";
}

function hostileRecordLine({ now, seed, helped }: Game): string {
  const turns = turnsTo(now);
  return lineOfDuel({
    rule: "2or4",
    from: "two",
    attacker: "random and hostile spawns",
    defender: helped ? "a person and the engine" : "a person",
    seed,
    start: startOf(now).board,
    moves: turns.map((turn) => letterOf(turn.move)).join(""),
    spawns: turns.map(({ spawn }) => spawn),
    score: now.score,
  });
}

function text(object: Record<string, unknown>, key: string, otherwise?: string): string {
  const value = object[key] ?? otherwise;
  if (typeof value !== "string")
    throw new RecordError(`"${key}" is ${value === undefined ? "missing" : "not a string"}`);
  return value;
}

function wholeNumber(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new RecordError(`${what} is not a whole number`);
  return value;
}

function spawnsOf(object: Record<string, unknown>, moves: string, size: Size): [number, number][] {
  const spawns: unknown = object.spawns;
  if (!Array.isArray(spawns)) throw new RecordError(`"spawns" is not an array`);
  if (spawns.length !== moves.length)
    throw new RecordError(`${moves.length} moves and ${spawns.length} spawns: each move is followed by one spawn`);
  return spawns.map((pair: unknown, turn) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw new RecordError(`spawn ${turn} is not a pair of cell and tile`);
    const cell = wholeNumber(pair[0], `the cell of spawn ${turn}`);
    const tile = wholeNumber(pair[1], `the tile of spawn ${turn}`);
    if (cell >= cellsOf(size)) throw new RecordError(`spawn ${turn} is on cell ${cell}, outside the board`);
    if (tile !== 2 && tile !== 4) throw new RecordError(`spawn ${turn} is a ${tile}; only 2 and 4 spawn`);
    return [cell, tile];
  });
}

function parseRecord(line: string): GameRecord {
  let object: unknown;
  try {
    object = JSON.parse(line);
  } catch {
    throw new RecordError("invalid JSON; the file may be truncated");
  }
  if (typeof object !== "object" || object === null || Array.isArray(object))
    throw new RecordError("not a JSON object");
  const fields = object as Record<string, unknown>;
  const board = text(fields, "board", nameOfSize(defaultSize));
  const size = sizeOfName(board);
  if (size === null) throw new RecordError(`board '${board}': sides go from 1 to 4, such as 4x4 or 3x3`);
  const moves = text(fields, "moves");
  const spawn4 = fields.spawn4 ?? chanceOfFour;
  if (typeof spawn4 !== "number" || spawn4 < 0 || spawn4 > 1) throw new RecordError(`"spawn4" is not from 0 to 1`);
  return {
    board,
    player: text(fields, "player", ""),
    spawn4,
    start: notationOf(parseBoard(text(fields, "start"), size)),
    moves,
    spawns: spawnsOf(fields, moves, size),
    score: wholeNumber(fields.score, `"score"`),
  };
}

/** Replays a record and checks each move, each spawn and the score. */
export function replay(record: GameRecord): RecordedGame {
  const size = sizeOfName(record.board) ?? defaultSize;
  let now = firstMoment(parseBoard(record.start, size));
  const moments = [now];
  record.spawns.forEach(([cell, tile], turn) => {
    const move = directionOfLetter(record.moves[turn] ?? "");
    if (move === null) throw new RecordError(`move ${turn + 1} is not one of the letters U, R, D and L`);
    const next = nextMoment(now, move, (afterstate) => {
      if (afterstate.tiles[cell] !== 0)
        throw new RecordError(`move ${turn + 1} is followed by a spawn on cell ${cell}, which is not empty`);
      return { cell, tile };
    });
    if (next === null) throw new RecordError(`move ${turn + 1} (${move}) is illegal: no tile moves`);
    moments.push((now = next));
  });
  if (now.score !== record.score)
    throw new RecordError(`the moves score ${now.score}, but the record says ${record.score}`);
  return { record, size, moments };
}

/** Parses a file of records, one per line. Throws RecordError with a sentence for the user. */
export function parseRecords(file: string): GameRecord[] {
  const lines = file.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new RecordError("The file contains no game.");
  return lines.map((line, index) => explained(`Line ${index + 1}`, () => parseRecord(line)));
}

/** Calls `read()` and prefixes its errors with `where`, the part of the input that they are in. */
export function explained<Result>(where: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordError || error instanceof NotationError)
      throw new RecordError(`${where}: ${error.message.replace(/\.$/, "")}.`);
    throw error;
  }
}
