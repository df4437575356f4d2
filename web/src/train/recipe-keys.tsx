// The keys of a recipe that can be changed for a run.
import type { RecipeKey, RecipeValue } from "../api/training.ts";
import { numberOf } from "./budget.ts";

/** What the user wrote, by key; keys that were not touched are missing. */
export type KeyTexts = Readonly<Record<string, string>>;

export function textOfValue(value: RecipeValue): string {
  return value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value in a text, of the same type as the recipe's; undefined if it is not one. */
export function valueOfText(text: string, { value, default: usual }: RecipeKey): RecipeValue | undefined {
  const like = value ?? usual;
  const trimmed = text.trim();
  if (typeof like === "number") {
    const number = numberOf(trimmed.replaceAll("_", ""));
    return Number.isNaN(number) ? undefined : number;
  }
  if (typeof like === "boolean") return trimmed === "true" ? true : trimmed === "false" ? false : undefined;
  if (typeof like !== "object" || like === null) return trimmed;
  try {
    return JSON.parse(trimmed) as RecipeValue;
  } catch {
    return undefined;
  }
}

const isChanged = (text: string, { value }: RecipeKey) => text.trim() !== textOfValue(value);

/** The changed keys with their values; null if one of them is invalid. */
export function changesOf(keys: readonly RecipeKey[], texts: KeyTexts): Record<string, RecipeValue> | null {
  const changes: Record<string, RecipeValue> = {};
  for (const key of keys) {
    const text = texts[key.key];
    if (text === undefined || !isChanged(text, key)) continue;
    const value = valueOfText(text, key);
    if (value === undefined) return null;
    changes[key.key] = value;
  }
  return changes;
}

export const wrongKeys = "One of the changed keys does not have a value of the right type.";

interface RecipeKeysProps {
  readonly keys: readonly RecipeKey[];
  readonly texts: KeyTexts;
  readonly onText: (key: string, text: string) => void;
}

export function RecipeKeys({ keys, texts, onText }: RecipeKeysProps) {
  const changed = keys.filter((key) => texts[key.key] !== undefined && isChanged(texts[key.key] ?? "", key)).length;
  return (
    <details class="fold recipe-keys">
      <summary>Keys of the recipe{changed > 0 && `: ${changed} changed`}</summary>
      <div class="recipe-keys-list">
        {keys.map((key) => {
          const text = texts[key.key] ?? textOfValue(key.value);
          const note = `key-${key.key.replaceAll(".", "-")}`;
          return (
            <label key={key.key} class="field" data-changed={isChanged(text, key)}>
              <span class="field-label">{key.key}</span>
              <input
                autoComplete="off"
                spellcheck={false}
                value={text}
                placeholder={textOfValue(key.default)}
                aria-invalid={isChanged(text, key) && valueOfText(text, key) === undefined}
                aria-describedby={note}
                onInput={(event) => onText(key.key, event.currentTarget.value)}
              />
              <span id={note} class="quiet">
                {key.meaning}
              </span>
            </label>
          );
        })}
      </div>
    </details>
  );
}
