// Chromium, with pages in a desktop or phone window, in the light or dark theme.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const windows = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

export async function openBrowser(context) {
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  context.after(() => browser.close());
  return browser;
}

/** A page with its own storage, loaded after `prepare(page)`; fails at the end of the test if there were console errors or warnings. */
export async function openPage(
  context,
  browser,
  address,
  { window = "desktop", theme = "light", hash = "", motion = "reduce", prepare = () => undefined } = {},
) {
  const session = await browser.newContext({
    ...windows[window],
    colorScheme: theme,
    reducedMotion: motion,
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await session.newPage();
  page.setDefaultTimeout(10_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // The browser logs every response with an error status; some tests provoke those on purpose.
    const expected = message.text().startsWith("Failed to load resource");
    if ((message.type() === "error" || message.type() === "warning") && !expected) complaints.push(message.text());
  });
  await prepare(page);
  await page.goto(`${address}/${hash}`);
  await page.locator(".head nav").waitFor();
  context.after(async () => {
    await session.close();
    assert.deepEqual(complaints, [], "no console errors");
  });
  return page;
}

/** Polls until a condition becomes true. */
export async function comesTrue(what, message) {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25)))
    if (await what()) return;
  assert.fail(`timeout: ${message}`);
}

/** Swipes over an element with native touch events. */
export async function swipe(page, selector, direction) {
  const box = await page.locator(selector).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }[direction];
  const session = await page.context().newCDPSession(page);
  const touch = (type, distance) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * distance, y: y + dy * distance }],
    });
  await touch("touchStart", 0);
  for (const distance of [15, 40, 80]) await touch("touchMove", distance);
  await touch("touchEnd", 0);
  await session.detach();
}

/** The tiles on the board, cell by cell, from its accessible label. */
export async function tilesOn(page) {
  const label = await page.locator("main:not([hidden]) .board-picture").getAttribute("aria-label");
  return label
    .split(": ")[1]
    .split(/[;,] /)
    .map((word) => (word === "empty" ? 0 : Number(word)));
}
