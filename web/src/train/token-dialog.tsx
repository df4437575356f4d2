// Dialog for the token of the server.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Pending } from "./token.ts";

export function TokenDialog({ pending }: { readonly pending: Pending }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  const give = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== "") pending.give(text.trim());
  };
  return (
    <dialog class="card token-dialog" ref={dialog} aria-labelledby="token-title" onCancel={pending.cancel}>
      <form class="message" onSubmit={give}>
        <h2 class="card-title" id="token-title">
          The server requires a token
        </h2>
        <p class="quiet">Enter the --token of afterstate serve. It is stored until you close the page.</p>
        <label class="field">
          <span class="field-label">Token</span>
          <input
            type="password"
            autoComplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="button-row">
          <button type="submit" class="button primary">
            Use token
          </button>
          <button type="button" class="button" onClick={pending.cancel}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
