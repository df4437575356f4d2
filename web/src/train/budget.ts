// Budgets: the number of actions that a run learns for.

/** The maximum that the server accepts. */
const maxActions = 1e15;

export const wrongBudget = "The budget must be a whole number of actions from 1 to 1e15, such as 20000000 or 1e8.";

/** The number of actions in a text; undefined if the text is empty, null if it is invalid. */
export function budgetOf(text: string): number | undefined | null {
  const digits = text.replace(/[\s_,]/g, "");
  if (digits === "") return undefined;
  const actions = /^\d+(\.\d+)?(e\+?\d+)?$/i.test(digits) ? Number(digits) : NaN;
  return Number.isInteger(actions) && actions >= 1 && actions <= maxActions ? actions : null;
}

/** The shortest text that parses to the same number: 1e8, 25000. */
export function textOfBudget(actions: number): string {
  const [digits = "", exponent = "0"] = actions.toExponential().replace("e+", "e").split("e");
  return Number(exponent) >= 5 && digits.length <= 4 ? `${digits}e${exponent}` : String(actions);
}
