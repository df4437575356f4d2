// The four slides, and their letters in game records.

export type Direction = "up" | "right" | "down" | "left";

export const allDirections: readonly Direction[] = ["up", "right", "down", "left"];

const letters: Readonly<Record<Direction, string>> = { up: "U", right: "R", down: "D", left: "L" };

export function letterOf(direction: Direction): string {
  return letters[direction];
}

export function directionOfLetter(letter: string): Direction | null {
  return allDirections.find((direction) => letters[direction] === letter) ?? null;
}
