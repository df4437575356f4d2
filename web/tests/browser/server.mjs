// Starts the real server, with the database of a small board, for the duration of a test suite.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { program, run, temporaryFolder } from "../program.mjs";

/** The size that has a database in the tests. */
export const solvedSize = "2x3";

/**
 * Starts the server and returns the address of the page; stops both at the end of the suite `context`. With
 * AFTERSTATE_PAGE=disk the page is that of web/dist, not the one compiled into the program: for work on the page only.
 */
export async function startServer(context, ...options) {
  const database = join(await temporaryFolder(context), "small.db");
  await run("solve", solvedSize, "--out", database);
  return (await startServerWith(context, "--db", database, ...options)).address;
}

/** Starts a server with the given options, which can be stopped and restarted at the same address. */
export async function startServerWith(context, ...options) {
  let server = await startProgram(0, options);
  const { port } = new URL(server.address);
  const stop = async () => {
    if (server.process.exitCode !== null) return;
    server.process.kill("SIGINT");
    await once(server.process, "exit");
  };
  context.after(stop);
  const address = await pageAddress(context, server.address);
  const restart = async () => {
    server = await startProgram(port, options);
  };
  return { address, api: server.address, stop, restart };
}

async function pageAddress(context, address) {
  // With the host of the page: the server refuses requests whose Origin differs from it.
  const proxy = { "/api": { target: address, changeOrigin: false } };
  return process.env.AFTERSTATE_PAGE === "disk" ? servePage(context, proxy) : address;
}

/** Serves the page of web/dist, without a program behind it unless `proxy` names one; returns its address. */
export async function servePage(context, proxy = {}) {
  const page = await preview({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    logLevel: "silent",
    preview: { host: "127.0.0.1", port: 0, proxy },
  });
  context.after(() => page.close());
  return page.resolvedUrls.local[0].replace(/\/$/, "");
}

function startProgram(port, options) {
  const server = spawn(program, ["serve", "--port", String(port), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let printed = "";
    server.stdout.setEncoding("utf8");
    server.stdout.on("data", (text) => {
      printed += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve({ process: server, address });
    });
    server.on("error", reject);
    server.on("exit", (status) => reject(new Error(`the server exited with status ${status}: ${printed}`)));
  });
}
