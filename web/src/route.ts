// The hash of the address: a tab, for #analyse a position, and for #duel a match.
import type { Board } from "./game/board.ts";
import { notationOf, parseAnyBoard, parseBoard } from "./game/notation.ts";
import { nameOfSize, sizeOfName, defaultSize } from "./game/size.ts";

export const tabs = ["play", "duel", "analyse", "watch", "train"] as const;
export type Tab = (typeof tabs)[number];

/** The position in the address, or what is wrong with it. */
export interface Position {
  readonly board: Board | null;
  readonly error: string | null;
}

export interface Route {
  readonly tab: Tab;
  readonly position: Position | null;
  /** The text of a match (duel/match-text.ts). */
  readonly duel: string | null;
}

function positionOf(query: URLSearchParams): Position | null {
  const text = query.get("board");
  if (text === null) return null;
  const name = query.get("size");
  const size = name === null ? null : sizeOfName(name);
  try {
    return { board: size === null ? parseAnyBoard(text, defaultSize) : parseBoard(text, size), error: null };
  } catch (reason) {
    return { board: null, error: `The position in the address is invalid. ${(reason as Error).message}` };
  }
}

export function routeOf(hash: string): Route {
  const [name = "", query = ""] = hash.replace(/^#/, "").split("?");
  const tab = tabs.find((tab) => tab === name) ?? "play";
  return {
    tab,
    position: tab === "analyse" ? positionOf(new URLSearchParams(query)) : null,
    duel: tab === "duel" && query !== "" ? query : null,
  };
}

export function hashOfDuel(text: string): string {
  return `#duel?${text}`;
}

export function hashOfPosition(board: Board): string {
  return `#analyse?board=${notationOf(board).replaceAll(" ", ",")}&size=${nameOfSize(board.size)}`;
}
