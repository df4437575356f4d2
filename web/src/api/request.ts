// How the page asks the server's interface, /api/v1: the only place that touches the network.

/** The server answered that something is wrong, in a sentence for the person. */
export class ServerError extends Error {
  readonly status: number;
  /** Seconds after which to ask again, where the server says so. */
  readonly retryAfter: number | null;

  constructor(sentence: string, status: number, retryAfter: number | null) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** No server answered. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Is afterstate serve still running?");
  }
}

const mostRetries = 2;
const longestWaitSeconds = 2;

export function wasAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Resolves after a time; rejects where the signal is aborted before. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
  });
}

/** What the network throws, as what the page throws: an aborted request stays one. */
export function networkError(error: unknown): unknown {
  return wasAborted(error) ? error : new Unreachable();
}

export async function send(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(`api/v1/${path}`, options);
  } catch (error) {
    throw networkError(error);
  }
}

export async function errorOf(response: Response): Promise<ServerError> {
  const answer = (await response.json().catch(() => null)) as { error?: unknown } | null;
  const said = typeof answer?.error === "string" ? answer.error : `The server answered with status ${response.status}`;
  const sentence = said.endsWith(".") ? said : `${said}.`;
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return new ServerError(sentence, response.status, Number.isFinite(seconds) ? seconds : null);
}

export interface Question {
  /** Sent as JSON; a question without one is a GET. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly signal?: AbortSignal | undefined;
}

function optionsOf({ body, token, signal }: Question): RequestInit {
  const options: RequestInit = signal === undefined ? {} : { signal };
  if (body === undefined) return options;
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token != null) headers.Authorization = `Bearer ${token}`;
  return { ...options, method: "POST", headers, body: JSON.stringify(body) };
}

/** Asks, and asks again a little later where the server is too busy. */
export async function ask<Answer>(path: string, question: Question = {}): Promise<Answer> {
  for (let retries = 0; ; ++retries) {
    const response = await send(path, optionsOf(question));
    if (response.ok) {
      try {
        return (await response.json()) as Answer;
      } catch (error) {
        throw networkError(error);
      }
    }
    const error = await errorOf(response);
    if (error.status !== 503 || retries === mostRetries) throw error;
    await pause(1000 * Math.min(error.retryAfter ?? 1, longestWaitSeconds), question.signal);
  }
}
