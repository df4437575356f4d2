// Browser storage of the page. Storage may be blocked, full, or hold data of another version: reading returns null
// then, and writing does nothing.

const prefix = "afterstate.";

/** A function, since accessing a blocked storage throws. */
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
    // The page works without storage.
  }
}

/** The value stored under `key`; null if there is none or `read` rejects it. */
export function recall<Value>(key: string, read: (kept: unknown) => Value | null): Value | null {
  return recallFrom(() => localStorage, key, read);
}

export function keep(key: string, value: unknown): void {
  keepIn(() => localStorage, key, value);
}

/** The same for this visit only, for values that should not stay in the browser. */
export function recallForVisit<Value>(key: string, read: (kept: unknown) => Value | null): Value | null {
  return recallFrom(() => sessionStorage, key, read);
}

export function keepForVisit(key: string, value: unknown): void {
  keepIn(() => sessionStorage, key, value);
}

/** The fields of a stored object, each of unknown type. */
export function fieldsOf(kept: unknown): Record<string, unknown> {
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}
