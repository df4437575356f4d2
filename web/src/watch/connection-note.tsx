// Shows when and why the stream of games is lost or refused.
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
          <> Retrying in {connection.seconds === 1 ? "1 second" : `${connection.seconds} seconds`}.</>
        )}
      </p>
      <button type="button" class="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}
