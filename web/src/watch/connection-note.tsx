// Says when the stream of games is lost or refused, and why.
import type { Connection } from "./watched-games.ts";

interface ConnectionNoteProps {
  readonly connection: Connection;
  readonly onAgain: () => void;
}

export function ConnectionNote({ connection, onAgain }: ConnectionNoteProps) {
  if (connection.state !== "waiting" && connection.state !== "refused") return null;
  return (
    <div class="note" role="alert">
      <p>
        {connection.why}
        {connection.state === "waiting" && (
          <> {connection.seconds === 1 ? "In a second" : `In ${connection.seconds} seconds`} the page tries again.</>
        )}
      </p>
      <button type="button" class="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}
