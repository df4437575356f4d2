// The token that a server may want for starting and stopping runs: asked for when it does, and kept for this visit.
import { useState } from "preact/hooks";
import { ServerError } from "../api/request.ts";
import { keepForVisit, recallForVisit } from "../storage.ts";

const key = "token";
const isToken = (kept: unknown): string | null => (typeof kept === "string" ? kept : null);

/** What waits for a token. */
export interface Pending {
  readonly why: string;
  readonly give: (token: string) => void;
  readonly cancel: () => void;
}

/** The person did not want to give one. */
export class NoToken extends Error {}

export interface Token {
  readonly pending: Pending | null;
  /** Does something with the token, and again with the one that the person gives where it was not right. */
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
          setPending({ why: error.message, give, cancel: () => refuse(new NoToken("Not done: it needs the token.")) }),
        ).finally(() => setPending(null));
        keepForVisit(key, token);
      }
    }
  };
  return { pending, withToken };
}
