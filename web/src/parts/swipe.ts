// Swipes: dragging a finger or the mouse far enough over the board makes a move, at once and only one per touch.
import { useRef } from "preact/hooks";
import type { Direction } from "../game/direction.ts";

/** In CSS pixels: more than the jitter of a tap, less than the width of a tile. */
const minSwipe = 24;

function directionOf(x: number, y: number): Direction | null {
  if (Math.max(Math.abs(x), Math.abs(y)) < minSwipe) return null;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}

/** The event handlers of the element that is swiped over; none without `onSwipe`. */
export function useSwipe(onSwipe: ((direction: Direction) => void) | undefined) {
  const start = useRef<{ readonly pointer: number; readonly x: number; readonly y: number } | null>(null);
  /** Whether the pointer made a move since it was pressed: its click is not one on what lies below it then. */
  const swiped = useRef(false);
  if (onSwipe === undefined) return {};
  return {
    onPointerDown: (event: PointerEvent) => {
      swiped.current = false;
      if (event.button === 0) start.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current?.pointer !== event.pointerId) return;
      const direction = directionOf(event.clientX - start.current.x, event.clientY - start.current.y);
      if (direction === null) return;
      start.current = null;
      swiped.current = true;
      onSwipe(direction);
    },
    onClickCapture: (event: MouseEvent) => {
      if (swiped.current) event.stopPropagation();
      swiped.current = false;
    },
    onPointerUp: () => (start.current = null),
    onPointerCancel: () => (start.current = null),
    // Without this, Chromium takes a quick swipe for a fling and swallows the next tap.
    onTouchMove: (event: TouchEvent) => event.preventDefault(),
  };
}
