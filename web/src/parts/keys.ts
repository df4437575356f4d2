// Keyboard shortcuts for a whole tab; keys that the focused element uses itself are ignored.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Direction } from "../game/direction.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowLeft: "left",
};
const letters: Readonly<Record<string, Direction>> = { w: "up", d: "right", s: "down", a: "left" };

export function moveOfLetter(key: string): Direction | null {
  return letters[key] ?? null;
}

export function moveOfArrow(key: string): Direction | null {
  return arrows[key] ?? null;
}

export function moveOfKey(key: string): Direction | null {
  return moveOfLetter(key) ?? moveOfArrow(key);
}

export function isUndo(key: string): boolean {
  return key === "u" || key === "z" || key === "Ctrl+z";
}

export function isRedo(key: string): boolean {
  return key === "r" || key === "y" || key === "Ctrl+y" || key === "Ctrl+Shift+z";
}

/** Elements marked with data-page-keys leave all keys to the tab, elements with data-own-keys take all. */
function isTakenByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog, [data-own-keys]") !== null) return true;
  if (target.closest("[data-page-keys]") !== null) return false;
  return (key === " " || key === "Enter") && target.closest("button, a, summary, input") !== null;
}

/** After a choice with the mouse, keys control the board again, not the element. */
export function returnKeys(element: HTMLElement): void {
  if (!element.matches(":focus-visible")) element.blur();
}

/** Letters in lower case; with Ctrl (on a Mac: Command) only undo and redo, such as Ctrl+z; null for others. */
function nameOfKey(event: KeyboardEvent): string | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (!event.ctrlKey && !event.metaKey) return key;
  return key === "z" || key === "y" ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}` : null;
}

/** Calls `onKey` with the name of each key while active; `onKey` returns whether it used the key. */
export function useKeys(active: boolean, onKey: (key: string) => boolean): void {
  const handler = useRef(onKey);
  handler.current = onKey;
  // Before the first paint, so that a key pressed as soon as the page is visible counts.
  useLayoutEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      const key = nameOfKey(event);
      if (key !== null && !isTakenByTarget(event) && handler.current(key)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [active]);
}
