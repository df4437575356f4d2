// Placing a tile on a cell: click or tap for a 2; for a 4, right-click, hold or Shift-click.
import { useRef } from "preact/hooks";
import type { Spawn } from "../game/spawn.ts";

/** Milliseconds after which a touch counts as holding. */
const holdTime = 450;

/** In CSS pixels: a touch that moves further is not one that holds. */
const maxJitter = 6;

/** Returns the event handlers of a cell. */
export function usePlacing(onPlace: (spawn: Spawn) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Whether the current touch has already placed a 4, so that its end places nothing. */
  const held = useRef(false);
  const stopHolding = () => clearTimeout(timer.current);
  const hold = (cell: number) => {
    if (held.current) return;
    stopHolding();
    held.current = true;
    onPlace({ cell, tile: 4 });
  };
  return (cell: number) => ({
    onPointerDown: ({ pointerType }: PointerEvent) => {
      stopHolding();
      held.current = false;
      if (pointerType !== "mouse") timer.current = setTimeout(() => hold(cell), holdTime);
    },
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (Math.abs(movementX) + Math.abs(movementY) > maxJitter) stopHolding();
    },
    onPointerUp: stopHolding,
    onPointerCancel: stopHolding,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      hold(cell);
    },
    onClick: ({ shiftKey }: MouseEvent) => {
      stopHolding();
      if (!held.current) onPlace({ cell, tile: shiftKey ? 4 : 2 });
      held.current = false;
    },
  });
}
