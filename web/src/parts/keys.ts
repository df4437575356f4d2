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

function isTakenByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, select, textarea, [data-own-keys]") !== null) return true;
  return (key === " " || key === "Enter") && target.closest("button, a, summary") !== null;
}

/** Calls `onKey` with the key (letters in lower case) while active; `onKey` returns whether it used the key. */
export function useKeys(active: boolean, onKey: (key: string) => boolean): void {
  const handler = useRef(onKey);
  handler.current = onKey;
  // Before the first paint, so that a key pressed as soon as the page is visible counts.
  useLayoutEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTakenByTarget(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (handler.current(key)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [active]);
}
