// Recipes and training runs. Fields marked as new are missing in answers of older servers; the page leaves out what
// needs them.
import type { Direction } from "../game/direction.ts";
import type { MoveValues } from "./analysis.ts";
import { request } from "./request.ts";

/** The value of a key of a recipe, as in TOML. */
export type RecipeValue = string | number | boolean | readonly RecipeValue[] | null;

/** A key of a recipe that can be set for a run. */
export interface RecipeKey {
  /** Such as learning.beta. */
  readonly key: string;
  readonly value: RecipeValue;
  readonly meaning: string;
  readonly default: RecipeValue;
}

export interface Recipe {
  readonly name: string;
  /** What is wrong with it; the other fields are missing then. */
  readonly error?: string;
  readonly description?: string;
  readonly board?: string;
  readonly actions?: number;
  readonly memory_mb?: number;
  readonly disk_mb?: number;
  readonly text?: string;
  /** "first", "small", "papers" or "other"; new. */
  readonly group?: string;
  /** Estimated seconds for its actions with all cores of the server; null if unknown; new. */
  readonly seconds?: number | null;
  /** New. */
  readonly keys?: readonly RecipeKey[];
}

export interface Recipes {
  readonly recipes: readonly Recipe[];
  readonly available_memory_mb: number;
}

export interface Measurement {
  readonly actions: number;
  readonly seconds: number;
  readonly mean: number;
  /** Half the width of the 95 % interval of the mean. */
  readonly ci95: number;
  readonly games: number;
  /** The share of games that reached each tile; new. */
  readonly tiles?: Readonly<Record<string, number | null>>;
  /** New, as the next two. */
  readonly actions_per_second?: number | null;
  /** The mean score that the network predicted for the games learned from, and what they scored. */
  readonly predicted?: number | null;
  readonly realised?: number | null;
}

export interface Progress {
  readonly actions: number;
  readonly goal: number | null;
  readonly actions_per_second: number | null;
  readonly seconds_left: number | null;
}

export interface Run {
  readonly id: string;
  readonly state: "running" | "stopped" | "finished" | "failed";
  readonly error?: string;
  /** Null if its recipe cannot be read. */
  readonly description: string | null;
  readonly board?: string;
  /** Actions to learn for. */
  readonly budget?: number | null;
  readonly recipe?: string | null;
  readonly measurements: number;
  readonly latest: Measurement | null;
  /** In older servers the last line that the run printed. */
  readonly progress: Progress | string;
  readonly has_model: boolean;
  readonly can_resume: boolean;
}

export interface RunDetails extends Run {
  /** The measurements from the requested index on. */
  readonly log: readonly Measurement[];
  readonly recipe_text: string;
  /** Empty if there is none yet. */
  readonly card: string;
}

export interface RunStart {
  readonly recipe: string;
  readonly name?: string;
  readonly actions?: number;
  readonly seed?: number;
  readonly threads?: number;
  /** Keys of the recipe with other values. */
  readonly set?: Readonly<Record<string, RecipeValue>>;
}

export interface RunFile {
  readonly name: string;
  readonly bytes: number;
}

/** What a tuple of the network contributes to a value: the sum over its images. */
export interface LiveTuple {
  /** One hexadecimal digit per cell. */
  readonly cells: string;
  readonly share: number;
  /** How much learning from the last transition moves the share. */
  readonly change: number | null;
}

/** A game played by the network of a training run as it is now. */
export interface LiveGame {
  readonly game: number;
  readonly turn: number;
  readonly score: number;
  readonly board: string;
  readonly last: Direction | null;
  readonly values: { readonly best: Direction | null; readonly moves: MoveValues };
  /** Actions learned so far. */
  readonly actions: number;
  /** The temporal difference error of the last transition. */
  readonly error: number | null;
  readonly tuples: readonly LiveTuple[];
}

/** How far a run is; also for a server that only knows the latest measurement. */
export function progressOf({ progress, latest, budget }: Run): Progress {
  if (typeof progress === "object" && progress !== null) return progress;
  return { actions: latest?.actions ?? 0, goal: budget ?? null, actions_per_second: null, seconds_left: null };
}

/** Whether the server can rename, delete and download runs, and show the game of a training run. */
export function isManaged({ progress }: Run): boolean {
  return typeof progress === "object" && progress !== null;
}

export function recipes(signal?: AbortSignal): Promise<Recipes> {
  return request("recipes", { signal });
}

export async function runs(signal?: AbortSignal): Promise<readonly Run[]> {
  return (await request<{ runs: readonly Run[] }>("runs", { signal })).runs;
}

const pathOf = (id: string) => `runs/${encodeURIComponent(id)}`;

export function runDetails(id: string, from: number, signal?: AbortSignal): Promise<RunDetails> {
  return request(`${pathOf(id)}?from=${from}`, { signal });
}

/** Starts a run and returns its id. */
export async function startRun(start: RunStart, token: string | null): Promise<string> {
  return (await request<{ id: string }>("runs", { body: start, token })).id;
}

export async function stopRun(id: string, token: string | null): Promise<void> {
  await request(`${pathOf(id)}/stop`, { body: {}, token });
}

/** Resumes a run until its total number of actions is `actions`. */
export async function resumeRun(id: string, actions: number, token: string | null): Promise<void> {
  await request(`${pathOf(id)}/resume`, { body: { actions }, token });
}

export async function renameRun(id: string, name: string, token: string | null): Promise<void> {
  await request(`${pathOf(id)}/rename`, { body: { name }, token });
}

export async function deleteRun(id: string, token: string | null): Promise<void> {
  await request(`${pathOf(id)}/delete`, { body: {}, token });
}

export async function runFiles(id: string, signal?: AbortSignal): Promise<readonly RunFile[]> {
  const answer = await request<readonly RunFile[] | { readonly files: readonly RunFile[] }>(`${pathOf(id)}/files`, {
    signal,
  });
  return "files" in answer ? answer.files : answer;
}

/** The address that downloads a file of a run. */
export function addressOfFile(id: string, name: string): string {
  return `api/v1/${pathOf(id)}/files/${encodeURIComponent(name)}`;
}

export function liveGame(id: string, signal?: AbortSignal): Promise<LiveGame> {
  return request(`${pathOf(id)}/live`, { signal });
}
