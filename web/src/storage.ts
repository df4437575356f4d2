// What the browser keeps for the page. Storage may be forbidden, full, or hold what another version or hand wrote:
// reading gives null then, and writing does nothing.

const prefix = "afterstate.";

/** The value kept under `key`, or null where there is none or `read` finds it wrong. */
export function recall<Value>(key: string, read: (kept: unknown) => Value | null): Value | null {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The page works without.
  }
}

/** Reads a kept object's fields, each of which may be anything. */
export function fieldsOf(kept: unknown): Record<string, unknown> {
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}
