// What the tests of the Duel tab share: the elements of the page, matches, and what they should look like.
import { join } from "node:path";
import { temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";

const { sizeOfName } = await load("game/size.ts");
const { newMatch } = await load("duel/match.ts");
const { textOfMatch } = await load("duel/match-text.ts");

export const keyOf = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };
export const placed = (cell, tile = 2) => ({ move: null, spawn: { cell, tile } });
export const slid = (move) => ({ move, spawn: null });

export const duel = (page) => page.locator("main.duel");

export function cellOn(page, cell, columns = 4) {
  const place = `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
  return duel(page).getByRole("button", { name: new RegExp(`^${place}:`) });
}

/** The start of a match, as the page would have it in its address. */
export const matchOn = (size, person, rule = "2or4") =>
  newMatch({ size: sizeOfName(size), rule, from: "empty" }, person, 1);

export const hashOf = (match) => `#duel?${textOfMatch(match)}`;

/** Clicks the button and returns the path of the file. */
export async function downloadedRecord(context, page) {
  const path = join(await temporaryFolder(context), "duel.jsonl");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    duel(page).getByRole("button", { name: "Record" }).click(),
  ]);
  await file.saveAs(path);
  return path;
}
