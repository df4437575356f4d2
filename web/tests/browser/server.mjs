// The real server, with the database of a small board, for as long as a suite runs.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { program, run, temporaryFolder } from "../program.mjs";

/** The size that the tests have exact values of. */
export const solvedSize = "2x3";

/**
 * Starts the server and gives the address of the page; both end with the suite `context`. With AFTERSTATE_PAGE=disk the
 * page is that of web/dist, not the one that the program was built with: for work on the page alone.
 */
export async function startServer(context) {
  const address = await startProgram(context);
  if (process.env.AFTERSTATE_PAGE !== "disk") return address;
  const page = await preview({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    preview: { host: "127.0.0.1", port: 0, proxy: { "/api": address } },
  });
  context.after(() => page.close());
  return page.resolvedUrls.local[0].replace(/\/$/, "");
}

async function startProgram(context) {
  const database = join(await temporaryFolder(context), "small.db");
  await run("solve", solvedSize, "--out", database);
  const server = spawn(program, ["serve", "--port", "0", "--db", database], { stdio: ["ignore", "pipe", "inherit"] });
  context.after(() => server.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    let printed = "";
    server.stdout.setEncoding("utf8");
    server.stdout.on("data", (text) => {
      printed += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    server.on("error", reject);
    server.on("exit", (status) => reject(new Error(`the server ended with status ${status}: ${printed}`)));
  });
}
