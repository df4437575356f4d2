// Recipes and training runs.
import { request } from "./request.ts";

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
  /** The last line that it printed. */
  readonly progress: string;
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
  readonly actions?: number;
  readonly seed?: number;
  readonly threads?: number;
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
