// The token that a server may require to start and stop runs: requested when needed, and stored for this visit.
import { useState } from "preact/hooks";
import { ServerError } from "../api/request.ts";
import { keepForVisit, recallForVisit } from "../storage.ts";

const key = "token";
const isToken = (kept: unknown): string | null => (typeof kept === "string" ? kept : null);

/** An action that waits for a token. */
export interface Pending {
  readonly why: string;
  readonly give: (token: string) => void;
  readonly cancel: () => void;
}

/** The user cancelled the dialog. */
export class NoToken extends Error {}

export interface Token {
  readonly pending: Pending | null;
  /** Runs an action with the token; if the server rejects it, asks the user for another one and retries. */
  readonly withToken: <Result>(action: (token: string | null) => Promise<Result>) => Promise<Result>;
}

export function useToken(): Token {
  const [pending, setPending] = useState<Pending | null>(null);
  const withToken = async <Result>(action: (token: string | null) => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await action(recallForVisit(key, isToken));
      } catch (error) {
        if (!(error instanceof ServerError) || error.status !== 401) throw error;
        const token = await new Promise<string>((give, refuse) =>
          setPending({
            why: error.message,
            give,
            cancel: () => refuse(new NoToken("Cancelled: the server requires a token.")),
          }),
        ).finally(() => setPending(null));
        keepForVisit(key, token);
      }
    }
  };
  return { pending, withToken };
}
