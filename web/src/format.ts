// Number formatting.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export function formatWhole(value: number): string {
  return whole.format(value);
}

/** Three significant digits: 12.3K, 1.25M. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

export function formatDecimals(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** The loss of a move, with a true minus sign; "0" if it rounds to zero. */
export function formatLoss(loss: number, decimals: number): string {
  const text = formatDecimals(loss, decimals);
  return Number(loss.toFixed(decimals)) === 0 ? text : `\u2212${text}`;
}

export function formatPercent(share: number): string {
  return `${formatDecimals(100 * share, 1)} %`;
}

/** A share that was measured on few games: decimals would only look precise. */
export function formatRoughPercent(share: number): string {
  return `${formatWhole(100 * share)} %`;
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10 ? `${formatDecimals(milliseconds, 1)} ms` : `${formatWhole(milliseconds)} ms`;
}

const second = { name: "s", length: 1 };
const units = [{ name: "d", length: 86_400 }, { name: "h", length: 3600 }, { name: "min", length: 60 }, second];

/** At most two units: 20 s, 1 min 16 s, 2 h 5 min. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${formatDecimals(seconds, seconds % 1 === 0 || seconds >= 10 ? 0 : 1)} s`;
  const larger = units.findIndex(({ length }) => length <= seconds);
  const { name, length } = units[larger] ?? second;
  const smaller = units[larger + 1] ?? second;
  const count = Math.round(seconds / smaller.length);
  const each = length / smaller.length;
  const rest = count % each;
  return `${Math.floor(count / each)} ${name}${rest === 0 ? "" : ` ${rest} ${smaller.name}`}`;
}

/** The size of a file. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${formatWhole(Math.ceil(bytes / 1000))} kB` : formatMegabytes(bytes / 1e6);
}

/** Memory and disk space; a megabyte has 1,000,000 bytes. */
export function formatMegabytes(megabytes: number): string {
  return megabytes < 1000 ? `${formatWhole(megabytes)} MB` : `${formatDecimals(megabytes / 1000, 1)} GB`;
}
