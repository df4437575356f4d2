// An arrow over the board in the direction of a move.
import type { Direction } from "../game/direction.ts";

const turns: Readonly<Record<Direction, number>> = { up: 0, right: 90, down: 180, left: 270 };

export function Arrow({ direction, tone }: { readonly direction: Direction; readonly tone: "best" | "wrong" }) {
  return (
    <svg class="arrow" data-tone={tone} data-direction={direction} viewBox="-50 -50 100 100" aria-hidden="true">
      <path d="M0-46 L19-20 L7-20 L7 44 L-7 44 L-7-20 L-19-20 Z" transform={`rotate(${turns[direction]})`} />
    </svg>
  );
}
