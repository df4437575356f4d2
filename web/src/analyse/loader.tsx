// Loads game records from a file, by drag and drop, or from the clipboard; offers a choice if there are several games.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { explained, parseRecords, type RecordedGame, replay } from "../game/record.ts";
import { Icon } from "../parts/icon.tsx";
import { Select } from "../parts/select.tsx";
import { shortDescription } from "./description.ts";

/** Larger files are rejected. */
const maxFileBytes = 50e6;

/** Maximum number of games offered from a file; the rest are ignored. */
const maxGames = 200;

interface LoaderProps {
  readonly active: boolean;
  readonly onLoad: (game: RecordedGame) => void;
  /** Called with pasted text that is not a record. */
  readonly onText: (text: string) => void;
}

function gamesOf(text: string): RecordedGame[] {
  const records = parseRecords(text).slice(0, maxGames);
  return records.map((record, index) => explained(`Game ${index + 1}`, () => replay(record)));
}

export function Loader({ active, onLoad, onText }: LoaderProps) {
  const [games, setGames] = useState<readonly RecordedGame[]>([]);
  const [chosen, setChosen] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [dragged, setDragged] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const take = (text: string) => {
    try {
      const found = gamesOf(text);
      setGames(found);
      setChosen(0);
      setError(null);
      if (found[0] !== undefined) onLoad(found[0]);
    } catch (reason) {
      setError((reason as Error).message);
    }
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxFileBytes)
      return setError(`${file.name} is too large: the maximum is ${maxFileBytes / 1e6} MB.`);
    take(await file.text());
  };
  const choose = (value: string) => {
    const index = Number(value);
    setChosen(index);
    const game = games[index];
    if (game !== undefined) onLoad(game);
  };
  const pick = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) => {
    void takeFile(currentTarget.files?.[0]);
    currentTarget.value = "";
  };

  useEffect(() => {
    if (!active) return;
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest("input, textarea") !== null) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim().startsWith("{")) take(text);
      else if (text.trim() !== "") onText(text);
    };
    const drag = (event: DragEvent) => {
      event.preventDefault();
      setDragged(event.type === "dragover");
      if (event.type === "drop") void takeFile(event.dataTransfer?.files[0]);
    };
    window.addEventListener("paste", paste);
    for (const type of ["dragover", "dragleave", "drop"] as const) window.addEventListener(type, drag);
    return () => {
      window.removeEventListener("paste", paste);
      for (const type of ["dragover", "dragleave", "drop"] as const) window.removeEventListener(type, drag);
    };
  });

  return (
    <div class="loader" data-dragged={dragged}>
      <input ref={picker} type="file" accept=".jsonl,.json,.txt" hidden onChange={pick} aria-label="Game record" />
      <button type="button" class="button" onClick={() => picker.current?.click()}>
        <Icon name="open" /> Open a game record
      </button>
      <p class="quiet">{dragged ? "Drop it here." : "Or drop a file on the page, or paste its text."}</p>
      {games.length > 1 && (
        <Select
          label="Game"
          value={String(chosen)}
          options={games.map((game, index) => ({
            value: String(index),
            label: `${index + 1}. ${shortDescription(game)}`,
          }))}
          onChange={choose}
        />
      )}
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
