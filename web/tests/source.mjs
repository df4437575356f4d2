// Loads TypeScript modules for tests: bundles a module of src/ and imports it.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${path}`, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    loader: { ".css": "empty" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
