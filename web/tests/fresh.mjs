// Fails if dist/ differs from a fresh build of the sources.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const fresh = await mkdtemp(join(tmpdir(), "afterstate-page-"));
try {
  await build({ root, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } });
  const dist = join(root, "dist");
  const names = new Set([...(await readdir(fresh)), ...(await readdir(dist).catch(() => []))]);
  const differing = [];
  for (const name of names) {
    const [ours, theirs] = await Promise.all(
      [fresh, dist].map((folder) => readFile(join(folder, name)).catch(() => null)),
    );
    if (ours === null || theirs === null || !ours.equals(theirs)) differing.push(name);
  }
  if (differing.length > 0) {
    console.error(`dist/ is out of date (${differing.join(", ")}): run npm run build`);
    process.exitCode = 1;
  }
} finally {
  await rm(fresh, { recursive: true, force: true });
}
