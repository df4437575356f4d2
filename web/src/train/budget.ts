// Budgets: the number of actions that a run learns for.

/** The maximum that the server accepts. */
const maxActions = 1e15;

export const wrongBudget = "The budget must be a whole number of actions from 1 to 1e15, such as 20M, 2.5G or 1e8.";

const factors: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, b: 1e9, t: 1e12 };

/** A number such as 20M, 2.5G, 300k or 1e9; NaN if the text is not one. */
export function numberOf(text: string): number {
  const [, digits = "", suffix = ""] = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)([kmgbt]?)$/i.exec(text) ?? [];
  // Through text, so that 2.3M is not off by a rounding error.
  return digits === "" ? NaN : Number((Number(digits) * (factors[suffix.toLowerCase()] ?? 1)).toPrecision(15));
}

/** The number of actions in a text; undefined if the text is empty, null if it is invalid. */
export function budgetOf(text: string): number | undefined | null {
  const digits = text.replace(/[\s_,]/g, "");
  if (digits === "") return undefined;
  const actions = numberOf(digits);
  return Number.isInteger(actions) && actions >= 1 && actions <= maxActions ? actions : null;
}

/** The shortest text that parses to the same number: 100M, 2.5M, 25K. */
export function textOfBudget(actions: number): string {
  const [factor, suffix] = (
    [
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "K"],
    ] as const
  ).find(([factor]) => actions >= factor) ?? [1, ""];
  const text = `${actions / factor}${suffix}`;
  return text.length <= 6 && budgetOf(text) === actions ? text : String(actions);
}
