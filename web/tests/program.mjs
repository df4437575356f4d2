// The afterstate program, for tests that compare the page with it.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const program =
  process.env.AFTERSTATE_PROGRAM ?? fileURLToPath(new URL("../../build/afterstate", import.meta.url));

/** Runs the program and returns its output; throws if it fails. */
export async function run(...words) {
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 1e8 });
  return stdout;
}

/** A folder that is removed at the end of the test or suite `context`. */
export async function temporaryFolder(context) {
  const folder = await mkdtemp(join(tmpdir(), "afterstate-page-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
