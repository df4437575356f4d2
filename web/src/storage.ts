// What the browser keeps for the page. Storage may be forbidden, full, or hold what another version or hand wrote:
// reading gives null then, and writing does nothing.

const prefix = "afterstate.";

/** Naming a storage that is forbidden throws. */
type StorageOf = () => Storage;

function recallFrom<Value>(storage: StorageOf, key: string, read: (kept: unknown) => Value | null): Value | null {
  try {
    const text = storage().getItem(prefix + key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

function keepIn(storage: StorageOf, key: string, value: unknown): void {
  try {
    storage().setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The page works without.
  }
}

/** The value kept under `key`, or null where there is none or `read` finds it wrong. */
export function recall<Value>(key: string, read: (kept: unknown) => Value | null): Value | null {
  return recallFrom(() => localStorage, key, read);
}

export function keep(key: string, value: unknown): void {
  keepIn(() => localStorage, key, value);
}

/** The same for this visit only, for what should not lie about. */
export function recallForVisit<Value>(key: string, read: (kept: unknown) => Value | null): Value | null {
  return recallFrom(() => sessionStorage, key, read);
}

export function keepForVisit(key: string, value: unknown): void {
  keepIn(() => sessionStorage, key, value);
}

/** Reads a kept object's fields, each of which may be anything. */
export function fieldsOf(kept: unknown): Record<string, unknown> {
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}
