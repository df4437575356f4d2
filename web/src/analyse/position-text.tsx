// The position as text, to copy, edit or replace.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Board } from "../game/board.ts";
import { notationOf } from "../game/notation.ts";

interface PositionTextProps {
  readonly board: Board;
  /** What is wrong with the last input. */
  readonly error: string | null;
  readonly onText: (text: string) => void;
}

export function PositionText({ board, error, onText }: PositionTextProps) {
  /** What the user types, until it is submitted or the board changes. */
  const [draft, setDraft] = useState({ board, text: notationOf(board) });
  const text = draft.board === board ? draft.text : notationOf(board);
  const write = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) =>
    setDraft({ board, text: currentTarget.value });
  const read = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) => {
    if (currentTarget.value !== notationOf(board)) onText(currentTarget.value);
  };
  return (
    <div class="position-text">
      <label class="field">
        <span class="field-label">Position</span>
        <input
          value={text}
          spellcheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={error !== null}
          aria-describedby="position-error"
          onInput={write}
          onChange={read}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => event.key === "Enter" && read(event)}
        />
      </label>
      <p id="position-error" class="error" role="alert">
        {error}
      </p>
    </div>
  );
}
