// Marks moves at the edge of the board that the tiles slide to, so that no tile is covered.
import type { Direction } from "../game/direction.ts";

interface ArrowsProps {
  /** Several if they are equally good. */
  readonly directions: readonly Direction[];
  readonly tone?: "best" | "wrong";
}

export function Arrows({ directions, tone = "best" }: ArrowsProps) {
  return (
    <>
      {directions.map((direction) => (
        <span key={direction} class="arrow" data-tone={tone} data-direction={direction} aria-hidden="true" />
      ))}
    </>
  );
}
