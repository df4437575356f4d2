// Numbers as people read them.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export function formatWhole(value: number): string {
  return whole.format(value);
}

/** 12.3K for axes. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

export function formatDecimals(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** What a move loses, with a true minus sign; "0" where it rounds to nothing. */
export function formatLoss(loss: number, decimals: number): string {
  const text = formatDecimals(loss, decimals);
  return Number(loss.toFixed(decimals)) === 0 ? text : `\u2212${text}`;
}

export function formatPercent(share: number): string {
  return `${formatDecimals(100 * share, 1)} %`;
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10 ? `${formatDecimals(milliseconds, 1)} ms` : `${formatWhole(milliseconds)} ms`;
}
