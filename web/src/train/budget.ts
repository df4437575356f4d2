// Budgets: for how many actions a run learns.

/** The server takes no more. */
const mostActions = 1e15;

export const wrongBudget = "A budget is a whole number of actions from 1 to 1e15, such as 20000000 or 1e8.";

/** The actions that a text stands for, undefined for none, null where it is no budget. */
export function budgetOf(text: string): number | undefined | null {
  const digits = text.replace(/[\s_,]/g, "");
  if (digits === "") return undefined;
  const actions = /^\d+(\.\d+)?(e\+?\d+)?$/i.test(digits) ? Number(digits) : NaN;
  return Number.isInteger(actions) && actions >= 1 && actions <= mostActions ? actions : null;
}

/** As short as it can be written and read again: 1e8, 25000. */
export function textOfBudget(actions: number): string {
  const [digits = "", exponent = "0"] = actions.toExponential().replace("e+", "e").split("e");
  return Number(exponent) >= 5 && digits.length <= 4 ? `${digits}e${exponent}` : String(actions);
}
