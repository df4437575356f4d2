// Requests to the server's API, /api/v1: the only module that accesses the network.

/** The server reported an error; the message is a sentence for the user. */
export class ServerError extends Error {
  readonly status: number;
  /** Seconds after which to retry, if the server says so. */
  readonly retryAfter: number | null;

  constructor(sentence: string, status: number, retryAfter: number | null) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server did not respond. */
export class Unreachable extends Error {
  constructor() {
    super("The server is not responding. Is afterstate serve still running?");
  }
}

const maxRetries = 2;
const maxWaitSeconds = 2;

export function wasAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Resolves after the given time; rejects if the signal is aborted before. */
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

/** Converts a network error to the error that the page throws; the error of an aborted request stays as it is. */
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
  const message =
    typeof answer?.error === "string" ? answer.error : `The server responded with status ${response.status}`;
  const sentence = message.endsWith(".") ? message : `${message}.`;
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return new ServerError(sentence, response.status, Number.isFinite(seconds) ? seconds : null);
}

export interface ApiRequest {
  /** Sent as JSON by POST; a request without a body is a GET. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly signal?: AbortSignal | undefined;
}

function fetchOptions({ body, token, signal }: ApiRequest): RequestInit {
  const init: RequestInit = signal === undefined ? {} : { signal };
  if (body === undefined) return init;
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token != null) headers.Authorization = `Bearer ${token}`;
  return { ...init, method: "POST", headers, body: JSON.stringify(body) };
}

/** Sends a request; retries a little later if the server is too busy. */
export async function request<Answer>(path: string, options: ApiRequest = {}): Promise<Answer> {
  for (let retries = 0; ; ++retries) {
    const response = await send(path, fetchOptions(options));
    if (response.ok) {
      try {
        return (await response.json()) as Answer;
      } catch (error) {
        throw networkError(error);
      }
    }
    const error = await errorOf(response);
    if (error.status !== 503 || retries === maxRetries) throw error;
    await pause(1000 * Math.min(error.retryAfter ?? 1, maxWaitSeconds), options.signal);
  }
}
